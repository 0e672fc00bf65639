"""A sixth game is four folders: a toy one, put beside the others in a copy of the tree."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import ROOT, Server
from tests.visitors import visitors

RULES = """
from __future__ import annotations
from dataclasses import dataclass, replace
from typing import Literal
from games.contract import Ask, Brings, Game, Illegal, Result, Seat, Strength

@dataclass(frozen=True)
class Options:
    goal: int = 2
    drummer: Seat | None = None
    beats: tuple[int, ...] = (1, 2)

@dataclass(frozen=True)
class Tap:
    how: Literal["soft", "hard"]
    fingers: tuple[int, ...] = (1,)
    kind: Literal["tap"] = "tap"

@dataclass(frozen=True)
class State:
    seats: int
    goal: int
    drummer: Seat | None
    words: tuple[str, ...]
    taps: int = 0

@dataclass(frozen=True)
class View:
    taps: int
    drummer: Seat | None
    words: tuple[str, ...]

@dataclass(frozen=True)
class Word:
    said: str

def check_word(word):
    if len(word.said) > 9:
        raise Illegal("A short word, please.")

def check():
    if not all(CONTENT):
        raise ValueError("words.toml: line 3 has no word")

CONTENT = ("tap", "rap")

def setup(seats, options, memory, luck):
    words = tuple(f"{item.tag}:{item.id}" for item in memory.brought)
    return State(seats, options.goal, options.drummer, words)
def ask(state, seat):
    mine = state.taps < state.goal and seat == state.taps % state.seats
    return Ask(f"tap-{state.taps}", frozenset({"tap"})) if mine else None
def apply(state, seat, move, luck):
    if move.how == "hard":
        raise Illegal("Not so hard, {count} taps are enough.", count=state.goal)
    return replace(state, taps=state.taps + 1)
def view(state, viewer): return View(state.taps, state.drummer, state.words)
def result(state): return Result(frozenset({Seat(0)})) if state.taps >= state.goal else None

GAME = Game(title="Tap", pitch="Tap.", minutes=1, seats=range(2, 5), credits="Ida Drum; 1999",
            state=State, moves=(Tap,), view_type=View, options=Options, setup=setup, ask=ask,
            apply=apply, view=view, result=result, memory=lambda state: (), check=check,
            bots={"only": Strength("quick as a flash", lambda view, ask, luck: Tap("soft"))},
            teams=lambda seats: ((Seat(0), Seat(2)), (Seat(1), Seat(3))) if seats == 4 else (),
            brings={"word": Brings(most=2, content=Word, check=check_word,
                                   tags=frozenset({"loud", "low"}))})
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
    "bring.html": "Bring a word.",
}


@pytest.fixture
def toy_tree(tmp_path: Path) -> Path:
    """The tree as it is, and the toy's folders."""
    tree = tmp_path / "tree"
    for folder in ("app", "games", "templates", "static", "migrations"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for listed in ("assets.json", "photos.toml"):
        shutil.copy(ROOT / listed, tree)
    (tree / "games/tap").mkdir()
    (tree / "games/tap/__init__.py").write_text(RULES)
    (tree / "templates/tap").mkdir()
    for name, text in PAGES.items():
        (tree / "templates/tap" / name).write_text(text)
    return tmp_path


@pytest.fixture
def shelf_with_toy(toy_tree: Path) -> Iterator[Server]:
    server = Server(toy_tree, tree=toy_tree / "tree").start()
    yield server
    server.stop()


def test_a_toy_game_is_found_and_played_over_http(shelf_with_toy: Server) -> None:
    with visitors(shelf_with_toy.url, 2) as (ann, bob):
        assert "Tap" in ann.http.get("/").text
        assert "<b>Tap</b> – Ida Drum; 1999" in ann.http.get("/credits").text
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
        kept = bob.http.get(f"/rooms/{code}/keepsake.png")
        assert kept.headers["content-type"] == "image/png"
        assert ann.http.get("/covers/tap.png").headers["content-type"] == "image/png"
        assert bob.post("replay", step="moments").status_code == 204
        assert "After 0 of 3 moves" in ann.page()


def test_an_option_that_names_a_person_stays_theirs_when_the_order_turns(
    shelf_with_toy: Server,
) -> None:
    with visitors(shelf_with_toy.url, 3) as three:
        ann, bob, cid = three
        code = ann.open_room()
        for guest, name in zip(three, ("Ann", "Bob", "Cid"), strict=True):
            guest.join(code, name)
        chosen = ann.post("settings", game="tap", goal=1, drummer=bob.member, first=ann.member)
        assert chosen.status_code == 204
        assert cid.look()["settings"] == {"goal": 1, "drummer": bob.member, "beats": [1, 2]}
        assert ann.post("matches", game="tap").status_code == 201
        assert cid.look()["match"]["view"]["drummer"] == 1
        assert ann.move("tap", how="soft").is_success
        assert ann.post("again").status_code == 201
        assert [who["seat"] for who in cid.look()["members"]] == [2, 0, 1]
        assert cid.look()["match"]["view"]["drummer"] == 0
        assert bob.move("tap", how="soft").is_success
        bob.post("role", member=bob.member, role="watcher")
        assert ann.post("again").status_code == 201
        assert cid.look()["match"]["view"]["drummer"] is None


def test_opposite_seats_are_a_team_and_the_lobby_says_so(shelf_with_toy: Server) -> None:
    with visitors(shelf_with_toy.url, 2) as (ann, tv):
        code = tv.code = ann.open_room()
        ann.join(code, "Ann")
        ann.post("choose", game="tap")
        assert '"teams"' not in ann.page()
        for _ in range(3):
            assert ann.post("bots", strength="only").is_success
        phone = [
            "Ann and Pickle Team yellow and red",
            "Biscuit and Waffle Team blue and light blue",
        ]
        stage = ["Ann and Pickle", "Biscuit and Waffle"]
        for page, names in ((ann.page(), phone), (tv.http.get(f"/tv/{code}").text, stage)):
            [teams] = re.findall('<ul class="teams".*?</ul>', page, re.DOTALL)
            said = [re.sub("<[^>]+>", "", team) for team in re.findall("<li>.*?</li>", teams)]
            assert [team.strip() for team in said] == names


def test_people_bring_things_that_belong_to_something(shelf_with_toy: Server) -> None:
    with visitors(shelf_with_toy.url, 2) as (ann, bob):
        code = ann.open_room()
        ann.join(code, "Ann")
        bob.join(code, "Bob")
        assert bob.post("brought", kind="word", tag="loud", said="  Boom\u202e!\n ").is_success
        [word] = ann.look()["brought"]
        assert (word["said"], word["tag"], word["author"]) == ("Boom!", "loud", bob.member)
        assert bob.post("brought", kind="word", tag="lost", said="x").status_code == 404
        assert bob.post("brought", kind="poem", said="x").status_code == 404
        assert bob.post("brought", kind="word", tag="low", said="much too long").status_code == 422
        assert bob.post("brought", kind="word", tag="low", said=["x"]).status_code == 400
        assert ann.post("brought", kind="word", tag="low", said="Hush").is_success
        assert bob.post("brought", kind="word", tag="low", said="Psst").status_code == 409
        ann.post("matches", game="tap")
        assert [w.partition(":")[0] for w in bob.look()["match"]["view"]["words"]] == [
            "loud",
            "low",
        ]
        assert bob.post("brought/drop", id=word["id"]).status_code == 409


def test_a_computer_is_chosen_by_its_title(shelf_with_toy: Server) -> None:
    with visitors(shelf_with_toy.url, 1) as [ann]:
        ann.join(ann.open_room(), "Ann")
        ann.post("choose", game="tap")
        assert ann.post("bots", strength="only").is_success
        assert ann.post("bots", strength="quick as a flash").status_code == 404


def test_content_that_is_wrong_is_said_in_one_line_at_the_start(toy_tree: Path) -> None:
    rules = toy_tree / "tree/games/tap/__init__.py"
    rules.write_text(rules.read_text().replace('("tap", "rap")', '("tap", "")'))
    process = Server(toy_tree, tree=toy_tree / "tree").launch()
    assert process.wait(20) == 78
    said = (toy_tree / "log").read_text()
    assert said == "soulroom: games/tap: words.toml: line 3 has no word\n"


def test_no_other_file_is_touched(toy_tree: Path) -> None:
    """The README promises four folders; this tree has two of them, and plays."""
    own = {path for path in toy_tree.glob("tree/*/tap/**/*") if path.is_file()}
    others = {path.relative_to(toy_tree / "tree") for path in toy_tree.glob("tree/**/*")} - {
        path.relative_to(toy_tree / "tree") for path in own
    }
    assert own
    for path in others:
        if (ROOT / path).is_file():
            assert (toy_tree / "tree" / path).read_bytes() == (ROOT / path).read_bytes()
