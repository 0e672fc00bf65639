"""The table of figures: what is told, in which words and units."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from statistics import median, quantiles

from tests.bench import machine, micro, town
from tests.bench.load import PACE, ROOMS, SEATS, TVS, Memory, Speed
from tests.bench.machine import Cores


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


def describe(figures: Figures, folder: Path, cores: Cores) -> None:
    figures.add("Python", platform.python_version())
    figures.add("cores of this machine", os.cpu_count() or 1)
    where = f"{cores[0]} and {cores[1]}" if cores else "not pinned: one core, or no affinity"
    figures.add("server and load on core", where)
    figures.add("load average of the machine, before", os.getloadavg()[0], "", 2)
    figures.add("fsync of 4 KB, p50", machine.fsync(folder), "ms", 2)
    figures.add("rooms × seats, each seat with a stream", f"{ROOMS} × {SEATS}")


def full_speed(figures: Figures, speed: Speed) -> None:
    tally = speed.tally
    figures.add("full speed: moves", tally.moves)
    figures.add("full speed: moves/s of wall time", tally.moves / speed.wall, "1/s")
    if machine.PROC:
        figures.add("full speed: moves/s of server CPU", tally.moves / speed.server, "1/s")
        figures.add("full speed: server CPU a move", speed.server / tally.moves * 1e6, "µs")
        figures.add("full speed: server's share of its core", speed.server / speed.wall * 100, "%")
    figures.add("full speed: load's share of its core", speed.load / speed.wall * 100, "%")
    figures.add("full speed: versions with nothing for a stream", tally.quiet)


def steady(figures: Figures, speed: Speed, where: str = "") -> None:
    tally, name = speed.tally, f"at {PACE} moves/s" + (f", {where}" if where else "")
    figures.add(f"{name}: moves/s made", tally.moves / speed.wall, "1/s")
    if machine.PROC:
        figures.add(f"{name}: server CPU a move", speed.server / tally.moves * 1e6, "µs")
    _delays(figures, f"{name}: others see it", tally.seen)
    _delays(figures, f"{name}: answered", tally.answered)


def visits(figures: Figures, visits: town.Visits) -> None:
    where = f"{town.ROOMS:,} rooms"
    _delays(figures, f"{where}: a room is opened", visits.opened)
    _delays(figures, f"{where}: first look at one of them", visits.cold)
    _delays(figures, f"{where}: next look at it", visits.warm)


def _delays(figures: Figures, what: str, took: list[float]) -> None:
    figures.add(f"{what}, p50", median(took) * 1000, "ms", 2)
    figures.add(f"{what}, p99", quantiles(took, n=100)[98] * 1000, "ms", 2)
    figures.add(f"{what}, max", max(took) * 1000, "ms", 2)


def weights(figures: Figures, sizes: list[int], kinds: dict[str, int]) -> None:
    figures.add("update message, median", median(sizes) / 1024, "KB", 2)
    figures.add("update message, largest", max(sizes) / 1024, "KB", 2)
    for kind, size in sorted(kinds.items()):
        figures.add(f"first load of a phone: {kind}", size / 1024, "KB", 1)
    figures.add("first load of a phone, without pictures", sum(kinds.values()) / 1024, "KB", 1)


def memory(figures: Figures, memory: Memory, again: Memory) -> None:
    if not machine.PROC:
        return
    figures.add("memory of the server after the load", memory.before / 1024, "MB", 1)
    figures.add(
        f"memory a stream, over {TVS:,} TVs", (memory.with_tvs - memory.before) / TVS, "KB", 1
    )
    figures.add("memory after closing them", memory.after / 1024, "MB", 1)
    figures.add("memory after as many more came and went", again.after / 1024, "MB", 1)


def games(figures: Figures) -> None:
    for cost in micro.costs():
        name = f"{cost.slug}, {cost.seats} seats"
        figures.add(f"{name}: apply", cost.apply * 1e6, "µs", 1)
        figures.add(f"{name}: view and JSON", cost.view * 1e6, "µs", 1)
        if cost.nodes is not None:
            figures.add(f"{name}: search", cost.nodes, "nodes/s")
