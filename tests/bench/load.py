"""Load on a running server: as fast as it goes, at a steady pace, and streams that only watch."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any, TypeAlias

from tests.bench import machine
from tests.bench.party import Table, Tally, watch_as_tv
from tests.bench.wire import Broken, Stream

ROOMS, SEATS = 50, 4
PACE = 200
"""Moves a second of the open loop."""
QUIET = 5.0
"""Seconds after which a stream counts as having nothing to say about a version; long, because a
slow server must not be taken for a quiet one."""
TVS = 1000

Play: TypeAlias = Callable[[Table], Coroutine[Any, Any, None]]


@dataclass(frozen=True)
class Speed:
    tally: Tally
    wall: float
    server: float
    """Seconds of CPU."""
    load: float
    """Seconds of CPU of this process."""


@dataclass(frozen=True)
class Memory:
    before: float
    with_tvs: float
    after: float


class Crowd:
    """Everybody who plays; notices when a stream breaks."""

    def __init__(self, host: str, pid: int) -> None:
        self._host = host
        self._pid = pid
        self._luck = Random("bench")
        self.troubles: list[str] = []
        lost: Callable[[str], None] = self.troubles.append
        self.tables = [Table(self._luck, lost) for _ in range(ROOMS)]

    async def come(self) -> None:
        async with asyncio.TaskGroup() as group:
            for table in self.tables:
                group.create_task(table.seat(self._host, SEATS))

    async def rush(self, seconds: float) -> Speed:
        """Closed loop: each room moves again as soon as all have seen the last move."""
        tally, end = Tally(), perf_counter() + seconds

        async def play(table: Table) -> None:
            while perf_counter() < end and not self.troubles:
                await table.move(tally)

        return await self._timed(tally, play)

    async def stroll(self, seconds: float, over: Callable[[], bool] = lambda: False) -> Speed:
        """Open loop: each room moves at moments that do not depend on how fast the server is.

        So many seconds, or until it is `over`.
        """
        tally, begun, period = Tally(), perf_counter(), ROOMS / PACE

        async def play(table: Table) -> None:
            for beat in range(round(seconds / period)):
                due = begun + (beat + self._luck.random()) * period
                late = perf_counter() > due  # the move before was still under way: that counts
                if not late:
                    await asyncio.sleep(due - perf_counter())
                if self.troubles or over() or perf_counter() > begun + 1.5 * seconds:
                    return  # broken, or hopelessly behind
                await table.move(tally, due if late else None)

        return await self._timed(tally, play)

    async def stale(self) -> int:
        """How many streams ended at another picture than a reload shows."""
        seats = [phone for table in self.tables for phone in table.phones]
        return sum([not await phone.is_current() for phone in seats])

    async def screens(self) -> Memory:
        before = await self._settled_memory()
        tvs: list[Stream] = []
        codes = [table.phones[0].code for table in self.tables]
        for _ in range(TVS // ROOMS):
            opening = (watch_as_tv(self._host, code, self.troubles.append) for code in codes)
            tvs += await asyncio.gather(*opening)
        with_tvs = await self._settled_memory()
        for tv in tvs:
            tv.close()
        return Memory(before, with_tvs, await self._settled_memory())

    @property
    def sizes(self) -> list[int]:
        return [size for table in self.tables for phone in table.phones for size in phone.sizes]

    def leave(self) -> None:
        for table in self.tables:
            for phone in table.phones:
                phone.close()

    async def _timed(self, tally: Tally, play: Play) -> Speed:
        begun, server, load = perf_counter(), machine.cpu(self._pid), time.process_time()
        async with self._impatient(), asyncio.TaskGroup() as group:
            for table in self.tables:
                group.create_task(play(table))
        if self.troubles:
            raise Broken(self.troubles[0])
        return Speed(
            tally,
            perf_counter() - begun,
            machine.cpu(self._pid) - server,
            time.process_time() - load,
        )

    @asynccontextmanager
    async def _impatient(self) -> AsyncIterator[None]:
        async def hurry() -> None:
            while True:
                await asyncio.sleep(QUIET / 10)
                for table in self.tables:
                    table.hurry(perf_counter() - QUIET)

        task = asyncio.get_running_loop().create_task(hurry())
        try:
            yield
        finally:
            task.cancel()

    async def _settled_memory(self) -> float:
        await asyncio.sleep(1)
        return machine.memory(self._pid)
