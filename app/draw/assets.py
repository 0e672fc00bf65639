"""Files for browsers, under names that change with their content and so are kept for a year."""

from __future__ import annotations

import hashlib
import json
import tomllib
from functools import cache
from pathlib import Path
from types import SimpleNamespace

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app.core.errors import CannotStart

FOLDER = Path(__file__).parents[2] / "static"
NEEDED = ("vendor/htmx.min.js", "vendor/hx-sse.min.js", "vendor/shantell-sans-700.woff2")


@cache
def url(name: str) -> str:
    """``/static/1f3a5c7e/app.css`` for ``app.css``. A missing file answers 404 later."""
    path = FOLDER / name
    stamp = (
        hashlib.blake2s(path.read_bytes(), digest_size=4).hexdigest() if path.is_file() else "none"
    )
    return f"/static/{stamp}/{name}"


@cache
def exists(name: str) -> bool:
    return (FOLDER / name).is_file()


@cache
def credits() -> tuple[SimpleNamespace, ...]:
    """Whose work is served, from the list that fetched it."""
    packages = json.loads((FOLDER.parent / "assets.json").read_text("utf-8"))
    return tuple(
        SimpleNamespace(**package)
        for package in packages
        if package["files"][0]["to"].startswith("static/")
    )


@cache
def photographs() -> tuple[SimpleNamespace, ...]:
    """From which packages photographs come, by the list that fetches them."""
    listed = tomllib.loads((FOLDER.parent / "photos.toml").read_text("utf-8"))
    return tuple(SimpleNamespace(**package) for package in listed["packages"].values())


def check() -> None:
    for name in NEEDED:
        if not (FOLDER / name).is_file():
            raise CannotStart(f"static/{name} is missing. Run: make assets")


class Stamped(StaticFiles):
    """Serves ``/static/<stamp>/<name>``; the stamp only tells versions apart."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)

    async def get_response(self, path: str, scope: Scope) -> Response:
        _stamp, _, name = path.partition("/")
        if not name:
            raise HTTPException(404)
        response = await super().get_response(name, scope)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response
