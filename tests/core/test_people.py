"""People in a room: what joining, leaving, being here and playing for others do to it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.core import door, hosting, people
from app.core.errors import RoomFull
from app.core.people import BOT_NAMES
from app.core.values import MARKS, MOST_MEMBERS, MOST_PLAYERS, MemberId, Room
from tests.core.notation import (
    ANN,
    BOB,
    CID,
    DOT,
    LATER,
    NOW,
    away,
    begun,
    come,
    computer,
    device,
    guest,
    here,
    match,
    names,
    over,
    page,
    person,
    room,
    who,
)


def test_who_joins_is_there_as_they_said() -> None:
    dot = person(come(room("Ann"), "Dot", mark=9, role="watcher", now=LATER), "Dot")
    assert (dot.id, dot.name, dot.mark, dot.role) == ("dot", "Dot", 9, "watcher")
    assert (dot.device, dot.joined, dot.away, dot.line) == (DOT, LATER, LATER, None)
    assert (dot.bot, dot.keeper, dot.hands, dot.epoch) == (None, None, None, 0)


def test_newcomers_sit_down_at_the_end() -> None:
    assert [one.place for one in room("Ann", "Bob", "Cid").people] == [0, 1, 2]
    left = people.leave(room("Ann", "Bob"), BOB)
    assert person(come(left, "Cid"), "Cid").place == 2  # Bob's may be wanted again


def test_joining_again_changes_nothing() -> None:
    before = room("Ann", "Bob")
    again = people.join(
        before, BOB, id=MemberId("x"), name="Bea", mark=5, role="watcher", now=LATER
    )
    assert again is before


def test_who_comes_back_is_the_same_person_at_the_end_of_the_order() -> None:
    left = people.leave(room("Ann", "Bob", "Cid"), BOB)
    back = people.join(left, BOB, id=MemberId("x"), name="Bea", mark=7, role="player", now=LATER)
    bob = person(back, "Bob")
    assert (bob.name, bob.mark, bob.place, bob.away, bob.joined) == ("Bea", 7, 3, LATER, LATER)
    assert back.member("x") is None
    assert names(back) == ["Ann", "Cid", "Bea"]


def test_a_seat_that_changed_hands_stays_void_for_the_old_device_when_they_return() -> None:
    moved = people.changed(room("Ann", "Bob"), person(room("Ann", "Bob"), "Bob"), epoch=3)
    assert person(come(people.leave(moved, BOB), "Bob"), "Bob").epoch == 3


def test_without_a_wish_the_first_free_colour_is_given() -> None:
    assert [one.mark for one in room("Ann", "Bob", "Cid").people] == [0, 1, 2]
    assert person(come(room("Ann"), "Dot", mark=MARKS), "Dot").mark == 1
    assert person(come(room("Ann"), "Dot", mark=0), "Dot").mark == 1
    assert person(come(room("Ann"), "Dot", mark=MARKS - 1), "Dot").mark == MARKS - 1


def test_a_new_name_keeps_the_colour_and_a_new_colour_the_name() -> None:
    before = come(room("Ann"), "Bob", mark=6)
    bea = person(people.rename(before, BOB, "Bea", None), "Bob")
    assert (bea.name, bea.mark) == ("Bea", 6)
    bob = person(people.rename(before, BOB, "Bob", 8), "Bob")
    assert (bob.name, bob.mark) == ("Bob", 8)
    assert person(people.rename(before, BOB, "Bob", 0), "Bob").mark == 1  # 0 is Ann's
    assert person(people.rename(before, BOB, "Bob", 6), "Bob").mark == 6  # his own


def test_people_watch_or_play_as_they_wish_and_as_the_host_says() -> None:
    before = room("Ann", "Bob")
    assert person(people.take_role(before, BOB, who("Bob"), "watcher"), "Bob").role == "watcher"
    after = people.take_role(before, ANN, who("Bob"), "watcher")
    assert person(after, "Bob").role == "watcher"
    assert [one.name for one in after.players] == ["Ann"]


def full() -> Room:
    return room(*(f"P{number}" for number in range(MOST_PLAYERS)))


def test_eight_play_and_a_ninth_watches_until_there_is_a_place() -> None:
    late = come(full(), "Late", role="watcher")
    with pytest.raises(RoomFull):
        people.take_role(late, device("Late"), who("Late"), "player")
    with pytest.raises(RoomFull):
        come(full(), "Late")
    same = people.take_role(late, device("P1"), who("P1"), "player")  # plays already
    assert person(same, "P1").role == "player"
    seven = people.take_role(late, device("P1"), who("P1"), "watcher")
    assert (
        person(people.take_role(seven, device("Late"), who("Late"), "player"), "Late").role
        == "player"
    )


def test_a_room_holds_so_many_and_no_more() -> None:
    crowd = room("Ann")
    for number in range(MOST_MEMBERS - 1):
        crowd = come(crowd, f"W{number}", role="watcher")
    assert len(crowd.people) == MOST_MEMBERS
    with pytest.raises(RoomFull):
        come(crowd, "Late", role="watcher")


def test_a_computer_sits_down_under_a_free_name() -> None:
    bot = person(computer(room("Ann"), strength="strong"), "bot")
    assert (bot.name, bot.bot, bot.mark, bot.place) == (BOT_NAMES[0], "strong", 1, 1)
    assert (bot.joined, bot.role, bot.device, bot.away) == (NOW, "player", None, None)
    second = person(computer(come(room("Ann"), BOT_NAMES[0].upper()), "second"), "second")
    assert second.name == BOT_NAMES[1]


def test_computers_are_numbered_where_all_their_names_are_taken() -> None:
    taken = room("Ann")
    for name in BOT_NAMES:
        taken = come(taken, name, role="watcher")
    taken = computer(computer(taken, "one"), "two")
    assert [person(taken, name).name for name in ("one", "two")] == ["Bot 0", "Bot 1"]


def test_a_guest_plays_on_the_phone_that_they_were_added_on() -> None:
    gus = person(guest(room("Ann", "Bob"), "Gus", "Bob", mark=9), "Gus")
    assert (gus.name, gus.keeper, gus.mark, gus.place) == ("Gus", "bob", 9, 2)
    assert (gus.device, gus.role, gus.joined) == (None, "player", NOW)
    assert person(guest(room("Ann", "Bob"), "Gus", "Bob"), "Gus").mark == 2


def test_a_phone_is_handed_to_whom_it_plays_for() -> None:
    before = guest(room("Ann", "Bob"), "Gus", "Bob")
    assert person(people.hand(before, BOB, who("Gus")), "Bob").hands == "gus"
    assert person(people.hand(before, BOB, who("Bob")), "Bob").hands == "bob"


def test_who_opens_a_page_is_here_by_that_line() -> None:
    before = come(room("Ann"), "Bob")
    bob = person(here(before, "Bob"), "Bob")
    assert (bob.line, bob.away) == (page("Bob"), None)


def test_the_same_page_again_changes_nothing_and_a_newer_one_takes_over() -> None:
    before = room("Ann", "Bob")
    assert here(before, "Bob") is before
    newer = people.arrive(before, who("Bob"), "his second page")
    assert person(newer, "Bob").line == "his second page"
    assert people.arrive(before, MemberId("nobody"), "a page") is before
    assert people.vanish(before, MemberId("nobody"), "a page", NOW) is before


def test_who_closes_the_page_is_away_since_then() -> None:
    bob = person(away(room("Ann", "Bob"), "Bob", LATER), "Bob")
    assert (bob.away, bob.line) == (LATER, None)
    back = person(here(away(room("Ann", "Bob"), "Bob", LATER), "Bob"), "Bob")
    assert (back.away, back.line) == (None, page("Bob"))


def test_only_the_hosts_return_ends_the_search_for_another() -> None:
    lost = hosting.miss_host(away(room("Ann", "Bob"), "Ann"), NOW + 60)
    assert (lost.options.missed, lost.options.free) == (True, True)
    still = here(away(lost, "Bob"), "Bob")
    assert (still.options.missed, still.options.free) == (True, True)
    found = here(lost, "Ann")
    assert (found.options.missed, found.options.free) == (False, False)


def test_a_second_page_of_somebody_who_is_here_keeps_the_stand_in_elsewhere() -> None:
    """Only who comes back takes over from the computer."""
    playing = people.stood_in(begun(room("Ann", "Bob", "Cid")), who("Bob"), on=True)
    assert match(people.arrive(playing, who("Bob"), "second")).stand_ins == {1}
    assert match(here(away(playing, "Bob"), "Bob")).stand_ins == frozenset()


def test_in_a_match_a_computer_stands_in_for_whoever_leaves() -> None:
    playing = begun(guest(room("Ann", "Bob"), "Gus", "Bob"))
    left = people.leave(playing, BOB)
    assert match(left).stand_ins == {1, 2}
    assert (person(left, "Bob").role, person(left, "Gus").role) == ("left", "left")
    assert person(left, "Bob").line is None
    assert match(come(left, "Bob")).stand_ins == frozenset()


def test_nobody_stands_in_when_the_match_is_over_or_for_who_does_not_play() -> None:
    done = over(begun(room("Ann", "Bob", "Cid")))
    assert match(people.leave(done, BOB)).stand_ins == frozenset()
    watched = come(begun(room("Ann", "Bob", "Cid")), "Dot")
    assert people.stood_in(watched, who("Dot"), on=True) is watched
    assert people.stood_in(watched, who("Bob"), on=False) is watched
    two = people.stood_in(people.stood_in(watched, who("Bob"), on=True), who("Cid"), on=True)
    assert match(two).stand_ins == {1, 2}
    assert match(people.stood_in(two, who("Bob"), on=False)).stand_ins == {2}


def test_a_removed_keeper_takes_the_guests_along_as_people_who_left() -> None:
    out = hosting.remove(guest(room("Ann", "Bob"), "Gus", "Bob"), ANN, who("Bob"))
    assert (person(out, "Bob").role, person(out, "Gus").role) == ("removed", "left")


def test_the_next_host_is_here_has_a_device_and_sits_first() -> None:
    crowd = guest(computer(room("Ann", "Bob", "Cid", "Dot")), "Gus", "Ann")
    assert people.leave(crowd, ANN).host == "bob"
    assert people.leave(away(crowd, "Bob"), ANN).host == "cid"
    all_away = away(away(away(crowd, "Bob"), "Cid"), "Dot")
    assert people.leave(all_away, ANN).host == "bob"
    turned = hosting.reorder(crowd, ANN, who("Cid"), -1)
    assert people.leave(turned, ANN).host == "cid"
    assert people.leave(crowd, BOB).host == "ann"


def test_a_new_host_begins_without_being_missed() -> None:
    lost = hosting.miss_host(away(room("Ann", "Bob"), "Ann"), NOW + 60)
    left = people.leave(lost, ANN)
    assert (left.host, left.options.missed, left.options.free) == ("bob", False, False)


def test_without_people_there_is_no_host_until_somebody_comes() -> None:
    empty = people.leave(room("Ann"), ANN)
    assert empty.host is None
    assert come(empty, "Bob").host == "bob"


def test_the_first_one_in_hosts_until_the_opener_comes_once() -> None:
    opened = replace(room(), opener=ANN)
    first = come(come(opened, "Bob"), "Cid")
    assert (first.host, first.opener) == ("bob", ANN)
    both = come(first, "Ann")
    assert (both.host, both.opener) == ("ann", None)
    back = come(people.leave(both, ANN), "Ann")  # who has left is no opener any more
    assert back.host == "bob"


def test_a_guest_or_a_computer_is_never_made_host() -> None:
    empty = replace(room("Ann"), host=None)
    assert guest(empty, "Gus", "Ann").host is None
    assert computer(empty).host is None


def test_guests_come_back_with_the_phone_as_far_as_there_is_room() -> None:
    left = people.leave(guest(guest(room("Ann", "Bob"), "Gus", "Bob", 9), "Geo", "Bob", 10), BOB)
    back = come(left, "Bob")
    assert names(back) == ["Ann", "Gus", "Geo", "Bob"]
    assert (person(back, "Gus").mark, person(back, "Geo").mark) == (9, 10)
    crowd = left
    for number in range(MOST_PLAYERS - 3):
        crowd = come(crowd, f"P{number}")
    tight = come(crowd, "Bob")
    assert person(tight, "Gus").role == "player"  # the last place
    assert person(tight, "Geo").role == "left"


def test_a_guest_whose_name_is_taken_meanwhile_stays_out_and_the_others_come() -> None:
    left = people.leave(guest(guest(room("Ann", "Bob"), "Gus", "Bob"), "Geo", "Bob"), BOB)
    back = come(come(left, "Güs"), "Bob")
    roles = [person(back, name).role for name in ("Gus", "Geo", "Bob")]
    assert roles == ["left", "player", "player"]


def test_a_guest_whose_colour_is_taken_meanwhile_gets_another() -> None:
    left = people.leave(guest(room("Ann", "Bob"), "Gus", "Bob", mark=9), BOB)
    back = come(come(left, "Cid", mark=9), "Bob")
    assert person(back, "Gus").role == "player"
    assert person(back, "Gus").mark not in {one.mark for one in back.people if one.id != "gus"}


def test_guests_of_a_phone_that_comes_to_watch_stay_out() -> None:
    left = people.leave(guest(room("Ann", "Bob"), "Gus", "Bob"), BOB)
    assert person(come(left, "Bob", role="watcher"), "Gus").role == "left"


def test_other_phones_guests_stay_where_they_are() -> None:
    left = people.leave(people.leave(guest(room("Ann", "Bob", "Cid"), "Gus", "Cid"), CID), BOB)
    assert person(come(left, "Bob"), "Gus").role == "left"


def test_who_left_is_known_and_computers_that_are_gone_are_not() -> None:
    left = people.leave(computer(room("Ann", "Bob")), BOB)
    assert left.member("bob")
    assert hosting.remove(left, ANN, who("bot")).member("bot") is None
    assert hosting.remove(left, ANN, who("bot")).member("bob")


def test_of_those_who_left_the_first_are_forgotten_first() -> None:
    crowd = room("Ann")
    for number in range(people.MOST_GONE + 1):
        crowd = people.leave(come(crowd, f"G{number}"), device(f"G{number}"))
    assert crowd.member("g0") is None
    assert crowd.member("g1")
    assert len(crowd.members) == 1 + people.MOST_GONE


def test_a_knock_ends_when_its_device_sits_down_and_others_stay() -> None:
    locked = hosting.set_options(room("Ann"), ANN, locked=True)
    for name in ("Dot", "Eve"):
        locked = door.knock(locked, device(name), id=name, name=name, mark=None, who=None, now=NOW)
    opened = come(hosting.set_options(locked, ANN, locked=False), "Dot")
    assert [knock.id for knock in opened.knocks] == ["Eve"]
