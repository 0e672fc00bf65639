"""Watching: one open line a tab. At each ring the newest picture, and only what changed of it.

Nothing is queued and nothing is replayed: a lost ring, a slow reader or a missing event id cost a
redraw. A plain Starlette route, because the framework's own costs five times as much per message.
Where a proxy holds the stream back, a page asks for its next message by itself.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import secrets
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.core import people
from app.core.errors import NoSuchRoom, NotYours, Refused, RoomOver
from app.core.values import Device, Member, Room
from app.draw.events import lines, message
from app.draw.eyes import look_at
from app.draw.islands import Island, Row
from app.draw.json import as_json
from app.live.bus import Bell
from app.web.context import RequestContext, Services, language_of_tv
from app.web.limits import address

HEARTBEAT = b"event: beat\ndata: x\n\n"
ENDED = b"event: ended\ndata: .\n\n"
"""The room, or the seat in it, is not yours any more: a phone loads anew, a TV says goodbye."""
AGAIN = b"event: ended\ndata: again\n\n"
"""To a TV: load anew, in another language."""
LEFT = b"event: ended\ndata: /\n\n"
"""You left by yourself: out to the front door."""
ELSEWHERE = b"event: elsewhere\ndata: x\n\n"
LONGEST_TAB = 16
"""It is written down with the seat; a page's own has 8 letters."""
HEADERS = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    "X-Accel-Buffering": "no",
}


async def events(request: Request) -> Watching:
    return Watching(await listener_of(request))


async def islands(request: Request) -> Response:
    """What the stream would say next to a page that has seen `since`; if nothing, 204."""
    listener = await listener_of(request)
    if listener.me:
        presence = listener.services.presence
        await presence.seen(listener.code, listener.me, listener.tab)
    message = await listener.look()
    return Response(message, 200 if message else 204, media_type="text/plain")


async def there(request: Request) -> Response:
    """HEAD: that there is a stream; waiting for its end would take all evening."""
    await listener_of(request)
    return Response(headers=HEADERS)


async def listener_of(request: Request) -> Listener:
    """Raises NoSuchRoom, RoomOver, NotYours or Removed."""
    context = RequestContext(request)
    room = await context.room()
    if room.closed:
        raise RoomOver("This room has ended.")
    asked = request.query_params
    watching = asked.get("as") == "tv"
    since = asked.get("since", "")
    return Listener(
        context.services,
        context.code,
        context.device,
        address(request),
        context.language_of_tv(room) if watching else context.language,
        me=None if watching else people.member(room, context.device),
        tab=asked.get("tab", "")[:LONGEST_TAB],
        scripted=_wants_look(request),
        board=watching or asked.get("wide") == "1",
        version=int(since) if re.fullmatch("[0-9]{1,9}", since) else -1,
    )


class Watching:
    """An open stream as an answer. Whoever it is drawn for is here until it ends, however it ends.

    Starlette's own takes two tasks and twice the memory for it, and it stays open all evening.
    """

    def __init__(self, listener: Listener) -> None:
        self._listener = listener

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self._listener.open():
            headers = [(name.lower().encode(), HEADERS[name].encode()) for name in HEADERS]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            gone = asyncio.ensure_future(_gone(receive))
            gone.add_done_callback(self._listener.leave)
            try:
                async for message in self._listener.messages():
                    await send({"type": "http.response.body", "body": message, "more_body": True})
                await send({"type": "http.response.body"})
            finally:
                gone.cancel()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


@dataclass(slots=True)
class Listener:
    """Who watches, and what they were sent. Nothing of the request is kept: it stays for hours."""

    services: Services
    code: str
    device: Device
    household: str
    language: str
    me: Member | None
    tab: str
    """Which page of theirs; scripts have none, and never give way to a newer one."""
    scripted: bool
    """A script reads it: the look as JSON instead of islands."""
    board: bool
    """The screen has room for the shared board."""
    version: int
    sent: dict[str, str] = field(default_factory=dict)
    bell: Bell = field(default_factory=Bell)
    left: bool = False
    line: str = ""

    def __post_init__(self) -> None:
        self.line = f"{self.tab}.{secrets.token_hex(4)}"

    async def messages(self) -> AsyncIterator[bytes]:
        yield f"retry: {random.randint(1000, 3000)}\n\n".encode()
        while not (self.left or self.services.rooms.bus.closed):
            message = await self.look()
            yield message + self._hops() or HEARTBEAT
            if message in (ENDED, AGAIN, LEFT, ELSEWHERE):
                return
            await self.bell.wait()

    def leave(self, _: object) -> None:
        """Nobody reads it any more."""
        self.left = True
        self.bell.ring()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        seat = self.me.id if self.me else ""
        with (
            self.services.limits.watching(self.household, seat),
            self.services.rooms.bus.listen(self.code, self.bell),
        ):
            async with self._present():
                yield

    def _present(self) -> AbstractAsyncContextManager[None]:
        """Whom this page shows to be here: somebody, a TV, or nobody, when a script reads it."""
        presence = self.services.presence
        if self.me:
            return presence.here(self.code, self.me.id, self.line)
        return nullcontext() if self.scripted else presence.shown(self.code)

    async def look(self) -> bytes:
        """What these eyes have not seen yet; nothing when that is nothing."""
        try:
            room = await self.services.rooms.newest(self.code)
        except NoSuchRoom:
            return ENDED
        if room.closed:
            return ENDED
        if self.me is None:
            spoken = language_of_tv(room, self.language) == self.language
            return self._picture(room, None) if spoken else AGAIN
        try:
            me = people.member(room, self.device)
        except NotYours:
            return ENDED if self._moved(room, self.me) else LEFT
        except Refused:
            return ENDED
        if me.epoch != self.me.epoch or me.id != self.me.id:
            return ENDED
        if self.tab and not (me.line or "").startswith(f"{self.tab}."):
            return ELSEWHERE
        if me.away is not None:  # this page is open, so they are here
            await self.services.presence.arrive(self.code, me.id, self.line)
        return self._picture(room, me)

    def _hops(self) -> bytes:
        """Whose souls hop, for screens that show everybody."""
        called = self.bell.calls()
        if self.me or self.scripted:
            return b""
        return b"".join(f"event: hop\ndata: {who}\n\n".encode() for who in called)

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
            look = json.dumps(as_json(look_at(room, me, self.language)))
            return message(room.version, lines("", look.encode()))
        islands = self.services.islands
        fresh = []
        drawing = islands.draw(room, me, self.language, board=self.board)
        for name, island in drawing.items():
            if self._is_news(name, island):
                fresh.append(island.wire)
                self.sent |= {part: inside.key for part, inside in island.row}
            else:
                fresh += [one.wire for part, one in island.row if self._is_news(part, one)]
        return message(room.version, *fresh) if fresh else b""

    def _is_news(self, name: str, island: Island | Row) -> bool:
        seen = self.sent.get(name) == island.key
        self.sent[name] = island.key
        return not seen


def _wants_look(request: Request) -> bool:
    asked = request.query_params.get("accept", "") + request.headers.get("accept", "")
    return "application/json" in asked
