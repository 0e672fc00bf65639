"""At the door: newcomers of a locked room, and people with another device."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.core import door, hosting, people
from app.core.door import MOST_KNOCKS
from app.core.errors import NameTaken, NotNow, NotYours
from app.core.values import KNOCK_PATIENCE, Knock, Room
from tests.core.notation import (
    ANN,
    BOB,
    CID,
    DOT,
    LATER,
    NOW,
    come,
    device,
    guest,
    names,
    person,
    room,
    who,
)


def knock(
    room: Room, name: str, *, seat: str = "", mark: int | None = None, now: float = NOW
) -> Room:
    """They knock, for somebody's seat if one is named."""
    wish = who(seat) if seat else None
    return door.knock(room, device(name), id=name, name=name, mark=mark, who=wish, now=now)


def answer(room: Room, name: str, by: bytes = ANN, *, yes: bool = True, now: float = LATER) -> Room:
    return door.admit(room, by, name, new=who(name), yes=yes, now=now)


def test_a_newcomer_is_told_by_name_and_colour() -> None:
    assert knock(room("Ann"), "Dot", mark=9).knocks == (Knock("Dot", DOT, "Dot", 9, NOW),)
    assert knock(room("Ann"), "Dot").knocks == (Knock("Dot", DOT, "Dot", -1, NOW),)


def test_who_knocks_for_a_seat_has_the_name_of_that_seat() -> None:
    asked = Knock("Dot", DOT, "Bob", -1, NOW, who("Bob"))
    assert knock(room("Ann", "Bob"), "Dot", seat="Bob").knocks == (asked,)


def test_a_newcomer_needs_a_free_name_already_at_the_door() -> None:
    with pytest.raises(NameTaken):
        door.knock(room("Ann"), DOT, id="d", name="ann", mark=None, who=None, now=NOW)
    for known in (room("Ann", "Bob"), people.leave(room("Ann", "Bob"), BOB)):
        assert knock(known, "Bob").knocks[0].name == "Bob"  # one's own is free


def test_whoever_knocks_again_stands_there_once_as_they_say_now() -> None:
    first = knock(knock(room("Ann"), "Dot"), "Eve")
    again = door.knock(first, DOT, id="new", name="Dora", mark=4, who=None, now=LATER)
    assert [one.id for one in again.knocks] == ["new"]  # Eve went away long ago
    soon = door.knock(first, DOT, id="new", name="Dora", mark=4, who=None, now=NOW + 1)
    assert [one.id for one in soon.knocks] == ["Eve", "new"]


def test_at_a_full_door_who_is_there_already_may_knock_again() -> None:
    crowd = room("Ann")
    for number in range(MOST_KNOCKS):
        crowd = knock(crowd, f"K{number}")
    assert len(crowd.knocks) == MOST_KNOCKS
    with pytest.raises(NotNow):
        knock(crowd, "Late")
    assert len(knock(crowd, "K3").knocks) == MOST_KNOCKS
    told = answer(crowd, "K0", yes=False, now=NOW)
    assert knock(told, "Late").knocks[-1].name == "Late"  # a refused one makes room


def test_who_is_let_in_sits_down_as_they_said_at_the_door() -> None:
    inside = answer(knock(knock(room("Ann", "Bob"), "Dot", mark=9), "Eve"), "Dot")
    dot = person(inside, "Dot")
    assert (dot.name, dot.mark, dot.role, dot.device) == ("Dot", 9, "player", DOT)
    assert (dot.joined, dot.away, dot.place) == (LATER, LATER, 2)
    assert [one.id for one in inside.knocks] == ["Eve"]


def test_who_left_and_is_let_in_again_is_the_same_person() -> None:
    left = people.leave(room("Ann", "Bob"), BOB)
    back = door.admit(knock(left, "Bob"), ANN, "Bob", new=who("x"), yes=True, now=LATER)
    assert back.member("x") is None
    assert person(back, "Bob").role == "player"
    assert len(back.members) == 2


def test_a_no_is_kept_for_a_while_and_makes_nobody_knock_again() -> None:
    told = answer(knock(knock(room("Ann"), "Dot"), "Eve"), "Dot", yes=False, now=NOW + 10)
    assert [(one.id, one.refused, one.since) for one in told.knocks] == [
        ("Dot", True, NOW + 10),
        ("Eve", False, NOW),
    ]
    with pytest.raises(NotNow):
        knock(told, "Dot", now=NOW + 10 + KNOCK_PATIENCE - 1)
    assert not knock(told, "Dot", now=NOW + 10 + KNOCK_PATIENCE).knocks[0].refused


def test_the_host_opens_and_for_a_seat_the_device_that_holds_it() -> None:
    asked = knock(room("Ann", "Bob", "Cid"), "Dot", seat="Bob")
    for opening in (ANN, BOB):
        assert person(answer(asked, "Dot", opening), "Bob").device == DOT
    with pytest.raises(NotYours):
        answer(asked, "Dot", CID)
    with pytest.raises(NotYours):
        answer(knock(room("Ann", "Bob"), "Dot"), "Dot", BOB)


def test_a_seat_on_another_device_is_the_same_person_and_the_old_device_is_out() -> None:
    before = people.hand(guest(room("Ann", "Bob"), "Gus", "Bob"), BOB, who("Gus"))
    moved = answer(knock(before, "Dot", seat="Bob"), "Dot")
    bob = person(moved, "Bob")
    assert (bob.device, bob.epoch, bob.hands, bob.line, bob.away) == (DOT, 1, None, None, LATER)
    assert moved.of_device(BOB) is None
    assert moved.knocks == ()
    assert moved.member("dot") is None
    again = answer(knock(moved, "Eve", seat="Bob"), "Eve")
    assert person(again, "Bob").epoch == 2


def test_a_device_that_takes_another_seat_leaves_its_own_behind() -> None:
    moved = answer(knock(room("Ann", "Bob", "Cid"), "Cid", seat="Bob"), "Cid")
    assert person(moved, "Bob").device == CID
    assert (person(moved, "Cid").role, person(moved, "Cid").device) == ("left", None)
    assert names(moved) == ["Ann", "Bob"]


def test_a_device_that_left_long_ago_loses_its_old_seat_too() -> None:
    left = people.leave(room("Ann", "Bob", "Cid"), CID)
    moved = answer(knock(left, "Cid", seat="Bob"), "Cid")
    assert moved.of_device(CID) == person(moved, "Bob")
    assert (person(moved, "Cid").role, person(moved, "Cid").device) == ("left", None)


def test_a_knock_goes_with_the_seat_and_with_whoever_is_removed() -> None:
    asked = knock(knock(room("Ann", "Bob", "Cid"), "Cid", seat="Bob"), "Dot")
    for gone in (hosting.remove(asked, ANN, who("Cid")), people.leave(asked, BOB)):
        assert [one.id for one in gone.knocks] == ["Dot"]
    assert [one.id for one in people.leave(asked, CID).knocks] == ["Cid", "Dot"]


def test_a_device_that_asks_for_the_seat_it_holds_keeps_it() -> None:
    moved = answer(knock(room("Ann", "Bob"), "Bob", seat="Bob"), "Bob")
    bob = person(moved, "Bob")
    assert (bob.device, bob.role) == (BOB, "player")


def test_who_waited_too_long_is_gone() -> None:
    waiting = knock(knock(room("Ann"), "Dot"), "Eve", now=NOW + 50)
    assert door.quiet(waiting, NOW + KNOCK_PATIENCE - 1) is waiting
    later = door.quiet(waiting, NOW + KNOCK_PATIENCE)
    assert [one.id for one in later.knocks] == ["Eve"]


def test_a_guest_of_a_locked_room_knocks_as_well() -> None:
    locked = hosting.set_options(room("Ann"), ANN, locked=True)
    inside = answer(knock(locked, "Dot"), "Dot")
    assert names(inside) == ["Ann", "Dot"]
    assert replace(inside, options=room("Ann").options).options.locked is False
    assert person(come(people.leave(inside, DOT), "Dot"), "Dot").role == "player"
