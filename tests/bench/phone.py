"""One phone: it sees what a page sees and sends what a page sends."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple, TypeVar

from tests.bench.wire import Answer, Line, Stream, post, request

P = TypeVar("P", bound=asyncio.Protocol)

HTMX = "HX-Request: true"
KEY = re.compile(rb'<div id="(\w+)" data-key="(\w+)"')
ASKED = re.compile(
    rb'name="ask" value="([^"]+)">[^<]*<input type="hidden" name="seat" value="(\d+)">'
    rb'[^<]*<input type="hidden" name="kind" value="(\w+)"'
)
CARD = re.compile(rb'name="card"[^>]* value="([^"]+)"')


class Turn(NamedTuple):
    """What a panel lets its owner do now."""

    verb: str
    fields: dict[str, str]


@dataclass(eq=False)
class Phone:
    """One seat: a connection for what it does, a stream for what it sees."""

    host: str
    code: str
    cookie: str
    line: Line
    luck: Random
    moved: Callable[[Phone, float], None]
    lost: Callable[[str], None]
    version: int = -1
    turn: Turn | None = None
    keys: dict[bytes, bytes] = field(default_factory=dict)
    sizes: list[int] = field(default_factory=list)
    stream: Stream | None = None
    drawn: asyncio.Event = field(default_factory=asyncio.Event)

    async def watch(self) -> None:
        """Open the stream and wait for the first picture."""
        path = f"/rooms/{self.code}/events?tab={id(self):x}"
        opening = request("GET", path, self.host, self.cookie, "Accept: text/event-stream")
        self.stream = await connected(self.host, Stream(opening, self._hear, self.lost))
        await self.drawn.wait()

    async def act(self, turn: Turn) -> Answer:
        path = f"/rooms/{self.code}/{turn.verb}"
        return await self.line.send(post(path, self.host, HTMX, self.cookie, **turn.fields))

    async def is_current(self) -> bool:
        """Does the stream show, island by island, what a reload would show?"""
        path = f"/rooms/{self.code}"
        page = await self.line.send(
            request("GET", path, self.host, self.cookie, "Accept: text/html")
        )
        return page.status == 200 and dict(KEY.findall(page.body)) == self.keys

    def close(self) -> None:
        self.line.close()
        if self.stream:
            self.stream.close()

    def _hear(self, event: bytes, now: float) -> None:
        if event.startswith((b"event: ended", b"event: elsewhere")):
            self.lost("a stream was ended")
        if not event.startswith(b"id: "):
            return
        if self.version >= 0:
            self.sizes.append(len(event))
        self.version = int(event[4 : event.index(b"\n")])
        self.keys |= KEY.findall(event)
        panel = event.find(b'<div id="panel"')
        if panel >= 0:
            self.turn = turn_in(event[panel:], self.luck)
        self.drawn.set()
        self.moved(self, now)


def turn_in(panel: bytes, luck: Random) -> Turn | None:
    """Whatever the panel has a form for, filled in by chance; an answer given is not changed."""
    if b'/again"' in panel:
        return Turn("again", {})
    asked = ASKED.search(panel)
    if asked is None or b'id="change"' in panel:
        return None
    ask, seat, kind = (part.decode() for part in asked.groups())
    fields = {"ask": ask, "seat": seat, "kind": kind}
    if kind == "pick":
        fields["card"] = luck.choice(CARD.findall(panel)).decode()
    if kind in ("ego", "guess"):
        fields["letter"] = luck.choice("ABCD")
    return Turn("moves", fields)


async def connected(host: str, protocol: P) -> P:
    name, _, port = host.partition(":")
    await asyncio.get_running_loop().create_connection(lambda: protocol, name, int(port))
    return protocol
