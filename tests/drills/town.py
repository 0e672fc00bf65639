"""Rooms full of people who stay whatever happens: their pages come back, and they tap again."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from math import inf
from random import Random, uniform
from time import perf_counter

from tests.bench.mirror import Mirror
from tests.bench.party import Table
from tests.bench.phone import Phone, Screen, Turn, connected
from tests.bench.wire import Broken, Line
from tests.server import Server
from tests.test_faults import kept

PATIENCE = 10
"""Seconds after which a tap that nobody answered counts as swallowed, and a picture as stale."""


@dataclass(eq=False)
class Page:
    """Whenever its stream breaks it is opened anew, after the time for which htmx waits."""

    screen: Screen
    troubles: list[str]
    back: float = inf
    """When it last had a picture by a stream just opened; never, while there is none."""

    async def live(self) -> None:
        failures = 0
        while True:
            if await self._open():
                failures = 0
            await asyncio.sleep(self.screen.retry * 2**failures * uniform(0.7, 1.3))
            failures += 1

    def drop(self) -> None:
        """The network goes away under it."""
        assert self.screen.stream
        self.screen.stream.drop()

    async def _open(self) -> bool:
        """As long as the stream is open. Was there a picture?"""
        broken = asyncio.Event()
        self.screen.lost = partial(self._lost, broken)
        self.screen.drawn.clear()
        drawn, over = map(asyncio.ensure_future, (self.screen.watch(), broken.wait()))
        await asyncio.wait((drawn, over), return_when=asyncio.FIRST_COMPLETED)
        came = drawn.done() and not drawn.exception()
        if came:
            self.back = perf_counter()
            await over
        drawn.cancel()
        over.cancel()
        return came

    def _lost(self, broken: asyncio.Event, why: str) -> None:
        self.back = inf
        if "HTTP" in why or "ended" in why:
            self.troubles.append(why)
        broken.set()


@dataclass(eq=False)
class Evening:
    """A table at which somebody is always about to tap."""

    table: Table
    mirror: Mirror
    troubles: list[str]
    waits: list[float] = field(default_factory=list)
    """Seconds from each tap to its answer, whatever lay in between."""
    acknowledged: Counter[str] = field(default_factory=Counter)
    """Moves by what they answered."""

    async def play(self, pace: float) -> None:
        while True:
            phone, turn = self.mirror.turn(self.table.phones)
            began = perf_counter()
            status = await self._answered(phone, turn)
            self.waits.append(perf_counter() - began)
            if status == 204 and turn.verb == "moves":
                self.acknowledged[str(turn.fields["ask"])] += 1
            elif status not in (201, 204, 409):  # by 409 it was made, and the answer lost
                self.troubles.append(f"{turn} was answered {status}")
            await asyncio.sleep(pace * uniform(0.5, 1.5))

    async def _answered(self, phone: Phone, turn: Turn) -> int:
        """Taps until there is an answer."""
        while True:
            with suppress(Broken, OSError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    answer = await phone.act(turn)
                if answer.status < 500:
                    return answer.status
                self.troubles.append(f"{turn} was answered {answer.status}")
            await asyncio.sleep(0.3)
            with suppress(OSError):
                phone.line = await connected(phone.host, Line())


@dataclass(eq=False)
class Town:
    server: Server
    evenings: list[Evening]
    pages: list[Page]
    troubles: list[str]
    playing: list[asyncio.Task[None]]

    async def rest(self) -> None:
        """Nobody taps any more."""
        for task in self.playing:
            task.cancel()
        await asyncio.gather(*self.playing, return_exceptions=True)

    async def all_back(self, since: float) -> list[float]:
        """Seconds until each page shows something again; those that never do count as endless."""
        await asyncio.sleep(0.5)
        while any(page.back < since or page.back == inf for page in self.pages):
            if perf_counter() > since + 2 * PATIENCE:
                break
            await asyncio.sleep(0.1)
        return [page.back - since if page.back > since else inf for page in self.pages]

    @property
    def waits(self) -> list[float]:
        return [wait for evening in self.evenings for wait in evening.waits]

    async def stale(self) -> int:
        """Pages that show something else than a reload would."""
        line = await connected(f"127.0.0.1:{self.server.port}", Line())
        current = [await page.screen.is_current(line) for page in self.pages]
        line.close()
        return current.count(False)

    def wrong(self) -> tuple[int, int, int]:
        """Moves that were acknowledged; of these, those that are not in the log; and those that
        are in it twice. Whether all rooms are what their moves make of them is looked at, too."""
        made = kept(self.server.database)
        there = Counter((move.room, move.ask) for move in made)
        told = Counter(
            {
                (evening.table.phones[0].code, ask): count
                for evening in self.evenings
                for ask, count in evening.acknowledged.items()
            }
        )
        return told.total(), (told - there).total(), len(made) - len(set(made))


@asynccontextmanager
async def town(
    server: Server, rooms: int, seats: int, game: str, pace: float
) -> AsyncIterator[Town]:
    """So many rooms, with a TV in each, that play; somebody in each taps every `pace` seconds."""
    host, troubles = f"127.0.0.1:{server.port}", list[str]()
    tables = [Table(Random(number), troubles.append) for number in range(rooms)]
    for table in tables:
        await table.seat(host, seats, game)
    evenings = [
        Evening(table, Mirror(server.database, game, table.phones[0].code), troubles)
        for table in tables
    ]
    pages = [Page(screen, troubles) for table in tables for screen in table.screens]
    for page in pages:
        assert page.screen.stream
        page.screen.stream.close()  # from now on by itself
    async with asyncio.TaskGroup() as group:
        living = [group.create_task(page.live()) for page in pages]
        playing = [group.create_task(evening.play(pace)) for evening in evenings]
        begun = Town(server, evenings, pages, troubles, playing)
        await begun.all_back(0)
        yield begun
        await begun.rest()
        for task in living:
            task.cancel()
