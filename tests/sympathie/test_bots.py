"""The computer players: somebody from the first order on, and better than chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from games.contract import Seat
from games.sympathie import GAME
from games.sympathie.bot import ROLLS
from games.sympathie.deck import DECK, WORDS
from games.sympathie.reading import earned
from games.sympathie.rules import apply, ask, setup
from games.sympathie.table import Options, Order, Rank, Roll, State, Theme, active, laid
from games.sympathie.taste import character, fitted, heard, ranked, words
from games.sympathie.view import view
from tests.sympathie.notation import (
    LUCK,
    SIX,
    a_turn,
    dealt,
    evening,
    onward,
    order,
    placed,
    table,
)

ME, OTHER = Seat(0), Seat(1)
STRENGTHS = pytest.mark.parametrize("name", GAME.bots)


def answer(state: State, seat: Seat, name: str, seed: int = 0) -> object:
    asked = ask(state, seat)
    assert asked
    return GAME.bots[name].play(view(state, seat), asked, Random(seed))


def order_of(state: State, seat: Seat, name: str) -> Order:
    move = answer(state, seat, name)
    assert isinstance(move, Rank)
    return move.photos


@STRENGTHS
def test_every_question_gets_a_legal_answer(name: str) -> None:
    state = table(6)
    while state.phase != "over":
        seat = active(state)
        for other in map(Seat, range(6)):
            if state.phase == "rank" and other != seat:
                state = apply(state, other, answer(state, other, name), LUCK)  # type: ignore[arg-type]  # a move
        state = apply(state, seat, answer(state, seat, name), LUCK)  # type: ignore[arg-type]  # a move
    assert len(state.past) == 12


def test_the_middle_one_stands_in_for_people() -> None:
    assert [*GAME.bots] == ["easy", "fair", "strong"]
    assert GAME.stand_in == "fair"


def test_it_chooses_a_theme_of_which_little_was_seen_and_sometimes_rolls() -> None:
    state = a_turn(table(3, Options(themes=SIX[:2])), "ABCDE", "ABCDE", "ABCDE")
    moves = [answer(state, OTHER, "fair", seed) for seed in range(400)]
    assert {move for move in moves if move != Roll()} == {Theme("places")}
    assert abs(moves.count(Roll()) / 400 - ROLLS) < 0.1


def test_no_two_at_a_table_have_the_same_taste() -> None:
    """The order of everything, as each of six would put it."""
    every = [photo for photos in DECK.values() for photo in photos]
    assert len({ranked(character(f"table/{seat}"), every) for seat in range(6)}) == 6


@STRENGTHS
def test_its_own_order_is_the_same_however_strong_it_is_and_whatever_the_luck(name: str) -> None:
    state = dealt(table(3))
    assert order_of(state, ME, name) == order_of(state, ME, "easy")
    assert answer(state, ME, name, 1) == answer(state, ME, name, 2)


def test_it_keeps_its_taste_for_the_whole_match_and_has_another_in_the_next() -> None:
    """The same five lie on the table at once, in the middle and in another match."""
    begun = dealt(table(3))
    first = order_of(begun, ME, "fair")
    later = dealt(a_turn(a_turn(a_turn(table(3)))))
    pile = replace(begun.stacks[1], photos=laid(begun) * 4, dealt=20)
    back = replace(later, stacks=(later.stacks[0], pile, *later.stacks[2:]))
    assert order_of(back, ME, "fair") == first
    others = {order_of(with_first(back, seed), ME, "fair") for seed in range(9)}
    assert len(others) > 3


def with_first(state: State, seed: int) -> State:
    """As if the match had begun with other photographs."""
    photos = tuple(Random(seed).sample(DECK["work"], 5))
    return replace(state, past=(replace(state.past[0], photos=photos), *state.past[1:]))


def test_the_easy_one_thinks_that_others_are_like_itself() -> None:
    state = dealt(a_turn(table(3)))
    mine = ranked(character(f"{state.past[0].photos}/{ME}"), laid(state))
    assert order_of(state, ME, "easy") == mine


@pytest.mark.parametrize("name", ["fair", "strong"])
def test_it_has_learned_what_somebody_put_high(name: str) -> None:
    """The room's own photographs say nothing but who they are, and the same five come again."""
    state = setup(3, Options(themes=("own",)), evening(own=5), LUCK)
    shown = order(dealt(state, "own"), "DBEAC")
    for _ in range(3):
        state = dealt(state, "own")
        for seat in map(Seat, range(3)):
            mine = shown if seat == active(state) == ME else laid(state)
            state = apply(state, seat, Rank(mine), LUCK)
        state = onward(state)
    again = dealt(state, "own")
    assert active(again) == ME
    assert order_of(again, OTHER, name) == shown


@STRENGTHS
def test_it_guesses_from_nothing_that_lies_face_down(name: str) -> None:
    state = dealt(a_turn(a_turn(table(3))))
    guesses = {order_of(placed(state, 2, letters), ME, name) for letters in ("ABCDE", "EDCBA")}
    assert len(guesses) == 1


def test_what_was_heard_is_nearer_to_zero_the_less_it_was() -> None:
    once, twice = heard([tuple("ABCDE")]), heard([tuple("ABCDE")] * 2)
    assert once == {"A": 2 / 3, "B": 1 / 3, "C": 0, "D": -1 / 3, "E": -2 / 3}
    assert twice["A"] == 1.0


def test_a_taste_is_fitted_to_what_was_shown_and_else_as_expected() -> None:
    taste = fitted((tuple("ABCDE"),), {"E": 0.2, "X": 1.0})
    assert taste["A"] > taste["B"] > taste["C"] > taste["D"] > taste["E"]
    assert taste["X"] == pytest.approx(1.0)
    assert fitted(()) == {}


def person(luck: Random, common: dict[str, float]) -> Callable[[Order], Order]:
    """Somebody with a stable taste that no character of ours has: for words, and for single
    photographs."""
    taste = {word: luck.gauss(0, 1) + common[word] for word in WORDS.split()}
    own = {photo: luck.gauss(0, 0.5) for photos in DECK.values() for photo in photos}

    def put(photos: Order) -> Order:
        return tuple(sorted(photos, key=lambda it: -own[it] - sum(taste[w] for w in words(it)[1:])))

    return put


def reading(name: str, matches: int, alike: float) -> float:
    """Points a guess of one computer among people, in matches of four over three rounds."""
    had = list[int]()
    for seed in range(matches):
        luck = Random(seed)
        common = {word: luck.gauss(0, alike) for word in WORDS.split()}
        people = [person(luck, common) for _ in range(3)]
        state = table(4, Options("three", themes=SIX[:5]), seed)
        while state.phase in ("theme", "rank", "compare"):
            state = a_turn_among(people, state, name, luck)
            if active(state) != 3:
                had.append(earned(state.past[-1])[3] or 0)
            state = onward(state)
    return sum(had) / len(had)


def a_turn_among(
    people: list[Callable[[Order], Order]], state: State, name: str, luck: Random
) -> State:
    """Three people, and the computer at seat 3."""
    state = dealt(state, luck.choice(state.stacks).theme)
    for seat, put in enumerate(people):
        state = apply(state, Seat(seat), Rank(put(laid(state))), luck)
    return apply(state, Seat(3), Rank(order_of(state, Seat(3), name)), luck)


def test_the_fair_one_reads_people_better_than_chance_and_the_easy_one_does_not() -> None:
    """Chance is 1.0 (SY-12)."""
    fair, easy = (reading(name, 20, 0.7) for name in ("fair", "easy"))
    figures = f"places a guess: fair {fair:.2f}, easy {easy:.2f}"
    print(figures)
    assert fair > 1.25, figures
    assert 0.8 < easy < 1.25, figures


@pytest.mark.slow
def test_the_strong_one_reads_people_better_than_the_fair_one() -> None:
    fair, strong = (reading(name, 120, 0.7) for name in ("fair", "strong"))
    figures = f"places a guess: strong {strong:.2f}, fair {fair:.2f}"
    print(figures)
    assert strong > fair + 0.08, figures
