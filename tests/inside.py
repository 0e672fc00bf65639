"""The app inside the test's own process, for what cannot be seen from outside. Its clock stands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from starlette.applications import Starlette

from app.core.settings import Settings
from app.core.values import Device
from app.main import create_app

HOME = "http://127.0.0.1:8000"


@contextmanager
def app_inside(folder: Path) -> Iterator[Starlette]:
    app = create_app(
        Settings(
            database_url=f"sqlite:///{folder}/soulroom.db", base_url=HOME, rooms_per_hour=10_000
        )
    )
    try:
        yield app
    finally:
        app.state.services.studio.close()
        app.state.services.rooms.records.close()


def device(app: Starlette) -> httpx.AsyncClient:
    """A browser that has not been anywhere yet."""
    headers = {"Origin": HOME, "Accept": "text/html"}
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HOME, headers=headers)


async def named(app: Starlette, browser: httpx.AsyncClient) -> Device:
    """What the app calls this browser, once it has opened a room."""
    opened = await browser.post("/rooms", json={}, headers={"Accept": "application/json"})
    room = await app.state.services.rooms.newest(opened.json()["code"])
    name: Device = room.opener
    return name


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str


@dataclass
class Phone:
    """A browser with nothing between it and the app: a tenth of what a client of HTTP costs."""

    app: Starlette
    cookies: dict[str, str] = field(default_factory=dict)

    async def get(self, path: str) -> Answer:
        """The page, or where it leads."""
        answer = await self._send("GET", path)
        while "location" in answer.headers:
            answer = await self._send("GET", answer.headers["location"])
        return answer

    async def post(self, path: str, form: str) -> Answer:
        return await self._send("POST", path, form.encode())

    async def _send(self, method: str, path: str, form: bytes = b"") -> Answer:
        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": form, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        sent: list[Any] = []
        path, _, query = path.partition("?")
        headers = {
            "host": HOME.removeprefix("http://"),
            "origin": HOME,
            "accept": "*/*",
            "content-type": "application/x-www-form-urlencoded",
            "content-length": str(len(form)),
            "cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
        }
        scope = {
            "type": "http",
            "http_version": "1.1",
            "scheme": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 123),
            "server": ("127.0.0.1", 8000),
        }
        await self.app(scope, receive, send)
        start, *rest = sent
        answered = {name.decode(): value.decode() for name, value in start["headers"]}
        given = SimpleCookie(answered.get("set-cookie", ""))
        self.cookies |= {name: cookie.value for name, cookie in given.items()}
        body = b"".join(message.get("body", b"") for message in rest)
        return Answer(start["status"], answered, body.decode())
