"""Rooms full of people who play Soulmates, and screens that watch."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from random import Random
from time import perf_counter

from tests.bench.phone import Phone, connected
from tests.bench.wire import Answer, Broken, Line, Stream, post, request

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve")
JSON = "Accept: application/json"
HOUSEHOLDS = count(1)


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
        lines = [await connected(host, Line()) for _ in range(count)]
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


async def watch_as_tv(host: str, code: str, lost: Callable[[str], None]) -> Stream:
    """A screen without a seat, once it has its first picture."""
    drawn = asyncio.Event()

    def heard(event: bytes, _now: float) -> None:
        if event.startswith(b"id: "):
            drawn.set()

    household = f"X-Forwarded-For: 2001:db8:{next(HOUSEHOLDS):x}::1"  # few screens are in each
    opening = request("GET", f"/rooms/{code}/events?as=tv", host, household)
    stream = await connected(host, Stream(opening, heard, lost))
    await drawn.wait()
    return stream


def _body(answer: Answer, status: int) -> dict[str, str]:
    if answer.status != status:
        raise Broken(f"{answer.status} instead of {status}: {answer.body[:200]!r}")
    body: dict[str, str] = json.loads(answer.body)
    return body


def _cookie(answer: Answer) -> str:
    return f"Cookie: {answer.header('set-cookie').partition(';')[0]}"
