"""What does not fit is refused in a sentence, and nothing has changed."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from app.core.codec import codec
from app.core.posted import Posted
from games.contract import Illegal, Seat
from games.matchy_matchy.rules import apply
from games.matchy_matchy.table import Move, Options, Rank, State
from tests.matchy_matchy.notation import LUCK, ONE, at, called, new, put, row

COUNT = "Pick exactly one picture."


def refused(state: State, seat: int, move: Move) -> str:
    with pytest.raises(Illegal) as no:
        apply(state, Seat(seat), move, LUCK)
    return no.value.text


@pytest.mark.parametrize(
    ("images", "sentence"),
    [
        (row("abcd"), COUNT),
        (row("abcdef"), COUNT),
        ((), COUNT),
        (row("abcda"), "You have each picture only once."),
        (row("aaaaa"), "You have each picture only once."),
        ((*row("abcd"), "unicorn"), "There is no such picture in the deck."),
        ((*row("abcd"), ""), "There is no such picture in the deck."),
        ((*row("abcd"), "ISLAND"), "There is no such picture in the deck."),
    ],
)
def test_a_row_that_does_not_fit(images: tuple[str, ...], sentence: str) -> None:
    assert refused(called(new()), 0, Rank(images)) == sentence


def test_a_row_that_does_not_fit_leaves_the_one_that_lies_there() -> None:
    state = put(called(new()), "abcde")
    refused(state, 0, Rank(row("abcd")))
    assert state.rows[0] == row("abcde")


def test_several_pictures_come_from_a_form_in_their_order() -> None:
    form = {"kind": "rank", "images": Posted(row("cab"))}
    assert codec("matchy_matchy").read_move(form) == Rank(row("cab"))


def test_a_single_picture_comes_from_a_form_too() -> None:
    """A browser sends a list of one like a single value."""
    form = {"kind": "rank", "images": Posted(row("c"))}
    move = codec("matchy_matchy").read_move(form)
    assert move == Rank(row("c"))
    assert put(apply(called(at(ONE, ONE)), Seat(0), move, LUCK), "").rows[0] == row("c")


def test_a_form_without_pictures_is_a_row_of_none() -> None:
    assert codec("matchy_matchy").read_move({"kind": Posted(("rank",))}) == Rank(())


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "number", "number": "many"},
        {"kind": "number", "number": "1.5"},
        {"kind": "number"},
        {"kind": "rank", "images": [1, 2, 3, 4, 5]},
        {"kind": "rank", "images": ["island"], "extra": "1"},
        {"kind": "swap"},
    ],
)
def test_what_has_no_shape_is_no_move(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        codec("matchy_matchy").read_move(fields)


def test_the_settings_name_a_board_and_a_person() -> None:
    settings = codec("matchy_matchy").read_settings({"board": "short", "referent": "m3"})
    found = codec("matchy_matchy").options(settings, ["m1", "m2", "m3"])
    assert found == Options("short", Seat(2))
    assert codec("matchy_matchy").options(settings, ["m1", "m2"]) == Options("short", None)
    with pytest.raises(ValidationError):
        codec("matchy_matchy").read_settings({"board": "endless"})
