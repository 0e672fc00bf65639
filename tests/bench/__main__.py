"""``python -m tests.bench``: the real server on one core, the load on another, and the figures."""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import uvloop

from tests.bench import machine, report, town, weight
from tests.bench.load import ROOMS, SEATS, Crowd
from tests.bench.machine import Cores
from tests.bench.wire import Broken, Line, request
from tests.server import ROOT, Server

WARM, FULL, STEADY = 2, 8, 8
LIMIT, SWEPT_WITHIN = 60, 180
"""Seconds after which something hangs."""


def main() -> int:
    figures, cores = report.Figures(), machine.cores()
    machine.allow_many_sockets()
    (ROOT / "var").mkdir(exist_ok=True)
    print("Measuring, for about two minutes …\n", file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=ROOT / "var") as name:
        report.describe(figures, Path(name), cores)
        trouble = _measure(figures, Path(name), cores)
        figures.add("load average of the machine, after", os.getloadavg()[0], "", 2)
    figures.print()
    if trouble:
        print(f"\nFAILED: {trouble}", file=sys.stderr)
    return 1 if trouble else 0


def _measure(figures: report.Figures, folder: Path, cores: Cores) -> str:
    """What went wrong, if anything did."""
    trouble = ""
    with _stopped_at_the_end(Server(folder)) as server:
        try:
            _start(server, cores)
            uvloop.run(_load(figures, server))
            server.stop()
            figures.add("second start until /healthz answers", _start(server, cores), "s", 2)
            server.stop()
            town.build(server.database)
            figures.add(f"start with {town.ROOMS:,} rooms", _start(server, cores), "s", 2)
            uvloop.run(_crowded(figures, server))
        except* (Broken, OSError) as errors:
            trouble = f"{_first(errors)!r}\n"
        if trouble or "Traceback" in server.log:
            return trouble + server.log[-3000:]
    report.games(figures)
    return ""


def _first(errors: BaseExceptionGroup[BaseException]) -> BaseException:
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


async def _load(figures: report.Figures, server: Server) -> None:
    assert server.process
    crowd = Crowd(f"127.0.0.1:{server.port}", server.process.pid)
    async with asyncio.timeout(LIMIT):
        await crowd.come()
        with _no_collector():
            await crowd.rush(WARM)
            report.full_speed(figures, await crowd.rush(FULL))
            report.steady(figures, await crowd.stroll(STEADY))
        if stale := await crowd.stale():
            raise Broken(f"{stale} of {ROOMS * SEATS} streams ended at an old picture")
        figures.add("streams that ended at the newest picture", f"{ROOMS * SEATS}", "all")
        report.weights(figures, crowd.sizes, await weight.first_load(crowd.tables[0].phones[0]))
        report.memory(figures, await crowd.screens(), await crowd.screens())
    crowd.leave()


async def _crowded(figures: report.Figures, server: Server) -> None:
    """Fifty rooms play while the expired half of the file is swept."""
    assert server.process
    crowd = Crowd(f"127.0.0.1:{server.port}", server.process.pid)
    async with asyncio.timeout(SWEPT_WITHIN):
        sweep = asyncio.create_task(town.swept(server.database))
        await crowd.come()
        report.visits(figures, await town.visited(f"127.0.0.1:{server.port}"))
        with _no_collector():
            speed = await crowd.stroll(SWEPT_WITHIN, sweep.done)
        report.steady(figures, speed, f"{town.ROOMS:,} rooms, swept")
        figures.add(f"until {town.EXPIRED:,} expired rooms are swept", await sweep, "s", 1)
    crowd.leave()


@contextmanager
def _stopped_at_the_end(server: Server) -> Iterator[Server]:
    try:
        yield server
    finally:
        if server.process and server.process.poll() is None:
            server.process.terminate()
            with suppress(subprocess.TimeoutExpired):
                server.process.wait(10)
            server.process.kill()


def _start(server: Server, cores: Cores) -> float:
    """Seconds from the start of the process, on its own core, until it answers."""
    machine.run_on(cores and cores[0])
    begun = time.perf_counter()
    process = server.launch()
    machine.run_on(cores and cores[1])
    while not asyncio.run(_healthy(server.port)):
        if process.poll() is not None or time.perf_counter() - begun > 20:
            raise Broken("the server did not start")
        time.sleep(0.005)
    return time.perf_counter() - begun


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
