"""Where a finished match turned: the move after which the outlook changed most."""

from __future__ import annotations

from itertools import pairwise

from games.contract import Seat
from games.soulaween.rules import mover
from games.soulaween.search import Position, outlook
from games.soulaween.table import State

NODES = 1_500
"""A position; a match of thirty moves takes about a quarter of a second."""


def point(states: tuple[State, ...]) -> int:
    """The number of the move, 1 for the first. The last one only carries out what was decided."""
    outlooks = map(_outlook, states[:-1])
    swings = [abs(after - before) for before, after in pairwise(outlooks)]
    return max(range(len(swings)), key=swings.__getitem__) + 1


def _outlook(state: State) -> int:
    """How well the first player stands, looking a few turns ahead."""
    seat = mover(state)
    me, rival = state.guides[seat], state.guides[1 - seat]
    value = outlook(Position(state.mat, me, rival, state.scythe), nodes=NODES)
    return value if seat == Seat(0) else -value
