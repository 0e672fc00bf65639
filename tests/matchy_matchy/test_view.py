"""What the screens are told: the marks, the outcomes and the credits, and never a later card."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.contract import Seat, Viewer
from games.matchy_matchy.credits import Favourite
from games.matchy_matchy.deck import PICTURES
from games.matchy_matchy.matching import Meeting
from games.matchy_matchy.rules import result
from games.matchy_matchy.table import Options, Past, State, Theme
from games.matchy_matchy.view import hand, view
from tests.matchy_matchy.notation import (
    ONE,
    OTHERS,
    THREE,
    TWO,
    anything,
    at,
    called,
    chosen,
    ended,
    more,
    new,
    onward,
    put,
    row,
)
from tests.matchy_matchy.worlds import WORLDS, twin

ALMOST_ALL = 36
"""Of 42 places, how many differ at least between two hands."""


def marks(state: State, seat: int) -> str:
    """`.` ahead, `n` now, `s` seen, `l` lit, `h` hit."""
    return "".join(
        "." if thumb.mark == "ahead" else thumb.mark[0] for thumb in view(state, None).rows[seat]
    )


def outcomes(state: State, fork: int = 0) -> list[str]:
    found: list[str] = []
    while state.phase == "show":
        found.append(view(state, None).forks[fork].outcome)
        state = onward(state)
    return found


def test_the_track_is_that_of_the_board_in_play() -> None:  # MM-Q1, MM-Q5
    seen = view(new(options=Options("short")), None)
    assert (len(seen.numbers), seen.last, seen.furthest) == (19, 19, 33)


def test_there_are_places_only_while_they_are_turned() -> None:
    state = chosen(at(TWO, THREE), "ab", "xyz", "cd", "uvw")
    assert [view(one, None).places for one in (new(), called(new()), state)] == [0, 0, 3]
    assert view(onward(state, 3), None).places == 0


def test_a_thumb_says_whether_its_picture_has_found_its_twin() -> None:
    state = chosen(at(THREE, THREE), "abc", "xyz", "adb", "uvw")
    found = []
    for _ in range(3):
        found.append((marks(state, 0), marks(state, 2), marks(state, 1)))
        state = onward(state)
    assert found == [("n..", "n..", "n.."), ("hn.", "hn.", "sn."), ("hln", "hsn", "ssn")]


def test_the_referents_thumb_lights_for_any_racer() -> None:
    state = onward(chosen(at(THREE, TWO, referent=0), "abcde", "xay", "bz"), 1)
    assert (marks(state, 0), marks(state, 1), marks(state, 2)) == ("ln...", "sn.", "ln")
    assert [fork.outcome for fork in view(state, None).forks] == ["two", "two"]
    second = onward(chosen(at(THREE, TWO, referent=0), "abcde", "xwv", "ya"), 1)
    assert (marks(second, 0), marks(second, 1), marks(second, 2)) == ("ln...", "sn.", "sn")


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ("abc", "abx", ["three", "three", "miss"]),
        ("abc", "cxa", ["miss", "miss", "two"]),
        ("abc", "bca", ["miss", "two", "two"]),
    ],
)
def test_a_place_has_an_outcome(one: str, other: str, said: list[str]) -> None:
    assert outcomes(chosen(at(THREE, THREE), one, "xyz", other, "uvw")) == said


def test_a_fork_without_cards_left_is_done_until_a_twin_turns_up() -> None:
    state = chosen(at(TWO, ONE, referent=0), "abcde", "xd", "z")
    assert outcomes(state) == ["miss", "miss", "done", "two", "done"]
    assert outcomes(state, 1) == ["miss", "done", "done", "done", "done"]


def test_before_the_reveal_there_is_no_outcome() -> None:
    for state in (new(), called(new()), put(called(new()), "abcde")):
        assert {fork.outcome for fork in view(state, None).forks} == {"none"}
        assert view(state, None).quoted is None


def test_two_pictures_may_meet_crosswise_at_one_place() -> None:
    fork = view(onward(chosen(at(TWO, TWO), "ab", "xy", "ba", "uv")), None).forks[0]
    a, b = row("ab")
    assert set(fork.fresh) == {Meeting(a, (1, 2), 2, 2), Meeting(b, (2, 1), 2, 2)}
    assert (fork.gained, fork.sum, fork.outcome) == (4, 4, "two")


def test_a_thread_leads_to_the_earlier_twin_on_its_side() -> None:
    state = onward(chosen(at(THREE, THREE), "abc", "xyz", "dae", "uvw"))
    assert view(state, None).forks[0].fresh == (Meeting(row("a")[0], (1, 2), 2, 2),)


def test_the_sum_is_that_of_the_turn_so_far() -> None:
    state = onward(chosen(at(THREE, THREE), "abc", "xyz", "acb", "uvw"), 2)
    fork = view(state, None).forks[0]
    assert (fork.was, fork.gained, fork.sum, fork.space) == (12, 4, 7, 16)
    assert fork.number == 4  # what the fork stands on now: next turn's pictures


def test_why_is_asked_only_where_nothing_met_and_at_most_twice_a_turn() -> None:
    for seed in range(60):
        state = chosen_by_luck(seed)
        asked = 0
        while state.phase == "show":
            seen = view(state, None)
            if seen.quoted is not None:
                asked += 1
                assert seen.forks[seen.quoted].outcome == "miss"
            state = onward(state)
        assert asked <= 2


@pytest.mark.parametrize(("turn", "places"), [(1, [1, 3]), (2, [2, 4])])
def test_why_is_asked_at_every_other_place(turn: int, places: list[int]) -> None:
    state = replace(chosen(new(), "abcde", OTHERS[0], "fghij", OTHERS[1]), turn=turn)
    shown = [onward(state, step) for step in range(5)]
    assert [one.place for one in shown if view(one, None).quoted is not None] == places


def test_why_is_asked_of_everybody_in_turn() -> None:
    found = set()
    for turn in range(1, 20):
        state = replace(
            chosen(new(8), *(OTHERS * 2)[:4], "abcde", "bcdef", "cdefg", "defgh"), turn=turn
        )
        found |= {view(onward(state, step), None).quoted for step in range(5)}
    assert found == {None, 0, 1, 2, 3}


def chosen_by_luck(seed: int) -> State:
    state = anything(new(8), Random(seed))
    return replace(state, place=1, turn=1 + seed % 7)


def test_a_hand_is_the_same_all_match_and_no_two_are_alike() -> None:
    """Else one could see from across the table which picture somebody taps."""
    state = new(8)
    hands = [view(state, Seat(seat)).deck for seat in range(8)]
    later = replace(ended(state, *(OTHERS * 2)), turn=5)
    assert [view(later, Seat(seat)).deck for seat in range(8)] == hands
    for seat, one in enumerate(hands):
        assert sorted(one) == sorted(PICTURES)
        for other in hands[:seat]:
            assert sum(a != b for a, b in zip(one, other, strict=True)) >= ALMOST_ALL
    assert view(new(8, seed=2), Seat(0)).deck != hands[0]
    assert view(state, None).deck == ()
    assert hands[3] == hand(state.deck, Seat(3))


def test_everybody_knows_where_they_belong() -> None:
    team, alone = new(6), new(5, Options(referent=Seat(1)))
    assert [view(team, Seat(seat)).partner for seat in range(6)] == [3, 4, 5, 0, 1, 2]
    assert [view(team, Seat(seat)).fork for seat in range(6)] == [0, 1, 2, 0, 1, 2]
    assert [view(alone, Seat(seat)).partner for seat in range(5)] == [None] * 5
    assert [view(alone, Seat(seat)).fork for seat in range(5)] == [0, None, 1, 2, 3]
    assert [view(team, Seat(seat)).side for seat in range(6)] == [0, 0, 0, 1, 1, 1]
    assert [view(alone, Seat(seat)).side for seat in range(5)] == [0, None, 0, 0, 0]
    tv = view(team, None)
    assert (tv.me, tv.partner, tv.fork, tv.side, tv.pictures) == (None, None, None, None, 0)


def test_forks_on_one_space_stand_behind_each_other() -> None:
    standing = view(at(7, 7, 12, 7), None).forks
    assert [fork.behind for fork in standing] == [0, 1, 0, 2]
    assert [fork.standing for fork in standing] == [2, 2, 1, 2]


def over(*turns: tuple[str, ...]) -> State:
    """Four players; these rows were put, turn by turn."""
    past = tuple(Past(Theme("card-01", 1), tuple(map(row, rows))) for rows in turns)
    return replace(new(), phase="over", past=past, spaces=(34, 28))


def test_at_the_end_the_twins_and_the_most_stubborn_picture_are_named() -> None:
    state = over(("abc", "xya", "abd", "xza"), ("ab", "q", "ba", "q"), ("a", "x", "e", "x"))
    seen = view(state, Seat(3))
    assert [fork.threes for fork in seen.forks] == [2, 4]
    assert seen.twins == (1,)
    assert seen.stubborn == Favourite(row("a")[0], 7)
    assert seen.favourite == Favourite(row("x")[0], 2)
    assert [fork.standing for fork in seen.forks] == [1, 2]
    assert [fork.beyond for fork in seen.forks] == [4, 0]


def test_several_can_be_twins_and_without_any_nobody_is() -> None:
    assert view(over(("a", "b", "a", "b")), None).twins == (0, 1)
    assert view(over(("a", "b", "c", "d")), None).twins == ()


def test_where_no_picture_came_twice_none_is_stubborn() -> None:
    seen = view(over(("a", "b", "c", "d")), Seat(0))
    assert (seen.stubborn, seen.favourite) == (None, None)
    both = view(over(("a", "b", "a", "d")), Seat(0))
    assert (both.stubborn, both.favourite) == (Favourite(row("a")[0], 2), None)


def test_a_racers_threes_are_those_with_the_referent() -> None:
    state = new(3, Options(referent=Seat(0)))
    past = (Past(Theme("card-01", 1), (row("abcde"), row("axc"), row("xb"))),)
    seen = view(replace(state, phase="over", past=past, spaces=(31, 30)), None)
    assert [fork.threes for fork in seen.forks] == [2, 1]


def test_credits_come_only_at_the_end() -> None:
    seen = view(replace(over(("a", "b", "a", "b")), phase="call", spaces=(3, 3)), Seat(0))
    assert (seen.stubborn, seen.favourite, seen.twins) == (None, None, ())
    assert [fork.threes for fork in seen.forks] == [0, 0]


def test_who_only_watches_one_more_turn_has_no_places() -> None:
    tied = ended(at(27, 0, 27), "abcd", "uvwxy", "ijkl", "abef", "ghqrs", "ijmn")
    state = put(called(more(tied)), "abcde", "", "fghij", "aklmn", "", "fopqr")
    seen = view(state, None)
    assert [len(thumbs) for thumbs in seen.rows] == [5, 0, 5, 5, 0, 5]
    assert seen.forks[1].outcome == "none"
    assert seen.cards[1] is None


@pytest.mark.parametrize("world", range(len(WORLDS)))
def test_two_worlds_are_the_same_view_to_those_who_cannot_tell(world: int) -> None:
    seats, here, there, blind = WORLDS[world]
    for eyes in eyes_of(seats):
        assert (view(here, eyes) == view(there, eyes)) == (eyes in blind), eyes


def test_what_is_unknown_never_reaches_a_view() -> None:  # MM-7, MM-12, G-4
    luck = Random(1)
    for seats in range(3, 9):
        state = new(seats, seed=seats)
        while not result(state) and state.turn < 4:
            if state.phase == "call":
                shown = anything(state, luck)
                for place in range(1, shown.place + 1):
                    see(replace(shown, place=place), seats, luck)
                state = onward(shown)
            else:
                state = onward(state)


def see(state: State, seats: int, luck: Random) -> None:
    for eyes in eyes_of(seats):
        assert view(twin(state, eyes, luck), eyes) == view(state, eyes)


def eyes_of(seats: int) -> list[Viewer]:
    return [*map(Seat, range(seats)), None]
