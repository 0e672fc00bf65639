"""Watching: one open line a tab. At each ring the newest picture, and only what changed of it.

Nothing is queued and nothing is replayed: a lost ring, a slow reader or a missing event id cost a
redraw. A plain Starlette route, because the framework's own costs five times as much per message.
Where a proxy holds the stream back, a page asks for its next message by itself.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
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
"""Look again by a reload: the room or the seat is not yours any more."""
LEFT = b"event: ended\ndata: /\n\n"
"""You left by yourself: out to the front door."""
ELSEWHERE = b"event: elsewhere\ndata: x\n\n"
HEADERS = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}


async def events(request: Request) -> Response:
    return Watching(await listener_of(request))


async def islands(request: Request) -> Response:
    """What the stream would say next to a page that has seen `since`; if nothing, 204."""
    listener = await listener_of(request)
    message = await listener.look()
    if listener.me:
        presence = listener.context.services.presence
        await presence.seen(listener.context.code, listener.me.id, listener.tab)
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
    board = watching or asked.get("wide") == "1"
    since = asked.get("since", "")
    version = int(since) if re.fullmatch("[0-9]{1,9}", since) else -1
    return Listener(context, me, asked.get("tab", ""), _wants_look(request), board, version=version)


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
    scripted: bool
    """A script reads it: the look as JSON instead of islands."""
    board: bool
    """The screen has room for the shared board."""
    sent: dict[str, str] = field(default_factory=dict)
    version: int = -1
    bell: Bell = field(default_factory=Bell)

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
        code, presence = self.context.code, self.context.services.presence
        with self.context.rooms.bus.listen(code, self.bell):
            async with presence.here(code, self.me.id, self.tab) if self.me else nullcontext():
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
            return self._picture(room, None)
        try:
            me = people.member(room, self.context.device)
        except NotYours:
            return ENDED if self._moved(room, self.me) else LEFT
        except Refused:
            return ENDED
        if me.epoch != self.me.epoch or me.id != self.me.id:
            return ENDED
        if not self.context.services.presence.newest(me.id, self.tab):
            return ELSEWHERE
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
