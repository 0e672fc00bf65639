"""Mats as text: `GR.. / R...`, G a tamed soul (green), R a panic soul (red)."""

from __future__ import annotations

from random import Random

from games.contract import Memory, Seat
from games.soulaween.guides import Guide
from games.soulaween.mat import CELLS, SIDES, Mat, Side, laid, shown
from games.soulaween.rules import apply, setup
from games.soulaween.table import Move, Options, Put, Reap, State, Turn

ANN, BEN = Seat(0), Seat(1)
VULTURE = Guide("teacher_vulture")
DEATH = Guide("little_death")
ANUBIS = Guide("anubis")
HEI, BAI = Guide("wuchang_1", "hei"), Guide("wuchang_1", "bai")

_SIDES: dict[str, Side | None] = {"G": "tamed", "R": "panic", ".": None}


def mat(text: str) -> Mat:
    return laid(_SIDES[mark] for mark in text.replace(" / ", "").ljust(16, "."))


def scattered(luck: Random) -> Mat:
    """Any mat with an empty cell."""
    count = luck.randrange(len(CELLS))
    pieces = [luck.choice(SIDES) if place < count else None for place in CELLS]
    return laid(luck.sample(pieces, len(pieces)))


def drawn(mat: Mat) -> str:
    marks = "".join({side: mark for mark, side in _SIDES.items()}[side] for side in shown(mat))
    rows = [marks[start : start + 4] for start in range(0, 16, 4)]
    while rows and rows[-1] == "....":
        rows.pop()
    return " / ".join(rows)


def table(text: str, ann: Guide = VULTURE, ben: Guide = VULTURE, turn: int = 1) -> State:
    """Ann is to put in the odd turns."""
    return State((ann, ben), mat=mat(text), turn=turn)


def new(options: Options, seed: int = 0) -> State:
    return setup(2, options, Memory(), Random(seed))


def last(state: State) -> Turn:
    assert state.last
    return state.last


def played(state: State, *moves: Move) -> State:
    """The moves of whoever is asked."""
    for move in moves:
        seat = ANN if state.turn % 2 else BEN
        state = apply(state, seat, move, Random(0))
    return state


def tamed(row: int, column: int) -> Put:
    return Put(4 * row + column, "tamed")


def panic(row: int, column: int) -> Put:
    return Put(4 * row + column, "panic")


def reap(*cells: tuple[int, int]) -> Reap:
    return Reap(tuple(4 * row + column for row, column in cells))


def row(number: int) -> Reap:
    return reap(*((number, column) for column in range(4)))


def column(number: int) -> Reap:
    return reap(*((row, number) for row in range(4)))
