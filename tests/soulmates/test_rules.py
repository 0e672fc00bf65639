"""Soulmates, statement by statement (games/soulmates/RULES.md)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.contract import Illegal, Item, Memory, Seat
from games.soulmates import GAME
from games.soulmates.deck import DECK
from games.soulmates.rules import apply, ask, memory, result, setup
from games.soulmates.table import (
    CARDS,
    SUPPLY,
    Both,
    Ego,
    Guess,
    Joker,
    Letter,
    Next,
    Options,
    Past,
    Pick,
    Reveal,
    State,
    pairs,
    target,
)
from games.soulmates.view import level, view

LUCK = Random(0)
PLAYERS = pytest.mark.parametrize("seats", [2, 3, 4, 5])


def table(seats: int, seen: Memory = Memory(), seed: int = 1) -> State:  # noqa: B008  frozen
    return setup(seats, Options(), seen, Random(seed))


def picked(seats: int) -> State:
    state = table(seats)
    return apply(state, state.first, Pick(state.stack[0]), LUCK)


def placed(egos: str, first: int = 0) -> State:
    """Everybody's ego chip lies; nobody is evaluated yet."""
    state = replace(picked(len(egos)), first=Seat(first))
    for seat, letter in enumerate(egos):
        state = apply(state, Seat(seat), Ego(_letter(letter)), LUCK)
    return state


def evaluated(state: State, guesses: str) -> State:
    """All cards before the target are down: a letter per seat, the target's is not used."""
    for seat, letter in enumerate(guesses):
        if seat != target(state):
            state = apply(state, Seat(seat), Guess(_letter(letter)), LUCK)
    return state


def onward(state: State) -> State:
    return apply(state, Seat(0), Next(), LUCK)


def round_of(egos: str, guesses: str = "") -> State:
    """A round up to the match; without guesses everybody is right about nobody."""
    state = placed(egos)
    for _ in egos:
        wrong = "B" if state.egos[target(state)] == "A" else "A"
        state = onward(evaluated(state, guesses or wrong * len(egos)))
    return state


def two(egos: str, guesses: str, *, joker: bool = False) -> State:
    """Two players have locked in; the joker is played or not; the first half lies open."""
    state = picked(2)
    for seat in (Seat(0), Seat(1)):
        state = apply(state, seat, Both(_letter(egos[seat]), _letter(guesses[seat])), LUCK)
    if not joker:
        return apply(state, Seat(0), Reveal(), LUCK)
    return apply(apply(state, Seat(0), Joker(), LUCK), Seat(1), Joker(), LUCK)


def board(state: State, one: int, two: int) -> int:
    return state.chips[pairs(state.seats).index((Seat(one), Seat(two)))]


def _letter(letter: str) -> Letter:
    assert letter in ("A", "B", "C", "D")
    return letter  # type: ignore[return-value]  # just asserted


# ---- set-up ----


def test_two_to_five_can_play() -> None:  # SM-1
    assert list(GAME.seats) == [2, 3, 4, 5]


@PLAYERS
def test_the_stack_has_the_cards_for_this_number_of_players(seats: int) -> None:  # SM-2
    stack = table(seats).stack
    assert len(stack) == {2: 16, 3: 12, 4: 8, 5: 10}[seats]
    assert len(set(stack)) == len(stack)
    assert set(stack) <= set(DECK)


def test_another_shuffle_deals_another_stack() -> None:  # SM-2
    assert table(4, seed=1).stack != table(4, seed=2).stack


@pytest.mark.parametrize(
    ("seats", "rounds", "firsts"), [(2, 8, 4), (3, 6, 2), (4, 4, 1), (5, 5, 1)]
)
def test_every_round_takes_two_cards_and_all_are_first_equally_often(
    seats: int, rounds: int, firsts: int
) -> None:  # SM-3, SM-Q8
    begun = Counter(state.first for state in rounds_of(seats))
    assert view(table(seats), None).rounds == rounds
    assert begun == {Seat(seat): firsts for seat in range(seats)}


@pytest.mark.parametrize("letter", ["A", "B", "C", "D"])
def test_everybody_has_four_ego_chips_and_four_cards(letter: Letter) -> None:  # SM-4
    assert apply(picked(3), Seat(2), Ego(letter), LUCK).egos[2] == letter
    assert apply(placed("AAA"), Seat(2), Guess(letter), LUCK).guesses[2] == letter


@pytest.mark.parametrize(("seats", "boards"), [(2, 1), (3, 3), (4, 6), (5, 10)])
def test_every_two_players_share_one_board(seats: int, boards: int) -> None:  # SM-5
    assert len({board.pair for board in view(table(seats), None).boards}) == boards


@PLAYERS
def test_the_boards_start_empty_and_the_supply_full(seats: int) -> None:  # SM-6
    seen = view(table(seats), None)
    assert {board.chips for board in seen.boards} == {0}
    assert seen.supply == SUPPLY == 50


@PLAYERS
def test_only_two_players_have_a_joker(seats: int) -> None:  # SM-7
    assert (table(seats).joker == "ready") == (seats == 2)


@PLAYERS
def test_one_player_begins(seats: int) -> None:  # SM-8
    asked = [seat for seat in range(seats) if ask(table(seats), Seat(seat))]
    assert asked == [0]


# ---- round ----


def test_only_the_first_player_sees_the_two_cards() -> None:  # SM-9, SM-Q2
    state = table(3)
    assert view(state, Seat(0)).offer == state.stack[:2]
    assert [view(state, eyes).offer for eyes in (Seat(1), Seat(2), None)] == [(), (), ()]


def test_the_chosen_card_becomes_public_and_the_other_leaves_unseen() -> None:  # SM-9
    before = table(3)
    chosen, other = before.stack[1], before.stack[0]
    after = apply(before, Seat(0), Pick(chosen), LUCK)
    assert view(after, None).scenario == chosen
    assert other not in (*after.stack, after.scenario)
    assert other not in str([view(after, Seat(seat)) for seat in range(3)])


def test_a_card_from_elsewhere_cannot_be_chosen() -> None:  # SM-9
    state = table(3)
    with pytest.raises(Illegal, match="two cards"):
        apply(state, Seat(0), Pick(state.stack[2]), LUCK)


@PLAYERS
def test_one_scenario_is_active_in_a_round(seats: int) -> None:  # SM-10
    assert picked(seats).scenario in DECK
    assert len(picked(seats).stack) == CARDS[seats] - 2


def test_everybody_chooses_an_ego_chip_that_only_they_see() -> None:  # SM-11
    state = apply(picked(3), Seat(1), Ego("C"), LUCK)
    assert view(state, Seat(1)).ego == "C"
    assert [view(state, eyes).ego for eyes in (Seat(0), Seat(2), None)] == [None, None, None]
    assert view(state, None).locked == {1}


def test_the_ego_chip_may_be_changed_until_all_lie() -> None:  # SM-11, G-5
    state = apply(apply(picked(3), Seat(1), Ego("C"), LUCK), Seat(1), Ego("D"), LUCK)
    assert state.egos == (None, "D", None)


def test_nobody_is_evaluated_before_all_ego_chips_lie() -> None:  # SM-12
    state = picked(3)
    for seat in range(3):
        assert state.phase == "ego"
        state = apply(state, Seat(seat), Ego("A"), LUCK)
    assert state.phase == "guess"


def test_an_ego_chip_that_lies_cannot_be_changed_between_evaluations() -> None:  # SM-Q3
    asks = [ask(placed("ABC"), Seat(seat)) for seat in range(3)]
    assert all("ego" not in asked.kinds for asked in asks if asked)


def test_the_first_player_is_evaluated_first_and_then_clockwise() -> None:  # SM-13
    state, targets = placed("ABCD", first=2), []
    for _ in range(4):
        targets.append(target(state))
        assert state.first == 2  # the token stays
        state = onward(evaluated(state, "DDDD"))
    assert targets == [2, 3, 0, 1]


def test_everybody_but_the_target_picks_a_card() -> None:  # SM-14
    asks = [ask(placed("ABC"), Seat(seat)) for seat in range(3)]
    assert [asked is not None and "guess" in asked.kinds for asked in asks] == [False, True, True]


def test_one_target_at_a_time() -> None:  # SM-Q4
    assert evaluated(placed("ABC"), "-BC").phase == "reveal"
    assert view(evaluated(placed("ABC"), "-BC"), None).open == ("A", None, None)


def test_all_cards_turn_together_and_with_them_the_ego_chip() -> None:  # SM-15
    waiting = apply(placed("ABC"), Seat(1), Guess("B"), LUCK)
    assert view(waiting, Seat(2)).cards == view(waiting, None).cards == (None, None, None)
    assert view(waiting, None).open == (None, None, None)
    turned = view(apply(waiting, Seat(2), Guess("C"), LUCK), None)
    assert turned.cards == (None, "B", "C")
    assert turned.open == ("A", None, None)


def test_who_guesses_right_shares_a_chip_with_the_target() -> None:  # SM-16
    matilda, hanna, liz = 0, 1, 2
    state = evaluated(placed("AAC"), "-CA")
    assert board(state, matilda, liz) == 1
    assert board(state, matilda, hanna) == 0


def test_equal_guesses_of_two_evaluators_give_nothing() -> None:  # SM-17
    assert evaluated(placed("BAA"), "-CC").chips == (0, 0, 0)


def test_a_letter_can_be_used_for_every_target_of_a_round() -> None:  # SM-18
    state = round_of("AAA", "AAA")
    assert state.chips == (3, 3, 3)  # right both ways, and a match
    assert state.guesses == (None, None, None)


def test_revealed_ego_chips_stay_open_and_the_others_hidden() -> None:  # SM-19
    state = placed("ABCD")
    for _ in range(2):
        state = onward(evaluated(state, "DDDD"))
    assert target(state) == 2
    assert view(state, Seat(3)).open == ("A", "B", None, None)
    assert view(state, Seat(3)).ego == "D"


@pytest.mark.parametrize(("egos", "matches"), [("AAA", 3), ("AABB", 2), ("AAAAA", 10), ("ABCD", 0)])
def test_every_pair_of_equal_ego_chips_is_one_match(
    egos: str, matches: int
) -> None:  # SM-20, SM-Q14
    state = round_of(egos)
    assert state.phase == "match"
    assert sum(state.gained) == matches
    assert all(
        gained == (egos[a] == egos[b])
        for gained, (a, b) in zip(state.gained, pairs(len(egos)), strict=True)
    )


def test_after_a_round_chips_go_back_and_the_token_goes_to_the_left() -> None:  # SM-21, SM-Q11
    state = onward(round_of("ABC"))
    assert (state.phase, state.round, state.first) == ("pick", 2, 1)
    assert state.egos == (None, None, None)
    assert state.scenario is None


def test_an_empty_supply_is_refilled_from_every_board_alike() -> None:  # SM-22, SM-Q1
    full = replace(placed("AAB"), chips=(20, 14, 16))
    state = evaluated(full, "-AC")
    assert state.removed == 14
    assert [b.chips for b in view(state, None).boards] == [6 + 1, 0, 2]
    assert view(state, None).supply == 42 - 1
    assert [b.earned for b in view(state, None).boards] == [21, 14, 16]


def test_with_an_empty_board_the_supply_lends_chips() -> None:  # SM-Q1
    state = evaluated(replace(placed("AAB"), chips=(30, 0, 20)), "-AC")
    assert (state.removed, state.chips) == (0, (31, 0, 20))
    assert view(state, None).supply == 0


def test_refilling_never_changes_who_wins() -> None:  # SM-Q1
    end = replace(round_of("ABC"), chips=(20, 14, 16), removed=14, stack=())
    final = result(onward(onward(end)))
    assert final
    assert final.winners == {0, 1}


@PLAYERS
def test_the_match_ends_with_the_round_that_empties_the_stack(seats: int) -> None:  # SM-23
    last = rounds_of(seats)[-1]
    assert last.round == CARDS[seats] // 2
    assert len(last.stack) == 2
    assert result(finished(seats)) is not None


# ---- end ----


@pytest.mark.parametrize(
    ("chips", "winners"), [((9, 6, 7), {0, 1}), ((7, 7, 4), {0, 1, 2}), ((4, 7, 2), {0, 2})]
)
def test_the_pairs_with_most_chips_are_the_soulmates(
    chips: tuple[int, ...], winners: set[int]
) -> None:  # SM-24, SM-25
    state = over(chips)
    final = result(state)
    assert final
    assert final.winners == winners
    assert [b.soulmates for b in view(state, None).boards] == [c == max(chips) for c in chips]


def test_the_sum_of_all_boards_is_what_the_group_has_in_common() -> None:  # SM-26
    assert view(over((9, 6, 7)), None).total == 22


def test_boards_that_did_not_win_leave_in_an_order_of_luck() -> None:
    orders = {onward_with(Random(seed)).fade for seed in range(30)}
    assert all(sorted(order) == [1, 2, 3, 4, 5] for order in orders)
    assert len(orders) > 5


# ---- two players ----


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
    state = table(2)
    while result(state) is None:
        state = next_best(state)
    assert state.chips == (26,)


def test_two_players_are_each_others_soulmates_in_any_case() -> None:  # SM-Q12
    final = result(over((0,)))
    assert final
    assert final.winners == {0, 1}


# ---- between matches ----


def test_played_scenarios_are_kept_apart() -> None:  # SM-34
    played = memory(finished(4))
    assert len(played) == 4
    assert not played & set(table(4, Memory(seen=played)).stack)


def test_a_rejected_card_may_come_again() -> None:  # SM-34
    assert table(3).stack[1] not in memory(picked(3))


def test_when_too_few_are_left_all_come_back() -> None:  # SM-34
    seen = frozenset(DECK[: len(DECK) - 9])
    assert len(table(5, Memory(seen=seen)).stack) == 10
    assert set(table(4, Memory(seen=seen)).stack) <= set(DECK) - seen


def test_cards_the_room_wrote_are_shuffled_in_unless_it_does_not_want_them() -> None:  # SM-Q10
    own = Memory(seen=frozenset(DECK[8:]), brought=(Item("own-1", "card"), Item("own-2", "card")))
    decks = [
        set(setup(4, Options(own=want), own, Random(seed)).stack)
        for want in (True, False)
        for seed in range(20)
    ]
    assert any("own-1" in deck for deck in decks[:20])
    assert not any("own-1" in deck for deck in decks[20:])


# ---- what the tests above stand on ----


def next_best(state: State) -> State:
    """One move of a table where all always choose A and play the joker."""
    for seat in range(state.seats):
        asked = ask(state, Seat(seat))
        if asked and (asked.waiting or "next" in asked.kinds):
            move: Any = {
                "pick": Pick(state.stack[0] if state.stack else ""),
                "ego": Ego("A"),
                "guess": Guess("A"),
                "both": Both("A", "A"),
                "joker": Joker(),
                "next": Next(),
            }[min(asked.kinds)]
            return apply(state, Seat(seat), move, LUCK)
    raise AssertionError(state)


def rounds_of(seats: int) -> list[State]:
    """A whole match, one state a round: the one where a card is chosen."""
    state, found = table(seats), []
    while result(state) is None:
        if state.phase == "pick":
            found.append(state)
        state = next_best(state)
    return found


def finished(seats: int) -> State:
    state = table(seats)
    while result(state) is None:
        state = next_best(state)
    return state


def over(chips: tuple[int, ...]) -> State:
    seats = {1: 2, 3: 3, 6: 4, 10: 5}[len(chips)]
    return replace(table(seats), chips=chips, gained=(0,) * len(chips), phase="over", stack=())


def onward_with(luck: Random) -> State:
    done = replace(table(4), chips=(9, 1, 2, 3, 4, 5), phase="total", stack=())
    return apply(done, Seat(0), Next(), luck)


def test_the_past_remembers_what_all_saw() -> None:
    state = onward(round_of("ABC"))
    assert [past.egos for past in state.past] == [("A", "B", "C")]
    assert isinstance(state.past[0], Past)
