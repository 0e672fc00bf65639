"""A sixth game is four folders: a toy one, put beside the others in a copy of the tree."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.guests import guests
from tests.server import ROOT, Server

RULES = """
from __future__ import annotations
from dataclasses import dataclass, replace
from typing import Literal
from games.contract import Ask, Game, Illegal, Result, Seat

@dataclass(frozen=True)
class Options:
    goal: int = 2

@dataclass(frozen=True)
class Tap:
    how: Literal["soft", "hard"]
    kind: Literal["tap"] = "tap"

@dataclass(frozen=True)
class State:
    seats: int
    goal: int
    taps: int = 0

@dataclass(frozen=True)
class View:
    taps: int

def setup(seats, options, memory, luck): return State(seats, options.goal)
def ask(state, seat):
    mine = state.taps < state.goal and seat == state.taps % state.seats
    return Ask(f"tap-{state.taps}", frozenset({"tap"})) if mine else None
def apply(state, seat, move, luck):
    if move.how == "hard":
        raise Illegal("Not so hard, {count} taps are enough.", count=state.goal)
    return replace(state, taps=state.taps + 1)
def view(state, viewer): return View(state.taps)
def result(state): return Result(frozenset({Seat(0)})) if state.taps >= state.goal else None

GAME = Game(title="Tap", pitch="Tap.", minutes=1, seats=range(2, 4), state=State,
            moves=(Tap,), view_type=View, options=Options, setup=setup, ask=ask, apply=apply,
            view=view, result=result, memory=lambda state: frozenset(),
            bots={"only": lambda view, ask, luck: Tap("soft")})
"""
PAGES = {
    "panel.html": (
        '{% extends "_frame.html" %}{% block title %}Taps: {{ room.match.view.taps }}{% endblock %}'
    ),
    "board.html": "<p>{{ room.match.view.taps }} of {{ room.match.options.goal }}</p>",
    "say.html": "{{ room.match.view.taps }}",
    "help.html": "<p>Tap.</p>",
    "settings.html": "",
    "scores.html": "<p>{{ room.match.view.taps }}</p>",
    "first.html": "Who?",
}


@pytest.fixture
def shelf_with_toy(tmp_path: Path) -> Iterator[Server]:
    """The tree as it is, and the toy's four folders."""
    tree = tmp_path / "tree"
    for folder in ("app", "games", "templates", "static", "migrations"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "assets.json", tree)
    (tree / "games/tap").mkdir()
    (tree / "games/tap/__init__.py").write_text(RULES)
    (tree / "templates/tap").mkdir()
    for name, text in PAGES.items():
        (tree / "templates/tap" / name).write_text(text)
    server = Server(tmp_path, tree=tree).start()
    yield server
    server.stop()


def test_a_toy_game_is_found_and_played_over_http(shelf_with_toy: Server) -> None:
    with guests(shelf_with_toy.url, 2) as (ann, bob):
        assert "Tap" in ann.http.get("/").text
        code = ann.open_room()
        ann.join(code, "Ann")
        bob.join(code, "Bob")
        started = ann.post("matches", game="tap", first=ann.member, goal=3)
        assert started.status_code == 201, started.text
        refused = ann.move("tap", how="hard")
        assert refused.status_code == 422
        assert refused.json()["detail"] == "Not so hard, 3 taps are enough."
        for who in (ann, bob, ann):
            assert who.move("tap", how="soft").status_code == 204
        assert ann.look()["match"]["result"] == {"winners": [0]}
        assert "Taps: 3" in ann.page()
