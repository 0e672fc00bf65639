"""A form or a photo that stops half-way holds nothing up (F60)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx
import pytest

from app.web import security
from tests.inside import HOME, app_inside
from tests.loop import run

PATIENCE = 0.2


async def sent(
    app: Any, path: str, *parts: bytes, cookie: str = "", pause: float = 0.0
) -> list[dict[str, Any]]:
    """What is answered to a body that comes in these parts, and whose rest never comes."""
    left, answers = list(parts), list[dict[str, Any]]()

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(pause if left else 60)
        return {"type": "http.request", "body": left.pop(0), "more_body": True}

    async def send(message: Any) -> None:
        answers.append(message)

    headers = {
        b"host": HOME.partition("//")[2].encode(),
        b"origin": HOME.encode(),
        b"cookie": cookie.encode(),
        b"content-length": b"9000000",
        b"accept": b"application/json",
    }
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": list(headers.items()),
        "scheme": "http",
        "server": ("127.0.0.1", 8000),
        "client": ("127.0.0.1", 5),
        "root_path": "",
        "http_version": "1.1",
    }
    await app(scope, receive, send)
    return answers


@pytest.mark.timed
@pytest.mark.parametrize("parts", [(), (b"\xff\xd8\xff",), (b"\xff\xd8\xff", b"\0" * 9)])
@pytest.mark.parametrize("path", ["/rooms", "/rooms/{code}/moves", "/rooms/{code}/photos"])
def test_what_stops_half_way_is_given_up_with_a_sentence(
    path: str, parts: tuple[bytes, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security, "STALLED", PATIENCE)

    async def whole() -> list[dict[str, Any]]:
        with app_inside(tmp_path) as app:
            host = httpx.AsyncClient(
                transport=httpx.ASGITransport(app), base_url=HOME, headers={"Origin": HOME}
            )
            opened = await host.post("/rooms", json={}, headers={"Accept": "application/json"})
            code = opened.json()["code"]
            await host.post(f"/rooms/{code}/members", data={"name": "Ann"})
            cookie = "; ".join(f"{name}={value}" for name, value in host.cookies.items())
            return await sent(app, path.format(code=code), *parts, cookie=cookie)

    began = perf_counter()
    start, body = run(whole())
    assert perf_counter() - began < PATIENCE + 2
    assert start["status"] == 408
    assert (b"connection", b"close") in start["headers"]
    assert b"The rest of that never came." in body["body"]


def test_what_is_slow_but_comes_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security, "STALLED", PATIENCE)
    with app_inside(tmp_path) as app:
        parts = [b"x" * 8192] * 9  # more than a form may be, at last
        start, _ = run(sent(app, "/rooms", *parts, pause=PATIENCE / 3))
    assert start["status"] == 413
