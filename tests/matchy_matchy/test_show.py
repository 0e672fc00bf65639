"""The beats: one team after the other, what came of two cards after they have turned, and a step
for each space."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.contract import Seat, Show
from games.matchy_matchy.rules import apply
from games.matchy_matchy.show import show
from games.matchy_matchy.table import Next, State
from games.matchy_matchy.view import view
from tests.every_game import moments
from tests.matchy_matchy.notation import FIVE, LUCK, ONE, THREE, TWO, at, called, chosen, onward


def shown(state: State) -> Show:
    return show(view(state, None))


def beats(state: State) -> dict[str, int]:
    return {beat.name: beat.at for beat in shown(state).beats}


def cues(state: State) -> list[str]:
    return [beat.cue for beat in shown(state).beats if beat.cue]


def test_a_theme_turns_after_its_number_was_said() -> None:
    told = beats(called(at(FIVE, FIVE)))
    assert told["says"] < told["theme"] < told["choose"]


def test_teams_turn_one_after_the_other_and_gain_after_that() -> None:
    told = beats(chosen(at(THREE, THREE), "abc", "xyz", "adb", "xuv"))
    for team in "01":
        assert told[f"turn-{team}"] < told[f"out-{team}"] < told[f"gain-{team}"]
        assert told[f"gain-{team}"] < told[f"walk-{team}"] < told["talk"]
    assert told["turn-0"] < told["turn-1"]


def test_a_step_is_heard_for_each_space() -> None:  # MM-13
    assert cues(chosen(at(TWO, TWO), "ab", "xy", "ac", "uv")).count("step") == 3
    crosswise = onward(chosen(at(TWO, TWO), "ab", "xy", "ba", "uv"))
    assert cues(crosswise).count("step") == 4
    nothing = chosen(at(TWO, TWO), "ab", "xy", "cd", "uv")
    assert [cues(nothing).count(cue) for cue in ("step", "register", "tilt")] == [0, 0, 2]


def test_who_has_no_card_to_turn_has_no_beat() -> None:
    told = beats(onward(chosen(at(ONE, TWO), "a", "xy", "a", "xv")))
    assert {name.partition("-")[2] for name in told if name.startswith("turn")} == {"1"}


def test_the_referents_card_is_the_last_to_turn() -> None:
    told = beats(chosen(at(TWO, TWO, referent=0), "abcde", "ax", "ya"))
    assert told["turn"] < told["truth"] < told["out"] < told["gain"] < told["walk"] < told["talk"]


def test_only_the_last_card_says_what_comes_next() -> None:  # MM-18
    first = chosen(at(TWO, TWO), "ab", "xy", "ac", "uv")
    assert "next" not in beats(first)
    assert beats(onward(first))["next"] > beats(onward(first))["talk"]


def test_beats_come_in_their_order_and_every_place_is_a_show_of_its_own() -> None:
    before = ""
    for _, state in moments("matchy_matchy"):
        times = [beat.at for beat in shown(state).beats]
        assert all(one <= two for one, two in pairwise(times))
        assert max(times, default=0) < 8000
        if state.phase == "show":
            assert shown(state).id != before
            before = shown(state).id


@pytest.mark.parametrize("seats", [4, 5])
def test_all_eyes_see_the_same_beats(seats: int) -> None:
    for count, state in moments("matchy_matchy"):
        if count == seats:
            assert all(show(view(state, Seat(eyes))) == shown(state) for eyes in range(seats))


def test_the_end_crosses_the_forks_of_who_has_won() -> None:
    state = chosen(at(29, FIVE), "ab", OTHER, "ab", "zyxwv")
    while state.phase == "show":
        state = apply(state, Seat(0), Next(), LUCK)
    assert state.phase == "over"
    [crossed] = [beat for beat in shown(state).beats if beat.cue == "crossed"]
    assert crossed.seats == (Seat(0), Seat(2))


OTHER = "utsrq"
