"""Wires the parts together. Read this first.

A form travels: `actions` (or `host`) → `house` → `rooms` / `people` (pure) → `records` → `storage`,
COMMIT, `bus` rings → `stream` → `islands` → `look` → template → screen.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route

from app import actions, assets, host, pages, refusals, stream
from app.bus import Bus
from app.clock import Clock
from app.deps import Services
from app.house import House
from app.islands import Islands
from app.limits import Limits
from app.network import base_url
from app.presence import Presence
from app.records import Records
from app.render import Pages
from app.security import Guard
from app.settings import Settings


def create_app(settings: Settings) -> FastAPI:
    """Opens the database. Raises CannotStart."""
    assets.check()
    house = House(Records(settings), Bus())
    templates = Pages(base_url(settings))
    clock = Clock(house)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with clock.running():
            yield
        house.records.close()

    app = FastAPI(openapi_url=None, lifespan=lifespan)
    app.state.services = Services(
        settings=settings,
        house=house,
        islands=Islands(templates),
        pages=templates,
        presence=Presence(house),
        limits=Limits(settings.rooms_per_hour),
    )
    app.add_middleware(Guard, settings=settings)
    app.mount("/static", GZipMiddleware(assets.Stamped(), minimum_size=500))
    app.router.routes += [
        Route("/rooms/{code}/moves", actions.move, methods=["POST"]),
        Route("/rooms/{code}/events", stream.events),
    ]
    for router in (actions.router, host.router, pages.router):
        app.include_router(router)
    refusals.install(app)
    return app
