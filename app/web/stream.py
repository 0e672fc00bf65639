"""Watching: one open line a tab. At each ring the newest picture, and only what changed of it.

Nothing is queued and nothing is replayed: a lost ring, a slow reader or a missing event id cost a
redraw. A plain Starlette route, because the framework's own costs five times as much per message.
Where a proxy holds the stream back, a page asks for its next message by itself.
"""

from __future__ import annotations

import json
import random
import re
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from app.core import people
from app.core.errors import NoSuchRoom, NotYours, Refused, RoomOver
from app.core.values import Member, Room
from app.draw.events import lines, message
from app.draw.eyes import look_at
from app.draw.json import as_json
from app.live.bus import Bell
from app.web.context import RequestContext

HEARTBEAT = b"event: beat\ndata: x\n\n"
ENDED = b"event: ended\ndata: .\n\n"
"""Look again by a reload: the room or the seat is not yours, or the TV's language is another."""
LEFT = b"event: ended\ndata: /\n\n"
"""You left by yourself: out to the front door."""
ELSEWHERE = b"event: elsewhere\ndata: x\n\n"
LONGEST_TAB = 16
"""It is written down with the seat; a page's own has 8 letters."""
HEADERS = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}


async def events(request: Request) -> Response:
    return Watching(await listener_of(request))


async def islands(request: Request) -> Response:
    """What the stream would say next to a page that has seen `since`; if nothing, 204."""
    listener = await listener_of(request)
    if listener.me:
        presence = listener.context.services.presence
        await presence.seen(listener.context.code, listener.me, listener.tab)
    message = await listener.look()
    return Response(message, 200 if message else 204, media_type="text/plain")


async def there(request: Request) -> Response:
    """HEAD: that there is a stream; waiting for its end would take all evening."""
    await listener_of(request)
    return Response(headers=HEADERS, media_type=Watching.media_type)


async def listener_of(request: Request) -> Listener:
    """Raises NoSuchRoom, RoomOver, NotYours or Removed."""
    context = RequestContext(request)
    room = await context.room()
    if room.closed:
        raise RoomOver("This room has ended.")
    asked = request.query_params
    watching = asked.get("as") == "tv"
    me = None if watching else people.member(room, context.device)
    if watching:
        context.language = context.language_of_tv(room)
    board = watching or asked.get("wide") == "1"
    since = asked.get("since", "")
    version = int(since) if re.fullmatch("[0-9]{1,9}", since) else -1
    tab = asked.get("tab", "")[:LONGEST_TAB]
    return Listener(context, me, tab, _wants_look(request), board, version=version)


class Watching(StreamingResponse):
    """An open line. Whoever it is drawn for is here until it ends, however it ends."""

    media_type = "text/event-stream"

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        super().__init__(listener.messages(), headers=HEADERS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self._listener.open():
            await super().__call__(scope, receive, send)


@dataclass
class Listener:
    """One open stream and what it has sent."""

    context: RequestContext
    me: Member | None
    tab: str
    """Which page of theirs; scripts have none, and never give way to a newer one."""
    scripted: bool
    """A script reads it: the look as JSON instead of islands."""
    board: bool
    """The screen has room for the shared board."""
    sent: dict[str, str] = field(default_factory=dict)
    version: int = -1
    bell: Bell = field(default_factory=Bell)

    def __post_init__(self) -> None:
        self.line = f"{self.tab}.{secrets.token_hex(4)}"

    async def messages(self) -> AsyncIterator[bytes]:
        yield f"retry: {random.randint(1000, 3000)}\n\n".encode()
        while not self.context.rooms.bus.closed:
            message = await self.look()
            yield message or HEARTBEAT
            if message in (ENDED, LEFT, ELSEWHERE):
                return
            await self.bell.wait()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        services, code = self.context.services, self.context.code
        seat = self.me.id if self.me else ""
        with (
            services.limits.watching(self.context.request, seat),
            services.rooms.bus.listen(code, self.bell),
        ):
            if self.me is None:
                yield
            else:
                async with services.presence.here(code, self.me.id, self.line):
                    yield

    async def look(self) -> bytes:
        """What these eyes have not seen yet; nothing when that is nothing."""
        try:
            room = await self.context.rooms.newest(self.context.code)
        except NoSuchRoom:
            return ENDED
        if room.closed:
            return ENDED
        if self.me is None:
            spoken = self.context.language_of_tv(room) == self.context.language
            return self._picture(room, None) if spoken else ENDED
        try:
            me = people.member(room, self.context.device)
        except NotYours:
            return ENDED if self._moved(room, self.me) else LEFT
        except Refused:
            return ENDED
        if me.epoch != self.me.epoch or me.id != self.me.id:
            return ENDED
        if self.tab and not (me.line or "").startswith(f"{self.tab}."):
            return ELSEWHERE
        if me.away is not None:  # this page is open, so they are here
            await self.context.services.presence.arrive(self.context.code, me.id, self.line)
        return self._picture(room, me)

    @staticmethod
    def _moved(room: Room, me: Member) -> bool:
        """Another device was let in to my seat."""
        them = room.member(me.id)
        return them is not None and them.present

    def _picture(self, room: Room, me: Member | None) -> bytes:
        if room.version == self.version:
            return b""
        self.version = room.version
        if self.scripted:
            look = json.dumps(as_json(look_at(room, me, self.context.language)))
            return message(room.version, lines("", look.encode()))
        islands = self.context.services.islands
        fresh = []
        for name, island in islands.draw(room, me, self.context.language, board=self.board).items():
            if self.sent.get(name) != island.key:
                self.sent[name] = island.key
                fresh.append(island.wire)
        return message(room.version, *fresh) if fresh else b""


def _wants_look(request: Request) -> bool:
    asked = request.query_params.get("accept", "") + request.headers.get("accept", "")
    return "application/json" in asked
