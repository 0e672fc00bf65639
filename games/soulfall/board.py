"""The desert: hexagonal spaces, named by row and place, and which of them are neighbours.

A row is a letter from the top, a place counts from the left, chasms too: ``"C3"``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

Space: TypeAlias = str
_Hex: TypeAlias = tuple[int, int]
"""Axial coordinates: to the right, and down to the right."""

_NEAR: tuple[_Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""Clockwise from the upper left."""


@dataclass(frozen=True)
class Board:
    rows: tuple[tuple[Space | None, ...], ...]
    """As they lie, from the top; None is a chasm. A row is half a space wider or narrower than the
    one above."""
    near: Mapping[Space, tuple[Space, ...]]
    """The neighbours of every space."""


def _hexagon(radius: int, chasms: tuple[_Hex, ...] = ()) -> Board:
    names: dict[_Hex, Space | None] = {}
    rows = []
    for letter, r in zip("ABCDEFG", range(-radius, radius + 1), strict=False):
        row = [(q, r) for q in range(-radius, radius + 1) if abs(q + r) <= radius]
        for place, hexagon in enumerate(row, 1):
            names[hexagon] = None if hexagon in chasms else f"{letter}{place}"
        rows.append(tuple(names[hexagon] for hexagon in row))
    near = {
        name: tuple(
            other
            for right, down in _NEAR
            if (other := names.get((q + right, r + down))) is not None
        )
        for (q, r), name in names.items()
        if name is not None
    }
    return Board(tuple(rows), near)


_SMALL = _hexagon(2)
_LARGE = _hexagon(3, chasms=((2, -1), (-1, 2), (-1, -1)))
BOARDS: Mapping[int, Board] = {2: _SMALL, 3: _LARGE, 4: _LARGE}
"""By the number of players (SF-1, SF-Q19)."""
