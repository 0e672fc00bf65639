"""Soulmates, statement by statement (games/soulmates/RULES.md)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from games.contract import Ask, Illegal, Item, Memory, Seat, Viewer
from games.soulmates import GAME
from games.soulmates.deck import CHILDREN, DECK
from games.soulmates.rules import apply, ask, memory, result, setup
from games.soulmates.table import (
    CARDS,
    SUPPLY,
    Ego,
    Guess,
    Letter,
    Options,
    Past,
    Pick,
    State,
    pairs,
    target,
)
from games.soulmates.view import view
from tests.soulmates.notation import (
    LUCK,
    asked,
    board,
    evaluated,
    finished,
    locked,
    onward,
    onward_with,
    over,
    picked,
    placed,
    round_of,
    rounds_of,
    table,
)

PLAYERS = pytest.mark.parametrize("seats", [2, 3, 4, 5])


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
    with pytest.raises(Illegal, match=r"^Choose one of the two cards in front of you\.$"):
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


def test_only_an_evaluation_has_a_target() -> None:  # SM-13
    for state in (table(3), picked(3), round_of("ABC"), locked("AA", "AA"), finished(3)):
        assert view(state, None).target is None


def test_everybody_but_the_target_picks_a_card() -> None:  # SM-14
    asks = [ask(placed("ABC"), Seat(seat)) for seat in range(3)]
    assert [asked is not None and "guess" in asked.kinds for asked in asks] == [False, True, True]


def test_one_target_at_a_time() -> None:  # SM-Q4
    assert evaluated(placed("ABC"), "-BC").phase == "reveal"
    assert view(evaluated(placed("ABC"), "-BC"), None).open == ("A", None, None)


def test_a_card_may_be_changed_until_all_lie() -> None:  # SM-14, G-5
    state = apply(placed("ABCD"), Seat(1), Guess("A"), LUCK)
    assert asked(state, Seat(1)) == ({"guess"}, False)
    changed = apply(state, Seat(1), Guess("D"), LUCK)
    assert view(changed, Seat(1)).guess == "D"
    assert changed.phase == "guess"
    assert view(changed, None).locked == {1}


def test_an_ego_chip_that_lies_is_no_longer_waited_for() -> None:  # SM-11, G-5
    state = apply(picked(3), Seat(1), Ego("C"), LUCK)
    assert [asked(state, Seat(seat)) for seat in range(3)] == [
        ({"ego"}, True),
        ({"ego"}, False),
        ({"ego"}, True),
    ]


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


@pytest.mark.parametrize("first", range(4))
def test_the_chips_open_in_the_order_of_the_targets(first: int) -> None:  # SM-13, SM-19
    state, opened = placed("ABCD", first=first), set[int]()
    for turn in range(4):
        state = evaluated(state, "DDDD")
        opened.add((first + turn) % 4)
        chips = view(state, None).open
        assert {seat for seat, chip in enumerate(chips) if chip} == opened
        assert view(state, None).target == (first + turn) % 4
        state = onward(state)


@pytest.mark.parametrize("first", range(3))
def test_in_the_match_all_chips_lie_open(first: int) -> None:  # SM-19, SM-20
    state = placed("ABC", first=first)
    for _ in range(3):
        state = onward(evaluated(state, "DDD"))
    assert state.phase == "match"
    assert [view(state, eyes).open for eyes in (Seat(0), None)] == [("A", "B", "C")] * 2


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


def test_every_question_has_a_number_of_its_own() -> None:
    """An answer names its question, so that a late one counts for nothing."""
    state = placed("ABC")
    asks = [ask(picked(3), Seat(2)), ask(state, Seat(2))]
    for _ in range(3):
        state = evaluated(state, "DDD")
        asks.append(ask(state, Seat(2)))
        state = onward(state)
        asks.append(ask(state, Seat(2)))
    assert [it.id if it else None for it in asks] == [
        "round-1/ego",
        "round-1/guess-1",
        "round-1/reveal-1",
        "round-1/guess-2",
        "round-1/reveal-2",
        None,  # the target
        "round-1/reveal-3",
        "round-1/match",
    ]
    assert ask(onward(state), Seat(1)) == Ask("round-2/pick", frozenset({"pick"}))


@pytest.mark.parametrize("seat", range(3))
def test_anybody_may_go_on_and_nobody_is_waited_for(seat: int) -> None:  # SM-33
    for state in (evaluated(placed("ABC"), "DDD"), round_of("ABC"), before_the_end()):
        assert asked(state, Seat(seat)) == ({"next"}, False)


def test_chips_that_came_are_those_of_the_step_just_shown() -> None:  # SM-16, SM-20
    state = placed("AAB")
    steps = [view(picked(3), None), view(evaluated(state, "-AB"), None)]
    steps.append(view(onward(evaluated(state, "-AB")), None))
    steps += [view(round_of("AAA"), None), view(onward(round_of("AAA")), None)]
    assert [[board.gained for board in step.boards] for step in steps] == [
        [0, 0, 0],
        [1, 0, 0],
        [0, 0, 0],
        [1, 1, 1],
        [0, 0, 0],
    ]


@pytest.mark.parametrize("eyes", [Seat(0), Seat(2), None])
def test_a_view_is_for_its_own_eyes(eyes: Viewer) -> None:
    assert view(picked(3), eyes).me == eyes


# ---- end ----


def before_the_end() -> State:
    """The last match is shown, and no card is left."""
    return replace(round_of("AAB"), stack=())


def test_the_whole_groups_chips_are_told_before_the_soulmates() -> None:  # SM-24, SM-26
    total = onward(before_the_end())
    assert (total.phase, result(total)) == ("total", None)
    assert not any(board.soulmates for board in view(total, None).boards)
    end = onward(total)
    assert end.phase == "over"
    assert [board.soulmates for board in view(end, None).boards] == [True, False, False]
    assert [ask(end, Seat(seat)) for seat in range(3)] == [None, None, None]


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


def test_every_board_that_did_not_win_has_its_place_in_the_order() -> None:
    """Nine chips win; the others leave as luck had it."""
    end = onward_with(Random(5))
    boards = view(end, None).boards
    assert boards[0].fades is None
    assert [boards[board].fades for board in end.fade] == [0, 1, 2, 3, 4]


# ---- between matches ----


def test_played_scenarios_are_kept_apart() -> None:  # SM-34
    played = memory(finished(4))
    assert len(played) == 4
    assert not {*played} & set(table(4, Memory(seen=played)).stack)


def test_a_rejected_card_may_come_again() -> None:  # SM-34
    assert table(3).stack[1] not in memory(picked(3))


def test_when_too_few_are_left_those_come_back_that_were_played_longest_ago() -> None:  # SM-34
    seen = DECK[8::-1] + DECK[9:-7]  # the ninth was the first to be played
    assert {*table(5, Memory(seen=seen)).stack} == {*DECK[-7:], *DECK[6:9]}
    assert {*table(3, Memory(seen=seen)).stack} == {*DECK[-7:], *DECK[4:9]}


def test_as_long_as_enough_are_left_none_comes_back() -> None:  # SM-34
    seen = DECK[:-9]
    assert {*table(4, Memory(seen=seen)).stack} < {*DECK[-9:]}


def test_the_last_matches_cards_stay_out_as_long_as_possible() -> None:  # SM-34
    """An evening of all the cards and more: nothing is seen again before it has to be."""
    seen: tuple[str, ...] = ()
    for match in range(40):
        stack = table(5, Memory(seen=seen), seed=match).stack
        played = stack[::2]
        assert not {*played} & {*seen[-(len(DECK) - 10) :]}
        seen = (*(card for card in seen if card not in played), *played)
    assert {*seen} == {*DECK}


def test_what_is_no_card_of_this_stack_does_not_come_back() -> None:  # SM-34, SM-Q13
    """A card that was taken out, or one for adults."""
    adults = tuple(card for card in DECK if card not in CHILDREN)
    for seen in (("own-9", *adults, *CHILDREN), (*adults, "own-9", *CHILDREN)):
        stack = setup(5, Options(cards="children"), Memory(seen), Random(1)).stack
        assert {*stack} == {*CHILDREN[:10]}


def test_the_cards_that_come_back_are_shuffled_too() -> None:  # SM-2, SM-34
    stacks = {table(5, Memory(seen=DECK), seed=seed).stack for seed in range(9)}
    assert len(stacks) == 9
    assert {frozenset(stack) for stack in stacks} == {frozenset(DECK[:10])}


@PLAYERS
def test_just_enough_are_enough(seats: int) -> None:  # SM-2, SM-34
    left = CARDS[seats]
    assert set(table(seats, Memory(seen=DECK[:-left])).stack) == set(DECK[-left:])


def test_a_card_counts_as_played_once_it_is_read_aloud() -> None:  # SM-34
    """Also when the match is ended before the round is."""
    state = picked(3)
    assert memory(table(3)) == ()
    assert memory(state) == (state.scenario,)
    later = onward(round_of("ABC"))
    assert memory(later) == tuple(past.scenario for past in later.past)
    next_one = apply(later, later.first, Pick(later.stack[1]), LUCK)
    assert memory(next_one) == (*memory(later), later.stack[1])


def test_a_match_remembers_its_cards_in_the_order_in_which_they_were_read() -> None:  # SM-34
    end = finished(5)
    assert memory(end) == tuple(past.scenario for past in end.past)
    assert len(memory(end)) == 5


def test_a_room_plays_with_its_own_cards_if_it_says_nothing_else() -> None:  # SM-Q10
    assert Options() == Options(own=True)


def test_cards_the_room_wrote_are_shuffled_in_unless_it_does_not_want_them() -> None:  # SM-Q10
    own = Memory(seen=DECK[8:], brought=(Item("own-1", "card"), Item("own-2", "card")))
    decks = [
        set(setup(4, Options(own=want), own, Random(seed)).stack)
        for want in (True, False)
        for seed in range(20)
    ]
    assert any("own-1" in deck for deck in decks[:20])
    assert not any("own-1" in deck for deck in decks[20:])


def test_the_past_remembers_what_all_saw() -> None:
    state = onward(round_of("ABC"))
    assert [past.egos for past in state.past] == [("A", "B", "C")]
    assert isinstance(state.past[0], Past)
