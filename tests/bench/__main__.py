"""``python -m tests.bench``: the real server on one core, the load on another, and the figures.

Beside each figure of speed stands the ceiling's, of the same minute: machines differ and are never
alone, ratios hold. ``--against bb96048`` lets another commit take turns with this one; parts can be
named: ``python -m tests.bench speed idle``.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import uvloop

from games import GAMES
from tests.bench import machine, micro, past, report, town, weight
from tests.bench.load import Crowd, Speed
from tests.bench.mirror import Mirror
from tests.bench.servers import Servers, no_collector, playing
from tests.bench.wire import Broken
from tests.server import ROOT

WARM, FULL, STEADY, ROUNDS = 2, 3, 3, 5
SCENE = 8
"""Seconds at a steady pace while something else goes on."""
IDLE, COMPUTERS = 5000, 4
SWEPT_WITHIN = 180
"""Seconds."""
FEW, MANY = 200, 1300
"""Rooms that play."""
TABLES = 8
"""Of a game's largest kind."""
PARTS = ("speed", "idle", "computers", "sweep", "rooms", "games")


def main() -> int:
    wish = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    wish.add_argument(
        "parts",
        nargs="*",
        choices=[*PARTS, []],
        metavar="PART",
        help=f"of {' '.join(PARTS)}; all, if none is named",
    )
    wish.add_argument("--against", metavar="REF", help="a commit that takes turns with this one")
    wish.add_argument("--of", metavar="REF", help="measure that commit instead of this one")
    args = wish.parse_args()
    figures = report.Figures()
    machine.allow_many_sockets()
    (ROOT / "var").mkdir(exist_ok=True)
    print("Measuring, for some minutes …\n", file=sys.stderr)
    with (
        tempfile.TemporaryDirectory(prefix="bench-", dir=ROOT / "var") as name,
        Servers(Path(name)) as servers,
    ):
        report.describe(figures, Path(name), servers.cores)
        bench = Bench(servers, figures, Path(name), args.of, args.against)
        trouble = bench.measure(args.parts or PARTS)
    figures.add("load average of the machine, after", os.getloadavg()[0], "", 2)
    figures.print()
    if trouble:
        print(f"\nFAILED: {trouble}", file=sys.stderr)
    return 1 if trouble else 0


class Bench:
    """One run, in parts."""

    def __init__(
        self,
        servers: Servers,
        figures: report.Figures,
        folder: Path,
        of: str | None,
        against: str | None,
    ) -> None:
        self._servers = servers
        self._figures = figures
        self._tree = past.checkout(of, folder / "of") if of else ROOT
        self._past = {against: past.checkout(against, folder / "against")} if against else {}

    def measure(self, parts: Sequence[str]) -> str:
        """What went wrong, if anything did."""
        trouble = ""
        try:
            for part in parts:
                uvloop.run(getattr(self, part)())
        except* (Broken, OSError) as errors:
            trouble = repr(_first(errors))
        worth = [log[-2000:] for log in self._servers.logs if trouble or "Traceback" in log]
        return "\n".join(filter(None, (trouble, *worth)))

    async def speed(self) -> None:
        """As fast as it goes and at a steady pace, by turns with the others."""
        sides = {"": await self._servers.new("here", self._tree)}
        for name, tree in self._past.items():
            sides[name] = await self._servers.new("before", tree)
        sides["ceiling"] = await self._servers.new("ceiling", module="tests.bench.ceiling")
        async with AsyncExitStack() as stack:
            crowds = {
                name: await stack.enter_async_context(playing(server))
                for name, server in sides.items()
            }
            await self._race(crowds)
            await self._weigh(crowds[""])
        for server in sides.values():
            server.stop()
        again = await self._servers.start(sides[""])
        self._figures.add("second start until /healthz answers", again, "s", 2)
        sides[""].stop()

    async def _race(self, crowds: dict[str, Crowd]) -> None:
        fast: dict[str, list[Speed]] = {name: [] for name in crowds}
        steady: dict[str, list[Speed]] = {name: [] for name in crowds}
        with no_collector():
            for crowd in crowds.values():
                await crowd.rush(WARM)
            for _ in range(ROUNDS):
                for name, crowd in crowds.items():
                    fast[name].append(await crowd.rush(FULL))
                for name, crowd in crowds.items():
                    steady[name].append(await crowd.stroll(STEADY))
        report.race(self._figures, fast, steady)

    async def _weigh(self, crowd: Crowd) -> None:
        screens = sum(len(table.screens) for table in crowd.tables)
        if stale := await crowd.stale():
            raise Broken(f"{stale} of {screens} streams ended at an old picture")
        self._figures.add("streams that ended at the newest picture", f"{screens}", "all")
        load = await weight.first_load(crowd.tables[0].phones[0])
        report.weights(self._figures, crowd.sizes(tvs=False), crowd.sizes(tvs=True), load)

    async def idle(self) -> None:
        """Thousands of streams of rooms in which nobody plays."""
        server = await self._servers.new("idle", self._tree)
        async with playing(server) as crowd:
            async with crowd.idle(IDLE) as memory:
                await self._scene(crowd, f"{IDLE:,} idle streams")
            async with crowd.idle(IDLE) as again:
                pass
        report.memory(self._figures, IDLE, memory, again)
        server.stop()

    async def computers(self) -> None:
        """The strongest computers think in rooms next door."""
        server = await self._servers.new("computers", self._tree)
        async with playing(server) as crowd:
            await crowd.computers(COMPUTERS)
            await self._scene(crowd, f"strong computers in {COMPUTERS} rooms")
        server.stop()

    async def sweep(self) -> None:
        """A large file, of which half has expired."""
        server = await self._servers.new("sweep", self._tree)
        async with playing(server):
            pass
        server.stop()
        town.build(server.database)
        started = await self._servers.start(server)
        self._figures.add(f"start with {town.ROOMS:,} rooms", started, "s", 2)
        async with playing(server) as crowd:
            sweep = asyncio.create_task(town.swept(server.database))
            report.visits(self._figures, await town.visited(f"127.0.0.1:{server.port}"))
            with no_collector():
                speed = await crowd.stroll(SWEPT_WITHIN, sweep.done)
            report.steady(self._figures, [speed], f"{town.EXPIRED:,} rooms swept")
            took = await sweep
        self._figures.add(f"until {town.EXPIRED:,} expired rooms are swept", took, "s", 1)
        server.stop()

    async def rooms(self) -> None:
        """Few and many rooms that play, by turns."""
        servers = {
            count: await self._servers.new(f"{count} rooms", self._tree) for count in (FEW, MANY)
        }
        speeds: dict[int, list[Speed]] = {count: [] for count in servers}
        async with AsyncExitStack() as stack:
            crowds = {
                count: await stack.enter_async_context(playing(server, count))
                for count, server in servers.items()
            }
            with no_collector():
                for _ in range(ROUNDS):
                    for count, crowd in crowds.items():
                        speeds[count].append(await crowd.rush(FULL))
        report.rooms(self._figures, speeds)
        for server in servers.values():
            server.stop()

    async def games(self) -> None:
        """Each game by itself, and whole moves of its largest table."""
        for cost in micro.costs():
            report.game(self._figures, cost)
        server = await self._servers.new("games", self._tree)
        for slug, game in GAMES.items():
            seats = max(game.seats)
            async with playing(server, TABLES, seats, slug) as crowd:
                for table in crowd.tables:
                    table.decide = Mirror(server.database, slug, table.phones[0].code).turn
                with no_collector():
                    await crowd.rush(WARM)
                    report.whole(self._figures, slug, seats, await crowd.rush(FULL))
        server.stop()

    async def _scene(self, crowd: Crowd, what: str) -> None:
        with no_collector():
            await crowd.rush(WARM)
            report.steady(self._figures, [await crowd.stroll(SCENE)], what)


def _first(errors: BaseExceptionGroup[BaseException]) -> BaseException:
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


if __name__ == "__main__":
    sys.exit(main())
