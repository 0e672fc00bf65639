"""Computers take seats, stand in, and are taken out again."""

from __future__ import annotations

import pytest

from app.core import hosting, lifecycle, people, play
from app.core.people import BOT_NAMES
from app.core.values import MOST_PLAYERS, MemberId, Room
from tests.core.notation import NOW, away, begun, here
from tests.party import MINUTE, awaited, names
from tests.server import Server
from tests.visitors import Visitor, answer_all, visitors


def test_a_computer_takes_a_seat_and_answers(table: list[Visitor]) -> None:
    ann, *_ = table
    ann.join(ann.open_room(), "Ann")
    assert ann.post("bots").status_code == 204
    assert [person["bot"] for person in ann.look()["members"]] == [False, True]
    ann.post("matches", game="soulmates", first=ann.member)
    answer_all([ann])
    assert ann.look()["match"]["waiting"] == [0, 1]
    awaited(ann, lambda look: look["match"]["waiting"] == [0])


def test_computers_never_stall(server: Server) -> None:
    """Two answers in each of twelve rooms: an alarm that rings too early must ring again."""
    with visitors(server.url, 12) as hosts:
        for ann in hosts:
            ann.join(ann.open_room(), "Ann").post("bots")
            bot = next(person["id"] for person in ann.look()["members"] if person["bot"])
            ann.post("matches", game="soulmates", first=bot)
        for ann in hosts:
            awaited(ann, lambda look: look["match"]["waiting"] == [1])
            ann.post("close")


def test_a_computer_is_taken_out_again(party: list[Visitor]) -> None:
    ann, *_ = party
    ann.post("bots", strength="")
    bot = next(person["id"] for person in ann.look()["members"] if person["bot"])
    assert ann.post("remove", member=bot).status_code == 204
    assert names(ann) == ["Ann", "Bob", "Cid"]
    assert bot not in ann.http.get(f"/rooms/{ann.code}/menu").text


def test_a_computer_has_a_name_of_its_own(table: list[Visitor]) -> None:
    ann, *_ = table
    ann.join(ann.open_room(), BOT_NAMES[0].upper())
    for _ in range(MOST_PLAYERS - 1):
        assert ann.post("bots").status_code == 204
    assert len({name.casefold() for name in names(ann)}) == MOST_PLAYERS


def test_nobody_has_a_computer_of_that_strength(party: list[Visitor]) -> None:
    ann, *_ = party
    assert ann.post("bots", strength="godlike").status_code == 404
    assert names(ann) == ["Ann", "Bob", "Cid"]


def test_a_computer_has_no_door(party: list[Visitor]) -> None:
    ann, _, _, dot, _ = party
    ann.post("bots")
    bot = next(person["id"] for person in ann.look()["members"] if person["bot"])
    assert dot.post("knock", member=bot).status_code == 404


def test_a_computer_that_plays_stays_known_until_the_match_is_over(room: Room) -> None:
    room = people.seat_bot(room, id=MemberId("bot"), strength="friendly", now=NOW)
    room = hosting.remove(begun(room), b"ann", MemberId("bot"))
    assert room.member("bot")
    assert lifecycle.end(room, b"ann").member("bot") is None


def test_a_computer_stands_in_until_the_person_is_back(room: Room) -> None:
    room = away(begun(room), "ann", NOW)
    assert play.bot_turn(room) is None
    room = hosting.take_over(room, b"bob", MINUTE)
    room = play.stand_in(room, b"bob", MemberId("ann"), MINUTE, on=True)
    assert play.bot_turn(room)
    room = here(room, "ann")
    assert play.bot_turn(room) is None


@pytest.mark.parametrize("verb", ["leave", "remove"])
def test_the_computer_plays_on_for_whoever_is_gone_from_a_match(
    table: list[Visitor], verb: str
) -> None:
    ann, bob, cid = table[:3]
    code = ann.open_room()
    for guest, name in ((ann, "Ann"), (bob, "Bob"), (cid, "Cid")):
        guest.join(code, name)
    ann.post("matches", game="soulmates", first=bob.member)
    answer = bob.post("leave") if verb == "leave" else ann.post("remove", member=bob.member)
    assert answer.is_success
    awaited(ann, lambda look: look["match"]["view"]["phase"] == "ego")
