from __future__ import annotations

from random import Random

import pytest
from pydantic import TypeAdapter

from games.contract import Viewer
from games.soulaween.guides import Guide
from games.soulaween.patterns import SoulSet
from games.soulaween.table import Options, Put, State
from games.soulaween.view import Preview, view
from tests.soulaween.notation import (
    ANN,
    BAI,
    BEN,
    DEATH,
    HEI,
    VULTURE,
    column,
    new,
    panic,
    played,
    scattered,
    table,
    tamed,
)
from tests.soulaween.worlds import WORLDS

CROSS = "G... / .GR. / RRR. / .R.R"


@pytest.mark.parametrize("viewer", [BEN, None])
def test_only_the_seat_that_puts_gets_previews(viewer: Viewer) -> None:
    assert view(table(CROSS), viewer).previews == ()
    assert len(view(table(CROSS), ANN).previews) == 2 * 8


@pytest.mark.parametrize("viewer", [ANN, BEN, None])
def test_a_view_is_for_its_own_eyes(viewer: Viewer) -> None:
    assert view(table(CROSS), viewer).me == viewer


def test_a_preview_says_what_would_flip_and_be_reaped() -> None:
    previews = view(table("GGR."), ANN).previews
    row = SoulSet("needle", "tamed", (0, 1, 2, 3))
    assert Preview(3, "tamed", flips=(2,), takes=(row,), cleans=()) in previews
    assert Preview(3, "panic", flips=(2,), takes=(), cleans=()) in previews


@pytest.mark.parametrize("me", [VULTURE, DEATH, HEI, BAI])
def test_a_preview_comes_true(me: Guide) -> None:
    for seed in range(40):
        state = State((me, VULTURE), mat=scattered(Random(seed)))
        for preview in view(state, ANN).previews:
            after = played(state, Put(preview.cell, preview.side))
            assert after.last
            assert after.last.flipped == preview.flips
            assert after.last.cleaned == preview.cleans
            reaped = (after.last.reaped,) if after.last.reaped else view(after, ANN).choices
            assert reaped == preview.takes


@pytest.mark.parametrize("viewer", [ANN, BEN, None])
def test_all_see_what_the_mover_chooses_from(viewer: Viewer) -> None:
    crossed = played(table(CROSS), panic(0, 1))
    assert [souls.cells for souls in view(crossed, viewer).choices] == [
        (1, 5, 9, 13),
        (0, 5, 10, 15),
    ]
    assert view(played(crossed, column(1)), viewer).choices == ()


@pytest.mark.parametrize("viewer", [ANN, BEN, None])
def test_a_set_left_lying_is_no_choice_before_the_put(viewer: Viewer) -> None:  # SW-9
    left = played(table("G.RR / .GGR / .G.G / ..GR"), panic(2, 2), column(2))
    assert view(left, viewer).choices == ()


@pytest.mark.parametrize("viewer", [ANN, BEN, None])
def test_all_see_what_happened_last(viewer: Viewer) -> None:  # SW-8
    assert view(table(""), viewer).last is None
    after = played(table(""), tamed(0, 0))
    assert after.last
    assert view(after, viewer).last == after.last


@pytest.mark.parametrize(("seats", "one", "other", "blind"), WORLDS)
def test_a_first_hat_is_a_secret(seats: int, one: State, other: State, blind: set[Viewer]) -> None:
    for viewer in (*range(seats), None):
        same = view(one, viewer) == view(other, viewer)
        assert same == (viewer in blind)


def test_state_and_view_survive_json() -> None:
    start = new(Options(mode="standard", first_card="anubis"))
    crossed = played(table(CROSS, ann=HEI), panic(0, 1))
    for state in (start, crossed, played(crossed, column(1)), played(table(""), tamed(0, 0))):
        states, views = TypeAdapter(State), TypeAdapter(type(view(state, ANN)))
        assert states.validate_json(states.dump_json(state)) == state
        assert views.validate_json(views.dump_json(view(state, ANN))) == view(state, ANN)
