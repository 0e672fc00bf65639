"""The app inside the test's own process, for what cannot be seen from outside. Its clock stands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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
