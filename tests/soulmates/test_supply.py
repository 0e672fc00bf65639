"""The fifty chips, at every boundary of their refill (SM-22, SM-Q1)."""

from __future__ import annotations

from dataclasses import replace

from games.soulmates.table import State
from games.soulmates.view import View, view
from tests.soulmates.notation import evaluated, onward, over, placed, round_of


def chip(chips: tuple[int, ...], *, removed: int = 0, pair: tuple[int, int] = (0, 1)) -> State:
    """Three players whose boards have earned so much; this pair earns one chip more."""
    target, guesser = pair
    state = replace(placed("AAA", first=target), chips=chips, removed=removed)
    return evaluated(state, "".join("A" if seat == guesser else "B" for seat in range(3)))


def lying(state: State) -> list[int]:
    """What lies on the boards, and their sum as it is shown."""
    shown = seen(state)
    chips = [board.chips for board in shown.boards]
    assert shown.total == sum(chips)
    return chips


def seen(state: State) -> View:
    return view(state, None)


def test_the_supply_are_fifty_chips() -> None:  # SM-6
    assert seen(placed("AAA")).supply == 50
    assert seen(chip((0, 0, 0))).supply == 49


def test_the_fiftieth_chip_is_still_there() -> None:  # SM-22
    last = chip((20, 14, 15))
    assert (last.removed, lying(last), seen(last).supply) == (0, [21, 14, 15], 0)


def test_the_fifty_first_takes_from_every_board_what_the_smallest_holds() -> None:  # SM-Q1
    more = chip((20, 14, 16))
    assert (more.removed, lying(more), seen(more).supply) == (14, [7, 0, 2], 41)


def test_all_that_is_earned_at_once_has_to_be_there() -> None:  # SM-22
    """Two chips are due and one is left."""
    two = evaluated(replace(placed("AAA"), chips=(20, 14, 15)), "-AA")
    assert (two.removed, lying(two)) == (14, [7, 1, 1])


def test_a_single_chip_on_the_smallest_board_is_enough() -> None:  # SM-Q1
    assert lying(chip((30, 1, 19))) == [30, 0, 18]


def test_the_smallest_board_is_measured_before_its_chip_comes() -> None:  # SM-Q1
    assert lying(chip((20, 14, 16), pair=(0, 2))) == [6, 1, 2]


def test_chips_taken_once_are_in_the_supply_and_not_on_the_boards() -> None:  # SM-22
    """Seventy were earned, but 28 lie."""
    once = chip((34, 18, 18), removed=14)
    assert (once.removed, lying(once), seen(once).supply) == (14, [21, 4, 4], 21)


def test_a_second_refill_comes_on_top_of_the_first() -> None:  # SM-22
    again = chip((40, 28, 24), removed=14)
    assert (again.removed, lying(again), seen(again).supply) == (24, [17, 4, 0], 29)


def test_beside_an_empty_board_chips_are_lent() -> None:  # SM-Q1
    lent = chip((30, 0, 20))
    assert (lent.removed, lying(lent), seen(lent).supply) == (0, [31, 0, 20], 0)


def test_what_the_group_has_in_common_counts_the_chips_taken_back() -> None:  # SM-26, SM-Q1
    end = replace(over((20, 15, 16)), removed=14)
    assert seen(replace(end, phase="match")).total == 51 - 3 * 14
    for phase in ("total", "over"):
        end = replace(over((20, 15, 16)), removed=14, phase=phase)
        assert (seen(end).total, lying(end)) == (51, [20, 15, 16])


def test_the_boards_are_ranked_by_what_they_earned() -> None:  # SM-24, SM-Q1
    boards = seen(replace(over((20, 15, 16)), removed=14)).boards
    assert [(board.chips, board.soulmates) for board in boards] == [
        (20, True),
        (15, False),
        (16, False),
    ]


def test_a_refill_belongs_to_the_step_in_which_it_happens() -> None:  # SM-22
    """In the reveal with the fifty-first chip, and no longer when the next person is guessed."""
    refill = chip((20, 14, 16))
    assert (refill.refilled, seen(refill).refilled) == (14, 14)
    later = onward(refill)
    assert (later.phase, later.refilled, later.removed) == ("guess", 0, 14)
    assert chip((20, 14, 15)).refilled == 0


def test_a_second_refill_says_only_what_it_took_itself() -> None:  # SM-22
    assert chip((40, 28, 24), removed=14).refilled == 10


def test_the_match_of_a_round_can_refill_and_the_next_round_knows_nothing_of_it() -> None:  # SM-22
    last = replace(round_of("ABC"), phase="reveal", chips=(20, 14, 16), egos=("A", "A", "C"))
    refill = onward(last)
    assert (refill.phase, refill.refilled) == ("match", 14)
    assert (onward(refill).phase, onward(refill).refilled) == ("pick", 0)


def test_a_step_after_the_refill_takes_nothing() -> None:  # SM-22
    refill = replace(round_of("ABC"), phase="reveal", chips=(20, 14, 16), removed=14, refilled=14)
    assert (onward(refill).phase, onward(refill).refilled) == ("match", 0)
