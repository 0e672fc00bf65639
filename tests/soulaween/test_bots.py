from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.contract import Seat
from games.soulaween import GAME
from games.soulaween.guides import Guide, has_won
from games.soulaween.mat import HATS
from games.soulaween.rules import apply, ask, choices, result
from games.soulaween.search import Position, ends, tries
from games.soulaween.table import Move, Options, Put, Reap, State, Wear
from games.soulaween.view import view
from tests.soulaween.notation import (
    ANN,
    ANUBIS,
    BAI,
    BEN,
    DEATH,
    VULTURE,
    new,
    panic,
    played,
    scattered,
    table,
    tamed,
)

NEAR = replace(VULTURE, tokens=("vulture", "vulture"))
STANDARD = Options(mode="standard")
SENSIBLE = pytest.mark.parametrize("name", ["good", "strong"])


def answer(state: State, seat: Seat, name: str, seed: int = 0) -> Move:
    asked = ask(state, seat)
    assert asked
    move: Move = GAME.bots[name].play(view(state, seat), asked, Random(seed))
    return move


def match(options: Options, names: tuple[str, str], seed: int) -> State:
    state = new(options, seed)
    while not result(state):
        before = state
        for seat in (ANN, BEN):
            if (asked := ask(state, seat)) and asked.waiting:
                state = apply(state, seat, answer(state, seat, names[seat], seed), Random(seed))
        assert state != before
    return state


@SENSIBLE
def test_the_third_set_is_taken(name: str) -> None:
    state = table("GGR. / .R.. / R..G", ann=NEAR, ben=NEAR)
    assert result(played(state, answer(state, ANN, name)))


@SENSIBLE
def test_the_rival_is_handed_no_third_set_where_that_can_be_helped(name: str) -> None:
    helped = 0
    for seed in range(30):
        state = State((VULTURE, NEAR), mat=scattered(Random(seed)))
        previews = view(state, ANN).previews
        puts = [Put(preview.cell, preview.side) for preview in previews]
        safe = [put for put in puts if not all(map(can_win, outcomes(state, put)))]
        if 0 < len(safe) < len(puts):
            assert answer(state, ANN, name) in safe
            helped += 1
    assert helped > 5


def can_win(state: State) -> bool:
    return any(preview.takes for preview in view(state, BEN).previews)


@pytest.mark.parametrize("name", GAME.bots)
def test_every_question_gets_an_answer(name: str) -> None:
    crossed = played(table("G... / .GR. / RRR. / .R.R"), panic(0, 1))
    assert answer(crossed, ANN, name) in [Reap(souls.cells) for souls in choices(crossed)]
    hats = new(Options("standard", first_card="wuchang_1"))
    assert isinstance(answer(hats, ANN, name), Wear)
    assert isinstance(answer(State((BAI, VULTURE), phase="hat"), ANN, name), Wear)


def test_the_easy_one_puts_anywhere_and_a_little_sooner_where_it_can_reap() -> None:
    state = table("GGR.")
    puts = [answer(state, ANN, "easy", seed) for seed in range(600)]
    legal = {Put(preview.cell, preview.side) for preview in view(state, ANN).previews}
    assert set(puts) == legal
    assert 1.5 < puts.count(tamed(0, 3)) / (600 / len(legal)) < 4.5


def test_the_fair_one_overlooks_most_of_many_puts() -> None:
    """It reaps whenever it sees that it can: four puts in twenty-eight are looked at."""
    state = table("GGR.")
    puts = [answer(state, ANN, "fair", seed) for seed in range(400)]
    assert 0.08 < puts.count(tamed(0, 3)) / len(puts) < 0.24


def test_the_fair_one_overlooks_nothing_where_there_is_little_to_see() -> None:
    state = table("GG.R / RGRR / GRGG / RGR.")
    assert len(view(state, ANN).previews) == 4
    assert {answer(state, ANN, "fair", seed) for seed in range(20)} == {
        answer(state, ANN, "good", seed) for seed in range(20)
    }


def test_the_fair_one_stands_between_the_careless_and_the_sensible() -> None:
    assert [*GAME.bots] == ["easy", "fair", "good", "strong"]
    assert GAME.stand_in == "good"
    pairs = {("fair", "easy"): 0, ("good", "fair"): 0}
    for pair in pairs:
        for seed in range(20):
            seats = pair if seed % 2 else pair[::-1]
            won = has_won(match(Options(), seats, seed).guides[seats.index(pair[0])])
            pairs[pair] += won
    assert min(pairs.values()) >= 13


@pytest.mark.slow
def test_the_stronger_player_wins() -> None:  # tournament.py measures by how much
    for seed in range(2):
        assert has_won(match(STANDARD, ("strong", "easy"), seed).guides[ANN])


def test_the_same_table_and_luck_give_the_same_move() -> None:
    state = State((DEATH, ANUBIS), mat=scattered(Random(3)))
    assert answer(state, ANN, "strong", 7) == answer(state, ANN, "strong", 7)


@pytest.mark.parametrize("me", [VULTURE, DEATH, ANUBIS, BAI])
def test_the_search_plays_by_the_rules(me: Guide) -> None:
    for seed in range(40):
        state = State((me, replace(DEATH, bound="panic")), mat=scattered(Random(seed)))
        for tried in tries(Position(state.mat, *state.guides, state.scythe)):
            foreseen = ends(Position(state.mat, *state.guides, state.scythe), tried)
            real = outcomes(state, Put(tried.cell, tried.side))
            assert [(end.mat, (end.rival, end.me)) for end in foreseen] == [
                (end.mat, end.guides) for end in real
            ]


def outcomes(state: State, put: Put) -> list[State]:
    """Every choice of a set and of a hat."""
    ends = [played(state, put)]
    if ends[0].phase == "reap":
        ends = [played(ends[0], Reap(souls.cells)) for souls in choices(ends[0])]
    if ends[0].phase == "hat":
        ends = [played(end, Wear(hat)) for end in ends for hat in HATS]
    return ends
