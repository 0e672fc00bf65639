"""People get a name, a colour and a seat, leave and come back; by HTTP."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from app.core.values import COLOURS, SHAPES
from tests.party import awaited, names, of, playing, said
from tests.server import Server, serving
from tests.visitors import JSON, Visitor, answer_all, visitors

# --- names and colours ---


def test_a_new_name_is_seen_by_all(party: list[Visitor]) -> None:
    ann, bob, *_ = party
    assert bob.post("rename", name="Bea").status_code == 204
    assert names(ann) == ["Ann", "Bea", "Cid"]


def test_a_name_may_stay_as_it_is_while_the_colour_changes(party: list[Visitor]) -> None:
    ann, bob, *_ = party
    assert bob.post("rename", name="Bob", mark=6).status_code == 204
    assert (of(ann, bob)["colour"], of(ann, bob)["shape"]) == (COLOURS[6], SHAPES[6])


def test_a_taken_colour_gives_a_free_one(party: list[Visitor]) -> None:
    ann, bob, _, dot, _ = party
    theirs = COLOURS.index(of(ann, ann)["colour"])
    assert bob.post("rename", name="Bob", mark=theirs).status_code == 204
    dot.join(ann.code, "Dot", mark=theirs)
    assert len({person["colour"] for person in ann.look()["members"]}) == 4


def test_a_taken_name_is_refused_and_nothing_changes(party: list[Visitor]) -> None:
    ann, bob, *_ = party
    before = ann.look()
    assert bob.post("rename", name="ánn", mark=7).status_code == 409
    assert ann.look() == before


@pytest.mark.parametrize("button", [0, 1])
def test_both_suggestions_for_a_taken_name_work_by_their_buttons(
    party: list[Visitor], button: int
) -> None:
    ann, _, _, dot, _ = party
    dot.http.get(f"/rooms/{dot.code}")
    page = dot.http.post(f"/rooms/{dot.code}/members", data={"name": "Bob", "mark": "5"})
    assert page.status_code == 409
    form = next(f for f in re.findall(r"<form.*?</form>", page.text, re.DOTALL) if "idea" in f)
    ideas = re.findall(r'<button[^>]* name="idea" value="([^"]+)"', form)
    typed = re.findall(r'<input[^>]* name="name"[^>]* value="([^"]*)"', form)
    fields = {"name": typed[0], "idea": ideas[button], "mark": "5"}
    assert dot.http.post(f"/rooms/{dot.code}/members", data=fields).status_code == 303
    assert len(ideas) == 2
    assert names(ann) == ["Ann", "Bob", "Cid", ideas[button]]


# --- coming and going ---


def test_a_reload_or_a_second_tap_on_join_keeps_the_seat(party: list[Visitor]) -> None:
    ann, bob, *_ = party
    before, cookies = ann.look(), dict(bob.http.cookies)
    bob.join(bob.code, "Somebody Else")
    assert ann.look() == before
    assert bob.look()["me"] == bob.member
    assert dict(bob.http.cookies) == cookies


def test_who_leaves_is_gone_and_who_returns_has_the_same_place(party: list[Visitor]) -> None:
    ann, bob, *_ = party
    bobs = bob.member
    assert bob.post("leave").status_code == 204
    assert names(ann) == ["Ann", "Cid"]
    assert bob.look()["me"] is None
    assert bob.join(bob.code, "Bob").member == bobs
    assert sorted(names(ann)) == ["Ann", "Bob", "Cid"]


def test_who_leaves_a_match_is_played_for_and_finds_the_seat_again(party: list[Visitor]) -> None:
    ann, bob, cid, *_ = playing(party)
    bob.post("leave")
    answer_all([ann, cid], "B")
    awaited(ann, lambda look: look["match"]["view"]["phase"] != "ego")
    bob.join(bob.code, "Bob")
    assert bob.look()["match"]["seat"] == 1
    assert bob.look()["match"]["view"]["ego"] is not None


def test_a_late_joiner_watches_and_plays_from_the_next_match(party: list[Visitor]) -> None:
    ann, bob, cid, dot, _ = playing(party)
    dot.join(dot.code, "Dot")
    look = dot.look()["match"]
    assert (look["seat"], look["ask"]) == (None, None)
    refused = dot.post("moves", ask="round-1/ego", kind="ego", letter="A")
    assert (refused.status_code, said(refused)) == (
        403,
        "You are watching this match. You play from the next one.",
    )
    ann.post("end")
    ann.post("matches", game="soulmates", first=ann.member)
    assert [guest.look()["match"]["seat"] for guest in (ann, bob, cid, dot)] == [0, 1, 2, 3]


# --- two posts, one seat ---


@pytest.mark.parametrize("gap", [0.0, 0.05, 2.0])
def test_join_sent_twice_is_one_person(party: list[Visitor], gap: float) -> None:
    """A double tap, or a retry because the first answer was lost on the way."""
    ann, _, _, dot, _ = party
    dot.http.get(f"/rooms/{dot.code}")
    cookie = dot.cookie.partition(": ")[2]
    for _ in range(2):
        with visitors(str(dot.http.base_url).rstrip("/"), 1) as [lost]:
            address, headers = f"/rooms/{dot.code}/members", {"Cookie": cookie}
            answer = lost.http.post(address, data={"name": "Dot"}, headers=headers)
            assert answer.status_code == 303
        time.sleep(gap)
    assert names(ann) == ["Ann", "Bob", "Cid", "Dot"]


def test_two_joins_at_the_same_instant_are_one_person(party: list[Visitor]) -> None:
    ann, _, _, dot, _ = party
    dot.http.get(f"/rooms/{dot.code}")
    with ThreadPoolExecutor(4) as pool:
        address, data = f"/rooms/{dot.code}/members", {"name": "Dot"}
        answers = [pool.submit(dot.http.post, address, data=data) for _ in range(4)]
    assert {answer.result().status_code for answer in answers} == {303}
    assert names(ann) == ["Ann", "Bob", "Cid", "Dot"]


def test_a_browser_that_keeps_no_cookie_is_told_and_nobody_is_seated(party: list[Visitor]) -> None:
    ann, _, _, dot, _ = party
    for _ in range(2):
        dot.http.cookies.clear()
        answer = dot.http.post(f"/rooms/{dot.code}/members", data={"name": "Dot"})
        assert answer.status_code == 428
        assert "has not kept our cookie" in answer.text
        assert 'value="Dot"' in answer.text
    assert names(ann) == ["Ann", "Bob", "Cid"]
    again = dot.http.post(f"/rooms/{dot.code}/members", data={"name": "Dot"})
    assert again.status_code == 303, "its cookie came with the refusal"


def test_two_servers_on_one_machine_leave_each_others_cookies_alone(
    server: Server, tmp_path: Path
) -> None:
    with serving(tmp_path) as other, httpx.Client() as browser:
        jars = []
        for running in (server, other):
            headers = {"Origin": running.url, **JSON}
            code = browser.post(f"{running.url}/rooms", json={}, headers=headers).json()["code"]
            joined = browser.post(
                f"{running.url}/rooms/{code}/members", json={"name": "Ann"}, headers=headers
            )
            jars.append((running, code, joined.json()["member"]))
        for running, code, member in jars:
            look = browser.get(f"{running.url}/rooms/{code}", headers=JSON).json()
            assert look["me"] == member
