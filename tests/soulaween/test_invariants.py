"""Random matches, followed by a second reading of the rules that is slow and knows no bits."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.soulaween.guides import Card, Guide
from games.soulaween.mat import CELLS, HATS, SIDES, Side, shown
from games.soulaween.patterns import Kind, Scythe
from games.soulaween.rules import PUTS, apply, choices, mover, result
from games.soulaween.table import Options, Put, Reap, State, Turn, Wear
from tests.soulaween.notation import ANN, BEN, new

PAIRS: tuple[tuple[Card, Card] | None, ...] = (
    None,  # the simple mode
    ("little_death", "papa_death"),
    ("little_death", "anubis"),
    ("little_death", "wuchang_1"),
    ("anubis", "osiris"),
    ("anubis", "wuchang_1"),
    ("wuchang_1", "wuchang_2"),
)


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS)
@settings(max_examples=2000, derandomize=True, deadline=None, database=None)
@given(seed=st.integers(0, 2**32), scythe=st.sampled_from(("diagonal", "upright")))
def test_random_matches_keep_the_rules_and_end(
    pair: tuple[Card, Card] | None, seed: int, scythe: Scythe
) -> None:  # SW-4 … SW-28, SW-Q17
    luck = Random(seed)
    state = begun(pair, scythe, luck)
    while not (end := result(state)):
        before, state = state, a_turn(state, luck)
        assert state.turn == before.turn + 1 <= PUTS or result(state)
        follow(before, state)
    assert end.winners == {seat for seat in (ANN, BEN) if len(state.guides[seat].tokens) == 3}


def begun(pair: tuple[Card, Card] | None, scythe: Scythe, luck: Random) -> State:
    options = Options("standard", scythe, *pair) if pair else Options(scythe=scythe)
    state = new(options, luck.randrange(2**32))
    for seat in (ANN, BEN):
        if state.guides[seat].ability == "wuchang":
            state = apply(state, seat, Wear(luck.choice(HATS)), luck)
    return state


def a_turn(state: State, luck: Random) -> State:
    seat = mover(state)
    free = [cell for cell, side in enumerate(shown(state.mat)) if side is None]
    state = apply(state, seat, Put(luck.choice(free), luck.choice(SIDES)), luck)
    if state.phase == "reap":
        state = apply(state, seat, Reap(luck.choice(choices(state)).cells), luck)
    if state.phase == "hat":
        state = apply(state, seat, Wear(luck.choice(HATS)), luck)
    return state


def follow(before: State, after: State) -> None:
    """From the put alone, everything else must come out as it did."""
    turn, seat = after.last, mover(before)
    assert turn
    me, rival = before.guides[seat], before.guides[1 - seat]
    mat = flipped(shown(before.mat), turn, me)
    sets = takeable(mat, me, before.scythe)
    assert (turn.reaped is not None) == bool(sets)  # SW-9, SW-11, SW-17, SW-23
    leaving = turn.cleaned
    if turn.reaped:
        leaving = turn.reaped.cells
        assert sets[leaving] == turn.reaped.kind
        assert {mat[cell] for cell in leaving} == {turn.reaped.side}
    elif None not in mat:
        assert leaving == tuple(cell for cell in CELLS if mat[cell] == turn.side)  # SW-13
    else:
        assert not leaving
    assert shown(after.mat) == tuple(None if c in leaving else mat[c] for c in CELLS)
    check_tokens(turn, me, after.guides[seat])
    check_bonds(turn, (me, rival), (after.guides[seat], after.guides[1 - seat]))


def check_tokens(turn: Turn, before: Guide, after: Guide) -> None:
    """None is ever lost, and Death has each kind once."""
    gained = (turn.token,) if turn.reaped else ()
    assert after.tokens == before.tokens + gained
    assert before.ability != "death" or len(set(after.tokens)) == len(after.tokens)


def check_bonds(turn: Turn, before: tuple[Guide, Guide], after: tuple[Guide, Guide]) -> None:
    """SW-23 to SW-27."""
    bonds = [guide.bound for guide in before]
    if turn.reaped:
        assert bonds[0] in (None, turn.reaped.side)
        bonds[0] = None
        if before[0].ability == "anubis":
            bonds[1] = turn.reaped.side
    assert [guide.bound for guide in after] == bonds
    assert after[1].tokens == before[1].tokens  # SW-28


Mat = tuple[Side | None, ...]
OTHER: dict[Side | None, Side | None] = {"tamed": "panic", "panic": "tamed", None: None}


def flipped(mat: Mat, turn: Turn, guide: Guide) -> Mat:
    after = list(mat)
    after[turn.cell] = turn.side
    for cell in neighbours(turn.cell, (1, 1) if guide.hat == "bai" else (0, 1)):
        after[cell] = OTHER[mat[cell]]
    return tuple(after)


@cache
def neighbours(cell: int, reach: tuple[int, int]) -> tuple[int, ...]:
    return tuple(other for other in CELLS if tuple(sorted(apart(cell, other))) == reach)


def takeable(mat: Mat, guide: Guide, scythe: Scythe) -> dict[tuple[int, ...], Kind]:
    return {
        four: kind
        for four, kind in sets(scythe).items()
        if (side := mat[four[0]])
        and side == mat[four[1]] == mat[four[2]] == mat[four[3]]
        and guide.bound in (None, side)
        and (kind not in guide.tokens if guide.ability == "death" else kind == "needle")
    }


def apart(one: int, other: int) -> tuple[int, int]:
    return abs(one // 4 - other // 4), abs(one % 4 - other % 4)


def kind_of(four: tuple[int, ...], scythe: Scythe) -> Kind | None:
    rows, columns = {cell // 4 for cell in four}, {cell % 4 for cell in four}
    if 1 in (len(rows), len(columns)) or four in ((0, 5, 10, 15), (3, 6, 9, 12)):
        return "needle"
    if all(max(apart(one, other)) == 1 for one, other in combinations(four, 2)):
        return "cloth"
    return "scythe" if any(is_scythe(four, end, scythe) for end in four) else None


def is_scythe(four: tuple[int, ...], tip: int, scythe: Scythe) -> bool:
    """Three in a row, one step apart, and the tip beside an end at a right angle."""
    step = (1, 1) if scythe == "diagonal" else (0, 1)
    one, middle, other = (cell for cell in four if cell != tip)
    straight = one + other == 2 * middle
    steps = [tuple(sorted(apart(cell, middle))) == step for cell in (one, other)]
    touched = [cell for cell in (one, middle, other) if tuple(sorted(apart(cell, tip))) == step]
    return straight and all(steps) and len(touched) == 1 and touched != [middle]


@cache
def sets(scythe: Scythe) -> dict[tuple[int, ...], Kind]:
    return {four: kind for four in combinations(CELLS, 4) if (kind := kind_of(four, scythe))}
