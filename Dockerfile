# One process serves all rooms. Build: docker build -t soulroom .   Run: docker compose up
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends npm && rm -rf /var/lib/apt/lists/*
WORKDIR /soulroom
COPY requirements.lock requirements-dev.lock ./
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
RUN pip install --no-cache-dir --require-hashes -r requirements-dev.lock
COPY . .
RUN python hatch_build.py && apt-get update && python photos.py && rm -rf /var/lib/apt/lists/*

FROM python:3.13-slim
RUN useradd --create-home soulroom && mkdir /data && chown soulroom /data
COPY --from=build /venv /venv
COPY --from=build --chown=root:root /soulroom /soulroom
WORKDIR /soulroom
USER soulroom
VOLUME /data
ENV SOULROOM_DATABASE_URL=sqlite:////data/soulroom.db PYTHONDONTWRITEBYTECODE=1
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=3s CMD ["/venv/bin/python", "-c", "import urllib.request as u; u.urlopen('http://localhost:8000/healthz', timeout=2)"]
STOPSIGNAL SIGTERM
CMD ["/venv/bin/python", "-m", "app"]
