"""A match begins, pauses, ends and begins again, and a room is closed."""

from __future__ import annotations

import pytest

from app.core import lifecycle
from app.core.values import Room
from tests.core.notation import NOW
from tests.party import playing, said, told
from tests.server import Server
from tests.visitors import Visitor, answer_all, seated, visitors


def test_luck_lets_any_of_them_begin(room: Room) -> None:  # SM-8, SW-4
    firsts = set()
    for seed in range(30):
        begin = lifecycle.Start(id="m", seed=str(seed), now=NOW)
        match = lifecycle.start(room, b"ann", "soulmates", {}, begin).match
        assert match
        firsts.add(match.seats[0])
    assert firsts == {member.id for member in room.members if member.role == "player"}


def test_a_pause_holds_the_match_and_says_who(party: list[Visitor]) -> None:
    ann, bob, *_ = playing(party)
    assert ann.post("pause", on=True).status_code == 204
    assert bob.look()["match"]["paused"]
    refused = bob.move("ego", letter="A")
    assert (refused.status_code, said(refused)) == (409, "Ann paused the match.")
    assert bob.look()["match"]["view"]["ego"] is None
    ann.post("pause", on=False)
    assert bob.move("ego", letter="A").status_code == 204


def test_after_a_hand_over_the_new_host_ends_the_pause(party: list[Visitor]) -> None:
    ann, bob, *_ = playing(party)
    ann.post("pause", on=True)
    ann.post("hand-over", member=bob.member)
    assert bob.post("pause", on=False).status_code == 204
    assert bob.move("ego", letter="A").status_code == 204


def test_again_is_the_same_table_and_the_next_one_begins(party: list[Visitor]) -> None:
    ann, bob, cid, dot, _ = seated(party[:3], own=False) + party[3:]
    assert ann.post("again").status_code == 409
    finish([ann, bob, cid])
    dot.code = ann.code
    dot.join(ann.code, "Dot")
    assert bob.post("again").status_code == 403
    assert ann.post("again").status_code == 201
    assert [guest.look()["match"]["seat"] for guest in (bob, cid, ann, dot)] == [0, 1, 2, 3]
    assert bob.look()["match"]["ask"]["kinds"] == ["pick"]
    assert bob.look()["match"]["number"] == 2


def test_again_goes_on_without_those_who_left(party: list[Visitor]) -> None:
    ann, bob, cid = seated(party[:3])
    finish([ann, bob, cid])
    bob.post("leave")
    assert ann.post("again").status_code == 201
    assert [guest.look()["match"]["seat"] for guest in (cid, ann)] == [0, 1]


def test_an_ended_match_is_a_lobby_again(party: list[Visitor]) -> None:
    ann, bob, *_ = playing(party)
    assert ann.post("matches", game="soulmates").status_code == 409
    assert ann.post("end").status_code == 204
    assert bob.look()["match"] is None
    assert said(bob.post("moves", ask="round-1/ego", kind="ego", letter="A")) == (
        "No match is under way."
    )
    assert ann.post("matches", game="soulmates").status_code == 201


@pytest.mark.parametrize(("count", "status"), [(1, 409), (2, 201), (5, 201), (6, 201)])
def test_a_match_needs_the_right_number_of_players(server: Server, count: int, status: int) -> None:
    with visitors(server.url, count) as (ann, *others):
        ann.join(ann.open_room(), "P0")
        for number, guest in enumerate(others, 1):
            guest.join(ann.code, f"P{number}")
        answer = ann.post("matches", game="soulmates")
        assert answer.status_code == status
        assert status == 201 or said(answer) == (
            f"Soulmates is for 2 to 5 players, you are {count}."
        )


def test_a_closed_room_ends_all_streams_and_says_goodbye(party: list[Visitor]) -> None:
    ann, bob, *_ = party
    with told(bob) as lines, told(ann, **{"as": "tv"}) as tv:
        next(lines), next(tv)
        ann.post("close")
        assert "event: ended" in list(lines)
        assert "event: ended" in list(tv)
    assert bob.http.get(f"/rooms/{bob.code}").status_code == 410


def finish(table: list[Visitor]) -> None:
    for _ in range(200):
        if table[0].look()["match"]["over"]:
            return
        answer_all(table)
    raise AssertionError("no end")
