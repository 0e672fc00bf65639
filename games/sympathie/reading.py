"""Who reads whom: points, the matrix of a match, and what follows from it (SY-11 … SY-20)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import eq
from typing import Literal, TypeAlias

from games.contract import Seat
from games.sympathie.table import Order, State, Turn

Honour: TypeAlias = Literal["reader", "book", "sphinx"]


@dataclass(frozen=True)
class Cell:
    """How one player read another."""

    points: int = 0
    turns: int = 0
    """How often there was something to read."""

    @property
    def average(self) -> float:
        return self.points / self.turns if self.turns else 0.0


Matrix: TypeAlias = tuple[tuple[Cell, ...], ...]
"""Rows guess, columns are guessed (SY-18); on the diagonal nothing ever happens."""


@dataclass(frozen=True)
class Title:
    honour: Honour
    seats: tuple[Seat, ...]
    """Several share it."""
    average: float
    """Points a guess, by which it was given (SY-Q11)."""


def matches(guess: Order, truth: Order) -> int:
    """Places with the same photograph; four of five are impossible (SY-11, SY-12)."""
    return sum(map(eq, guess, truth))


def earned(turn: Turn) -> tuple[int | None, ...]:
    """By seat; the active player gets nothing (SY-13)."""
    truth = turn.orders[turn.active]
    return tuple(
        None if seat == turn.active else matches(order, truth)
        for seat, order in enumerate(turn.orders)
    )


def matrix(state: State) -> Matrix:
    had = [[0] * state.seats for _ in range(state.seats)]
    turns = [0] * state.seats
    for turn in state.past:
        turns[turn.active] += 1
        for seat, points in enumerate(earned(turn)):
            had[seat][turn.active] += points or 0
    return tuple(
        tuple(
            Cell(had[seat][read], turns[read]) if seat != read else Cell()
            for read in range(state.seats)
        )
        for seat in range(state.seats)
    )


def total(cells: Iterable[Cell]) -> Cell:
    """A row is what somebody earned, a column how well they were understood (SY-19, SY-20)."""
    cells = tuple(cells)
    return Cell(sum(cell.points for cell in cells), sum(cell.turns for cell in cells))


def rows(table: Matrix) -> tuple[Cell, ...]:
    return tuple(total(row) for row in table)


def columns(table: Matrix) -> tuple[Cell, ...]:
    return tuple(total(column) for column in zip(*table, strict=True))


def points(state: State) -> tuple[int, ...]:
    return tuple(cell.points for cell in rows(matrix(state)))


def winners(state: State) -> frozenset[Seat]:
    """Most points win, and several share them (SY-16, SY-Q6, SY-Q7)."""
    score = points(state)
    return frozenset(Seat(seat) for seat, had in enumerate(score) if had == max(score))


def titles(state: State) -> tuple[Title, ...]:
    """By averages, because turns may be unequal; where all are equal nothing is said (SY-Q11)."""
    table = matrix(state)
    given = (
        _title("reader", rows(table), best=True),
        _title("book", columns(table), best=True),
        _title("sphinx", columns(table), best=False),
    )
    return tuple(title for title in given if title)


def crown(state: State) -> tuple[Title, ...]:
    """Those that the only winner holds alone: said with the win (SY-Q11)."""
    won = tuple(winners(state))
    return tuple(title for title in titles(state) if len(won) == 1 and title.seats == won)


def besides(state: State) -> tuple[Title, ...]:
    """The others, said after it."""
    said = crown(state)
    return tuple(title for title in titles(state) if title not in said)


def best_read(table: Matrix, reader: Seat) -> tuple[Seat, ...]:
    """Whom this player understood best; nobody where they understood nobody."""
    return _highest({Seat(seat): cell for seat, cell in enumerate(table[reader])})


def best_reader(table: Matrix, read: Seat) -> tuple[Seat, ...]:
    """Who understood this player best."""
    return _highest({Seat(seat): row[read] for seat, row in enumerate(table)})


def riddle(table: Matrix, reader: Seat) -> tuple[Seat, ...]:
    """Whom this player understood least; nobody where all were understood alike."""
    cells = {Seat(seat): cell for seat, cell in enumerate(table[reader]) if cell.turns}
    averages = [cell.average for cell in cells.values()]
    if not averages or min(averages) == max(averages):
        return ()
    return tuple(seat for seat, cell in cells.items() if cell.average == min(averages))


def _title(honour: Honour, cells: tuple[Cell, ...], *, best: bool) -> Title | None:
    averages = {Seat(seat): cell.average for seat, cell in enumerate(cells) if cell.turns}
    if len(set(averages.values())) < 2:
        return None
    top = max(averages.values()) if best else min(averages.values())
    return Title(honour, tuple(seat for seat, had in averages.items() if had == top), top)


def _highest(cells: dict[Seat, Cell]) -> tuple[Seat, ...]:
    top = max(cell.average for cell in cells.values())
    return tuple(seat for seat, cell in cells.items() if cell.average == top) if top else ()
