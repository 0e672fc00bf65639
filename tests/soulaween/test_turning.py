"""Where a match turned: the move after which the outlook changed most."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.contract import Seat
from games.soulaween.rules import result
from games.soulaween.table import Move, State
from games.soulaween.turning import point
from tests.soulaween.notation import ANN, BEN, VULTURE, played, table, tamed

NEAR = replace(VULTURE, tokens=("vulture",) * 2)


def match(state: State, *moves: Move) -> tuple[State, ...]:
    states = [state]
    for move in moves:
        states.append(played(states[-1], move))
    assert result(states[-1])
    return tuple(states)


@pytest.mark.parametrize("loser", [ANN, BEN])
@pytest.mark.parametrize("quiet", [0, 1, 2])
def test_a_match_turns_where_the_rival_is_left_the_third_set(loser: Seat, quiet: int) -> None:
    """The loser could have taken the line in row 0, or broken it; the winner needs one more."""
    ann, ben = (VULTURE, NEAR) if loser == ANN else (NEAR, VULTURE)
    start = table("GGR.", ann, ben, turn=20 + loser + 1 - quiet)
    between = (tamed(2, 1), tamed(2, 3))[:quiet]
    assert point(match(start, *between, tamed(3, 0), tamed(0, 3))) == quiet + 1
