"""Points against a referee who reads the rulebook aloud and knows none of our code."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contract import Seat
from games.sympathie.reading import columns, earned, matches, matrix, points, rows, winners
from games.sympathie.table import Order, State
from tests.sympathie.notation import GUESSES, a_turn, dealt, ranked, table

LETTERS = tuple("ABCDE")
orders = st.permutations(LETTERS).map("".join)


def referee(active: int, boards: list[str]) -> dict[int, int]:
    """ "Every match (same colour in the same place) earns a Sympathie point"; the player whose turn
    it was receives none."""
    points = {}
    for player, board in enumerate(boards):
        if player == active:
            continue
        points[player] = 0
        for rank in (1, 2, 3, 4, 5):
            if board[rank - 1] == boards[active][rank - 1]:
                points[player] += 1
    return points


@given(orders, orders)
def test_a_guess_earns_as_the_referee_says_and_never_four(guess: str, truth: str) -> None:  # SY-12
    had = matches(tuple(guess), tuple(truth))
    assert had == referee(0, [truth, guess])[1]
    assert had in (0, 1, 2, 3, 5)


def test_all_orders_together_earn_what_chance_says() -> None:  # SY-12
    found = Counter(matches(guess, LETTERS) for guess in permutations(LETTERS))
    assert found == {0: 44, 1: 45, 2: 20, 3: 10, 5: 1}
    assert Fraction(sum(had * often for had, often in found.items()), 120) == 1


@pytest.mark.parametrize("had", GUESSES)
def test_the_guesses_of_our_notation_earn_what_they_say(had: int) -> None:
    assert referee(0, ["ABCDE", GUESSES[had]]) == {1: had}


@given(st.integers(3, 6), st.integers(0, 2**32))
def test_a_match_is_scored_as_the_referee_scores_it(seats: int, seed: int) -> None:
    """SY-11, SY-13, SY-14, SY-18 to SY-20: by turn, by cell, by row and by column."""
    luck, state = Random(seed), table(seats)
    sheet = [[0] * seats for _ in range(seats)]
    for turn in range(2 * seats):
        boards = ["".join(luck.sample(LETTERS, 5)) for _ in range(seats)]
        shown = ranked(dealt(state), *boards)
        expected = referee(turn % seats, boards)
        assert earned(shown.past[-1]) == tuple(expected.get(seat) for seat in range(seats))
        for guesser, had in expected.items():
            sheet[guesser][turn % seats] += had
        compare(shown, sheet)
        state = a_turn(state, *boards)
    best = max(map(sum, sheet))
    assert winners(state) == {Seat(s) for s, row in enumerate(sheet) if sum(row) == best}


def compare(state: State, sheet: list[list[int]]) -> None:
    cells = matrix(state)
    assert [[cell.points for cell in row] for row in cells] == sheet
    assert points(state) == tuple(cell.points for cell in rows(cells)) == tuple(map(sum, sheet))
    assert [cell.points for cell in columns(cells)] == [sum(col) for col in zip(*sheet)]  # noqa: B905
    assert sum(points(state)) == sum(cell.points for cell in columns(cells))  # SY-20


def test_the_example_of_the_book() -> None:  # SY-11
    truth: Order = ("red", "blue", "yellow", "green", "black")
    assert matches(("red", "yellow", "blue", "green", "black"), truth) == 3
    assert matches(truth[::-1], truth) == 1
