"""Guessing codes ends soon, and nobody else is locked out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.web.limits import MOST_STREAMS
from tests.party import told
from tests.server import Server, serving
from tests.visitors import JSON, Visitor, visitors


@pytest.fixture(scope="module")
def besieged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own: what it has counted is counted for all."""
    with serving(tmp_path_factory.mktemp("besieged")) as server:
        yield server


def test_f40_guessing_ends_after_ten_and_players_never_notice(server: Server) -> None:
    with visitors(server.url, 2) as (ann, stranger):
        ann.join(ann.open_room(), "Ann")
        for guest in (ann, stranger):
            guest.http.headers["X-Forwarded-For"] = "192.0.2.40"
        statuses = [guess(stranger, f"GS{n:02}") for n in range(12)]
        assert statuses == [404] * 10 + [429] * 2
        assert guess(stranger, ann.code) == 429  # a hit looks like a miss
        assert ann.look()["me"] == ann.member
        assert ann.post("rename", name="Anna").status_code == 204
        stranger.http.headers["X-Forwarded-For"] = "192.0.2.41"
        assert guess(stranger, ann.code) == 200


def test_f40_a_net_of_addresses_is_one_guesser(besieged: Server) -> None:
    with visitors(besieged.url, 2) as (ann, stranger):
        ann.join(ann.open_room(), "Ann")
        statuses = []
        for number in range(210):
            stranger.http.headers["X-Forwarded-For"] = f"198.51.100.{number}"
            statuses.append(guess(stranger, f"GS{number:03}"))
        assert statuses == [404] * 200 + [429] * 10
        assert guess(stranger, ann.code) == 429
        assert ann.look()["me"] == ann.member
        with told(ann) as lines:
            assert next(line for line in lines if line.startswith("data: "))


def test_f40_an_ipv6_household_is_one_address(server: Server) -> None:
    with visitors(server.url, 1) as [stranger]:
        statuses = []
        for number in range(12):
            stranger.http.headers["X-Forwarded-For"] = f"2001:db8:40::{number:x}"
            statuses.append(guess(stranger, f"GS{number:03}"))
        assert statuses == [404] * 10 + [429] * 2


def test_f40_asking_for_the_same_room_again_is_no_guess(server: Server) -> None:
    """The TV of a room that has gone does so for hours; its household may still come in."""
    with visitors(server.url, 2) as (ann, tv):
        ann.join(ann.open_room(), "Ann")
        tv.http.headers["X-Forwarded-For"] = "192.0.2.43"
        assert {guess(tv, "GSSD") for _ in range(60)} == {404}
        assert guess(tv, ann.code) == 200


def test_f40_who_comes_by_ipv4_to_a_server_on_both_is_told_apart(tmp_path: Path) -> None:
    with serving(tmp_path, SOULROOM_HOST="::") as both, visitors(both.url, 1) as [stranger]:
        stranger.code = stranger.open_room()
        for number in range(12):
            stranger.http.headers["X-Forwarded-For"] = "::ffff:192.0.2.44"
            guess(stranger, f"GS{number:02}")
        assert guess(stranger, "GSXX") == 429
        stranger.http.headers["X-Forwarded-For"] = "::ffff:192.0.2.45"
        assert guess(stranger, "GSXX") == 404


def test_a_strangers_screens_are_counted_and_players_are_not(server: Server) -> None:
    with visitors(server.url, 2) as (ann, stranger), ExitStack() as screens:
        ann.join(ann.open_room(), "Ann")
        ann.http.headers["X-Forwarded-For"] = "192.0.2.46"
        address, asked = f"/rooms/{ann.code}/events", {"as": "tv"}
        headers = {"X-Forwarded-For": "192.0.2.46"}
        for _ in range(MOST_STREAMS):
            opened = stranger.http.stream("GET", address, params=asked, headers=headers)
            assert screens.enter_context(opened).status_code == 200
        assert stranger.http.get(address, params=asked, headers=headers).status_code == 429
        with ann.http.stream("GET", address) as mine:
            assert mine.status_code == 200


def test_f40_a_tv_that_shows_a_room_goes_on_while_somebody_guesses(server: Server) -> None:
    with visitors(server.url, 3) as (ann, tv, stranger):
        ann.join(ann.open_room(), "Ann")
        tv.code = ann.code
        for guest in (tv, stranger):
            guest.http.headers["X-Forwarded-For"] = "192.0.2.42"
        with told(tv, **{"as": "tv", "accept": "application/json"}) as lines:
            looks = (json.loads(line[6:]) for line in lines if line.startswith("data: {"))
            assert next(looks)["members"][0]["name"] == "Ann"
            for number in range(12):
                guess(stranger, f"GS{number:02}")
            ann.post("rename", name="Anna")
            assert next(looks)["members"][0]["name"] == "Anna"


def guess(stranger: Visitor, code: str) -> int:
    return stranger.http.get(f"/rooms/{code}", headers=JSON).status_code
