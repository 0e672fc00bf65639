from __future__ import annotations

from dataclasses import replace

import pytest

from games.contract import Illegal, Result, Seat
from games.soulaween import GAME
from games.soulaween.guides import CARDS, Guide
from games.soulaween.mat import CELLS, SIDES, Side
from games.soulaween.patterns import NEEDLES, placements
from games.soulaween.rules import ask, memory, mover, result
from games.soulaween.table import Deal, Options, Put, Reap, Turn, Wear
from games.soulaween.view import view
from tests.soulaween.notation import (
    ANN,
    BEN,
    HEI,
    VULTURE,
    column,
    drawn,
    last,
    mat,
    new,
    panic,
    played,
    row,
    table,
    tamed,
)

CROSS = "G... / .GR. / RRR. / .R.R"
PARALLEL = "G.RR / .GGR / .G.G / ..GR"


# Set-up


def test_two_players_share_an_empty_mat_and_sixteen_souls() -> None:  # SW-1
    start = view(new(Options()), None)
    assert list(GAME.seats) == [2]
    assert start.mat == (None,) * 16
    assert start.supply == 16


def test_the_simple_mode_has_no_characters() -> None:  # SW-2
    assert new(Options(mode="simple")).guides == (VULTURE, VULTURE)


def test_most_people_begin_with_the_simple_mode() -> None:  # SW-2, SW-Q1
    assert Options() == Options("simple", "diagonal", "random", "random")


@pytest.mark.parametrize(
    ("first", "second"), [("anubis", "random"), ("random", "osiris"), ("osiris", "osiris")]
)
def test_in_the_simple_mode_nobody_chooses_a_card(first: Deal, second: Deal) -> None:  # SW-2
    chosen = Options(mode="simple", first_card=first, second_card=second)
    assert new(chosen).guides == (VULTURE, VULTURE)


def test_in_the_standard_mode_each_draws_another_card_for_all_to_see() -> None:  # SW-3, SW-Q13
    deals = [new(Options(mode="standard"), seed) for seed in range(100)]
    pairs = [tuple(guide.character for guide in deal.guides) for deal in deals]
    assert {card for pair in pairs for card in pair} == set(CARDS)
    assert all(one != two for one, two in pairs)
    assert [guide.character for guide in view(deals[0], None).guides] == list(pairs[0])


@pytest.mark.parametrize("seat", [ANN, BEN])
def test_any_card_can_come_to_any_seat(seat: Seat) -> None:  # SW-3
    deals = [new(Options(mode="standard"), seed) for seed in range(100)]
    assert {deal.guides[seat].character for deal in deals} == set(CARDS)


def test_the_cards_come_in_any_order() -> None:  # SW-3
    deals = [new(Options(mode="standard"), seed) for seed in range(20)]
    orders = {one.character < two.character for one, two in (deal.guides for deal in deals)}
    assert orders == {True, False}


def test_cards_can_be_chosen() -> None:  # SW-Q14
    both = new(Options(mode="standard", first_card="osiris", second_card="wuchang_2"))
    assert [guide.character for guide in both.guides] == ["osiris", "wuchang_2"]
    for seed in range(20):
        first, second = new(Options(mode="standard", second_card="anubis"), seed).guides
        assert second.character == "anubis" != first.character


def test_the_same_card_cannot_be_chosen_twice() -> None:  # SW-Q14
    with pytest.raises(Illegal) as refused:
        new(Options(mode="standard", first_card="osiris", second_card="osiris"))
    assert refused.value.text == (
        "There is only one card of each character: choose two different ones."
    )


def test_both_may_have_the_same_ability() -> None:  # SW-Q14
    deaths = new(Options(mode="standard", first_card="papa_death", second_card="little_death"))
    after = played(replace(deaths, mat=mat("GGR.")), tamed(0, 3))
    again = played(replace(after, mat=mat("GGR.")), tamed(0, 3))
    assert [guide.tokens for guide in again.guides] == [("needle",), ("needle",)]


def test_turns_alternate_with_one_soul_each() -> None:  # SW-4
    state = table("")
    for cell, seat in enumerate((ANN, BEN, ANN)):
        assert ask(state, seat)
        assert ask(state, Seat(1 - seat)) is None
        state = played(state, Put(cell, "tamed"))
        assert view(state, None).supply == 15 - cell


# Put and flip


def test_any_empty_cell_and_either_side_will_do() -> None:  # SW-5
    assert len(view(table(""), ANN).previews) == 32
    for cell in CELLS:
        for side in SIDES:
            assert played(table(""), Put(cell, side)).turn == 2


@pytest.mark.parametrize("cell", [-1, 16, 10**9])
def test_there_are_sixteen_cells(cell: int) -> None:  # SW-5
    with pytest.raises(Illegal, match=r"^There is no such cell: the mat has sixteen\.$"):
        played(table(""), Put(cell, "tamed"))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("before", [".... / ..G.", ".... / ..R."])
def test_a_cell_holds_one_soul(before: str, side: Side) -> None:  # SW-5
    with pytest.raises(Illegal, match=r"^A soul lies there already\. Choose an empty cell\.$"):
        played(table(before), Put(6, side))


def test_a_turn_that_fills_the_mat_still_leaves_an_empty_cell() -> None:  # SW-6
    for side in SIDES:
        filled = played(table(".GRG / RGRR / GRGG / GRGR"), Put(0, side))
        assert last(filled).reaped or last(filled).cleaned
        assert view(filled, None).supply > 0


@pytest.mark.parametrize(
    ("before", "put", "after"),
    [
        (".R.. / ..G. / ..R.", tamed(1, 1), ".G.. / .GR. / ..R."),
        (".G.. / R...", panic(0, 0), "RR.. / G..."),
    ],
)
def test_the_souls_at_its_sides_turn_and_no_others(before: str, put: Put, after: str) -> None:
    assert drawn(played(table(before), put).mat) == after  # SW-7


def test_all_that_touch_it_turn_clockwise_from_the_top() -> None:  # SW-8
    after = played(table(".R.. / G.R. / .G.."), panic(1, 1))
    assert drawn(after.mat) == ".G.. / RRG. / .R.."
    assert last(after) == Turn(ANN, 5, "panic", flipped=(1, 6, 9, 4))


# Reap


@pytest.mark.parametrize(
    ("before", "put", "after"),
    [
        ("GGR.", tamed(0, 3), ""),
        (".RR. / GGRG / .RR. / R.G.", panic(3, 3), ".R.. / GG.G / .R.. / R..R"),
    ],
)
def test_four_alike_in_a_line_are_reaped(before: str, put: Put, after: str) -> None:  # SW-9
    reaped = played(table(before), put)
    assert drawn(reaped.mat) == after
    assert reaped.guides[ANN].tokens == ("vulture",)


def test_a_flip_can_spoil_a_line() -> None:  # SW-9
    spoilt = played(table("GGG."), tamed(0, 3))
    assert drawn(spoilt.mat) == "GGRG"
    assert spoilt.guides[ANN].tokens == ()


def test_there_are_ten_lines() -> None:  # SW-9
    assert sum(len(placements(drawing)) for drawing in NEEDLES) == 10


def test_of_a_cross_the_mover_chooses_one_line() -> None:  # SW-10
    crossed = played(table(CROSS), panic(0, 1))
    assert ask(crossed, ANN)
    assert ask(crossed, BEN) is None
    after = played(crossed, column(1))
    assert drawn(after.mat) == "R... / ..R. / R.R. / ...R"
    assert after.guides[ANN].tokens == ("vulture",)
    assert mover(after) == BEN


def test_of_two_parallel_lines_the_mover_chooses_one() -> None:  # SW-10
    after = played(table(PARALLEL), panic(2, 2), column(2))
    assert drawn(after.mat) == "G..R / .G.R / .R.R / ...R"


def test_the_cells_of_a_choice_may_come_in_any_order() -> None:  # SW-10
    chosen = Reap((13, 1, 9, 5))
    assert played(table(CROSS), panic(0, 1), chosen) == played(table(CROSS), panic(0, 1), column(1))


def test_a_line_must_be_reaped_whoever_made_it() -> None:  # SW-11
    left = played(table(PARALLEL), panic(2, 2), column(2))
    after = played(left, tamed(3, 0))
    assert drawn(after.mat) == "G... / .G.. / .R.. / G..."
    assert after.guides[BEN].tokens == ("vulture",)


def test_the_third_token_wins_at_once() -> None:  # SW-2, SW-12
    end = played(table("GGR.", ann=replace(VULTURE, tokens=("vulture",) * 2)), tamed(0, 3))
    won = result(end)
    assert won
    assert won.winners == {ANN}
    assert end.guides[ANN].tokens == ("vulture",) * 3
    assert ask(end, ANN) is ask(end, BEN) is None


def test_what_was_shown_already_is_not_shown_again() -> None:  # SW-8, SW-10
    """After a choice only the reap is new, after a hat nothing is."""
    crossed = played(table(CROSS, ann=HEI), panic(0, 1))
    reaped = played(crossed, column(1))
    kept = played(reaped, Wear("hei"))
    assert [last(state).new for state in (crossed, reaped, kept)] == ["turn", "reap", "nothing"]
    assert replace(last(reaped), reaped=None, token=None, new="turn") == last(crossed)
    assert replace(last(kept), new="reap") == last(reaped)


def test_every_question_has_a_number_of_its_own() -> None:
    """An answer names its question, so that a late one counts for nothing."""
    first = new(Options("standard", first_card="wuchang_1", second_card="anubis"))
    begun = played(first, Wear("hei"))
    crossed = played(table(CROSS, ann=HEI, turn=7), panic(0, 1))
    states = first, begun, played(begun, panic(0, 0)), crossed, played(crossed, column(1))
    asks = [ask(state, ANN) for state in states]
    assert [it and it.id for it in asks] == [
        "hats",
        "turn-1/put",
        "turn-1/hat",
        "turn-7/reap",
        "turn-7/hat",
    ]


# Clean-up


def test_from_a_full_mat_the_side_just_put_leaves() -> None:  # SW-13
    after = played(table("RG.R / GRGG / GGGR / GRRR"), panic(0, 2))
    assert drawn(after.mat) == "...G / G..G / GGG. / G..."
    assert view(after, None).supply == 9
    assert last(after).cleaned == (0, 1, 2, 5, 6, 11, 13, 14, 15)


def test_tamed_souls_leave_as_panic_souls_do() -> None:  # SW-13
    after = played(table("GR.G / RGRR / RRRG / RGGG"), tamed(0, 2))
    assert drawn(after.mat) == "...R / R..R / RRR. / R..."
    assert view(after, None).supply == 9


def test_a_turn_with_a_reap_has_no_clean_up() -> None:  # SW-14, SW-Q9
    after = played(table("RRG. / GRGG / RGRR / GRGG"), panic(0, 3))
    assert last(after).reaped
    assert last(after).cleaned == ()
    assert view(after, None).supply == 4


def test_the_soul_just_put_leaves_with_its_side() -> None:  # SW-15, SW-Q10
    after = played(table("RG.R / GRGG / GGGR / GRRR"), panic(0, 2))
    assert 2 in last(after).cleaned
    assert last(after).side == "panic"


# The end


def test_only_the_mover_can_win() -> None:  # SW-28
    near = replace(VULTURE, tokens=("vulture",) * 2)
    won = result(
        played(table("GGR. / .... / .... / RRRR", ann=near, ben=near), tamed(0, 3), row(3))
    )
    assert won
    assert won.winners == {ANN}


@pytest.mark.parametrize("ann", [VULTURE, HEI])
def test_after_three_hundred_puts_it_is_a_draw(ann: Guide) -> None:  # SW-Q17
    end = played(table("", ann=ann, ben=ann, turn=300), tamed(0, 0))
    drawn_match = result(end)
    assert drawn_match
    assert drawn_match.winners == frozenset()
    assert ask(end, ANN) is ask(end, BEN) is None


def test_after_299_puts_there_is_one_more() -> None:  # SW-Q17
    after = played(table("", turn=299), tamed(0, 0))
    assert result(after) is None
    assert ask(after, BEN)


def test_the_third_token_wins_with_the_last_put_too() -> None:  # SW-12, SW-Q17
    near = replace(VULTURE, tokens=("vulture",) * 2)
    won = result(played(table("GGR.", ben=near, turn=300), tamed(0, 3)))
    assert won
    assert won.winners == {BEN}


def test_a_token_taken_with_the_last_put_is_still_taken() -> None:  # SW-Q17
    end = played(table("GGR.", turn=300), tamed(0, 3))
    assert end.guides[BEN].tokens == ("vulture",)
    assert result(end) == Result(frozenset())


def test_nothing_is_kept_for_the_next_match() -> None:
    assert memory(table("")) == ()
