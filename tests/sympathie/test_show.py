"""In which order a comparison is told, and what each moment sounds like (SY-10 … SY-12)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.contract import Beat, Seat
from games.sympathie.rules import apply
from games.sympathie.show import show
from games.sympathie.table import Options, Roll, State
from games.sympathie.view import view
from tests.sympathie.notation import LUCK, SIX, dealt, onward, ranked, table

LONGEST = 16_000
"""Milliseconds that one turn may take to be told."""


def beats(state: State) -> dict[str, Beat]:
    told = show(view(state, None)).beats
    assert [beat.at for beat in told] == sorted(beat.at for beat in told)
    return {beat.name: beat for beat in told}


def compared(*orders: str) -> State:
    return ranked(dealt(table(len(orders))), *orders)


def test_the_places_open_from_the_last_to_the_first_with_a_duel_before_the_last_two() -> None:
    told = beats(compared("ABCDE", "ACBDE", "EDCBA"))
    order = ["place-5", "place-4", "place-3", "duel", "won", "place-2", "place-1", "points-1"]
    assert [name for name in told if name in order] == order


def test_guesses_turn_before_it_is_told_which_are_right() -> None:
    told = beats(compared("ABCDE", "ACBDE", "EDCBA"))
    for place in range(1, 6):
        assert told[f"place-{place}"].at < told[f"turn-{place}"].at < told[f"mark-{place}"].at


def test_who_is_right_is_heard_at_each_place() -> None:
    """A B C D E guessed as A C B D E is right in places 1, 4 and 5; reversed, in 3 (SY-11)."""
    state = compared("ABCDE", "ACBDE", "EDCBA")
    assert [player.right for player in view(state, None).players] == [(), (1, 4, 5), (3,)]
    told = beats(state)
    heard = {place: told[f"mark-{place}"] for place in range(1, 6)}
    assert {place: beat.seats for place, beat in heard.items()} == {
        1: (Seat(1),),
        2: (),
        3: (Seat(2),),
        4: (Seat(1),),
        5: (Seat(1),),
    }
    assert [place for place, beat in heard.items() if beat.cue] == [1, 3, 4, 5]


def test_points_come_last_and_the_active_player_has_none() -> None:  # SY-13
    told = beats(compared("ABCDE", "ACBDE", "EDCBA"))
    assert list(told)[-2:] == ["points-1", "points-2"]
    assert "points-0" not in told


@pytest.mark.parametrize(("guess", "seen"), [("ABCDE", True), ("ABCED", False)])
def test_whoever_has_five_sees_through_their_eyes(guess: str, seen: bool) -> None:  # SY-12
    told = beats(compared("ABCDE", guess, "EDCBA"))
    assert ("eyes-1" in told) is seen
    assert "eyes-2" not in told


def test_a_turn_is_told_in_time() -> None:
    told = beats(compared("ABCDE", "ABCDE", "EDCBA", "BACDE", "ABDCE", "BCDEA"))
    assert max(beat.at for beat in told.values()) <= LONGEST


def test_a_roll_is_seen_before_the_photographs_lie_there() -> None:  # SY-5, SY-6
    chosen, rolled = beats(dealt(table(3))), beats(apply(table(3), Seat(0), Roll(), LUCK))
    assert "rolls" not in chosen
    assert rolled["rolls"].cue == "dice"
    assert rolled["rolls"].at < rolled["theme"].at < rolled["deal-0"].at
    assert [name for name in rolled if name.startswith("deal")] == [f"deal-{n}" for n in range(5)]


def test_the_same_moment_is_the_same_show_and_the_next_is_another() -> None:
    begun = dealt(table(3))
    some = replace(begun, orders=(begun.stacks[0].photos[:5], None, None))
    assert show(view(begun, None)).id == show(view(some, Seat(0))).id
    state, seen = table(3, Options("points", 5, SIX)), set()
    for _ in range(3):
        for moment in (state, dealt(state), state := ranked(dealt(state), *["ABCDE"] * 3)):
            seen.add(show(view(moment, None)).id)
        state = onward(state)
        if state.phase != "theme":
            break
    assert len(seen) == 3
