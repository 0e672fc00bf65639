"""A game is pure, as its syntax shows: no clock, no chance of its own, nothing read or written.

It may read its own content while it is loaded, keep constants, and remember what it has worked out
(`functools.cache`). Nothing else that outlives a call may ever change.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

from games import GAMES
from tests.every_game import playthrough
from tests.purity import impurities

FOLDER = Path(__file__).parent.parent / "games"
IMPURE = """
import time

from datetime import datetime

import os.path

from random import choice

from random import Random, shuffle

import random

import pathlib

def f(luck=Random(1)): return luck

def f(): return Random(1).random()

def f(): return open("x")

def f(): return print("x")

def f(x): return sorted(x, key=hash)

def f(): return Path("x").read_text()

def f(): return CONTENT.read_text()

def f():
    from pathlib import Path

X = Path("/etc/passwd").read_text()

X = Path(__file__).write_text("x")

SEEN = []

SEEN: set[int] = set()

class A: seen = []

seen: dict[str, int] = {}

def f(): global x

X: tuple[int, ...] = ()
X = (1,)

X: tuple[int, ...] = ()
X += (1,)

X: dict[str, int] = {}
f = lambda: X.update(a=1)

X: dict[str, int] = {}
def f(): X["a"] = 1

X: dict[str, int] = {}
def f(): X["a"] += 1

X: dict[str, int] = {}
def f(): del X["a"]

X: dict[str, int] = {}
def f():
    for X["a"] in "ab": pass

from games.soulmates.deck import LEANS
def f(): LEANS["a"]["b"] = "c"

from games.soulmates import deck
def f(): deck.LEANS.clear()

from games.soulmates import deck
def f(): deck.DECK = ()

def f(x=[]): return x

def f(x, *, y={}): return y

def f(x): object.__setattr__(x, "a", 1)

def f(x): f.calls = x
"""
PURE = """
from random import Random
def f(luck: Random) -> float: return luck.random()

X = tomllib.loads((Path(__file__).parent / "content/a.toml").read_text("utf-8"))

X: dict[str, int] = {"a": 1}

X = {"a": 1}

X = frozenset({1})

def f(x):
    y = []
    y.append(x)
    return y

def f(x):
    y = {}
    y[x] = 1
    return y

X = frozenset({1})
def f(X): X.append(1)

class A:
    def f(self): self.x = 1

from dataclasses import replace
def f(x): return replace(x, a=1)

def f(text): return text.replace("a", "b")
"""


@pytest.mark.parametrize(
    "path", sorted(FOLDER.glob("*/**/*.py")), ids=lambda path: str(path.relative_to(FOLDER))
)
def test_a_game_is_pure(path: Path) -> None:
    assert list(impurities(path.read_text("utf-8"))) == []


@pytest.mark.parametrize("source", IMPURE.strip().split("\n\n"))
def test_what_is_not_pure_is_found(source: str) -> None:
    assert list(impurities(source))


@pytest.mark.parametrize("source", PURE.strip().split("\n\n"))
def test_what_is_pure_is_let_pass(source: str) -> None:
    assert list(impurities(source)) == []


@pytest.mark.parametrize("slug", GAMES)
def test_a_match_leaves_nothing_behind(slug: str) -> None:
    """What the syntax cannot show: a constant that was changed under another name."""
    before = constants(slug)
    for seats in GAMES[slug].seats:
        assert list(playthrough(slug, seats, 21))
    assert constants(slug) == before


def constants(slug: str) -> dict[str, str]:
    """Whatever the modules of a game hold, but for functions, classes and other modules."""
    return {
        f"{module}.{name}": repr(value)
        for module, loaded in [*sys.modules.items()]
        if module.startswith(f"games.{slug}.")
        for name, value in vars(loaded).items()
        if not name.startswith("__") and not isinstance(value, (FunctionType, ModuleType, type))
    }
