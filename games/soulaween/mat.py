"""The mat: four by four cells, counted from the top left, and the souls that lie on them.

A set of cells is a number whose bit 5 stands for cell 5. So a turn costs a few operations on bits,
and a computer player can look far ahead.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

Side: TypeAlias = Literal["tamed", "panic"]
Hat: TypeAlias = Literal["hei", "bai"]

SIDES: tuple[Side, ...] = ("tamed", "panic")
HATS: tuple[Hat, ...] = ("hei", "bai")
WIDTH = 4
CELLS = range(WIDTH * WIDTH)
_STEPS: dict[Hat, tuple[tuple[int, int], ...]] = {
    "hei": ((-1, 0), (0, 1), (1, 0), (0, -1)),  # SW-7
    "bai": ((-1, 1), (1, 1), (1, -1), (-1, -1)),  # SW-20
}


@dataclass(frozen=True)
class Mat:
    """Two sets of cells, by the side that their souls show."""

    tamed: int = 0
    panic: int = 0


def laid(sides: Iterable[Side | None]) -> Mat:
    """The mat that looks like this, cell by cell; `shown` is the way back."""
    pieces = tuple(enumerate(sides))
    return Mat(
        tamed=bits(cell for cell, side in pieces if side == "tamed"),
        panic=bits(cell for cell, side in pieces if side == "panic"),
    )


def shown(mat: Mat) -> tuple[Side | None, ...]:
    return tuple(
        "tamed" if mat.tamed >> cell & 1 else "panic" if mat.panic >> cell & 1 else None
        for cell in CELLS
    )


def bits(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def cells(souls: int) -> tuple[int, ...]:
    return tuple(cell for cell in CELLS if souls >> cell & 1)


def is_taken(mat: Mat, cell: int) -> bool:
    return bool((mat.tamed | mat.panic) >> cell & 1)


def empty(mat: Mat) -> tuple[int, ...]:
    return cells(~(mat.tamed | mat.panic))


def flips(mat: Mat, cell: int, hat: Hat) -> tuple[int, ...]:
    """The souls that a new one in this cell turns over, clockwise from the top."""
    souls = mat.tamed | mat.panic
    return tuple(near for near in _NEAR[hat][cell] if souls >> near & 1)


def put(mat: Mat, cell: int, side: Side, hat: Hat) -> Mat:
    """A new soul; all that it touches turn over, it does not (SW-7, SW-8)."""
    turning = _TOUCHED[hat][cell] & (mat.tamed | mat.panic)
    tamed, panic = mat.tamed ^ turning, mat.panic ^ turning
    return Mat(tamed | 1 << cell, panic) if side == "tamed" else Mat(tamed, panic | 1 << cell)


def leaving(mat: Mat, side: Side) -> int:
    """On a full mat all souls of the side that was put, else none (SW-13)."""
    if (mat.tamed | mat.panic) != _FULL:
        return 0
    return mat.tamed if side == "tamed" else mat.panic


def lift(mat: Mat, souls: int) -> Mat:
    """These souls go back to the supply."""
    return Mat(mat.tamed & ~souls, mat.panic & ~souls)


def _near(cell: int, hat: Hat) -> tuple[int, ...]:
    row, column = divmod(cell, WIDTH)
    around = ((row + down, column + right) for down, right in _STEPS[hat])
    return tuple(r * WIDTH + c for r, c in around if r in range(WIDTH) and c in range(WIDTH))


_FULL = bits(CELLS)
_NEAR = {hat: tuple(_near(cell, hat) for cell in CELLS) for hat in _STEPS}
_TOUCHED = {hat: tuple(map(bits, near)) for hat, near in _NEAR.items()}
