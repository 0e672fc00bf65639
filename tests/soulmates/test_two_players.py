"""Two players: both choose for both, half after half is shown, and there is a joker."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.contract import Seat, Viewer
from games.soulmates.rules import apply, ask, result
from games.soulmates.table import Both, Joker, Phase, Pick, Reveal, State
from games.soulmates.view import level, view
from tests.soulmates.notation import (
    LUCK,
    asked,
    finished,
    locked,
    onward,
    over,
    picked,
    two,
)

ANN, BOB = Seat(0), Seat(1)
FIRST = pytest.mark.parametrize("first", [0, 1])


def test_two_players_choose_for_both_before_anything_is_shown() -> None:  # SM-27
    state = apply(picked(2), Seat(0), Both("A", "B"), LUCK)
    for eyes in (Seat(1), None):
        seen = view(state, eyes)
        assert (seen.ego, seen.guess, seen.open, seen.cards) == (
            None,
            None,
            (None, None),
            (None, None),
        )
    assert apply(state, Seat(1), Both("C", "D"), LUCK).phase == "sure"


def test_the_first_players_half_is_shown_first() -> None:  # SM-28, SM-Q5
    half = view(two("AB", "CD"), None)
    assert (half.open, half.cards) == (("A", None), (None, "D"))
    whole = view(onward(two("AB", "CD")), None)
    assert (whole.open, whole.cards) == (("A", "B"), ("C", None))


@pytest.mark.parametrize(
    ("egos", "guesses", "chips"),
    [("AA", "AB", 2), ("AC", "CA", 2), ("AA", "AA", 3), ("AB", "AB", 0), ("AB", "BC", 1)],
)
def test_two_players_earn_up_to_three_chips_a_round(
    egos: str, guesses: str, chips: int
) -> None:  # SM-29
    state = onward(onward(two(egos, guesses)))
    assert (state.phase, state.chips) == ("match", (chips,))


@pytest.mark.parametrize(
    ("egos", "guesses", "chips"), [("AA", "AA", 5), ("AA", "AB", 2), ("AB", "BC", 1)]
)
def test_the_joker_gives_two_more_if_both_are_right_and_is_gone_in_any_case(
    egos: str, guesses: str, chips: int
) -> None:  # SM-30, SM-Q7
    state = onward(onward(two(egos, guesses, joker=True)))
    assert state.chips == (chips,)
    assert onward(state).joker == "gone"


def test_the_joker_needs_both() -> None:  # SM-30, SM-Q6
    state = apply(picked(2), Seat(0), Both("A", "A"), LUCK)
    state = apply(apply(state, Seat(1), Both("A", "A"), LUCK), Seat(0), Joker(), LUCK)
    assert state.phase == "sure"
    assert view(state, None).wants == {Seat(0)}
    revealed = apply(state, Seat(1), Reveal(), LUCK)
    assert (revealed.phase, revealed.joker) == ("reveal", "ready")


def test_a_played_joker_is_not_asked_for_again() -> None:  # SM-30
    state = onward(onward(onward(two("AA", "AA", joker=True))))
    state = apply(state, state.first, Pick(state.stack[0]), LUCK)
    for seat in (Seat(0), Seat(1)):
        state = apply(state, seat, Both("A", "A"), LUCK)
    assert state.phase == "reveal"


@pytest.mark.parametrize(
    ("chips", "name"),
    [
        (0, "First Steps"),
        (4, "First Steps"),
        (5, "Solid Connection"),
        (7, "Solid Connection"),
        (8, "Same Wavelength"),
        (10, "Same Wavelength"),
        (11, "Thick as Thieves"),
        (13, "Thick as Thieves"),
        (14, "One Heart and Soul"),
        (17, "One Heart and Soul"),
        (18, "100% Soulmates"),
        (26, "100% Soulmates"),
    ],
)
def test_two_players_reach_a_level(chips: int, name: str) -> None:  # SM-31
    assert level(chips) == name
    assert view(replace(over((chips,)), phase="total"), None).level == name


def test_two_players_earn_26_at_most() -> None:  # SM-32
    assert finished(2).chips == (26,)


def test_two_players_are_each_others_soulmates_in_any_case() -> None:  # SM-Q12
    final = result(over((0,)))
    assert final
    assert final.winners == {0, 1}


def test_the_card_about_the_first_player_is_the_others() -> None:  # SM-28
    """Bob begins: his chip and Ann's card, then hers and his."""
    half = view(two("AB", "CD", first=1), None)
    assert (half.target, half.open, half.cards) == (BOB, (None, "B"), ("C", None))
    whole = view(onward(two("AB", "CD", first=1)), None)
    assert (whole.target, whole.open, whole.cards) == (ANN, ("A", "B"), (None, "D"))


@FIRST
@pytest.mark.parametrize(
    ("guesses", "halves"), [("AA", [1, 1]), ("AB", [1, 0]), ("BA", [0, 1]), ("BB", [0, 0])]
)
def test_each_half_earns_the_chip_of_its_own_card(
    guesses: str, halves: list[int], first: int
) -> None:  # SM-16, SM-28
    """Bob's card is about Ann, and hers is about him."""
    half = two("AA", guesses, first=first)
    earned = [half.gained[0], onward(half).gained[0]]
    assert earned == (halves if first else halves[::-1])
    assert onward(half).chips == (sum(earned),)


@FIRST
def test_both_choices_may_be_changed_until_the_other_has_chosen(first: int) -> None:  # SM-27, G-5
    seat, other = Seat(first), Seat(1 - first)
    state = apply(picked(2), seat, Both("A", "B"), LUCK)
    assert asked(state, seat) == ({"both"}, False)
    changed = apply(state, seat, Both("C", "D"), LUCK)
    assert (view(changed, seat).ego, view(changed, seat).guess) == ("C", "D")
    assert [view(changed, eyes).locked for eyes in (ANN, BOB, None)] == [{seat}] * 3
    assert apply(changed, other, Both("A", "A"), LUCK).phase == "sure"


def test_the_joker_needs_no_equal_chips() -> None:  # SM-30, SM-Q7
    state = onward(onward(two("AC", "CA", joker=True)))
    assert (state.phase, state.chips) == ("match", (2 + 2,))


def test_both_questions_have_a_number_of_their_own() -> None:
    """An answer names its question, so that a late one counts for nothing."""
    later = sure_again(two("AA", "AA"))
    states = picked(2), locked("AA", "AA"), two("AA", "AA"), onward(two("AA", "AA")), later
    asks = [ask(state, ANN) for state in states]
    assert [it and it.id for it in asks] == [
        "round-1/both",
        "round-1/sure",
        "round-1/reveal-1",
        "round-1/reveal-2",
        "round-2/sure",
    ]


@pytest.mark.parametrize("eyes", [ANN, BOB, None])
def test_all_see_the_joker_and_who_wants_it(eyes: Viewer) -> None:  # SM-30, SM-Q6
    yes = apply(locked("AA", "AA"), BOB, Joker(), LUCK)
    assert view(yes, eyes).joker == "ready"
    assert view(yes, eyes).wants == view(yes, eyes).locked == {BOB}
    played = apply(yes, ANN, Joker(), LUCK)
    assert view(played, eyes).joker == "played"
    assert view(played, eyes).wants == {ANN, BOB}
    assert view(played, eyes).locked == frozenset()


@FIRST
def test_the_two_more_come_with_the_second_half(first: int) -> None:  # SM-28, SM-30
    half = two("AA", "AA", joker=True, first=first)
    assert half.chips == half.gained == (1,)
    assert onward(half).gained == (1 + 2,)


@pytest.mark.parametrize("guesses", ["AB", "BA", "BB"])
def test_one_wrong_card_is_enough_to_lose_the_joker(guesses: str) -> None:  # SM-30
    right = guesses.count("A")
    assert onward(two("AA", guesses, joker=True)).chips == (right,)


def test_without_the_joker_two_right_cards_are_two_chips() -> None:  # SM-29
    assert onward(two("AC", "CA")).chips == (2,)


@FIRST
def test_both_are_asked_for_the_joker_before_the_reveal(first: int) -> None:  # SM-30, SM-Q6
    state = locked("AA", "AA", first)
    for seat in (ANN, BOB):
        assert asked(state, seat) == ({"joker", "reveal"}, True)
    assert view(state, None).open == view(state, None).cards == (None, None)


@FIRST
def test_who_said_yes_may_still_reveal_without_it(first: int) -> None:  # SM-Q6
    seat = Seat(first)
    yes = apply(locked("AA", "AA"), seat, Joker(), LUCK)
    assert asked(yes, seat) == ({"joker", "reveal"}, False)
    revealed = apply(yes, seat, Reveal(), LUCK)
    assert (revealed.phase, revealed.joker) == ("reveal", "ready")


def test_saying_yes_twice_is_not_both() -> None:  # SM-30
    yes = apply(locked("AA", "AA"), ANN, Joker(), LUCK)
    assert apply(yes, ANN, Joker(), LUCK) == yes


def test_a_lone_yes_does_not_count_a_round_later() -> None:  # SM-30, SM-Q6
    lone = apply(locked("AA", "AA"), ANN, Joker(), LUCK)
    later = sure_again(apply(lone, BOB, Reveal(), LUCK))
    assert view(later, None).wants == view(later, None).locked == frozenset()
    assert apply(later, BOB, Joker(), LUCK).phase == "sure"


def test_a_joker_kept_is_asked_for_in_the_next_round() -> None:  # SM-Q6
    kept = sure_again(apply(locked("AA", "AA"), BOB, Reveal(), LUCK))
    assert (kept.phase, kept.joker) == ("sure", "ready")
    assert apply(apply(kept, ANN, Joker(), LUCK), BOB, Joker(), LUCK).joker == "played"


def test_a_joker_counts_in_its_own_round_only() -> None:  # SM-30
    state = onward(onward(onward(two("AA", "AA", joker=True))))
    state = onward(onward(both_choose(state)))
    assert (state.phase, state.chips) == ("match", (5 + 3,))


@pytest.mark.parametrize("phase", ["total", "over"])
def test_the_level_is_told_when_the_last_round_is_over(phase: Phase) -> None:  # SM-31
    end = replace(over((14,)), phase=phase)
    assert view(end, ANN).level == view(end, None).level == "One Heart and Soul"
    assert view(onward(two("AA", "AA")), None).level is None


def both_choose(state: State) -> State:
    """The next card is chosen, and everybody is right about the other."""
    state = apply(state, state.first, Pick(state.stack[0]), LUCK)
    for seat in (ANN, BOB):
        state = apply(state, seat, Both("A", "A"), LUCK)
    return state


def sure_again(state: State) -> State:
    """From the first reveal to the same question in the next round."""
    return both_choose(onward(onward(onward(state))))
