"""The context of one request: who asks, about which room, in which language, and how to answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from typing import Annotated, Any, Concatenate, ParamSpec

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from app.core import codes
from app.core.errors import NoSuchRoom
from app.core.settings import Settings
from app.core.values import Device, Room
from app.draw import texts
from app.draw.islands import Islands
from app.draw.render import Pages
from app.live.pictures import Darkroom
from app.live.presence import Presence
from app.live.rooms import Rooms
from app.live.studio import Studio
from app.live.thinking import Thinking
from app.web.cookies import DeviceCookie, device_of, language_of
from app.web.limits import Limits

P = ParamSpec("P")


@dataclass(frozen=True)
class Services:
    """What one process is made of; lives in ``app.state.services``."""

    settings: Settings
    rooms: Rooms
    islands: Islands
    pages: Pages
    presence: Presence
    studio: Studio
    thinking: Thinking
    limits: Limits
    darkroom: Darkroom
    cookie: DeviceCookie


class RequestContext:
    def __init__(self, request: Request) -> None:
        self.request = request
        self.services: Services = request.app.state.services
        self.rooms: Rooms = self.services.rooms
        code: str = request.path_params.get("code", "")
        self.code = code.upper()[: codes.LONGEST + 1]  # longer ones name no room
        self.secret = self.services.cookie.secret_of(request)
        self.device = device_of(self.secret)

    @cached_property
    def language(self) -> str:
        """Few answers say anything."""
        wished = self.request.headers.get("accept-language", "")
        return texts.known(language_of(self.request)) or texts.negotiate(wished)

    async def room(self) -> Room:
        """Raises NoSuchRoom; and TooMany for strangers where codes are being guessed."""
        try:
            room = await self.rooms.newest(self.code)
        except NoSuchRoom:
            self.services.limits.wrong_code(self.request, self.code)
            raise
        if room.of_device(self.device) is None:
            self.services.limits.check_codes(self.request)
        return room

    async def change(
        self,
        decide: Callable[Concatenate[Room, Device, P], Room],
        *args: P.args,
        **values: P.kwargs,
    ) -> Room:
        """The room as `decide` made it for this device, committed. Raises what `decide` raises."""
        await self.room()
        return await self.rooms.change(
            self.code, lambda room: decide(room, self.device, *args, **values)
        )

    async def answer(
        self,
        decide: Callable[Concatenate[Room, Device, P], Room],
        *args: P.args,
        **values: P.kwargs,
    ) -> Response:
        """Change the room, and say that it is done; the picture comes by the stream."""
        await self.change(decide, *args, **values)
        return self.done()

    def done(self, url: str = "") -> Response:
        if wants_json(self.request) or "hx-request" in self.request.headers:
            return Response(status_code=HTTPStatus.NO_CONTENT)
        # a plain form, without scripts
        return RedirectResponse(url or f"/rooms/{self.code}", HTTPStatus.SEE_OTHER)

    def created(self, url: str, **values: object) -> Response:
        if wants_json(self.request):
            return JSONResponse({**values, "url": url}, HTTPStatus.CREATED)
        return RedirectResponse(url, HTTPStatus.SEE_OTHER)

    def own_device(self) -> bool:
        """From now on this device has a name, if it had none. Had it one?"""
        known = bool(self.device)
        if not known:
            self.secret = self.services.cookie.new_secret()
            self.device = device_of(self.secret)
        return known

    def remember(self, response: Response) -> Response:
        """The device keeps its name."""
        return self.services.cookie.give(response, self.secret)

    def language_of_tv(self, room: Room) -> str:
        return language_of_tv(room, self.language)

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        html = self.services.pages.render(template, self.language, **values)
        return Response(html, status, media_type="text/html")


def _context(request: Request) -> RequestContext:
    return RequestContext(request)


def language_of_tv(room: Room, own: str) -> str:
    """The room's, if somebody chose one; else its browser's own."""
    return texts.known(room.options.tv_language) or own


Context = Annotated[RequestContext, Depends(_context)]


def wants_json(request: Request) -> bool:
    return "application/json" in request.headers.get("accept", "")
