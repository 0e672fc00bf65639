"""Rooms full of people who play Soulmates, by phones that see and send what a page does."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import NamedTuple, TypeVar

from tests.bench.wire import Answer, Broken, Line, Stream, post, request

P = TypeVar("P", bound=asyncio.Protocol)

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve")
JSON = "Accept: application/json"
HTMX = "HX-Request: true"
KEY = re.compile(rb'<div id="(\w+)" data-key="(\w+)"')
ASKED = re.compile(
    rb'name="ask" value="([^"]+)">[^<]*<input type="hidden" name="kind" value="(\w+)"'
)
CARD = re.compile(rb'name="card"[^>]* value="([^"]+)"')


class Turn(NamedTuple):
    """What a panel lets its owner do now."""

    verb: str
    fields: dict[str, str]


@dataclass
class Tally:
    """What was measured, in seconds and bytes."""

    moves: int = 0
    answered: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    """Until the last of the others' streams had the new version."""
    quiet: int = 0
    """Streams to which a version had nothing to say."""


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
        self.stream = await _open(self.host, Stream(opening, self._hear, self.lost))
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


@dataclass(eq=False)
class Table:
    """One room, in which one move at a time is under way."""

    luck: Random
    lost: Callable[[str], None]
    phones: list[Phone] = field(default_factory=list)
    _awaited: set[Phone] = field(default_factory=set)
    _before: int = -1
    _mover: Phone | None = None
    _seen: float | None = None
    _answered: float | None = None
    _arrived: asyncio.Future[None] | None = None

    async def seat(self, host: str, count: int) -> None:
        """Open a room, sit down, start a match, open the streams."""
        lines = [await _open(host, Line()) for _ in range(count)]
        opened = await lines[0].send(post("/rooms", host, JSON))
        code: str = _body(opened, 201)["code"]
        cookies, members = [_cookie(opened)], []
        for line, name in zip(lines, NAMES, strict=False):
            cookie = cookies[0:1] if line is lines[0] else []
            joined = await line.send(post(f"/rooms/{code}/members", host, JSON, *cookie, name=name))
            members.append(_body(joined, 201)["member"])
            cookies += [] if line is lines[0] else [_cookie(joined)]
        begin = post(
            f"/rooms/{code}/matches", host, JSON, cookies[0], game="soulmates", first=members[0]
        )
        _body(await lines[0].send(begin), 201)
        self.phones = [
            Phone(host, code, cookie, line, self.luck, self._moved, self.lost)
            for cookie, line in zip(cookies, lines, strict=True)
        ]
        for phone in self.phones:
            await phone.watch()

    async def move(self, tally: Tally, due: float | None = None) -> None:
        """One of those who can answers; over when it is answered and all eyes have seen it."""
        able = [(phone, phone.turn) for phone in self.phones if phone.turn]
        if not able:
            raise Broken(f"nobody in {self.phones[0].code} is asked for anything")
        mover, turn = self.luck.choice(able)
        self._expect(mover)
        begun = due or perf_counter()
        answer = await mover.act(turn)
        if answer.status != 204:
            raise Broken(f"{turn} was answered {answer.status}: {answer.body[:200]!r}")
        self._answered = answer.at
        assert self._arrived
        await self._arrived
        self._count(tally, begun, answer.at)

    def hurry(self, before: float) -> None:
        """Do not wait for streams that have had nothing to say since then."""
        if self._arrived and not self._arrived.done() and (self._answered or before) < before:
            self._arrived.set_result(None)

    def _expect(self, mover: Phone) -> None:
        self._before = max(phone.version for phone in self.phones)
        self._awaited = set(self.phones)
        self._mover, self._seen, self._answered = mover, None, None
        self._arrived = asyncio.get_running_loop().create_future()

    def _moved(self, phone: Phone, now: float) -> None:
        if phone not in self._awaited or phone.version <= self._before:
            return
        self._awaited.discard(phone)
        if phone is not self._mover:
            self._seen = now
        if not self._awaited and self._arrived and not self._arrived.done():
            self._arrived.set_result(None)

    def _count(self, tally: Tally, begun: float, answered: float) -> None:
        tally.moves += 1
        tally.answered.append(answered - begun)
        if self._seen is not None:
            tally.seen.append(self._seen - begun)
        tally.quiet += len(self._awaited)
        self._awaited.clear()


def turn_in(panel: bytes, luck: Random) -> Turn | None:
    """Whatever the panel has a form for, filled in by chance; an answer given is not changed."""
    if b'/again"' in panel:
        return Turn("again", {})
    asked = ASKED.search(panel)
    if asked is None or b'id="change"' in panel:
        return None
    ask, kind = asked[1].decode(), asked[2].decode()
    fields = {"ask": ask, "kind": kind}
    if kind == "pick":
        fields["card"] = luck.choice(CARD.findall(panel)).decode()
    if kind in ("ego", "guess"):
        fields["letter"] = luck.choice("ABCD")
    return Turn("moves", fields)


async def watch_as_tv(host: str, code: str, lost: Callable[[str], None]) -> Stream:
    """A screen without a seat, once it has its first picture."""
    drawn = asyncio.Event()

    def heard(event: bytes, _now: float) -> None:
        if event.startswith(b"id: "):
            drawn.set()

    opening = request("GET", f"/rooms/{code}/events?as=tv", host)
    stream = await _open(host, Stream(opening, heard, lost))
    await drawn.wait()
    return stream


async def _open(host: str, protocol: P) -> P:
    name, _, port = host.partition(":")
    await asyncio.get_running_loop().create_connection(lambda: protocol, name, int(port))
    return protocol


def _body(answer: Answer, status: int) -> dict[str, str]:
    if answer.status != status:
        raise Broken(f"{answer.status} instead of {status}: {answer.body[:200]!r}")
    body: dict[str, str] = json.loads(answer.body)
    return body


def _cookie(answer: Answer) -> str:
    return f"Cookie: {answer.header('set-cookie').partition(';')[0]}"
