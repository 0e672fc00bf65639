"""What does not fit is refused in a sentence, and nothing has changed."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from app.core.codec import codec
from app.core.posted import Posted
from games.contract import Illegal, Memory, Seat
from games.sympathie.rules import apply, setup
from games.sympathie.table import Move, Options, Rank, State, Theme, laid
from tests.sympathie.notation import LUCK, SIX, dealt, evening, order, placed, table

FIVE = "Put each of the five photographs in one place."
MANY = "Choose one theme at most."
"""As it begins, for one; it is said with the number that there may be."""
GAME = codec("sympathie")


def refused(state: State, seat: int, move: Move) -> str:
    with pytest.raises(Illegal) as no:
        apply(state, Seat(seat), move, LUCK)
    return no.value.text


def refused_options(options: Options, memory: Memory = Memory()) -> str:  # noqa: B008  frozen
    with pytest.raises(Illegal) as no:
        setup(3, options, memory, LUCK)
    return no.value.text


ASKED = dealt(table(3))
A, B, C, D, E = laid(ASKED)


@pytest.mark.parametrize(
    "photos",
    [
        (),
        (A, B, C, D),
        (A, B, C, D, A),
        (A, A, A, A, A),
        (A, B, C, D, E, A),
        (A, B, C, D, ""),
        (A, B, C, D, "a-unicorn"),
        (A, B, C, D, E.upper()),
    ],
)
def test_an_order_that_does_not_fit(photos: tuple[str, ...]) -> None:  # SY-9, SY-Q13
    assert refused(ASKED, 0, Rank(photos)) == FIVE


def test_an_order_that_does_not_fit_leaves_the_one_that_lies_there() -> None:
    state = placed(ASKED, 0, "CADBE")
    refused(state, 0, Rank((A, B, C, D, A)))
    assert state.orders[0] == order(state, "CADBE")


@pytest.mark.parametrize("theme", ["", "own", "animals", "PLACES", "no-such-theme"])
def test_a_theme_that_is_not_in_play(theme: str) -> None:
    assert "animals" not in SIX
    assert refused(table(3), 0, Theme(theme)) == "That theme is not in play."


@pytest.mark.parametrize("points", [-1, 1, 4, 101, 10**9])
def test_a_number_of_points_that_nobody_plays_to(points: int) -> None:  # SY-Q17
    said = refused_options(Options("points", points, SIX))
    assert said == "Play to any number of points from 5 to 100."


@pytest.mark.parametrize("themes", [("rooms", "rooms"), (*SIX, "animals")])
def test_more_themes_than_the_die_has_faces_or_one_twice(themes: tuple[str, ...]) -> None:  # SY-2
    assert refused_options(Options(themes=themes)) == MANY


def test_four_photos_of_the_room_are_no_theme() -> None:  # SY-Q4
    said = refused_options(Options(themes=("own",)), evening(own=4))
    assert said == "Choose at least one theme that has photographs."


def test_an_order_comes_from_a_form_as_it_was_put() -> None:
    form = {"kind": "rank", "photos": Posted((C, A, B, E, D))}
    assert GAME.read_move(form) == Rank((C, A, B, E, D))


def test_a_form_without_photographs_is_an_order_of_none() -> None:
    assert GAME.read_move({"kind": Posted(("rank",))}) == Rank(())


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "theme"},
        {"kind": "theme", "theme": 4},
        {"kind": "roll", "theme": "rooms"},
        {"kind": "rank", "photos": [1, 2, 3, 4, 5]},
        {"kind": "rank", "photos": [A, B, C, D, E], "seat": "1"},
        {"kind": "next", "extra": "1"},
        {"kind": "swap"},
    ],
)
def test_what_has_no_shape_is_no_move(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        GAME.read_move(fields)


@pytest.mark.parametrize(
    ("points", "read"), [(Posted(("12",)), 12), (Posted(("",)), ""), (12, 12), (0, 0)]
)
def test_the_number_of_points_may_be_left_empty(points: object, read: object) -> None:
    settings = GAME.read_settings({"end": "points", "points": points})
    assert settings["points"] == read
    assert setup(3, GAME.options(settings), Memory(), LUCK).goal == (read or 15)


@pytest.mark.parametrize(
    "fields",
    [
        {"end": "never"},
        {"points": "many"},
        {"points": "1.5"},
        {"points": None},
        {"themes": "rooms"},
        {"here": ["rooms"]},
        {"proposed": {}},
    ],
)
def test_what_has_no_shape_is_no_setting(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        GAME.read_settings(fields)
