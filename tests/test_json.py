"""The same room for scripts: JSON in and out, with the rights of the pages and no more."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from games import GAMES
from tests.server import Server
from tests.visitors import JSON, Visitor, answer_all, seated, visitors

# --- looking ---


def test_the_look_says_who_is_here_and_what_is_asked(table: list[Visitor]) -> None:
    ann, bob, cid = seated(table[:3])
    look = ann.look()
    assert look.keys() == {
        *("code", "version", "me", "host", "game", "members", "match"),
        *("options", "knocks", "removed", "brought", "settings"),
    }
    assert (look["code"], look["me"], look["host"]) == (ann.code, ann.member, ann.member)
    assert [person["name"] for person in look["members"]] == ["Ann", "Bob", "Cid"]
    assert look["members"][1] == {
        "id": bob.member,
        "name": "Bob",
        "colour": "royal",
        "shape": "diamond",
        "seat": 1,
        "here": False,  # no page of theirs is open
        "bot": False,
        "watching": False,
        "sits_out": False,
    }
    match = look["match"]
    assert (match["game"], match["number"], match["seat"]) == ("soulmates", 1, 0)
    assert match["ask"] == {"id": "round-1/pick", "kinds": ["pick"], "waiting": True}
    assert (match["waiting"], match["result"], match["over"], match["paused"]) == (
        [0],
        None,
        False,
        False,
    )
    assert cid.look()["match"]["ask"] is None


def test_a_lobby_has_no_match(table: list[Visitor]) -> None:
    ann, *_ = table
    ann.join(ann.open_room(), "Ann")
    assert ann.look()["match"] is None
    assert ann.look()["game"] in GAMES


def test_the_version_rises_with_every_change_and_only_then(table: list[Visitor]) -> None:
    ann, bob, _ = seated(table[:3])
    versions = [ann.look()["version"], ann.look()["version"]]
    answer_all([ann])
    versions += [bob.look()["version"], ann.look()["version"]]
    first = versions[0]
    assert versions == [first, first, first + 1, first + 1]


def test_a_finished_match_has_its_winners(table: list[Visitor]) -> None:
    pair = seated(table[:2])
    for _ in range(200):
        if pair[0].look()["match"]["over"]:
            break
        answer_all(pair)
    match = pair[0].look()["match"]
    assert match["result"] == {"winners": [0, 1]}
    assert (match["ask"], match["waiting"]) == (None, [])


# --- acting ---


def test_what_is_made_has_an_address_and_what_is_done_has_no_more_to_say(
    table: list[Visitor],
) -> None:
    ann, bob, *_ = table
    opened = ann.http.post("/rooms", json={}, headers=JSON)
    code = opened.json()["code"]
    assert (opened.status_code, opened.json()) == (201, {"code": code, "url": f"/rooms/{code}"})
    for guest, name in ((ann, "Ann"), (bob, "Bob")):
        joined = guest.http.post(f"/rooms/{code}/members", json={"name": name}, headers=JSON)
        guest.code, guest.member = code, joined.json()["member"]
        assert joined.status_code == 201
        assert joined.json().keys() == {"code", "member", "url"}
    renamed = bob.post("rename", name="Bea")
    assert (renamed.status_code, renamed.content) == (204, b"")
    begun = ann.post("matches", game="soulmates", first=ann.member)
    assert (begun.status_code, begun.json()) == (201, {"code": code, "url": f"/rooms/{code}"})
    moved = ann.move("pick", card=ann.look()["match"]["view"]["offer"][0])
    assert (moved.status_code, moved.content) == (204, b"")


def test_a_move_is_the_same_as_json_and_as_a_form(table: list[Visitor]) -> None:
    ann, bob, cid = playing(table[:3])
    move = {"ask": "round-1/ego", "kind": "ego", "letter": "B"}
    assert ann.http.post(f"/rooms/{ann.code}/moves", json=move, headers=JSON).status_code == 204
    assert bob.http.post(f"/rooms/{bob.code}/moves", data=move, headers=JSON).status_code == 204
    plain = cid.http.post(f"/rooms/{cid.code}/moves", data=move)
    assert (plain.status_code, plain.headers["location"]) == (303, f"/rooms/{cid.code}")
    assert {guest.look()["match"]["view"]["ego"] for guest in (ann, bob, cid)} == {"B"}


def test_options_of_a_game_are_read_from_json(table: list[Visitor]) -> None:
    ann, bob, *_ = table
    ann.join(ann.open_room(), "Ann")
    bob.join(ann.code, "Bob")
    assert ann.post("matches", game="soulmates", own=False).status_code == 201
    ann.post("end")
    assert ann.post("matches", game="soulmates", nonsense=1).status_code == 400


# --- refusals ---


@pytest.mark.parametrize(
    ("method", "path", "fields", "status"),
    [
        ("GET", "/rooms/-", {}, 404),
        ("GET", "/nothing/here", {}, 404),
        ("GET", "/rooms/{}/leave", {}, 405),
        ("DELETE", "/rooms/{}", {}, 405),
        ("GET", "/static/x/nothing.css", {}, 404),
        ("POST", "/rooms/{}/rename", {"name": ""}, 422),
        ("POST", "/rooms/{}/rename", {"name": "Ann"}, 409),
        ("POST", "/rooms/{}/rename", {}, 400),
        ("POST", "/rooms/{}/rename", {"name": "x" * 99_999}, 413),
        ("POST", "/rooms/{}/lock", {"on": True}, 403),
        ("POST", "/rooms/{}/moves", {"ask": "x", "kind": "ego", "letter": "A"}, 409),
        ("POST", "/rooms/{}/moves", {"ask": "round-1/ego", "kind": "ego", "letter": "Z"}, 400),
        ("POST", "/rooms/{}/moves", {"ask": "round-1/ego", "kind": "next"}, 422),
        ("POST", "/rooms/{}/admit", {"knock": "x", "yes": True}, 404),
    ],
)
def test_a_refusal_is_a_problem_with_a_sentence(
    table: list[Visitor], method: str, path: str, fields: dict[str, Any], status: int
) -> None:
    _, bob, _ = playing(table[:3])
    answer = bob.http.request(
        method,
        path.format(bob.code),
        json=fields or None,
        headers={**JSON, "X-Forwarded-For": "192.0.2.70"},
    )
    assert_problem(answer, status)


def test_a_game_says_what_breaks_its_rules(table: list[Visitor]) -> None:
    ann, *_ = seated(table[:3])
    answer = ann.move("pick", card="scenario-of-nobody")
    assert assert_problem(answer, 422) == "Choose one of the two cards in front of you."


def test_a_problem_is_said_in_the_language_asked_for(table: list[Visitor]) -> None:
    ann, *_ = seated(table[:3])
    answer = ann.http.post(
        f"/rooms/{ann.code}/moves",
        json={"ask": "x", "kind": "pick"},
        headers={**JSON, "Accept-Language": "en-XA"},
    )
    assert answer.json()["detail"].startswith("Thát qúéstíóñ ís óvér.")


def test_too_much_is_a_problem_too(server: Server) -> None:
    with visitors(server.url, 1) as [stranger]:
        stranger.http.headers["X-Forwarded-For"] = "192.0.2.71"
        answers = [stranger.http.get(f"/rooms/ZZ{n}", headers=JSON) for n in range(11)]
        assert_problem(answers[9], 404)
        assert_problem(answers[10], 429)


@pytest.mark.parametrize("headers", [{"Origin": "https://evil.test"}, {"Host": "evil.test"}])
def test_the_guard_at_the_door_says_it_as_a_problem_too(
    table: list[Visitor], headers: dict[str, str]
) -> None:
    ann, *_ = table
    answer = ann.http.post("/rooms", json={}, headers={**JSON, **headers})
    assert_problem(answer, 403 if "Origin" in headers else 421)


# --- the stream ---


@pytest.mark.parametrize("how", ["query", "header"])
def test_the_stream_is_the_look_after_every_change(table: list[Visitor], how: str) -> None:
    ann, bob, _ = playing(table[:3])
    with looks(bob, how) as stream:
        assert next(stream) == (str(bob.look()["version"]), bob.look())
        for guest in (ann, bob):
            guest.move("ego", letter="D")
            assert next(stream) == (str(bob.look()["version"]), bob.look())
        ann.post("end")
        assert next(stream)[1]["match"] is None


def test_a_stream_shows_the_newest_whatever_was_seen_last(table: list[Visitor]) -> None:  # F18
    _, bob, _ = playing(table[:3])
    for id in ("", "0", "999999", "nonsense", "-1"):
        with looks(bob, "query", {"Last-Event-ID": id}) as stream:
            assert next(stream)[1] == bob.look()


def test_the_stream_of_a_tv_is_what_a_stranger_sees(table: list[Visitor]) -> None:
    _, bob, _, tv, _ = playing(table[:3]) + table[3:]
    tv.code = bob.code
    with looks(tv, "query", as_="tv") as stream, looks(bob, "query", as_="tv") as bobs:
        assert next(stream)[1] == next(bobs)[1] == tv.look()
        assert tv.look()["me"] is None


# --- the same rights ---


def test_json_shows_each_seat_its_own_answers_and_no_others(table: list[Visitor]) -> None:
    ann, bob, cid, dot, tv = playing(table[:3]) + table[3:]
    dot.join(ann.code, "Dot", role="watcher")
    tv.code = ann.code
    bob.move("ego", letter="C")
    views = [guest.look()["match"]["view"] for guest in (ann, bob, cid, dot, tv)]
    assert [view["ego"] for view in views] == [None, "C", None, None, None]
    for view in views:
        assert (view["locked"], view["open"]) == ([1], [None, None, None])
    secret = ("me", "ego", "guess", "offer")
    public = [{k: v for k, v in view.items() if k not in secret} for view in views]
    assert all(view == public[0] for view in public)


def test_only_the_first_player_sees_what_can_be_picked(table: list[Visitor]) -> None:
    ann, bob, cid, dot, tv = seated(table[:3]) + table[3:]
    dot.join(ann.code, "Dot")
    tv.code = ann.code
    [first, second] = ann.look()["match"]["view"]["offer"]
    for guest in (bob, cid, dot, tv):
        text = json.dumps(guest.look())
        assert first not in text
        assert second not in text


@pytest.mark.parametrize("what", ["nothing", "left", "removed", "another room", "closed"])
def test_json_is_refused_where_the_page_is_refused(table: list[Visitor], what: str) -> None:
    ann, bob, _, dot, _ = playing(table[:3]) + table[3:]
    match what:
        case "nothing":
            bob = dot
        case "left":
            bob.post("leave")
        case "removed":
            ann.post("remove", member=bob.member)
        case "another room":
            bob = dot.join(dot.open_room(), "Dot")
        case "closed":
            ann.post("close")
    for path in ("", "/menu", "/help", "/qr.svg"):
        address = f"/rooms/{ann.code}{path}"
        page = bob.http.get(address, headers={"Accept": "text/html"})
        assert bob.http.get(address, headers=JSON).status_code == page.status_code, path
    statuses = set()
    for query in ({}, {"accept": "application/json"}):
        with bob.http.stream("GET", f"/rooms/{ann.code}/events", params=query) as stream:
            statuses.add(stream.status_code)
    assert statuses == {410 if what == "closed" else 403}


def test_json_holds_no_secret_of_the_server(table: list[Visitor], server: Server) -> None:
    ann, *_ = playing(table[:3])
    text = json.dumps(ann.look())
    for word in ("seed", "device", "stack", "state", "memory", "opener", "epoch"):
        assert f'"{word}"' not in text
    assert ann.secret not in text


def test_a_script_can_do_what_the_host_does_at_the_door(table: list[Visitor]) -> None:
    """Same view, same rights: who knocks is in the host's look, and in nobody else's."""
    ann, bob, cid, dot, _ = playing(table[:3]) + table[3:]
    dot.code = ann.code
    dot.post("knock", member=bob.member)
    [knock] = ann.look()["knocks"]
    assert (knock["name"], knock["member"]) == ("Bob", bob.member)
    assert bob.look()["knocks"] == [knock]
    assert not cid.look().get("knocks")
    assert ann.post("admit", knock=knock["id"], yes=True).status_code == 204
    assert dot.look()["me"] == bob.member


def playing(table: list[Visitor]) -> list[Visitor]:
    """In a match, everybody asked to answer for themselves."""
    seated(table)
    answer_all(table[:1])
    return table


@contextmanager
def looks(
    guest: Visitor, how: str, headers: dict[str, str] | None = None, as_: str = ""
) -> Iterator[Iterator[tuple[str, dict[str, Any]]]]:
    """An open stream: id and look of each event."""
    query = {"as": as_} | ({"accept": "application/json"} if how == "query" else {})
    asked = (headers or {}) | (JSON if how == "header" else {})
    address = f"/rooms/{guest.code}/events"
    with guest.http.stream("GET", address, params=query, headers=asked) as stream:
        assert stream.status_code == 200
        assert stream.headers["content-type"].startswith("text/event-stream")
        yield events(stream.iter_lines())


def events(lines: Iterator[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for line in lines:
        if line.startswith("id: "):
            yield line[4:], json.loads(next(lines).removeprefix("data: "))


def assert_problem(answer: httpx.Response, status: int) -> str:
    """As RFC 9457 has it: what it says."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    problem = answer.json()
    assert problem.keys() == {"title", "status", "detail"}
    assert problem["status"] == status
    detail: str = problem["detail"]
    assert re.fullmatch(r"[A-Z].+[.?]", detail), detail
    return detail
