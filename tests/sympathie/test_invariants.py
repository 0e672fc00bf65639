"""Whole matches with any orders, by any ending, and photographs of the room among them."""

from __future__ import annotations

from random import Random
from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from games.contract import Seat
from games.sympathie.deck import DECK
from games.sympathie.reading import points
from games.sympathie.rules import apply, ask, memory, result, setup
from games.sympathie.table import End, Move, Next, Options, Rank, Roll, State, Theme, laid
from games.sympathie.view import view
from tests.sympathie.notation import evening

THEMES = ("own", "rooms", "work")


@settings(max_examples=60, deadline=None)
@given(
    st.integers(3, 6),
    st.sampled_from(get_args(End)),
    st.integers(5, 12),
    st.integers(0, 2**32),
)
def test_any_match_keeps_its_photographs_and_ends(
    seats: int, end: End, own: int, seed: int
) -> None:
    luck = Random(seed)
    state = setup(seats, Options(end, 9, THEMES), evening(own=own), luck)
    piles = [sorted(pile.photos) for pile in state.stacks]
    while not (over := result(state)):
        before, state = state, any_move(state, luck)
        assert [sorted(pile.photos) for pile in state.stacks] == piles
        assert state.turn in (before.turn, before.turn + 1)
        assert len({*laid(state)}) in (0, 5)
        assert all(now >= had for now, had in zip(points(state), points(before), strict=True))
    score = points(state)
    assert over.winners == {s for s in map(Seat, range(seats)) if score[s] == max(score)}
    check_length(state, seats, score)
    assert set(memory(state)) <= {*DECK["rooms"], *DECK["work"], *piles[0]}
    assert len(memory(state)) == len({photo for turn in state.past for photo in turn.photos})


def check_length(state: State, seats: int, score: tuple[int, ...]) -> None:
    """SY-16, SY-17, SY-Q5: not a turn too many, nor one too few."""
    if state.turns:
        assert len(state.past) == state.turns
        assert state.turns % seats == 0
        return
    assert state.goal
    last = view(state, None).past[-1]
    before = [
        had - sum(a == b for a, b in zip(order, last.orders[last.active], strict=True))
        for had, order in zip(score, last.orders, strict=True)
    ]
    before[last.active] = score[last.active]
    assert max(score) >= state.goal > max(before)


def any_move(state: State, luck: Random) -> State:
    asks = [(seat, it) for seat in map(Seat, range(state.seats)) if (it := ask(state, seat))]
    seat, asked = luck.choice([pair for pair in asks if pair[1].waiting] or asks)
    moves: dict[str, Move] = {
        "theme": Theme(luck.choice(state.stacks).theme),
        "roll": Roll(),
        "rank": Rank(tuple(luck.sample(laid(state), len(laid(state))))),
        "next": Next(),
    }
    return apply(state, seat, moves[luck.choice(sorted(asked.kinds))], luck)
