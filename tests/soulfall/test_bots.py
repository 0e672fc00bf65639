from __future__ import annotations

from random import Random

import pytest

from games.contract import Seat
from games.soulfall import GAME
from games.soulfall.lords import CARDS
from games.soulfall.moves import moves
from games.soulfall.rules import apply, ask, result
from games.soulfall.search import imagined, value
from games.soulfall.table import (
    Build,
    Devote,
    Draw,
    EndTurn,
    Keep,
    Move,
    Options,
    Populate,
    Prosper,
    State,
)
from games.soulfall.view import view
from tests.soulfall.notation import ANN, BEN, new, played, table, tribe

NAMES = [*GAME.bots]


def answer(state: State, name: str, seed: int = 0) -> Move:
    asked = ask(state, state.mover)
    assert asked
    seen = view(state, state.mover)
    move: Move = GAME.bots[name].play(seen, asked, Random(seed))
    return move


def match(names: tuple[str, ...], seed: int) -> set[int]:
    """Who wins."""
    state = new(len(names), seed)
    while (end := result(state)) is None:
        move = answer(state, names[state.mover], seed)
        state = apply(state, state.mover, move, Random(seed))
    return set(end.winners)


def test_there_are_three_strengths() -> None:
    assert NAMES == ["easy", "fair", "strong"]
    assert GAME.stand_in == "fair"


@pytest.mark.parametrize("name", NAMES)
def test_every_question_gets_a_legal_answer(name: str) -> None:
    for seats in (2, 4):
        state, luck, phases = new(seats, 5), Random(5), set()
        while result(state) is None:
            if state.phase not in phases:
                assert answer(state, name) in moves(state)
                phases.add(state.phase)
            state = played(state, luck.choice(moves(state)))
        assert {"place", "action", "keep", "end"} <= phases


def test_an_imagined_world_looks_the_same() -> None:
    """But for what cannot be seen and what can be undone."""
    state, luck = new(3), Random(2)
    while result(state) is None:
        seen = view(state, state.mover)
        world = imagined(seen, luck)
        again = view(world, state.mover)
        assert (again.board, again.camps, again.pile) == (seen.board, seen.camps, seen.pile)
        assert (again.discard, again.used, again.playing) == (
            seen.discard,
            seen.used,
            seen.playing,
        )
        assert {it.card for it in again.hand} == {it.card for it in seen.hand}
        assert [it.card for it in again.offer] == [it.card for it in seen.offer]
        assert set(moves(world)) == set(moves(state))
        cards = [*world.pile, *world.discard, *world.drawn]
        cards += [card for it in world.tribes for card in it.hand]
        cards += [world.playing.card] if world.playing else []
        assert sorted(cards) == sorted(CARDS)
        state = played(state, luck.choice(moves(state)))


def test_what_cannot_be_seen_is_dealt_anew() -> None:
    seen = view(new(), BEN)
    hands = {imagined(seen, Random(seed)).tribes[ANN].hand for seed in range(20)}
    assert len(hands) == 20


def test_the_last_move_that_wins_is_found() -> None:
    """One action left, the last turn: only one piece on the left overtakes."""
    mine, theirs = tribe("C3 C2", 5), tribe("E3 E2 E1", 4)
    state = table(mine, theirs, tower=ANN, last=(), used=("draw", "play"), turn=9)
    assert isinstance(answer(state, "strong"), Populate)
    short = table(tribe("C3 C2 C4 B2 B3", 2), theirs, tower=BEN, used=("draw", "play"), turn=9)
    assert answer(short, "strong") == Prosper()


def test_it_does_not_waste_its_turn() -> None:
    """With a Devotion to gain and three even moves it does not build."""
    state = table(tribe("C3 C2", 3, hand="vael-1"), tribe("E3", 2))
    assert not isinstance(answer(state, "strong"), Build | EndTurn)
    last = table(tribe("C3 C2", 5, hand="vael-1"), tribe("E3", 2), used=("populate", "play"))
    assert isinstance(answer(last, "strong"), Devote | Draw | Keep)


def test_the_same_table_and_luck_give_the_same_move() -> None:
    state = new(4, 3)
    for _ in range(12):
        assert answer(state, "strong", 7) == answer(state, "strong", 7)
        state = played(state, answer(state, "fair", 7))


def test_a_win_is_worth_more_than_any_outlook() -> None:
    won = table(tribe("C3 C2", 3), tribe("E3", 2), phase="over")
    assert value(won, ANN) > 500
    assert value(won, BEN) < -500
    rich = table(tribe("C3 C2 C4 B2 B3 D2", 7), tribe("E3", 1))
    assert 0 < value(rich, ANN) < 500


def test_the_fair_one_beats_the_easy_one() -> None:
    """tournament.py measures by how much."""
    won = sum(
        seats.index("fair") in match(seats, seed)
        for seed in range(10)
        for seats in (("fair", "easy"), ("easy", "fair"))
    )
    assert won >= 15


@pytest.mark.slow
def test_the_strong_one_beats_the_fair_one() -> None:
    won = sum(
        seats.index("strong") in match(seats, seed)
        for seed in range(4)
        for seats in (("strong", "fair"), ("fair", "strong"))
    )
    assert won >= 6


def test_they_finish_with_as_many_turns_for_everybody_too() -> None:
    state = new(3, 1, Options(last_round="equal"))
    while result(state) is None:
        state = apply(state, state.mover, answer(state, "fair", 1), Random(1))
    assert state.tower is not None
    assert state.turn % 3 == 0
    assert Seat(2) == state.mover
