"""What an evening is remembered by: the least likely that happened; and moments to see again."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import isclose

import pytest

from games.contract import Highlight, Talk
from games.sympathie import GAME
from games.sympathie.deck import DECK
from games.sympathie.table import State, Turn
from games.sympathie.talk import moments, sayings, talk
from tests.every_game import playthrough
from tests.sympathie.notation import EVA, KLAUS, PETER, SABINE, table, with_past

EVENINGS = 30
PHOTOS = tuple(photo for photos in DECK.values() for photo in photos)[:5]


def evening(*turns: dict[int, int], seats: int = 3) -> State:
    """A match that is over: for each turn, by guesser, the points; seat 0 is active first."""
    return replace(with_past(table(seats), *turns), phase="over")


def ordered(*orders: str, photos: tuple[str, ...] = PHOTOS) -> State:
    """A match of one turn: Peter's order of these photographs, and what the others thought."""
    laid = tuple(tuple(photos["ABCDE".index(it)] for it in letters) for letters in orders)
    turn = Turn(PETER, "rooms", photos, laid)
    return replace(table(len(orders)), phase="over", past=(turn,))


def said(state: State) -> set[Talk]:
    """Whatever could be said."""
    return {talk for _, talk in sayings(state)}


def kind(state: State, name: str) -> set[Talk]:
    return {it for it in said(state) if it.id == name}


def test_there_is_nothing_to_say_before_the_end() -> None:
    assert talk(table(3)) is None
    assert talk(replace(evening({1: 5, 2: 1}), phase="titles")) is None


def test_what_is_least_likely_is_said() -> None:
    """Five of five, twice of twice, is once in 14400 for each of six pairs (SY-12)."""
    match = evening({1: 5, 2: 1}, {0: 2, 2: 1}, {0: 1, 1: 1}, {1: 5, 2: 1})
    assert talk(match) == Talk("full", (SABINE, PETER), 2)
    assert isclose(min(luck for luck, _ in sayings(match)), 6 / 14_400)


def test_who_reads_whom_and_not_the_other_way_round() -> None:
    """Sabine has eight places of ten about Peter, and Peter one of five about Sabine."""
    match = evening({1: 5, 2: 1}, {0: 1, 2: 1}, {0: 1, 1: 1}, {1: 3, 2: 1})
    assert {
        Talk("reads", (SABINE, PETER), 8, 10),
        Talk("oneway", (SABINE, PETER), 8, 1),
    } <= said(match)
    both = evening({1: 5, 2: 1}, {0: 2, 2: 1}, {0: 1, 1: 1})
    assert not kind(both, "oneway"), "two of five is more than by luck"


def test_somebody_whom_nobody_knew() -> None:
    match = evening({1: 0, 2: 1}, {0: 3, 2: 3}, {0: 2, 1: 2}, {1: 0, 2: 0})
    assert Talk("riddle", (PETER,), 1, 20) in said(match)


def test_all_together_against_blind_guesses() -> None:
    """One place a guess is luck (SY-12)."""
    few = evening({1: 0, 2: 1}, {0: 0, 2: 0})
    assert Talk("dice", (), 1, 4) in said(few)
    assert not kind(few, "together")
    many = evening({1: 2, 2: 2}, {0: 3, 2: 1})
    assert Talk("together", (), 8, 4) in said(many)


def test_a_turn_in_which_nobody_had_a_place_right() -> None:
    assert kind(ordered("ABCDE", "BCDEA", "BADEC"), "none") == {
        Talk("none", (PETER,), about="rooms")
    }
    assert not kind(ordered("ABCDE", "BCDEA", "ABDEC"), "none")


def test_all_others_were_sure_and_it_was_the_last() -> None:
    orders = "ABCDE", "EBCDA", "EABCD"
    assert kind(ordered(*orders), "sure") == {Talk("sure", (PETER,), about=PHOTOS[4])}
    own = ordered(*orders, photos=tuple(f"own-{n}" for n in range(5)))
    assert kind(own, "sure") == {Talk("sure", (PETER,))}, "what people brought stays in the room"
    assert not kind(ordered("ABCDE", "EBCDA", "DABCE"), "sure")


def test_two_who_thought_the_same_and_had_nothing_right() -> None:
    match = ordered("ABCDE", "BCDEA", "ABCDE", "BCDEA")
    assert kind(match, "twins") == {Talk("twins", (PETER, SABINE, KLAUS))}
    assert not kind(ordered("ABCDE", "ACBDE", "ACBDE"), "twins"), "three places were right"


@pytest.mark.parametrize(
    ("had", "words"),
    [
        ({1: 2, 2: 2}, Talk("level", (SABINE, EVA))),
        ({1: 2, 2: 1}, Talk("ahead", (SABINE,), 1)),
        ({1: 0, 2: 5}, Talk("ahead", (EVA,), 5)),
    ],
)
def test_how_it_ended(had: dict[int, int], words: Talk) -> None:
    assert words in said(evening(had))


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_evenings_end_with_different_sentences(seats: int) -> None:
    """Of two evenings, any two of thirty, four times in five at least."""
    ends = Counter[Talk]()
    for seed in range(EVENINGS):
        *_, end = playthrough("sympathie", seats, seed)
        found = talk(end.state)
        assert found
        ends[found] += 1
    alike = sum(times * (times - 1) for times in ends.values())
    assert alike / (EVENINGS * (EVENINGS - 1)) <= 1 / 5
    assert len({talk.id for talk in ends}) >= 4


# ---- moments ----


def seen(state: State) -> set[Highlight]:
    """What its last turn is looked back at for; where it turned is left out."""
    found = moments((replace(state, past=state.past[:-1]), state))
    return {moment for moment in found if moment.id != "turn"}


def test_through_somebodys_eyes() -> None:
    assert seen(evening({1: 5, 2: 1})) == {Highlight(1, "full", (SABINE, PETER))}
    assert seen(evening({1: 3, 2: 1})) == set()


def test_nobody_knew_and_two_were_wrong_together() -> None:
    assert seen(ordered("ABCDE", "BCDEA", "BADEC")) == {Highlight(1, "none", (PETER,), "rooms")}
    twins = seen(ordered("ABCDE", "BCDEA", "BCDEA"))
    assert Highlight(1, "twins", (PETER, SABINE, EVA)) in twins


def test_the_last_was_thought_to_be_the_first() -> None:
    assert Highlight(1, "sure", (PETER,), PHOTOS[4]) in seen(ordered("ABCDE", "EBCDA", "EBACD"))


def test_where_the_winner_came_ahead_for_good() -> None:
    """Sabine has two points and Eva one, then both two; after the third turn Sabine has three."""
    turns: list[dict[int, int]] = [{1: 2, 2: 1}, {0: 1, 2: 1}, {0: 1, 1: 1}, {1: 1, 2: 1}]
    states = [evening(*turns[:count]) for count in range(len(turns) + 1)]
    assert Highlight(3, "turn", (SABINE,)) in moments(tuple(states))
    late = [evening({1: 1, 2: 1}), evening({1: 1, 2: 1}, {0: 1, 2: 2})]
    assert Highlight(1, "turn", (EVA,)) in moments(tuple(late))
    assert not {m for m in moments((table(3), evening({1: 1, 2: 1}))) if m.id == "turn"}


@pytest.mark.parametrize("seats", [3, 6])
def test_of_each_kind_one_moment_in_the_order_of_the_match(seats: int) -> None:
    for seed in range(4):
        states = tuple(step.state for step in playthrough("sympathie", seats, seed))
        found = GAME.moments(states)
        assert len(found) <= 5
        assert [m.move for m in found] == sorted(m.move for m in found)
        assert len({m.id for m in found}) == len(found)
        assert all(0 < m.move < len(states) for m in found)
