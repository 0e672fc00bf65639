"""``python -m tests.bench``: the real server on one core, the load on another, and the figures."""

from __future__ import annotations

import asyncio
import gc
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

import uvloop

from tests.bench import games, machine, weight
from tests.bench.load import PACE, ROOMS, SEATS, TVS, Crowd, Memory, Speed
from tests.bench.wire import Broken, Line, request
from tests.server import ROOT, Server, serving

WARM, FULL, STEADY = 2, 8, 8
LIMIT = 55
"""Seconds after which something hangs."""


class Figures:
    """A table that grows; printed at the end, or as far as it came."""

    def __init__(self) -> None:
        self._rows: list[tuple[str, str, str]] = []

    def add(self, what: str, value: float | str, unit: str = "", digits: int = 0) -> None:
        text = value if isinstance(value, str) else f"{value:,.{digits}f}"
        self._rows.append((what, text, unit))

    def print(self) -> None:
        wide, high = (max(len(row[column]) for row in self._rows) for column in (0, 1))
        for what, value, unit in self._rows:
            print(f"{what:<{wide}}  {value:>{high}}  {unit}".rstrip())


def main() -> int:
    figures, cores = Figures(), machine.cores()
    machine.allow_many_sockets()
    (ROOT / "var").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=ROOT / "var") as name:
        _describe(figures, Path(name), cores)
        trouble = _measure(figures, Path(name), cores)
    figures.print()
    if trouble:
        print(f"\nFAILED: {trouble}", file=sys.stderr)
    return 1 if trouble else 0


def _measure(figures: Figures, folder: Path, cores: tuple[int, int] | None) -> str:
    """What went wrong, if anything did."""
    trouble = ""
    machine.run_on(cores and cores[0])
    with serving(folder) as server:
        machine.run_on(cores and cores[1])
        try:
            uvloop.run(_load(figures, server))
        except* (Broken, TimeoutError) as errors:
            trouble = f"{_first(errors)!r}\n"
        server.stop()
        if trouble or "Traceback" in server.log:
            return trouble + server.log[-3000:]
        _start_again(figures, server, cores)
    _games(figures)
    return ""


def _first(errors: BaseExceptionGroup[BaseException]) -> BaseException:
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


async def _load(figures: Figures, server: Server) -> None:
    assert server.process
    crowd = Crowd(f"127.0.0.1:{server.port}", server.process.pid)
    async with asyncio.timeout(LIMIT):
        await crowd.come()
        with _no_collector():
            await crowd.rush(WARM)
            _full_speed(figures, await crowd.rush(FULL))
            _steady(figures, await crowd.stroll(STEADY))
        if stale := await crowd.stale():
            raise Broken(f"{stale} of {ROOMS * SEATS} streams ended at an old picture")
        figures.add("streams that ended at the newest picture", f"{ROOMS * SEATS}", "all")
        _bytes(figures, crowd.sizes, await weight.first_load(crowd.tables[0].phones[0]))
        _memory(figures, await crowd.screens())
    crowd.leave()


def _describe(figures: Figures, folder: Path, cores: tuple[int, int] | None) -> None:
    figures.add("Python", platform.python_version())
    figures.add("cores of this machine", os.cpu_count() or 1)
    where = f"{cores[0]} and {cores[1]}" if cores else "not pinned: one core, or no affinity"
    figures.add("server and load on core", where)
    figures.add("load average before", os.getloadavg()[0], "", 2)
    figures.add("fsync of 4 KB, p50", machine.fsync(folder), "ms", 2)
    figures.add("rooms × seats, each seat with a stream", f"{ROOMS} × {SEATS}")


def _full_speed(figures: Figures, speed: Speed) -> None:
    tally = speed.tally
    figures.add("full speed: moves", tally.moves)
    figures.add("full speed: moves/s of wall time", tally.moves / speed.wall, "1/s")
    if machine.PROC:
        figures.add("full speed: moves/s of server CPU", tally.moves / speed.server, "1/s")
        figures.add("full speed: server CPU a move", speed.server / tally.moves * 1e6, "µs")
        figures.add("full speed: server's share of its core", speed.server / speed.wall * 100, "%")
    figures.add("full speed: load's share of its core", speed.load / speed.wall * 100, "%")
    figures.add("full speed: versions with nothing for a stream", tally.quiet)


def _steady(figures: Figures, speed: Speed) -> None:
    tally, name = speed.tally, f"at {PACE} moves/s"
    figures.add(f"{name}: moves/s made", tally.moves / speed.wall, "1/s")
    if machine.PROC:
        figures.add(f"{name}: server CPU a move", speed.server / tally.moves * 1e6, "µs")
    for what, took in (("others see it", tally.seen), ("answered", tally.answered)):
        figures.add(f"{name}: {what}, p50", median(took) * 1000, "ms", 2)
        figures.add(f"{name}: {what}, p99", quantiles(took, n=100)[98] * 1000, "ms", 2)
        figures.add(f"{name}: {what}, max", max(took) * 1000, "ms", 2)


def _bytes(figures: Figures, sizes: list[int], kinds: dict[str, int]) -> None:
    figures.add("update message, median", median(sizes) / 1024, "KB", 2)
    figures.add("update message, largest", max(sizes) / 1024, "KB", 2)
    for kind, size in sorted(kinds.items()):
        figures.add(f"first load of a phone: {kind}", size / 1024, "KB", 1)
    figures.add("first load of a phone, without pictures", sum(kinds.values()) / 1024, "KB", 1)


def _memory(figures: Figures, memory: Memory) -> None:
    if not machine.PROC:
        return
    figures.add("memory of the server after the load", memory.before / 1024, "MB", 1)
    figures.add(
        f"memory a stream, over {TVS:,} TVs", (memory.with_tvs - memory.before) / TVS, "KB", 1
    )
    figures.add("memory after closing them", memory.after / 1024, "MB", 1)


def _start_again(figures: Figures, server: Server, cores: tuple[int, int] | None) -> None:
    machine.run_on(cores and cores[0])
    begun = time.perf_counter()
    server.launch()
    machine.run_on(cores and cores[1])
    while not asyncio.run(_healthy(server.port)):
        if time.perf_counter() - begun > 20:
            raise Broken(server.log)
        time.sleep(0.005)
    figures.add("second start until /healthz answers", time.perf_counter() - begun, "s", 2)


async def _healthy(port: int) -> bool:
    loop = asyncio.get_running_loop()
    try:
        _, line = await loop.create_connection(Line, "127.0.0.1", port)
        answer = await asyncio.wait_for(
            line.send(request("GET", "/healthz", f"127.0.0.1:{port}")), timeout=5
        )
    except (OSError, Broken, TimeoutError):
        return False
    line.close()
    return answer.status == 200


def _games(figures: Figures) -> None:
    for cost in games.costs():
        name = f"{cost.slug}, {cost.seats} seats"
        figures.add(f"{name}: apply", cost.apply * 1e6, "µs", 1)
        figures.add(f"{name}: view and JSON", cost.view * 1e6, "µs", 1)
        if cost.nodes is not None:
            figures.add(f"{name}: search", cost.nodes, "nodes/s")


@contextmanager
def _no_collector() -> Iterator[None]:
    """The load's own collector must not show in the server's delays."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


if __name__ == "__main__":
    sys.exit(main())
