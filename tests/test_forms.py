"""A form says what its fields' types make of it, not how often a name came (B6)."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from typing import Any, Literal
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from starlette.requests import Request

from app.core.codec import Codec
from app.core.posted import unrolled
from app.web import forms
from app.web.actions import Open
from games import GAMES
from tests.forms import forms as pages_forms
from tests.loop import run
from tests.visitors import Visitor

# --- moves and options of a toy ---


@dataclass(frozen=True)
class Reap:
    cells: tuple[int, ...]
    kind: Literal["reap"] = "reap"


@dataclass(frozen=True)
class Sort:
    words: list[str]
    marks: frozenset[int]
    letter: Literal["A", "B"]
    sure: bool = False
    also: tuple[str, ...] | None = None
    kind: Literal["sort"] = "sort"


@dataclass(frozen=True)
class Say:
    word: str
    count: int
    kind: Literal["say"] = "say"


@dataclass(frozen=True)
class Options:
    sets: frozenset[str] = frozenset({"cats"})
    timer: bool = True
    goal: int = 2


TOY = Codec(replace(GAMES["soulmates"], moves=(Reap, Sort, Say), options=Options))
NUMBERS = st.integers(-99, 99)
WORDS = st.text(st.characters(codec="utf-8"))
MOVES = st.one_of(
    st.builds(Reap, st.lists(NUMBERS, max_size=4).map(tuple)),
    st.builds(
        Sort,
        st.lists(WORDS, max_size=3),
        st.frozensets(NUMBERS, max_size=3),
        st.sampled_from("AB"),
        st.booleans(),
        st.none() | st.lists(WORDS, min_size=1, max_size=3).map(tuple),
    ),
    st.builds(Say, WORDS, NUMBERS),
)
CHOSEN = st.builds(Options, st.frozensets(WORDS, min_size=1, max_size=3), st.booleans(), NUMBERS)


def sent(value: Any) -> dict[str, Any]:
    """As a browser sends a form of it, and as the server reads that."""
    pairs: list[tuple[str, str]] = []
    for field in fields(value):
        match getattr(value, field.name):
            case bool(ticked):  # a hidden field says no before the box says yes
                pairs += [(field.name, "false")] + [(field.name, "true")] * ticked
            case tuple() | list() | frozenset() as several:
                pairs += [(field.name, str(one)) for one in several]
            case None:
                pass
            case one:
                pairs.append((field.name, str(one)))
    return read("application/x-www-form-urlencoded", urlencode(pairs))


def read(kind: str, body: str) -> dict[str, Any]:
    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body.encode()}

    headers = [(b"content-type", kind.encode())]
    request = Request({"type": "http", "method": "POST", "headers": headers}, receive)
    return run(forms.fields(request))


@settings(max_examples=300)
@given(MOVES)
def test_a_move_is_the_same_by_form_and_by_json(move: Any) -> None:
    assert TOY.read_move(sent(move)) == move
    by_json = read("application/json", TOY.dump_move(move))
    assert by_json == json.loads(TOY.dump_move(move)), "JSON is read as it is"
    assert TOY.read_move(by_json) == move


@settings(max_examples=100)
@given(CHOSEN)
def test_options_are_the_same_by_form_and_by_json(options: Options) -> None:
    for chosen in (sent(options), read("application/json", TOY.dump_options(options))):
        assert TOY.options(TOY.read_settings(chosen)) == options


@pytest.mark.parametrize("cells", [(), (7,), (7, 9)], ids=len)
def test_a_list_of_any_length_is_a_list(cells: tuple[int, ...]) -> None:
    assert TOY.read_move(sent(Reap(cells))) == Reap(cells)


def test_a_name_that_comes_twice_counts_once_where_there_is_room_for_one() -> None:
    twice = read("", "kind=reap&kind=say&word=a&word=b&count=1&count=2")
    assert TOY.read_move(twice) == Say("b", 2)


def test_what_is_not_sent_is_as_the_game_has_it() -> None:
    assert TOY.options(TOY.read_settings(read("", "goal=3"))) == Options(goal=3)


@pytest.mark.parametrize("body", ["kind=say&word=a&count=1&chair=2", "kind=sit", "kind=say"])
def test_a_form_of_the_wrong_shape_is_still_refused(body: str) -> None:
    with pytest.raises(ValidationError):
        TOY.read_move(read("", body))


@pytest.mark.parametrize(
    "move", [{"kind": "reap"}, {"kind": "reap", "cells": 7}, {"kind": ["say"]}]
)
def test_json_says_by_itself_what_is_a_list(move: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TOY.read_move(move)


def test_the_apps_own_forms_are_read_the_same_way() -> None:
    one = unrolled(read("", "tv=0&tv=1&demo=x"), Open)
    assert Open.model_validate(one) == Open(tv=True, demo="x")


# --- a box that is not ticked ---


def test_a_box_that_is_not_ticked_says_no(table: list[Visitor]) -> None:
    ann, *_ = table
    ann.join(ann.open_room(), "Ann")
    ann.post("choose", game="soulmates")
    ann.post("brought", kind="card", question="Tea?", answers=["Yes", "No", "Both", "Never"])
    for ticked in (True, False):
        form = next(f for f in pages_forms(ann.page()) if f.verb == "settings")
        pairs = next(form.ways())
        assert ("own", "true") in pairs
        if not ticked:
            pairs.remove(("own", "true"))
        answer = ann.http.post(
            f"/rooms/{ann.code}/settings",
            content=urlencode(pairs),
            headers={"Content-Type": "application/x-www-form-urlencoded"},
        )
        assert answer.status_code == 303, answer.text
        assert ann.look()["settings"]["own"] == ticked
