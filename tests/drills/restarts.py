"""The server goes and comes again, once, often, or all evening: everybody stays."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import linear_regression
from time import perf_counter

from tests.bench import machine
from tests.bench.phone import connected
from tests.bench.wire import Broken, Line, request
from tests.drills.figure import Figure, p95
from tests.drills.town import PATIENCE, Town, town
from tests.server import Server, serving

TIMES = 20


async def restart(folder: Path) -> list[Figure]:
    """F17: a hundred clients play on while the server is stopped or killed, again and again."""
    back = list[float]()
    with serving(folder) as server:
        async with town(server, 20, 4, "soulmates", 1.0) as people:
            for number in range(TIMES):
                back += await people.all_back(await again(server, kill=number % 2 == 0))
                await asyncio.sleep(1)
            figures = await unharmed(people)
    return [
        Figure(f"clients back, p95 of {len(back)}", p95(back), "s", most=5),
        Figure("the last one back", max(back), "s", most=PATIENCE),
        *figures,
    ]


async def storm(folder: Path) -> list[Figure]:
    """F20: five hundred clients are dropped at once, and come back."""
    with serving(folder) as server:
        async with town(server, 100, 4, "soulmates", 20.0) as people:
            began, lags = perf_counter(), list[float]()
            for page in people.pages:
                page.drop()
            async with pulse(server, lags):
                back = await people.all_back(began)
            figures = await unharmed(people)
    return [
        Figure(f"clients back, p95 of {len(back)}", p95(back), "s", most=5),
        Figure("from the first to the last", max(back) - min(back), "s", least=2),
        Figure("longest wait for anything else meanwhile", max(lags) * 1000, "ms", most=200),
        *figures,
    ]


WARM, LOOK = 0.5, 5
"""How much of a server's life it warms up, and seconds between two looks at it."""
FORGETFUL = """
import functools
kept = functools.lru_cache
def few(maxsize=128, typed=False):
    return kept(min(maxsize, 256) if isinstance(maxsize, int) else maxsize, typed)
functools.lru_cache = few
"""
"""Python reads it before the server's own first line. What the server keeps to save work is full
only after 100,000 moves; if it keeps little, it is full in a minute, and what grows then leaks."""
LIFE = 600
"""Seconds between two restarts."""
HOUR = 3600


async def soak(folder: Path, seconds: int = 7200) -> list[Figure]:
    """F80: fifty rooms of eight play all evening. So many seconds: two hours, if not said."""
    life, wal, slopes = min(LIFE, seconds), 0.0, list[float]()
    (folder / "sitecustomize.py").write_text(FORGETFUL)
    with serving(folder, PYTHONPATH=str(folder)) as server:
        async with town(server, 50, 8, "matchy_matchy", 1.0) as people:
            end = perf_counter() + seconds
            while perf_counter() < end:
                looks, born = list[tuple[float, float]](), perf_counter()
                while perf_counter() < born + life:
                    await asyncio.sleep(LOOK)
                    assert server.process
                    looks.append((perf_counter(), machine.memory(server.process.pid) / 1024))
                    wal = max(wal, size(server, "-wal"))
                warm = looks[int(len(looks) * WARM) :]
                slopes.append(linear_regression(*zip(*warm, strict=True)).slope * HOUR)
                sizes = " ".join(f"{size:.1f}" for _, size in looks[:: len(looks) // 10])
                print(f"  memory in MB, over one life: {sizes}", flush=True)
                await people.all_back(await again(server, kill=len(slopes) % 2 == 0))
            figures = await unharmed(people)
    return [
        Figure("memory grows at most", max(slopes), "MB an hour", most=1),
        Figure("largest write-ahead log", wal, "MB", most=16),
        *figures,
    ]


async def again(server: Server, *, kill: bool) -> float:
    """The server goes and comes; when it went."""
    began = perf_counter()
    await asyncio.to_thread(server.kill if kill else server.stop)
    await asyncio.to_thread(server.start)
    return began


async def unharmed(people: Town) -> list[Figure]:
    """Nothing was lost, nothing is old, and nobody was told of a fault of ours."""
    await people.rest()
    await asyncio.sleep(2)
    stale = await people.stale()
    taps, slowest = len(people.waits), max(people.waits)
    told, lost, twice = await asyncio.to_thread(people.wrong)
    for trouble in people.troubles[:3]:
        print(f"  {trouble}")
    log = people.server.log
    return [
        Figure(f"longest wait of {taps} taps for an answer", slowest, "s", most=PATIENCE),
        Figure(f"of {told} acknowledged moves are lost", lost, most=0),
        Figure("moves made twice", twice, most=0),
        Figure("pages that show something old", stale, most=0),
        Figure("troubles: 5xx, refusals, ended streams", len(people.troubles), most=0),
        Figure("tracebacks in the log", log.count("Traceback"), most=0),
    ]


@asynccontextmanager
async def pulse(server: Server, lags: list[float]) -> AsyncIterator[None]:
    """As long as this lasts somebody asks for next to nothing, again and again."""
    host = f"127.0.0.1:{server.port}"

    async def ask() -> None:
        line = await connected(host, Line())
        while True:
            began = perf_counter()
            answer = await line.send(request("GET", "/healthz", host))
            if answer.status != 200:
                raise Broken(f"{answer.status}")
            lags.append(answer.at - began)
            await asyncio.sleep(0.02)

    task = asyncio.create_task(ask())
    yield
    task.cancel()


def size(server: Server, of: str = "") -> float:
    """Of one of the database's files, in MB."""
    file = server.database.with_name(server.database.name + of)
    return file.stat().st_size / 2**20 if file.exists() else 0.0
