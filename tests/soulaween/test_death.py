from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from games.soulaween.guides import Guide
from games.soulaween.patterns import CLOTH, SCYTHES, Scythe, placements
from games.soulaween.rules import choices, mover, result
from games.soulaween.table import Options, Put
from games.soulaween.view import view
from tests.soulaween.notation import (
    ANN,
    ANUBIS,
    BEN,
    DEATH,
    HEI,
    VULTURE,
    drawn,
    last,
    new,
    panic,
    played,
    reap,
    table,
    tamed,
)


@pytest.mark.parametrize(
    ("before", "put", "token"),
    [
        ("GR.. / R...", tamed(1, 1), "cloth"),
        (".GRG / .R.. / ..G. / .R.G", panic(2, 0), "scythe"),
        ("GGR.", tamed(0, 3), "needle"),
    ],
)
def test_death_reaps_cloth_scythe_and_needle(before: str, put: Put, token: str) -> None:  # SW-16
    after = played(table(before, ann=DEATH), put)
    assert after.guides[ANN].tokens == (token,)
    assert last(after).token == token


def test_death_wins_with_one_token_of_each_kind() -> None:  # SW-16
    near = replace(DEATH, tokens=("scythe", "needle"))
    won = result(played(table("GR.. / R...", ann=near), tamed(1, 1)))
    assert won
    assert won.winners == {ANN}


def test_there_are_nine_squares() -> None:  # SW-16
    assert len(placements(CLOTH)) == 9


SIXTEEN = """
(0,2)(1,1)(1,3)(2,0) (0,3)(1,0)(1,2)(2,1) (0,0)(1,1)(1,3)(2,2) (0,1)(1,0)(1,2)(2,3)
(0,1)(1,2)(2,1)(3,0) (1,2)(2,1)(2,3)(3,0) (0,2)(1,1)(2,0)(3,1) (0,0)(1,1)(2,2)(3,1)
(0,2)(1,3)(2,2)(3,1) (1,3)(2,0)(2,2)(3,1) (0,1)(1,0)(2,1)(3,2) (0,3)(1,2)(2,1)(3,2)
(0,1)(1,2)(2,3)(3,2) (1,0)(2,1)(2,3)(3,2) (0,2)(1,1)(2,2)(3,3) (1,1)(2,0)(2,2)(3,3)
"""


def test_a_diagonal_scythe_has_sixteen_places() -> None:  # SW-Q1
    listed = {
        tuple(4 * int(r) + int(c) for r, c in (cell.split(",") for cell in four[1:-1].split(")(")))
        for four in SIXTEEN.split()
    }
    assert placements(SCYTHES["diagonal"]) == listed


def test_an_upright_scythe_has_forty_eight_places() -> None:  # SW-Q1
    assert len(placements(SCYTHES["upright"])) == 48


@pytest.mark.parametrize(
    ("before", "put", "scythe", "other"),
    [
        (".GRG / .R.. / ..G. / .R.G", panic(2, 0), "diagonal", "upright"),
        ("G... / G... / R...", tamed(2, 1), "upright", "diagonal"),
    ],
)
def test_the_room_decides_what_a_scythe_is(
    before: str, put: Put, scythe: Scythe, other: Scythe
) -> None:  # SW-Q1
    def tokens(scythe: Scythe) -> tuple[str, ...]:
        return played(replace(table(before, ann=DEATH), scythe=scythe), put).guides[ANN].tokens

    assert tokens(scythe) == ("scythe",)
    assert tokens(other) == ()
    assert new(Options(scythe=scythe)).scythe == scythe


@pytest.mark.parametrize("mode", ["simple", "standard"])
@pytest.mark.parametrize("scythe", ["diagonal", "upright"])
def test_every_mode_plays_with_the_scythe_chosen(
    mode: Literal["simple", "standard"], scythe: Scythe
) -> None:  # SW-Q1
    assert new(Options(mode, scythe)).scythe == scythe
    assert view(new(Options(mode, scythe)), None).scythe == scythe


def test_a_pattern_already_owned_does_nothing() -> None:  # SW-17, SW-Q2
    after = played(table("GGR.", ann=replace(DEATH, tokens=("needle",))), tamed(0, 3))
    assert drawn(after.mat) == "GGGG"
    assert after.guides[ANN].tokens == ("needle",)
    assert mover(after) == BEN


def test_of_several_takeable_patterns_one_is_chosen() -> None:  # SW-18, SW-Q3
    both = played(table("...R / ..RR / ..RR / G.GR", ann=DEATH), tamed(0, 0))
    assert [souls.kind for souls in choices(both)] == ["needle", "cloth"]
    after = played(both, reap((1, 2), (1, 3), (2, 2), (2, 3)))
    assert drawn(after.mat) == "G..R / .... / .... / G.GR"
    assert after.guides[ANN].tokens == ("cloth",)


@pytest.mark.parametrize("guide", [VULTURE, ANUBIS, HEI])
def test_squares_and_scythes_mean_nothing_to_others(guide: Guide) -> None:  # SW-19, SW-Q4
    for before, put in (("GR.. / R...", tamed(1, 1)), (".GRG / .R.. / ..G. / .R.G", panic(2, 0))):
        after = played(table(before, ann=guide, ben=DEATH), put)
        assert after.guides[ANN].tokens == ()
        assert last(after).reaped is None


def test_of_a_larger_area_four_cells_are_chosen() -> None:  # SW-Q15
    block = played(table("GGR. / GR..", ann=DEATH), tamed(1, 2))
    assert [souls.kind for souls in choices(block)] == ["cloth", "cloth"]
    assert drawn(played(block, reap((0, 0), (0, 1), (1, 0), (1, 1))).mat) == "..G. / ..G."
