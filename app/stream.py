"""Watching: one open line a tab. At each ring the newest picture, and only what changed of it.

Nothing is queued and nothing is replayed: a lost ring, a slow reader or a missing event id cost a
redraw. A plain Starlette route, because the framework's own costs five times as much per message.
"""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import cast

from anyio import Event
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response

from app import people
from app.bus import Bell
from app.deps import Desk
from app.errors import NoSuchRoom, NotYours, Refused, RoomOver
from app.islands import lines
from app.look import as_json, look_at
from app.values import Member, Room

BEAT = 5
"""Seconds between the heartbeats a page can see; after nine without one it says *Reconnecting*."""
ENDED = b"event: ended\ndata: .\n\n"
"""Look again by a reload: the room or the seat is not yours any more."""
LEFT = b"event: ended\ndata: /\n\n"
"""You left by yourself: out to the front door."""
ELSEWHERE = b"event: elsewhere\ndata: x\n\n"


async def events(request: Request) -> Response:
    desk = Desk(request)
    room = await desk.room()
    if room.closed:
        raise RoomOver("This room has ended.")
    watching = request.query_params.get("as") == "tv"
    me = None if watching else people.member(room, desk.device)
    asked = request.query_params
    board = watching or asked.get("wide") == "1"
    line = Line(desk, me, asked.get("tab", ""), _wants_look(request), board)
    return EventSourceResponse(
        line.messages(),
        ping=BEAT,
        ping_message_factory=_beat,
        headers={"Cache-Control": "no-store, no-transform"},
        shutdown_event=cast(Event, line),  # of an event only `set` is called
        shutdown_grace_period=2,
    )


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
    bell: Bell | None = None
    over: bool = False

    async def messages(self) -> AsyncIterator[bytes]:
        yield f"retry: {random.randint(1000, 3000)}\n\n".encode()
        with self._here(), self.desk.house.bus.listen(self.desk.code) as self.bell:
            if self.me:
                await self.desk.services.presence.enter(self.desk.code, self.me.id, self.tab)
            while not self.over:
                message = await self._look()
                if message:
                    yield message
                if message in (ENDED, LEFT, ELSEWHERE):
                    return
                await self.bell.wait()

    def set(self) -> None:
        """The server stops: end well, so that the page comes back by itself."""
        self.over = True
        if self.bell:
            self.bell.ring()

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
            return message(room.version, lines(look))
        islands = self.desk.services.islands
        now = islands.draw(room, me, self.desk.language, board=self.board)
        fresh = [name for name, island in now.items() if self.sent.get(name) != island.key]
        if not fresh:
            return b""
        self.sent |= {name: now[name].key for name in fresh}
        return message(room.version, b"".join([now[name].wire for name in fresh]))

    @contextmanager
    def _here(self) -> Iterator[None]:
        """Presence ends with the line, however it ends."""
        try:
            yield
        finally:
            if self.me:
                self.desk.services.presence.leave(self.desk.code, self.me.id)


def message(version: int, data: bytes) -> bytes:
    """One event, of lines that `app.islands.lines` made."""
    return b"id: %d\n%b\n" % (version, data)


def _wants_look(request: Request) -> bool:
    asked = request.query_params.get("accept", "") + request.headers.get("accept", "")
    return "application/json" in asked


def _beat() -> ServerSentEvent:
    return ServerSentEvent(event="beat", data="x", sep="\n")
