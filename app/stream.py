"""Watching: one open line a tab. At each ring the newest picture, and only what changed of it.

Nothing is queued and nothing is replayed: a lost ring, a slow reader or a missing event id cost a
redraw. A plain Starlette route, because the framework's own costs five times as much per message.
"""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from app import people
from app.bus import Bell
from app.deps import Desk
from app.errors import NoSuchRoom, NotYours, Refused, RoomOver
from app.islands import lines
from app.look import as_json, look_at
from app.values import Member, Room

HEARTBEAT = b"event: beat\ndata: x\n\n"
ENDED = b"event: ended\ndata: .\n\n"
"""Look again by a reload: the room or the seat is not yours any more."""
LEFT = b"event: ended\ndata: /\n\n"
"""You left by yourself: out to the front door."""
ELSEWHERE = b"event: elsewhere\ndata: x\n\n"
HEADERS = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}


async def events(request: Request) -> Response:
    return Watching(await line_of(request))


async def there(request: Request) -> Response:
    """HEAD: that there is a stream; waiting for its end would take all evening."""
    await line_of(request)
    return Response(headers=HEADERS, media_type=Watching.media_type)


async def line_of(request: Request) -> Line:
    """Raises NoSuchRoom, RoomOver, NotYours or Removed."""
    desk = Desk(request)
    room = await desk.room()
    if room.closed:
        raise RoomOver("This room has ended.")
    asked = request.query_params
    watching = asked.get("as") == "tv"
    me = None if watching else people.member(room, desk.device)
    board = watching or asked.get("wide") == "1"
    return Line(desk, me, asked.get("tab", ""), _wants_look(request), board)


class Watching(StreamingResponse):
    """An open line. Whoever it is drawn for is here until it ends, however it ends."""

    media_type = "text/event-stream"

    def __init__(self, line: Line) -> None:
        self._line = line
        super().__init__(line.messages(), headers=HEADERS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self._line.open():
            await super().__call__(scope, receive, send)


@dataclass
class Line:
    """One open stream and what it has sent."""

    desk: Desk
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
        while not self.desk.house.bus.closed:
            message = await self._look()
            yield message or HEARTBEAT
            if message in (ENDED, LEFT, ELSEWHERE):
                return
            await self.bell.wait()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        code, presence = self.desk.code, self.desk.services.presence
        with self.desk.house.bus.listen(code, self.bell):
            async with presence.here(code, self.me.id, self.tab) if self.me else nullcontext():
                yield

    async def _look(self) -> bytes:
        """What these eyes have not seen yet; nothing when that is nothing."""
        try:
            room = await self.desk.house.records.room(self.desk.code)
        except NoSuchRoom:
            return ENDED
        if room.closed:
            return ENDED
        if self.me is None:
            return self._picture(room, None)
        try:
            me = people.member(room, self.desk.device)
        except NotYours:
            return LEFT
        except Refused:
            return ENDED
        if me.epoch != self.me.epoch or me.id != self.me.id:
            return ENDED
        if not self.desk.services.presence.newest(me.id, self.tab):
            return ELSEWHERE
        return self._picture(room, me)

    def _picture(self, room: Room, me: Member | None) -> bytes:
        if self.scripted:
            if room.version == self.version:
                return b""
            self.version = room.version
            look = json.dumps(as_json(look_at(room, me, self.desk.language)))
            return message(room.version, lines("", look.encode()))
        islands = self.desk.services.islands
        fresh = []
        for name, island in islands.draw(room, me, self.desk.language, board=self.board).items():
            if self.sent.get(name) != island.key:
                self.sent[name] = island.key
                fresh.append(island.wire)
        return message(room.version, *fresh) if fresh else b""


def message(version: int, *data: bytes) -> bytes:
    """One event, of lines that `app.islands.lines` made."""
    return b"".join((b"id: %d\n" % version, *data, b"\n"))


def _wants_look(request: Request) -> bool:
    asked = request.query_params.get("accept", "") + request.headers.get("accept", "")
    return "application/json" in asked
