"""When what is shown on the TV and phones: in milliseconds from the start of a picture."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from games.contract import Viewer
from games.soulaween import GAME
from games.soulaween.guides import Guide, Token
from games.soulaween.mat import HATS
from games.soulaween.table import Options, State, Wear
from tests.every_game import playthrough
from tests.soulaween.notation import (
    ANN,
    ANUBIS,
    BAI,
    BEN,
    DEATH,
    HEI,
    VULTURE,
    column,
    new,
    panic,
    played,
    table,
    tamed,
)
from tests.soulaween.tables import TABLES

CROSS = "G... / .GR. / RRR. / .R.R"
FULL = "GRGR / GRRG / RGGR / RGR."
TWO: tuple[Token, ...] = ("vulture", "vulture")


def beats(state: State, eyes: Viewer = None) -> dict[str, int]:
    return {beat.name: beat.at for beat in GAME.show(GAME.view(state, eyes)).beats}


def test_a_soul_is_put_and_its_neighbours_turn_one_after_the_other() -> None:  # SW-8
    state = played(table(".R.. / R.R. / .R"), tamed(1, 1))
    assert beats(state) == {
        "put": 0,
        "flip-0": 500,
        "flip-1": 800,
        "flip-2": 1100,
        "flip-3": 1400,
        "told": 2000,
    }


def test_where_nothing_turns_the_sentence_comes_when_the_soul_has_landed() -> None:
    assert beats(played(table(""), tamed(0, 0))) == {"put": 0, "told": 500}


def test_sets_are_drawn_only_after_the_last_flip() -> None:
    shown = beats(played(table(CROSS), panic(0, 1)))
    assert shown["flip-1"] == 800
    assert shown["lines"] == 800 + 600 + 200
    assert shown["told"] > shown["lines"]


def test_a_chosen_set_flies_into_its_jar_and_the_lid_falls() -> None:
    state = played(played(table(CROSS), panic(0, 1)), column(1))
    flight = {"reap-0": 0, "reap-1": 120, "reap-2": 240, "reap-3": 360}
    assert beats(state) == {**flight, "lid": 1400, "told": 2000}


def test_a_single_set_is_seen_before_it_is_reaped() -> None:  # SW-11
    shown = beats(played(table("GGR."), tamed(0, 3)))
    assert shown["flip-0"] < shown["lines"] < shown["reap-0"] < shown["lid"] < shown["told"]


def test_anubis_seals_after_the_lid() -> None:  # SW-23
    shown = beats(played(played(table(CROSS, ann=ANUBIS), panic(0, 1)), column(1)))
    assert (shown["lid"], shown["seal"], shown["told"]) == (1400, 1600, 2000)
    other = beats(played(played(table(CROSS, ann=DEATH), panic(0, 1)), column(1)))
    assert "seal" not in other


def test_souls_fly_home_together_forty_milliseconds_apart() -> None:  # SW-13
    state = played(table(FULL), tamed(3, 3))
    assert state.last
    gone = state.last.cleaned
    assert len(gone) > 3
    shown = beats(state)
    leave = [shown[f"clean-{n}"] for n in range(len(gone))]
    assert {later - before for before, later in pairwise(leave)} == {40}
    assert shown["told"] == leave[-1] + 600


def test_the_third_jar_closes_before_the_moons_meet_and_the_name_is_last() -> None:  # SW-12
    two = replace(VULTURE, tokens=TWO)
    state = played(played(table(CROSS, ann=two), panic(0, 1)), column(1))
    assert state.phase == "over"
    assert beats(state) == {
        **{f"reap-{n}": 0 for n in range(4)},
        "lid": 1000,
        "moons": 1600,
        "meet": 2700,
        "name": 2800,
        "applause": 3400,
        "talk": 5400,
    }


@pytest.mark.parametrize("hat", HATS)
def test_after_a_turn_the_chosen_hat_turns(hat: str) -> None:  # SW-21
    state = played(table("", ann=HEI), tamed(0, 0), Wear("bai" if hat == "bai" else "hei"))
    assert beats(state) == {"hat": 0, "told": 600}


def test_two_masks_are_turned_up_one_after_the_other() -> None:
    masks = {"mask-0": 400, "gift-0": 1000, "mask-1": 1400, "gift-1": 2000}
    assert beats(new(Options("standard", "diagonal", "anubis", "little_death"))) == masks
    assert beats(new(Options("standard", "diagonal", "anubis", "wuchang_1"))) == masks
    assert beats(table("", ann=ANUBIS, ben=BAI)) == {"hat": 0, "told": 600}
    assert beats(new(Options())) == {}


def test_what_a_jar_holds_and_what_bound_both_is_known_to_all() -> None:
    bound = replace(VULTURE, bound="tamed")
    state = played(played(table(CROSS, ann=ANUBIS, ben=bound), panic(0, 1)), column(1))
    for eyes in (ANN, BEN, None):
        view = GAME.view(state, eyes)
        assert view.jars == (("panic",), ())
        assert view.last
        assert view.last.bound == (None, "tamed")
        assert view.guides[1].bound == "panic"


def test_every_jar_is_as_full_as_its_guide_says() -> None:
    for options in TABLES.values():
        for step in playthrough("soulaween", 2, 0, options):
            state: State = step.state
            assert [len(jar) for jar in state.jars] == [len(g.tokens) for g in state.guides]


@pytest.mark.parametrize("options", TABLES.values(), ids=TABLES)
def test_a_picture_is_told_in_order_and_alike_to_all(options: Options) -> None:
    """No beat twice, the earliest first; another picture has another name."""
    names = set()
    for step in playthrough("soulaween", 2, 0, options):
        shows = [GAME.show(GAME.view(step.state, eyes)) for eyes in (ANN, BEN, None)]
        assert shows[0] == shows[1] == shows[2]
        times = [beat.at for beat in shows[0].beats]
        assert times == sorted(times)
        found = {beat.name for beat in shows[0].beats}
        assert len(found) == len(times)
        if step.state.phase != "hats":
            assert shows[0].id not in names
            names.add(shows[0].id)
    assert isinstance(step.state.guides[0], Guide)
