"""Wires the parts together. Read this first.

A form travels: `web.actions` → `live.rooms` → `core` (pure) → `store`, COMMIT, `live.bus` rings →
`web.stream` → `draw.islands` → template → screen.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from functools import cache, partial
from types import FrameType
from typing import Any

from fastapi import FastAPI
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from app.core.errors import CannotStart
from app.core.settings import Settings
from app.draw import assets
from app.draw.islands import Islands
from app.draw.render import Pages
from app.live import steady
from app.live.bus import Bus
from app.live.clock import Clock
from app.live.pictures import Darkroom
from app.live.presence import Presence
from app.live.rooms import Rooms
from app.live.studio import Studio
from app.live.thinking import Thinking
from app.store.records import Records
from app.web import actions, host, keepsakes, languages, pages, photos, refusals, stream
from app.web.context import Services
from app.web.cookies import DeviceCookie
from app.web.description import describe
from app.web.limits import Limits
from app.web.network import at_home, base_url
from app.web.security import Guard
from games import GAMES


def create_app(settings: Settings) -> Starlette:
    """Opens the database. Raises CannotStart."""
    assets.check()
    _check_games()
    bus, address = Bus(), base_url(settings)
    if settings.wifi and not at_home(address):
        raise CannotStart("SOULROOM_WIFI is for home: here everybody could read the password.")
    rooms = Rooms(Records(settings, steady.now, bus.is_watched), bus)
    templates = Pages(address, at_home=at_home(address), wifi=settings.wifi is not None)
    islands, thinking, studio = Islands(templates), Thinking(), Studio()
    clock = Clock(rooms, thinking)
    rooms.swept.append(islands.forget)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        with _stopping(rooms.bus.close):
            async with clock.running():
                yield
        studio.close()
        rooms.records.close()

    # Inside the guard and inside FastAPI: their own outermost layers answer a fault without the
    # guard's headers, and then raise it again for the server to log it a second time.
    faults = Middleware(ExceptionMiddleware, handlers={Exception: refusals.refuse})
    rest = FastAPI(
        docs_url=None,
        redoc_url=None,
        middleware=[Middleware(HeadAsGet), faults],
        exception_handlers=refusals.HANDLERS,
    )
    for router in (
        actions.router,
        host.router,
        languages.router,
        keepsakes.router,
        photos.router,
        pages.router,
    ):
        rest.include_router(router)
    rest.openapi = cache(partial(describe, rest))  # type: ignore[method-assign]  # as its manual says
    hot = {
        "moves": Plain(POST=actions.move),
        "events": Plain(GET=stream.events, HEAD=stream.there),
        "islands": Plain(GET=stream.islands, HEAD=stream.islands),
    }
    app = Starlette(
        routes=[
            *(Route(f"/rooms/{{code}}/{name}", plain) for name, plain in hot.items()),
            Mount("/static", HeadAsGet(GZipMiddleware(assets.Stamped(), minimum_size=500))),
            Mount("/", rest),
        ],
        middleware=[Middleware(Guard, settings=settings), faults, Middleware(Shortcut, hot=hot)],
        exception_handlers=refusals.HANDLERS,
        lifespan=lifespan,
    )
    app.state.services = rest.state.services = Services(
        settings=settings,
        rooms=rooms,
        islands=islands,
        pages=templates,
        presence=Presence(rooms),
        studio=studio,
        thinking=thinking,
        limits=Limits(settings.rooms_per_hour),
        darkroom=Darkroom(),
        cookie=DeviceCookie(settings, rooms.records.device_key),
    )
    return app


def _check_games() -> None:
    for slug, game in GAMES.items():
        try:
            game.check()
        except ValueError as error:
            raise CannotStart(f"games/{slug}: {error}") from None


class Plain:
    """A route without conveniences, for those that are hot: a function of the request a verb."""

    def __init__(self, **verbs: Callable[[Request], Awaitable[ASGIApp]]) -> None:
        self.verbs = verbs

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self.verbs.get(scope["method"])
        if answer is None:
            raise HTTPException(405, headers={"Allow": ", ".join(self.verbs)})
        response = await answer(Request(scope, receive))
        await response(scope, receive, send)


class Shortcut:
    """Past the router and its layers to the plain routes: at every move they are asked for."""

    def __init__(self, app: ASGIApp, hot: Mapping[str, Plain]) -> None:
        self._app = app
        self._hot = hot

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._app
        if scope["type"] == "http":
            match scope["path"].split("/"):
                case ["", "rooms", code, name] if code and name in self._hot:
                    if scope["method"] in self._hot[name].verbs:
                        scope["path_params"] = {"code": code}
                        app = self._hot[name]
        await app(scope, receive, send)


class HeadAsGet:
    """HEAD is answered as GET is; the server leaves out the body."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
        await self._app(scope, receive, send)


@contextmanager
def _stopping(first: Callable[[], None]) -> Iterator[None]:
    """When the process is told to stop, streams end first: the server would wait for them."""
    loop = asyncio.get_running_loop()
    before: dict[signal.Signals, Any] = {}

    def stop(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(first)
        if callable(then := before[signal.Signals(number)]):
            then(number, frame)

    for number in (signal.SIGINT, signal.SIGTERM):
        before[number] = signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
