"""One definition of *here*: an open page, a look now and then; a guest is where the phone is."""

from __future__ import annotations

import itertools
import time

import pytest

from app.core import hosting, people, play
from app.core.errors import NoSuchThing, NotNow
from app.core.values import MemberId, Room
from tests.core.notation import NOW, away, begun, come, here, person
from tests.party import admit, awaited, of, playing, told
from tests.server import Server
from tests.visitors import Visitor

# --- the stream of a lost seat ---


@pytest.mark.timed
@pytest.mark.parametrize("stream", ["islands", "json"])
@pytest.mark.parametrize("how", ["removed", "left", "another device"])
def test_the_stream_of_a_lost_seat_ends_at_once(  # F43
    party: list[Visitor], how: str, stream: str
) -> None:
    ann, bob, _, phone, _ = party
    with told(bob, accept="application/json" if stream == "json" else "") as lines:
        assert next(line for line in lines if line.startswith("data: "))
        match how:
            case "removed":
                ann.post("remove", member=bob.member)
            case "left":
                bob.post("leave")
            case _:
                phone.post("knock", member=bob.member)
                admit(ann)
        start = time.monotonic()
        assert "event: ended" in list(lines)
        assert time.monotonic() - start < 2


# --- away ---


def test_an_absence_counts_from_its_beginning(room: Room) -> None:
    room = away(room, "ann", NOW)
    assert away(room, "ann", NOW + 50) is room


def test_a_page_that_closes_after_a_newer_one_was_opened_is_no_absence(room: Room) -> None:
    room = people.arrive(room, MemberId("bob"), "his second page")
    assert away(room, "bob", NOW) is room
    assert person(people.vanish(room, MemberId("bob"), "his second page", NOW), "bob").away == NOW


def test_who_sat_down_and_never_opened_a_page_is_away(room: Room) -> None:
    room = come(room, "dot")
    assert not room.is_here(person(room, "dot"))
    assert room.is_here(person(here(room, "dot"), "dot"))


@pytest.mark.parametrize("role", ["left", "removed"])
def test_who_is_gone_neither_vanishes_nor_arrives(room: Room, role: str) -> None:
    gone = (
        people.leave(room, b"bob")
        if role == "left"
        else hosting.remove(room, b"ann", MemberId("bob"))
    )
    assert away(gone, "bob", NOW) is gone
    assert here(gone, "bob") is gone


def test_who_left_while_away_is_here_again_on_returning(room: Room) -> None:
    gone = people.leave(away(room, "bob", NOW), b"bob")
    assert person(here(come(gone, "bob"), "bob"), "bob").away is None


def test_nobody_answers_for_somebody_who_is_here(room: Room) -> None:
    room = begun(room)
    with pytest.raises(NotNow):
        play.stand_in(room, b"ann", MemberId("bob"), NOW, on=True)
    with pytest.raises(NoSuchThing):
        play.stand_in(room, b"ann", MemberId("nobody"), NOW, on=True)


# --- guests are where the phone is ---


def hosts_a_guest(room: Room) -> Room:
    """Gus plays on Bob's phone."""
    return people.add_guest(room, b"bob", id=MemberId("gus"), name="Gus", mark=None, now=NOW)


def test_a_guest_is_here_and_away_with_the_phone(room: Room) -> None:
    room = hosts_a_guest(room)
    assert room.is_here(person(room, "gus"))
    room = begun(away(room, "bob", NOW))
    assert not room.is_here(person(room, "gus"))
    room = play.stand_in(room, b"ann", MemberId("gus"), NOW, on=True)
    assert room.match
    assert room.match.stand_ins
    room = here(room, "bob")
    assert room.match
    assert not room.match.stand_ins


def test_a_guest_leaves_and_comes_back_with_the_phone(room: Room) -> None:
    room = begun(hosts_a_guest(room))
    room = people.leave(room, b"bob")
    assert person(room, "gus").role == "left"
    room = come(room, "bob")
    assert person(room, "gus").role == "player"
    assert room.match
    assert not room.match.stand_ins


def test_a_guest_is_not_let_in_without_the_phone(room: Room) -> None:
    room = hosting.remove(hosts_a_guest(room), b"ann", MemberId("bob"))
    assert person(room, "gus").role == "left"
    room = people.changed(room, person(room, "gus"), role="removed")
    with pytest.raises(NotNow):
        hosting.pardon(room, b"ann", MemberId("gus"), NOW)
    assert person(hosting.pardon(room, b"ann", MemberId("bob"), NOW), "bob").role == "player"


def test_who_was_sent_away_from_a_phone_does_not_come_back_with_it(room: Room) -> None:
    room = hosting.remove(hosts_a_guest(room), b"bob", MemberId("gus"))
    room = come(people.leave(room, b"bob"), "bob")
    assert person(room, "gus").role == "removed"


def test_coming_back_to_watch_is_not_coming_back_to_play(room: Room) -> None:
    room = people.leave(begun(room), b"bob")
    assert room.match
    assert room.match.stand_ins == {1}
    back = people.join(
        room, b"bob", id=MemberId("x"), name="Bob", mark=None, role="watcher", now=NOW
    )
    assert back.match
    assert back.match.stand_ins == {1}


# --- by HTTP ---


@pytest.mark.timed
def test_who_closes_the_page_is_away_within_half_a_minute_and_back_at_once(
    party: list[Visitor],
) -> None:
    ann, bob, *_ = playing(party)
    with told(bob) as lines:
        next(lines)
        assert of(ann, bob)["here"]
    start = time.monotonic()
    awaited(ann, lambda _: not of(ann, bob)["here"], 30)
    assert time.monotonic() - start > 2  # a reload is no absence
    assert ann.post("stand-in", member=bob.member, on=True).status_code == 204
    awaited(ann, lambda look: 1 not in look["match"]["waiting"])
    with told(bob) as lines:
        assert next(line for line in lines if line.startswith("data: "))
        assert of(ann, bob)["here"]
        assert bob.move("ego", letter="D").status_code == 204
        assert bob.look()["match"]["view"]["ego"] == "D"


def test_who_looks_again_and_again_is_here_without_a_stream(party: list[Visitor]) -> None:
    """A proxy may hold streams back; whoever stops looking is away."""
    ann, bob, *_ = playing(party)
    with told(bob) as lines:
        next(lines)
    for _ in range(6):
        assert bob.http.get(f"/rooms/{bob.code}/islands").status_code == 200
        time.sleep(2)
        assert of(ann, bob)["here"]
    awaited(ann, lambda _: not of(ann, bob)["here"], 12)


def test_a_look_brings_the_streams_next_message_and_only_what_is_new(party: list[Visitor]) -> None:
    ann, bob, *_ = party
    address = f"/rooms/{bob.code}/islands"
    for query in ({}, {"as": "tv"}, {"wide": "1"}):
        with told(bob, **query) as lines:
            first = list(itertools.takewhile(bool, itertools.islice(lines, 2, None)))
            look = bob.http.get(address, params=query)
            assert [line for line in look.text.splitlines() if line] == first
            seen = {**query, "since": first[0].removeprefix("id: ")}
            assert bob.http.get(address, params=seen).status_code == 204
    ann.post("rename", name="Anna")
    assert "Anna" in bob.http.get(address, params=seen).text
    for nonsense in ("", "x", "-1", "²", "9" * 5000):
        assert bob.http.get(address, params={"since": nonsense}).status_code == 200


def test_a_look_is_for_those_whom_the_stream_is_for(party: list[Visitor], server: Server) -> None:
    ann, bob, *_ = party
    address = f"/rooms/{bob.code}/islands"
    assert bob.http.get(f"{address}?tab=one").status_code == 200
    with told(bob, tab="two") as lines:
        next(lines)
        assert bob.http.get(f"{address}?tab=one").text == "event: elsewhere\ndata: x\n\n"
        assert "hx-partial" in bob.http.get(f"{address}?tab=two").text
    ann.post("remove", member=bob.member)
    assert bob.http.get(address).status_code == 403
    ann.post("close")
    assert ann.http.get(address).status_code == 410
    assert ann.http.get(f"{address}?as=tv").status_code == 410
