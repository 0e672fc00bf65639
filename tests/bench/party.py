"""Rooms full of people who play Soulmates, with a TV in each, and screens that only watch."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from games import GAMES
from tests.bench.phone import Phone, Screen, Turn, connected, household
from tests.bench.wire import Answer, Broken, Line, post

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal")
JSON = "Accept: application/json"
SEARCHING = "soulaween"
STRONGEST = tuple(GAMES[SEARCHING].bots)[-1]


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
    decide: Callable[[list[Phone]], tuple[Phone, Turn]] | None = None
    """Who moves and how, if not what panels ask for."""
    phones: list[Phone] = field(default_factory=list)
    tv: Screen | None = None
    matches: int = 0
    _awaited: set[Screen] = field(default_factory=set)
    _before: int = -1
    _mover: Phone | None = None
    _seen: float | None = None
    _answered: float | None = None
    _arrived: asyncio.Future[None] | None = None

    async def seat(self, host: str, count: int, game: str = "soulmates") -> None:
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
        self.phones = [
            Phone(host, code, who, self._moved, self.lost, line=line, member=member, luck=self.luck)
            for who, line, member in zip(cookies, lines, members, strict=True)
        ]
        self.tv = Screen(host, code, household(), self._moved, self.lost)
        await self.begin(game)
        for screen in self.screens:
            await screen.watch()

    async def begin(self, game: str) -> None:
        """The next match; one that is under way ends."""
        host = self.phones[0]
        if self.matches:
            await host.act(Turn("end", {}))
        fields = {"game": game, "first": host.member}
        begin = post(f"/rooms/{host.code}/matches", host.host, JSON, host.who, **fields)
        _body(await host.line.send(begin), 201)
        self.matches += 1

    @property
    def screens(self) -> list[Screen]:
        return [*self.phones, self.tv] if self.tv else [*self.phones]

    async def move(self, tally: Tally, due: float | None = None) -> None:
        """One of those who can answers; over when it is answered and all eyes have seen it."""
        mover, turn = (self.decide or self._by_panels)(self.phones)
        self._expect(mover)
        begun = due or perf_counter()
        answer = await mover.act(turn)
        if answer.status != 204:
            raise Broken(f"{turn} was answered {answer.status}: {answer.body[:200]!r}")
        self._answered = answer.at
        assert self._arrived
        await self._arrived
        self._count(tally, begun, answer.at)

    def _by_panels(self, phones: list[Phone]) -> tuple[Phone, Turn]:
        """Somebody whose panel asks for something, and something that it lets them answer."""
        able = [(phone, phone.turn) for phone in phones if phone.turn]
        if not able:
            raise Broken(f"nobody in {phones[0].code} is asked for anything")
        return self.luck.choice(able)

    def hurry(self, before: float) -> None:
        """Do not wait for streams that have had nothing to say since then."""
        if self._arrived and not self._arrived.done() and (self._answered or before) < before:
            self._arrived.set_result(None)

    def _expect(self, mover: Phone) -> None:
        self._before = max(screen.version for screen in self.screens)
        self._awaited = set(self.screens)
        self._mover, self._seen, self._answered = mover, None, None
        self._arrived = asyncio.get_running_loop().create_future()

    def _moved(self, screen: Screen, now: float) -> None:
        if screen not in self._awaited or screen.version <= self._before:
            return
        self._awaited.discard(screen)
        if screen is not self._mover:
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


async def open_room(host: str) -> str:
    """An empty one; its code."""
    line = await connected(host, Line())
    code: str = _body(await line.send(post("/rooms", host, JSON, tv="true")), 201)["code"]
    line.close()
    return code


async def let_computers_play(host: str) -> None:
    """A room whose host watches the two strongest computers of the game that searches deepest."""
    line = await connected(host, Line())
    opened = await line.send(post("/rooms", host, JSON))
    room, who = f"/rooms/{_body(opened, 201)['code']}", _cookie(opened)
    _body(
        await line.send(post(f"{room}/members", host, JSON, who, name="Ann", role="watcher")), 201
    )
    for _ in range(2):
        await line.send(post(f"{room}/bots", host, JSON, who, strength=STRONGEST))
    _body(await line.send(post(f"{room}/matches", host, JSON, who, game=SEARCHING)), 201)
    line.close()


async def watch_as_tv(host: str, code: str, lost: Callable[[str], None]) -> Screen:
    """A screen without a seat, once it has its first picture."""
    screen = Screen(host, code, household(), lambda *_: None, lost)
    await screen.watch()
    return screen


def _body(answer: Answer, status: int) -> dict[str, str]:
    if answer.status != status:
        raise Broken(f"{answer.status} instead of {status}: {answer.body[:200]!r}")
    body: dict[str, str] = json.loads(answer.body)
    return body


def _cookie(answer: Answer) -> str:
    return f"Cookie: {answer.header('set-cookie').partition(';')[0]}"
