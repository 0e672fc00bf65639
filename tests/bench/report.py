"""The table of figures: what is told, in which words and units."""

from __future__ import annotations

import os
import platform
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from statistics import median, quantiles

from tests.bench import machine, town
from tests.bench.load import PACE, ROOMS, SEATS, Memory, Speed
from tests.bench.machine import Cores
from tests.bench.micro import Cost

CONFIGURED: str = sysconfig.get_config_var("CONFIG_ARGS") or ""
OPTIMISED = "--enable-optimizations" in CONFIGURED
"""Python's own build, with profile: a plain one is a tenth slower."""


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
    figures.add("Python", platform.python_version(), platform.python_compiler())
    figures.add("its build", "optimised" if OPTIMISED else "plain", CONFIGURED)
    figures.add("cores of this machine", os.cpu_count() or 1)
    where = f"{cores[0]} and {cores[1]}" if cores else "not pinned: one core, or no affinity"
    figures.add("server and load on core", where)
    figures.add("load average of the machine, before", os.getloadavg()[0], "", 2)
    figures.add("fsync of 4 KB, p50", machine.fsync(folder), "ms", 2)
    figures.add("rooms × seats, a stream each, and a TV", f"{ROOMS} × {SEATS}")


def race(
    figures: Figures, fast: Mapping[str, list[Speed]], steady_: Mapping[str, list[Speed]]
) -> None:
    """By side; the first is this commit, the last the ceiling."""
    here, *others = fast
    for name, speeds in fast.items():
        label = f"full speed{', ' + name if name else ''}"
        made = median(speed.tally.moves / speed.wall for speed in speeds)
        figures.add(f"{label}: moves/s of wall time", made, "1/s")
        if machine.PROC:
            figures.add(f"{label}: server CPU a move", median(map(cpu, speeds)) * 1e6, "µs")
    for name in others if machine.PROC else ():
        ratios = [
            cpu(ours) / cpu(theirs) for ours, theirs in zip(fast[here], fast[name], strict=True)
        ]
        figures.add(f"CPU a move, ratio to {name}", median(ratios), _range(ratios), 2)
    ours = fast[here]
    load = sum(speed.load for speed in ours) / sum(speed.wall for speed in ours)
    figures.add("full speed: load's share of its core", load * 100, "%")
    figures.add("full speed: versions with nothing for a stream", sum(s.tally.quiet for s in ours))
    for name, speeds in steady_.items():
        steady(figures, speeds, name)


def steady(figures: Figures, speeds: list[Speed], where: str = "") -> None:
    """Medians over the rounds; of each round's worst the worst."""
    name = f"at {PACE} moves/s" + (f", {where}" if where else "")
    made = median(speed.tally.moves / speed.wall for speed in speeds)
    figures.add(f"{name}: moves/s made", made, "1/s")
    if machine.PROC:
        figures.add(f"{name}: server CPU a move", median(map(cpu, speeds)) * 1e6, "µs")
    tallies = [speed.tally for speed in speeds]
    for what, took in (
        ("others see it", [tally.seen for tally in tallies]),
        ("answered", [tally.answered for tally in tallies]),
    ):
        figures.add(f"{name}: {what}, p50", median(map(median, took)) * 1000, "ms", 2)
        figures.add(f"{name}: {what}, p99", median(map(p99, took)) * 1000, "ms", 2)
        figures.add(f"{name}: {what}, max", max(map(max, took)) * 1000, "ms", 2)


def rooms(figures: Figures, speeds: Mapping[int, list[Speed]]) -> None:
    """By the number of rooms that play; few first."""
    few, many = speeds
    for count, made in speeds.items():
        figures.add(f"{count:,} rooms play: server CPU a move", median(map(cpu, made)) * 1e6, "µs")
    ratios = [cpu(b) / cpu(a) for a, b in zip(speeds[few], speeds[many], strict=True)]
    figures.add(f"CPU a move, {many:,} rooms to {few:,}", median(ratios), _range(ratios), 2)


def weights(figures: Figures, phones: list[int], tvs: list[int], kinds: Mapping[str, int]) -> None:
    for who, sizes in (("phone", phones), ("TV", tvs)):
        figures.add(f"update message to a {who}, median", median(sizes) / 1024, "KB", 2)
        figures.add(f"update message to a {who}, largest", max(sizes) / 1024, "KB", 2)
    for kind, size in sorted(kinds.items()):
        figures.add(f"first load of a phone: {kind}", size / 1024, "KB", 1)
    figures.add("first load of a phone, without pictures", sum(kinds.values()) / 1024, "KB", 1)


def memory(figures: Figures, streams: int, memory: Memory, again: Memory) -> None:
    if not machine.PROC:
        return
    figures.add("memory of the server after the load", memory.before / 1024, "MB", 1)
    each = (memory.open - memory.before) / streams
    figures.add(f"memory a stream, over {streams:,} TVs", each, "KB", 1)
    figures.add("memory after closing them", memory.after / 1024, "MB", 1)
    figures.add("memory after as many more came and went", again.after / 1024, "MB", 1)


def visits(figures: Figures, visits: town.Visits) -> None:
    where = f"{town.ROOMS:,} rooms"
    for what, took in (
        ("a room is opened", visits.opened),
        ("first look at one of them", visits.cold),
        ("next look at it", visits.warm),
    ):
        figures.add(f"{where}: {what}, p50", median(took) * 1000, "ms", 2)
        figures.add(f"{where}: {what}, p99", p99(took) * 1000, "ms", 2)


def game(figures: Figures, cost: Cost) -> None:
    name = f"{cost.slug}, {cost.seats} seats"
    figures.add(f"{name}: apply", cost.apply * 1e6, "µs", 1)
    figures.add(f"{name}: view and JSON", cost.view * 1e6, "µs", 1)
    for strength, seconds in cost.bots.items():
        figures.add(f"{name}: computer, {strength}", seconds * 1000, "ms", 2)
    if cost.nodes is not None:
        figures.add(f"{name}: search", cost.nodes, "nodes/s")


def whole(figures: Figures, slug: str, seats: int, speed: Speed) -> None:
    if machine.PROC:
        name = f"{slug}, {seats} seats and a TV"
        figures.add(f"{name}: server CPU a move", cpu(speed) * 1e6, "µs")


def cpu(speed: Speed) -> float:
    """Seconds of the server's a move."""
    return speed.server / speed.tally.moves


def p99(took: list[float]) -> float:
    return quantiles(took, n=100)[98]


def _range(ratios: list[float]) -> str:
    return f"({min(ratios):.2f} to {max(ratios):.2f})"
