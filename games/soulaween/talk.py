"""What a match of Soulaween is remembered by, and the moments one would like to see again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from games.contract import Highlight, Seat, Talk
from games.soulaween import turning
from games.soulaween.guides import GOAL, has_won
from games.soulaween.mat import CELLS, WIDTH, cells
from games.soulaween.rules import mover
from games.soulaween.table import State

QUICK, LONG = 14, 50
"""Turns up to which a match was short, and from which on it was long."""
MANY, FEW = 10, 3
"""Souls that are left on the mat."""
_DIAGONALS = (
    tuple(range(0, len(CELLS), WIDTH + 1)),
    tuple(range(WIDTH - 1, len(CELLS) - 1, WIDTH - 1)),
)


def talk(state: State) -> Talk | None:
    """The first thing that can be said of a match that is over; what is rare comes first."""
    return next(_all(state), None) if state.phase == "over" else None


def _all(state: State) -> Iterator[Talk]:
    won = [Seat(seat) for seat, guide in enumerate(state.guides) if has_won(guide)]
    if not won:
        yield Talk("tired", (), state.turn)
        return
    winner, last = won[0], state.last
    both = (winner, Seat(1 - winner))
    behind = len(state.guides[both[1]].tokens)
    if last is None or last.reaped is None:
        return
    left = len(cells(state.mat.tamed | state.mat.panic))
    if state.turn >= LONG:
        yield Talk("long", both, state.turn)
    if not last.flipped:
        yield Talk("untouched", both)
    if left <= FEW:
        yield Talk("few", both, left)
    if state.turn <= QUICK:
        yield Talk("quick", both, state.turn)
    if last.reaped.kind != "needle":
        yield Talk(last.reaped.kind, both)
    if len(last.flipped) == len(last.reaped.cells):
        yield Talk("four", both, len(last.flipped))
    if last.reaped.cells in _DIAGONALS:
        yield Talk("diagonal", both)
    if left >= MANY:
        yield Talk("crowd", both, left)
    if not behind:
        yield Talk("shutout", both)
    if behind == GOAL - 1:
        yield Talk("hair", both)
    if last.cell not in last.reaped.cells:
        yield Talk("afar", both, len(last.flipped))
    yield Talk("panic" if last.reaped.side == "panic" else "tamed", both)


def moments(states: tuple[State, ...]) -> tuple[Highlight, ...]:
    """Of every kind the first one, in the order of the match."""
    found: dict[str, Highlight] = {}
    for number, (before, after) in enumerate(pairwise(states), 1):
        for moment in _happened(number, before, after):
            found.setdefault(moment.id, moment)
    turn = turning.point(states)
    found["turn"] = Highlight(turn, "turn", (mover(states[turn - 1]),))
    return tuple(sorted(found.values(), key=lambda moment: moment.move))


def _happened(number: int, before: State, after: State) -> Iterator[Highlight]:
    last = after.last
    if last is None or last == before.last or last.new == "nothing":
        return
    who = (last.seat,)
    if after.phase == "reap":
        yield Highlight(number, "double", who)
    if last.reaped:
        yield Highlight(number, "first", who)
    if last.cleaned:
        yield Highlight(number, "swept", who)
    if len(last.flipped) == 4 and last.new == "turn":
        yield Highlight(number, "four", who)
