"""What a match is remembered by: the least likely that happened; and moments to see again."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from games.contract import Highlight, Seat, Talk
from games.matchy_matchy import GAME
from games.matchy_matchy.table import Past, State, Theme
from games.matchy_matchy.talk import moments, sayings, talk
from tests.every_game import playthrough
from tests.matchy_matchy.notation import (
    FIVE,
    FOUR,
    ONE,
    OTHERS,
    THREE,
    TWO,
    at,
    chosen,
    onward,
    row,
    turned,
)

ANN, BEN, CID, DOT = map(Seat, range(4))
EVENINGS = 30


def evening(*turns: str, spaces: tuple[int, ...] = (31, 20), referent: int | None = None) -> State:
    """A match that is over: the rows of each turn by seat, "-" for none, and the forks."""
    past = tuple(
        Past(
            Theme("card-01", number),
            tuple(row(letters.strip("-")) for letters in rows.split()),
        )
        for number, rows in enumerate(turns, 1)
    )
    return replace(at(*spaces, referent=referent), phase="over", past=past)


def said(*turns: str, spaces: tuple[int, ...] = (31, 20), referent: int | None = None) -> set[Talk]:
    """Whatever could be said."""
    return {talk for _, talk in sayings(evening(*turns, spaces=spaces, referent=referent))}


def test_there_is_nothing_to_say_before_the_end() -> None:
    assert talk(at(FIVE, FIVE)) is None


def test_what_is_least_likely_is_said() -> None:
    """Ann puts one picture in every turn, and nobody else does."""
    turns = [f"a{x}{y} {y}{z} {z}{x} {x}" for x, y, z in ("bcd", "efg", "hij", "klm", "nop", "qrs")]
    match = evening(*turns)
    assert talk(match) == Talk("stubborn", (ANN,), 6, 6, row("a")[0])
    assert min(luck for luck, _ in sayings(match)) < min(
        luck for luck, it in sayings(match) if it.id != "stubborn"
    )


def test_partners_are_counted_and_a_referent_with_each_racer() -> None:  # MM-17
    """Seats 0 and 2, 1 and 3: the same picture in the same place."""
    found = said("abc xyz acb xuv", "ab x ab y")
    assert {Talk("twins", (ANN, CID), 3), Talk("twins", (BEN, DOT), 1)} <= found
    found = said("abcde bad acb", referent=0)
    assert {it for it in found if it.id == "twins"} == {Talk("twins", (CID, ANN), 1)}


def test_a_theme_for_which_two_put_all_the_same() -> None:
    """In any order, and of three pictures at least."""
    found = said("ab x ab y", "abc xyz cab uvw")
    assert {it for it in found if it.id == "whole"} == {
        Talk("whole", (ANN, CID), 3, about="card-01/2")
    }


def test_a_theme_for_which_two_had_nothing_in_common() -> None:
    found = said("abc xyz def uvw", "abcd xyzw efgh wvut")
    assert {it for it in found if it.id == "nothing"} == {
        Talk("nothing", (ANN, CID), 4, about="card-01/2")
    }


def test_a_picture_that_everybody_put() -> None:
    once = Talk("all", (), 1, about=row("a")[0])
    assert once in said("abc dae aef xa", "ab ac ad xy")
    assert Talk("all", (), 2, about=row("a")[0]) in said("abc dae aef xa", "b cb db eb")
    assert not {it for it in said("ab xy ac uv", "a - a -") if it.id == "all"}, (
        "two of four had no part in it"
    )


def test_two_of_different_teams_who_think_more_alike_than_any_team() -> None:
    assert Talk("better", (ANN, BEN), 3, 1) in said("abc bca ade xyz")
    assert not {it for it in said("abc xab abd xyz") if it.id == "better"}, "no more than a team"
    assert not {it for it in said("abcde abc abd", referent=0) if it.id == "better"}


def test_how_it_ended() -> None:
    turn = "abc xyz def uvw"
    assert Talk("ahead", (ANN, CID), 1) in said(turn, spaces=(31, 30))
    assert Talk("ahead", (BEN, DOT), 9) in said(turn, spaces=(22, 31))
    assert Talk("level", (), 2) in said(turn, spaces=(31, 31))


def test_who_was_far_behind_and_won() -> None:
    """Six spaces for two pictures alike, twice; then Ben and Dot catch up (MM-13)."""
    turns = ["ab xy ab uv"] + ["xy abcde uv abcde"] * 2
    assert Talk("behind", (BEN, DOT), 6) in said(*turns, spaces=(6, 30))
    assert not {it for it in said(turns[0], spaces=(31, 30)) if it.id == "behind"}


@pytest.mark.parametrize("seats", [3, 4, 5, 8])
def test_evenings_end_with_different_sentences(seats: int) -> None:
    """Of two evenings, any two of thirty, four times in five at least."""
    ends = Counter[Talk]()
    for seed in range(EVENINGS):
        *_, end = playthrough("matchy_matchy", seats, seed)
        found = talk(end.state)
        assert found
        ends[found] += 1
    alike = sum(times * (times - 1) for times in ends.values())
    assert alike / (EVENINGS * (EVENINGS - 1)) <= 1 / 5
    assert len({talk.id for talk in ends}) >= 4


# ---- moments ----


def seen(state: State) -> set[Highlight]:
    """Of one state and nothing else; where it turned is left out."""
    return {moment for moment in moments((state, state)) if moment.id != "turn"}


def test_a_picture_that_all_turn_at_once() -> None:
    shown = chosen(at(TWO, TWO), "ab", "ac", "ad", "ae")
    assert Highlight(0, "all", (), row("a")[0]) in seen(shown)
    assert "all" not in {it.id for it in seen(chosen(at(TWO, TWO), "ab", "ac", "ad", "ea"))}
    two = onward(chosen(at(ONE, TWO), "a", "xc", "a", "yc"))
    assert "all" not in {it.id for it in seen(two)}, "two of four have nothing left to turn"


def test_two_pictures_crosswise() -> None:  # MM-15
    shown = onward(chosen(at(TWO, TWO), "ab", "xy", "ba", "uv"))
    assert Highlight(0, "crossed", (ANN, CID)) in seen(shown)
    assert "crossed" not in {it.id for it in seen(chosen(at(TWO, TWO), "ab", "xy", "ab", "uv"))}


def test_a_turn_in_which_nobody_had_the_same() -> None:
    shown = chosen(at(TWO, TWO), "ab", "xy", "cd", "uv")
    assert seen(shown) == set(), "not before the last place lies open"
    assert seen(turned(shown)) == {Highlight(0, "nothing")}


def test_the_longest_way_of_one_turn() -> None:
    short = turned(chosen(at(THREE, FOUR), "abc", OTHERS[0][:4], "axy", OTHERS[1][:4]))
    far = turned(chosen(at(FOUR, THREE), OTHERS[0][:4], "abc", OTHERS[1][:4], "abx"))
    found = {it for it in moments((short, far, short)) if it.id == "jump"}
    assert found == {Highlight(1, "jump", (BEN, DOT))}


def test_where_the_winners_came_ahead_for_good() -> None:
    course = [(0, 0), (3, 0), (3, 6), (6, 6), (9, 6), (31, 20)]
    states = tuple(at(*spaces) for spaces in course)
    assert moments(states) == (Highlight(4, "turn", (ANN, CID)),)
    assert moments((*states, at(31, 31))) == (), "they share it"


@pytest.mark.parametrize("seats", [3, 4, 5, 8])
def test_of_each_kind_one_moment_in_the_order_of_the_match(seats: int) -> None:
    for seed in range(4):
        states = tuple(step.state for step in playthrough("matchy_matchy", seats, seed))
        found = GAME.moments(states)
        assert 0 < len(found) <= 5
        assert [m.move for m in found] == sorted(m.move for m in found)
        assert len({m.id for m in found}) == len(found)
        assert all(0 < m.move < len(states) for m in found)
