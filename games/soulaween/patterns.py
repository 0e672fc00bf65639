"""What can be reaped: four souls of one side that form a needle, a cloth or a scythe."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, permutations, product
from typing import Literal, TypeAlias

from games.soulaween.mat import SIDES, WIDTH, Side, bits

Kind: TypeAlias = Literal["needle", "cloth", "scythe"]
Scythe: TypeAlias = Literal["diagonal", "upright"]
"""What a tilted L looks like: the drawing is lost, so the room decides (SW-Q1)."""
Drawing: TypeAlias = tuple[str, ...]

KINDS: frozenset[Kind] = frozenset({"needle", "cloth", "scythe"})
NEEDLES: tuple[Drawing, ...] = (("####",), ("#   ", " #  ", "  # ", "   #"))  # SW-9
CLOTH: Drawing = ("##", "##")  # SW-16
SCYTHES: dict[Scythe, Drawing] = {
    "diagonal": (
        "  # ",
        " # #",
        "#   ",
    ),
    "upright": (
        "# ",
        "# ",
        "##",
    ),
}


@dataclass(frozen=True)
class SoulSet:
    """Four souls that can be reaped together."""

    kind: Kind
    side: Side
    cells: tuple[int, ...]

    @property
    def path(self) -> tuple[int, ...]:
        """The cells as a line runs through them."""
        return _path(self.cells)


@lru_cache
def _path(four: tuple[int, ...]) -> tuple[int, ...]:
    return min(permutations(four), key=lambda order: sum(map(_apart, pairwise(order))))


def _apart(step: tuple[int, int]) -> int:
    (row, column), (to_row, to_column) = (divmod(cell, WIDTH) for cell in step)
    return (row - to_row) ** 2 + (column - to_column) ** 2


def placements(drawing: Drawing) -> frozenset[tuple[int, ...]]:
    """Every way to lay a drawing on the mat, turned and mirrored."""
    souls = [(r, c) for r, row in enumerate(drawing) for c, mark in enumerate(row) if mark == "#"]
    shifts = range(-WIDTH, 2 * WIDTH)
    return frozenset(
        tuple(sorted((r + down) * WIDTH + c + right for r, c in turned))
        for turned in _turned(souls)
        for down, right in product(shifts, repeat=2)
        if all(r + down in range(WIDTH) and c + right in range(WIDTH) for r, c in turned)
    )


def _turned(souls: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    for down, right in product((1, -1), repeat=2):
        yield [(down * r, right * c) for r, c in souls]
        yield [(down * c, right * r) for r, c in souls]


def _patterns(scythe: Scythe) -> dict[tuple[int, ...], Kind]:
    drawn: list[tuple[Kind, Drawing]] = [("needle", drawing) for drawing in NEEDLES]
    drawn += [("cloth", CLOTH), ("scythe", SCYTHES[scythe])]
    return {four: kind for kind, drawing in drawn for four in sorted(placements(drawing))}


PATTERNS = {scythe: _patterns(scythe) for scythe in SCYTHES}
"""By the scythe's shape: every four cells that can be reaped, and what they are."""
_SETS = {
    (side, scythe): [(bits(four), SoulSet(kind, side, four)) for four, kind in patterns.items()]
    for scythe, patterns in PATTERNS.items()
    for side in SIDES
}


@lru_cache(maxsize=1 << 15)  # a search meets the same few thousand mats again and again
def found(souls: int, side: Side, kinds: frozenset[Kind], scythe: Scythe) -> tuple[SoulSet, ...]:
    """The sets of these kinds among souls of one side."""
    return tuple(
        four for mask, four in _SETS[side, scythe] if mask & souls == mask and four.kind in kinds
    )
