"""More taps than the server can answer, whether it answers or not."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import cycle
from math import inf
from pathlib import Path
from random import Random
from time import perf_counter

from tests.bench import machine
from tests.bench.party import Table
from tests.bench.phone import HTMX, Phone, connected
from tests.bench.wire import Answer, Line, post, request
from tests.drills.figure import Figure, p95
from tests.server import Server, serving

ROOMS, HANDS, PEOPLE = 30, 60, 3_000
NOTICED = 200
"""Milliseconds on top, that nobody notices."""
TIMES = 3
"""As many taps as the server has answers."""
CALM, CALM_SHARE = 5, 0.25
"""Seconds, and how much of what it can do is asked of it then."""
MOST_MEMORY = 256
DONE = (200, 204)


@dataclass
class Flow:
    """What became of taps that came at their own pace."""

    waits: list[tuple[float, float]] = field(default_factory=list)
    """When each was made, and how long it waited for a yes."""
    told: Counter[int] = field(default_factory=Counter)
    memory: float = 0.0
    """The most the server took, in MB."""

    @property
    def late(self) -> float:
        return p95([wait for _, wait in self.waits]) * 1000

    def calm_after(self, bound: float) -> float:
        """The first second in which taps wait no longer than so many milliseconds (p95)."""
        by_second = defaultdict[int, list[float]](list)
        for began, wait in self.waits:
            by_second[int(began - self.waits[0][0])].append(wait)
        calm = (second for second, waits in by_second.items() if p95(waits) * 1000 <= bound)
        return min(calm, default=inf)


async def overload(folder: Path, seconds: int = 60) -> list[Figure]:
    """F66: for a minute three times as many tap as can be answered; then as few as before."""
    with serving(folder) as server:
        crowd = Crowd(server)
        await crowd.come()
        most = await crowd.capacity()
        before = await crowd.tap(most * CALM_SHARE, CALM)
        during = await crowd.tap(most * TIMES, seconds)
        after = await crowd.tap(most * CALM_SHARE, 2 * CALM)
        assert "Traceback" not in server.log, server.log[-2000:]
        crowd.leave()
    told, others = during.told, set(during.told) - {*DONE, 503}
    return [
        Figure("it can answer", most, "taps a second"),
        Figure("it is asked for", told.total() / seconds, "taps a second"),
        Figure("a tap waits, p95, before", before.late, "ms"),
        Figure("meanwhile a tap that is done has waited, p95", during.late, "ms"),
        Figure(
            "of the taps are done", sum(told[status] for status in DONE) / told.total() * 100, "%"
        ),
        Figure("are refused with 503", told[503], "taps", least=1),
        Figure("are answered otherwise", sum(told[status] for status in others), most=0),
        Figure("memory", during.memory, "MB", most=MOST_MEMORY),
        Figure(
            "as calm as before after", after.calm_after(2 * before.late + NOTICED), "s", most=10
        ),
    ]


class Crowd:
    def __init__(self, server: Server) -> None:
        self._server = server
        self._host = f"127.0.0.1:{server.port}"
        self._troubles: list[str] = []
        self._tables = [Table(Random(n), self._troubles.append) for n in range(ROOMS)]
        self._lines: list[Line] = []
        self._luck = Random("taps")
        self._taps = 0

    async def come(self) -> None:
        """All but the first of each room are asked for a letter, and may change their mind."""
        for table in self._tables:
            await table.seat(self._host, 3)
            assert table.phones[0].turn
            await table.phones[0].act(table.phones[0].turn)
        self._phones = [phone for table in self._tables for phone in table.phones[1:]]
        self._lines = [await connected(self._host, Line()) for _ in range(PEOPLE)]

    def leave(self) -> None:
        for table in self._tables:
            for screen in table.screens:
                screen.close()
        for line in self._lines:
            line.close()

    async def capacity(self) -> float:
        """Taps a second when each waits for its answer."""
        made, end = 0, perf_counter() + CALM

        async def taps(phone: Phone) -> None:
            nonlocal made
            while perf_counter() < end:
                await self._tap(phone.line, phone)
                made += 1

        await asyncio.gather(*map(taps, self._phones[:HANDS]))
        return made / CALM

    async def tap(self, rate: float, seconds: float) -> Flow:
        """So many a second in all; nobody taps again before there was an answer."""
        flow, begun = Flow(), perf_counter()
        watching = asyncio.create_task(self._watch(flow))
        pause = len(self._lines) / rate

        async def person(line: Line, phone: Phone) -> None:
            due = begun + self._luck.random() * pause
            while due < begun + seconds:
                await asyncio.sleep(max(due - perf_counter(), 0))
                began = perf_counter()
                answer = await self._tap(line, phone)
                flow.told[answer.status] += 1
                if answer.status in DONE:
                    flow.waits.append((began, answer.at - began))
                due = max(due + pause, answer.at)

        people = zip(self._lines, cycle(self._phones), strict=False)
        await asyncio.gather(*(person(*one) for one in people))
        watching.cancel()
        flow.waits.sort()
        return flow

    async def _watch(self, flow: Flow) -> None:
        assert self._server.process
        while True:
            flow.memory = max(flow.memory, machine.memory(self._server.process.pid) / 1024)
            await asyncio.sleep(0.2)

    async def _tap(self, line: Line, phone: Phone) -> Answer:
        """By turns somebody changes their mind, and somebody loads their page."""
        self._taps += 1
        if self._taps % 2:
            page = request("GET", phone.page, self._host, phone.who, "Accept: text/html")
            return await line.send(page)
        letter = self._luck.choice("ABCD")
        fields = {"ask": "round-1/ego", "kind": "ego", "letter": letter}
        path = f"/rooms/{phone.code}/moves"
        return await line.send(post(path, self._host, HTMX, phone.who, **fields))
