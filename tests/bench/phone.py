"""Screens and phones: they see what a page sees, and a phone sends what a page sends."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import NamedTuple, TypeVar

from tests.bench.wire import Answer, Line, Stream, post, request

P = TypeVar("P", bound=asyncio.Protocol)

HTMX = "HX-Request: true"
KEY = re.compile(rb'id="([\w-]+)" data-key="(\w+)"')
ASKED = re.compile(
    rb'name="ask" value="([^"]+)">[^<]*<input type="hidden" name="seat" value="(\d+)">'
    rb'[^<]*<input type="hidden" name="kind" value="(\w+)"'
)
CARD = re.compile(rb'name="card"[^>]* value="([^"]+)"')
HOUSEHOLDS = count(1)
"""So that few screens are in each."""


class Turn(NamedTuple):
    """What a panel lets its owner do now."""

    verb: str
    fields: Mapping[str, object]


@dataclass(eq=False)
class Screen:
    """An open stream of a room, as its page holds it. By itself a TV: public, without a seat."""

    host: str
    code: str
    who: str
    """The header that tells who looks."""
    moved: Callable[[Screen, float], None]
    lost: Callable[[str], None]
    version: int = -1
    keys: dict[bytes, bytes] = field(default_factory=dict)
    sizes: list[int] = field(default_factory=list)
    stream: Stream | None = None
    retry: float = 1.0
    """Seconds after which a broken stream shall be opened anew, as it said itself."""
    drawn: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def page(self) -> str:
        return f"/tv/{self.code}"

    @property
    def events(self) -> str:
        return f"/rooms/{self.code}/events?as=tv"

    async def watch(self) -> None:
        """Open the stream and wait for the first picture."""
        opening = request("GET", self.events, self.host, self.who, "Accept: text/event-stream")
        self.stream = await connected(self.host, Stream(opening, self._hear, self.lost))
        await self.drawn.wait()

    async def is_current(self, line: Line) -> bool:
        """Does the stream show, island by island, what a reload would show?"""
        reload = request("GET", self.page, self.host, self.who, "Accept: text/html")
        page = await line.send(reload)
        return page.status == 200 and dict(KEY.findall(page.body)) == self.keys

    def close(self) -> None:
        if self.stream:
            self.stream.close()

    def read(self, event: bytes) -> None:
        """What else is learnt from a picture."""

    def _hear(self, event: bytes, now: float) -> None:
        if event.startswith((b"event: ended", b"event: elsewhere")):
            self.lost("a stream was ended")
        if event.startswith(b"retry: "):
            self.retry = int(event[7:]) / 1000
        if not event.startswith(b"id: "):
            return
        if self.version >= 0:
            self.sizes.append(len(event))
        self.version = int(event[4 : event.index(b"\n")])
        self.keys |= KEY.findall(event)
        self.drawn.set()
        self.read(event)
        self.moved(self, now)


@dataclass(eq=False, kw_only=True)
class Phone(Screen):
    """One seat: a connection for what it does, a stream for what it sees."""

    line: Line
    member: str
    luck: Random
    turn: Turn | None = None

    @property
    def page(self) -> str:
        return f"/rooms/{self.code}"

    @property
    def events(self) -> str:
        return f"/rooms/{self.code}/events?tab={id(self):x}"

    async def act(self, turn: Turn) -> Answer:
        path = f"/rooms/{self.code}/{turn.verb}"
        return await self.line.send(post(path, self.host, HTMX, self.who, **turn.fields))

    def close(self) -> None:
        self.line.close()
        super().close()

    def read(self, event: bytes) -> None:
        panel = event.find(b'<div id="panel"')
        if panel >= 0:
            self.turn = turn_in(event[panel:], self.luck)


def turn_in(panel: bytes, luck: Random) -> Turn | None:
    """Whatever the panel has a form for, filled in by chance; an answer given is not changed."""
    if b'/again"' in panel:
        return Turn("again", {})
    asked = ASKED.search(panel)
    if asked is None or b'id="change"' in panel:
        return None
    ask, seat, kind = (part.decode() for part in asked.groups())
    fields: dict[str, object] = {"ask": ask, "seat": seat, "kind": kind}
    if kind == "pick":
        fields["card"] = luck.choice(CARD.findall(panel)).decode()
    if kind in ("ego", "guess"):
        fields["letter"] = luck.choice("ABCD")
    return Turn("moves", fields)


def household() -> str:
    """The header of a TV in a home of its own."""
    return f"X-Forwarded-For: 2001:db8:{next(HOUSEHOLDS):x}::1"


async def connected(host: str, protocol: P) -> P:
    name, _, port = host.partition(":")
    await asyncio.get_running_loop().create_connection(lambda: protocol, name, int(port))
    return protocol
