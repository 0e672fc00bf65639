"""Whole matches beside a referee who has read the rulebook and nothing else."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.contract import Seat
from games.matchy_matchy.board import Length
from games.matchy_matchy.matching import earned, meetings
from games.matchy_matchy.rules import apply, result
from games.matchy_matchy.table import More, Next, Options, Rank, State, pictures
from games.matchy_matchy.view import view
from tests.matchy_matchy.notation import any_row, called, new, onward
from tests.matchy_matchy.referee import Referee, walked

FEW = "abcdefgh"
ROWS = st.lists(st.sampled_from(FEW), unique=True, min_size=1, max_size=5).map(tuple)
"""Of eight pictures only, so that rows meet in every way."""


@settings(max_examples=1000, database=None)
@given(ROWS, ROWS)
def test_two_rows_meet_as_the_referee_sees_it(  # MM-13 … MM-16
    one: tuple[str, ...], other: tuple[str, ...]
) -> None:
    by_place = [0] * max(len(one), len(other))
    for meeting in meetings(one, other):
        by_place[meeting.place - 1] += meeting.spaces
    assert by_place == walked(one, other)
    assert meetings(one, other) == tuple(sorted(meetings(one, other), key=lambda it: it.place))


@pytest.mark.parametrize("k", range(1, 6))
def test_only_these_advances_are_possible(k: int) -> None:  # MM-19
    upwards = {0, *range(2, 3 * k + 1)}
    assert advances(k, k) == upwards - {3 * k - 1, 1}
    assert advances(k, 5) == upwards - ({14} if k == 5 else set())


def advances(k: int, of: int) -> set[int]:
    """All that k pictures can be worth against the first `of` letters."""
    return {
        earned(meetings(row, tuple("abcdefghij"[:of]))) for row in permutations("abcdefghij", k)
    }


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(3, 9))
@settings(max_examples=120, database=None)
@given(st.integers(0, 2**32), st.sampled_from(["long", "short"]), st.floats(0, 1))
def test_matches_go_as_the_referee_says(
    seats: int, seed: int, board: Length, close: float
) -> None:  # MM-8 … MM-22, MM-Q1 … MM-Q3
    luck = Random(seed)
    state = new(seats, Options(board), seed)
    referee = Referee(seats, state.referent, board)
    while not result(state):
        state = a_turn(state, referee, close, luck)
        if state.phase == "tied":
            assert referee.tied()
            if luck.random() < 0.5:
                state = apply(state, Seat(luck.randrange(seats)), Next(), luck)
            else:
                referee.last_round_of = referee.furthest()
                state = apply(state, Seat(luck.randrange(seats)), More(), luck)
                assert state.phase == "call"
        elif not result(state):
            assert referee.furthest() == set()
    end = result(state)
    assert end
    assert end.winners == referee.furthest()


def a_turn(state: State, referee: Referee, close: float, luck: Random) -> State:
    """Everybody puts pictures, some of them by the same taste, and all are turned."""
    state = called(state, luck.randrange(1, 13))
    everybody = [Seat(seat) for seat in range(state.seats)]
    assert [pictures(state, seat) for seat in everybody] == list(map(referee.cards_of, everybody))
    rows: list[tuple[str, ...]] = [()] * state.seats
    taste = any_row(luck, 8, state.deck)
    for seat in luck.sample(everybody, state.seats):
        if count := pictures(state, seat):
            rows[seat] = any_row(luck, count, taste if luck.random() < close else state.deck)
            state = apply(state, seat, Rank(rows[seat]), luck)
    for place, forks in enumerate(referee.turn(rows), 1):
        seen = view(state, None)
        assert (seen.phase, seen.place) == ("show", place)
        assert {seat: fork.space for fork in seen.forks for seat in fork.seats} == forks
        state = onward(state)
    assert state.phase != "show"
    return state
