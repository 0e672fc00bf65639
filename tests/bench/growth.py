"""``make bench-growth``: does a move cost more as things grow? Curves in var/growth.

Each curve is measured on a server of its own. A flat one is what we want; what grows with the
number of rooms, rows or streams is found here before people find it.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pygal
import uvloop

from tests.bench import machine, report, town
from tests.bench.load import Crowd
from tests.bench.servers import Servers, no_collector, playing
from tests.server import ROOT

FOLDER = ROOT / "var" / "growth"
FAST, STEADY = 2, 3
STEPS, STEP = 8, 4
"""How often moves are looked at, and seconds in between."""
MATCHES = 100
"""Begun in each room from one look to the next."""
ROOMS = (25, 100, 400, 1300)
FILES = (0, 1_000, 5_000, 20_000)
STREAMS = (0, 1_000, 2_500, 5_000)


class Point(NamedTuple):
    at: float
    cpu: float
    """Microseconds of the server's a move, at full speed."""
    seen: float
    """Milliseconds until all others see a move, p99 at a steady pace."""


Points: TypeAlias = AsyncIterator[Point]


def main() -> None:
    machine.allow_many_sockets()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="growth-", dir=ROOT / "var") as name:
        for what, grow in CURVES.items():
            folder = Path(name) / grow.__name__
            folder.mkdir()
            print(f"Measuring over {what} …", file=sys.stderr)
            with Servers(folder) as servers:
                points = uvloop.run(_all(grow(servers)))
            _draw(FOLDER / f"{grow.__name__}.svg", what, points)
            for at, cpu, seen in points:
                print(f"{what} {at:>9,.0f}   {cpu:>6,.0f} µs a move   p99 {seen:>7,.1f} ms")


async def moves(servers: Servers) -> Points:
    """In few rooms; they play one match after the other."""
    async with playing(await servers.new("moves"), 5) as crowd:
        made = 0
        for _ in range(STEPS):
            made += (await crowd.rush(STEP)).tally.moves
            yield await _point(crowd, made / len(crowd.tables))


async def matches(servers: Servers) -> Points:
    """Without moves: the host ends one and begins another, again and again."""
    async with playing(await servers.new("matches"), 5) as crowd:
        for _ in range(STEPS):
            for _ in range(MATCHES):
                await asyncio.gather(*(table.begin("soulmates") for table in crowd.tables))
            await asyncio.sleep(1)  # until all see what they are asked
            yield await _point(crowd, crowd.tables[0].matches)


async def rooms(servers: Servers) -> Points:
    for count in ROOMS:
        server = await servers.new(f"{count} rooms")
        async with playing(server, count) as crowd:
            yield await _point(crowd, count)
        server.stop()


async def rows(servers: Servers) -> Points:
    """Of rooms that nobody plays in, with forty moves each."""
    for count in FILES:
        server = await servers.new(f"{count} rows")
        if count:
            async with playing(server, 1):
                pass
            server.stop()
            town.build(server.database, count, expired=0)
            await servers.start(server)
        async with playing(server) as crowd:
            yield await _point(crowd, count * town.MOVES)
        server.stop()


async def streams(servers: Servers) -> Points:
    """Of rooms in which nobody plays."""
    for count in STREAMS:
        server = await servers.new(f"{count} streams")
        async with playing(server) as crowd, crowd.idle(count):
            yield await _point(crowd, count)
        server.stop()


CURVES: dict[str, Callable[[Servers], Points]] = {
    "moves made in a room": moves,
    "matches begun in a room": matches,
    "rooms that play": rooms,
    "moves in the file": rows,
    "idle streams": streams,
}


async def _all(points: Points) -> list[Point]:
    return [point async for point in points]


async def _point(crowd: Crowd, at: float) -> Point:
    with no_collector():
        fast, steady = await crowd.rush(FAST), await crowd.stroll(STEADY)
    return Point(at, report.cpu(fast) * 1e6, report.p99(steady.tally.seen) * 1000)


def _draw(path: Path, what: str, points: list[Point]) -> None:
    style = pygal.style.CleanStyle(font_family="sans-serif")
    chart = pygal.XY(
        title=f"A move over {what}",
        x_title=what,
        y_title="µs of CPU; ms until seen, p99, on the right",
        js=[],  # nothing is fetched when it is looked at
        style=style,
        range=(0, 1.2 * max(point.cpu for point in points)),
        secondary_range=(0, 1.2 * max(point.seen for point in points)),
    )
    chart.add("µs of CPU", [(point.at, point.cpu) for point in points])
    chart.add("ms, p99", [(point.at, point.seen) for point in points], secondary=True)
    chart.render_to_file(str(path))


if __name__ == "__main__":
    main()
