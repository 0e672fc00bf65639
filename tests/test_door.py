"""Whoever cannot simply come in knocks: with another device, at a locked room, at a full one."""

from __future__ import annotations

import pytest

from app.core import door, hosting, lifecycle
from app.core.door import MOST_KNOCKS
from app.core.errors import NotNow
from app.core.values import KNOCK_PATIENCE, MOST_PLAYERS, MemberId, Room
from tests.core.notation import NOW, come
from tests.party import admit, knocks, names, playing, said
from tests.server import Server
from tests.visitors import Visitor, visitors

# --- another device ---


@pytest.mark.parametrize("opening", ["the host", "the old device"])
def test_a_new_device_is_let_in_to_the_seat(party: list[Visitor], opening: str) -> None:
    ann, bob, _, phone, _ = party
    assert phone.post("knock", member=bob.member).status_code == 201
    assert phone.look()["me"] is None
    admit(ann if opening == "the host" else bob)
    assert phone.look()["me"] == bob.member
    assert bob.look()["me"] is None
    assert bob.post("rename", name="Old").status_code == 403
    assert names(ann) == ["Ann", "Bob", "Cid"]


def test_a_new_device_finds_the_match_as_the_old_one_left_it(party: list[Visitor]) -> None:
    _, bob, _, phone, _ = playing(party)
    bob.move("ego", letter="C")
    phone.post("knock", member=bob.member)
    admit(bob)
    match = phone.look()["match"]
    assert (match["seat"], match["view"]["ego"]) == (1, "C")
    assert phone.move("ego", letter="D").status_code == 204


def test_a_device_that_moves_to_another_seat_leaves_its_own(party: list[Visitor]) -> None:
    ann, bob, cid, *_ = party
    cid.post("knock", member=bob.member)
    admit(bob)
    assert names(ann) == ["Ann", "Bob"]
    assert cid.look()["me"] == bob.member


def test_the_door_says_no(party: list[Visitor]) -> None:
    ann, bob, _, phone, _ = party
    phone.post("knock", member=bob.member)
    admit(ann, yes=False)
    assert phone.look()["me"] is None
    assert bob.look()["me"] == bob.member


def test_a_knock_is_answered_once(party: list[Visitor]) -> None:
    ann, bob, _, phone, _ = party
    phone.post("knock", member=bob.member)
    knock = admit(ann)
    assert ann.post("admit", knock=knock, yes=True).status_code == 404
    assert ann.post("admit", knock="nothing", yes=False).status_code == 404


def test_knocking_twice_is_one_knock(party: list[Visitor]) -> None:
    ann, _, _, dot, eve = party
    ann.post("lock", on=True)
    for name in ("Dot", "Dora"):
        assert dot.post("knock", name=name).status_code == 201
    eve.post("knock", name="Eve")
    assert len(knocks(ann)) == 2
    admit(ann)
    assert names(ann)[3:] == ["Dora"]


def test_a_crowd_at_the_door_waits(server: Server) -> None:
    with visitors(server.url, MOST_KNOCKS + 2) as (ann, *crowd):
        ann.join(ann.open_room(), "Ann").post("lock", on=True)
        for number, guest in enumerate(crowd):
            guest.code = ann.code
            answer = guest.post("knock", name=f"K{number}")
            assert answer.status_code == (201 if number < MOST_KNOCKS else 409)
        assert crowd[0].post("knock", name="Kim").status_code == 201  # was here already
        assert len(knocks(ann)) == MOST_KNOCKS


# --- the locked room ---


def test_a_locked_room_is_entered_by_knocking(party: list[Visitor]) -> None:
    ann, _, _, dot, eve = party
    ann.post("lock", on=True)
    refused = dot.post("members", name="Dot")
    assert (refused.status_code, said(refused)) == (
        403,
        "Ann locked the room. Knock and wait to be let in.",
    )
    for guest, name in ((dot, "Dot"), (eve, "Eve")):
        guest.post("knock", name=name, mark=6)
        assert "You knocked." in guest.page()
    admit(ann)
    admit(ann, yes=False)
    assert names(ann) == ["Ann", "Bob", "Cid", "Dot"]
    assert dot.look()["me"]
    assert eve.look()["me"] is None
    assert eve.post("members", name="Eve").status_code == 403


def test_a_locked_room_lets_in_whoever_was_in_it(party: list[Visitor]) -> None:
    ann, bob, *_ = party
    ann.post("lock", on=True)
    bob.post("leave")
    assert bob.join(bob.code, "Bob").look()["me"] == bob.member


def test_an_unlocked_room_is_open_to_all(party: list[Visitor]) -> None:
    ann, _, _, dot, _ = party
    ann.post("lock", on=True)
    ann.post("lock", on=False)
    dot.join(dot.code, "Dot")


def test_two_who_knock_by_the_same_name_are_both_let_in_or_told(party: list[Visitor]) -> None:
    ann, _, _, dot, eve = party
    ann.post("lock", on=True)
    for guest in (dot, eve):
        guest.post("knock", name="Dot")
    admit(ann)
    second = ann.post("admit", knock=knocks(ann)[0], yes=True) if knocks(ann) else None
    assert second is None or second.status_code == 409
    assert names(ann) == ["Ann", "Bob", "Cid", "Dot"]


# --- the next step ---


def test_who_was_removed_is_not_sent_round_in_a_circle(party: list[Visitor]) -> None:
    ann, bob, *_ = party
    ann.post("remove", member=bob.member)
    page = bob.page()
    assert "The host removed you from this room." in page
    assert f'href="/rooms/{bob.code}"' not in page
    assert 'action="/rooms"' in page


def test_a_locked_room_offers_to_knock_with_the_name_that_was_typed(party: list[Visitor]) -> None:
    ann, _, _, dot, _ = party
    dot.http.get(f"/rooms/{dot.code}")
    ann.post("lock", on=True)
    answer = dot.http.post(f"/rooms/{dot.code}/members", data={"name": "Dot", "mark": "5"})
    assert answer.status_code == 403
    assert f'action="/rooms/{dot.code}/knock"' in answer.text
    assert 'value="Dot"' in answer.text
    assert 'action="/rooms"' in answer.text


# --- the door, in core ---


def knock_at(room: Room, name: str, now: float = NOW, who: str | None = None) -> Room:
    return door.knock(
        room,
        name.encode(),
        id=f"{name}'s knock",
        name=name,
        mark=None,
        who=MemberId(who) if who else None,
        now=now,
    )


def let_in(room: Room, name: str, yes: bool, now: float = NOW) -> Room:
    return door.admit(room, b"ann", f"{name}'s knock", new=MemberId(name), yes=yes, now=now)


def test_who_came_in_another_way_no_longer_knocks(room: Room) -> None:
    room = knock_at(hosting.set_options(room, b"ann", locked=True), "zed")
    room = come(hosting.set_options(room, b"ann", locked=False), "zed")
    assert room.knocks == ()


def test_eight_who_walked_away_close_no_door(room: Room) -> None:
    for number in range(door.MOST_KNOCKS):
        room = knock_at(room, f"k{number}")
    with pytest.raises(NotNow):
        knock_at(room, "late", NOW + KNOCK_PATIENCE - 1)
    assert room.due == NOW + KNOCK_PATIENCE
    assert len(knock_at(room, "late", NOW + KNOCK_PATIENCE).knocks) == 1
    assert lifecycle.elapsed(room, NOW + KNOCK_PATIENCE).knocks == ()


def test_a_no_at_the_door_is_told_and_lasts_a_while(room: Room) -> None:
    room = let_in(knock_at(room, "zed"), "zed", yes=False)
    mine = room.knock_of(b"zed")
    assert mine
    assert mine.refused
    with pytest.raises(NotNow):
        knock_at(room, "zed", NOW + 1)
    again = knock_at(room, "zed", NOW + KNOCK_PATIENCE).knock_of(b"zed")
    assert again
    assert not again.refused


def test_a_knock_for_a_seat_goes_with_the_seat(room: Room) -> None:
    room = hosting.remove(knock_at(room, "new", who="bob"), b"ann", MemberId("bob"))
    assert room.knocks == ()


def test_who_is_let_in_to_a_full_table_watches(room: Room) -> None:
    for number in range(MOST_PLAYERS - len(room.players)):
        room = come(room, f"more {number}")
    room = hosting.set_options(room, b"ann", locked=True)
    ninth = let_in(knock_at(room, "zed"), "zed", yes=True).of_device(b"zed")
    assert ninth
    assert ninth.role == "watcher"
