"""What the pages of Soulaween show, where templates have to think."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from app.draw import texts
from app.draw.eyes import look_at
from games.contract import Seat, Viewer
from games.soulaween.mat import Mat, Side
from games.soulaween.patterns import KINDS, SCYTHES, Scythe
from games.soulaween.table import Options, State
from games.soulaween.view import view
from tests.every_game import ISLANDS, PAGES, playthrough, room_of, seen
from tests.soulaween.notation import ANN, ANUBIS, BEN, DEATH, VULTURE, new, table

SOULS = texts.ROOT / "static" / "soulaween" / "pieces.svg"


def choosing() -> State:
    """A moment in which one of several sets must be reaped."""
    for seed in range(0, 400, 4):
        for step in playthrough("soulaween", 2, seed):
            if step.state.phase == "reap":
                state: State = step.state
                return state
    raise AssertionError("never")


def test_every_set_to_choose_from_is_marked_on_its_own_cells() -> None:
    state = choosing()
    choices = view(state, None).choices
    html = seen(room_of("soulaween", state, 2), None)
    cells = re.findall(r'<span class="sa-cell([^"]*)"', html)
    for number, souls in enumerate(choices, 1):
        marked = {cell for cell, classes in enumerate(cells) if f"marks-{number}" in classes}
        assert marked == set(souls.cells)


def test_the_row_is_read_out_cell_by_cell() -> None:
    mat = Mat(tamed=0b0001, panic=0b0100)
    html = seen(room_of("soulaween", replace(choosing(), phase="put", mat=mat), 2), None)
    assert "Row 1: tamed soul, empty, panic soul, empty." in html


def test_the_mover_hears_what_a_put_would_do() -> None:
    state = State(guides=choosing().guides, mat=Mat(tamed=1))
    html = seen(room_of("soulaween", state, 2), Seat(0))
    assert 'aria-label="B1, empty. Flips one."' in html
    assert 'aria-label="D4, empty. Flips nothing."' in html


def panel(state: State, eyes: Viewer) -> str:
    """What somebody's phone shows; of nobody, who looks on."""
    room = room_of("soulaween", state, 2)
    return ISLANDS.draw(room, room.members[2 if eyes is None else eyes], "en", board=False)[
        "panel"
    ].html


def header(state: State, eyes: Viewer) -> str:
    [note] = re.findall(r'<p class="note">(.*?)</p>', panel(state, eyes), re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", "", note).split())


@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("side", ["tamed", "panic"])
def test_the_header_says_whose_restriction_it_is(side: Side, turn: int) -> None:  # SW-23, SW-Q8
    """Whoever is to put: mine is mine, and the other's has their name."""
    state = table("", ann=ANUBIS, ben=replace(VULTURE, bound=side), turn=turn)
    assert header(state, ANN) == f"Anubis · Bob: only {side} souls next"
    assert header(state, BEN) == f"Teacher Vulture · you reap only {side} souls next"
    assert header(state, None) == f"Bob: only {side} souls next"


def test_without_a_restriction_and_at_the_end_the_header_says_none() -> None:  # SW-25
    free = table("", ann=ANUBIS)
    assert (header(free, ANN), header(free, None)) == ("Anubis", "")
    won = replace(ANUBIS, tokens=("tamed", "tamed", "tamed"))
    end = replace(table("", ann=won, ben=replace(VULTURE, bound="tamed")), phase="over")
    assert header(end, BEN) == "Teacher Vulture"


def pictures(html: str) -> set[str]:
    return set(re.findall(r"pieces\.svg[^#\"]*#([\w-]+)", html))


@pytest.mark.parametrize("scythe", SCYTHES)
def test_pictures_and_words_follow_the_scythe_that_was_chosen(scythe: Scythe) -> None:  # SW-Q1
    [other] = SCYTHES.keys() - {scythe}
    state = replace(table("", ann=DEATH), scythe=scythe)
    room = room_of("soulaween", state, 2)
    scores = PAGES.render("scores.html", "en", room=look_at(room, None, "en"), sheet=True)
    said = {"diagonal": "one scythe (a tilted L)", "upright": "one scythe (an upright L)"}
    assert said[scythe] in scores
    assert said[other] not in scores
    for html in (scores, seen(room, ANN), seen(room, None)):
        assert f"scythe-{scythe}" in pictures(html)
        assert f"scythe-{other}" not in pictures(html)


@pytest.mark.parametrize("scythe", SCYTHES)
def test_help_and_settings_draw_both_scythes_and_say_which_counts(scythe: Scythe) -> None:  # SW-Q1
    room = room_of("soulaween", new(Options(scythe=scythe)), 2)
    lobby = replace(room, match=None, settings={"soulaween": {"scythe": scythe}})
    lobby = replace(lobby, options=replace(lobby.options, game="soulaween"))
    for where in (room, lobby):
        told = PAGES.render("help.html", "en", room=look_at(where, None, "en"), sheet=True)
        check_both(told, scythe)
    check_both(seen(lobby, ANN), scythe)


def check_both(html: str, chosen: Scythe) -> None:
    assert {f"scythe-{scythe}" for scythe in SCYTHES} <= pictures(html)
    [counts] = re.findall(r"<li>((?:(?!<li>).)*?)It counts here\.", html, re.DOTALL)
    assert pictures(counts) == {f"scythe-{chosen}"}


def test_every_picture_that_is_asked_for_is_drawn() -> None:
    symbols = set(re.findall(r'<g id="([\w-]+)"', SOULS.read_text("utf-8")))
    assert KINDS - {"scythe"} <= symbols
    assert {f"scythe-{scythe}" for scythe in SCYTHES} <= symbols
    for seed in range(4):
        for step in playthrough("soulaween", 2, seed, Options("standard")):
            assert pictures(seen(room_of("soulaween", step.state, 2), ANN)) <= symbols
