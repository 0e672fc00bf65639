"""One of them hosts, removes and pardons, orders the seats and hands over."""

from __future__ import annotations

from random import Random

import pytest

from app.core import hosting, lifecycle, people
from app.core.errors import NotNow
from app.core.values import COLOURS, HOST_MISSED, HOST_PATIENCE, MemberId, Room
from tests.core.notation import NOW, away, come, here, person
from tests.party import MINUTE, names, of, playing, said
from tests.visitors import JSON, Visitor

# --- who is host ---


def test_when_the_host_leaves_the_next_one_hosts(party: list[Visitor]) -> None:
    ann, bob, *_ = party
    ann.post("leave")
    assert bob.look()["host"] == bob.member
    assert ann.join(ann.code, "Ann").look()["host"] == bob.member


def test_a_room_that_all_have_left_is_hosted_by_whoever_comes(party: list[Visitor]) -> None:
    *three, dot, _ = party
    for guest in three:
        guest.post("leave")
    assert dot.join(dot.code, "Dot").look()["host"] == dot.member


def test_the_opener_hosts_also_when_somebody_was_faster(table: list[Visitor]) -> None:
    ann, bob, *_ = table
    code = ann.open_room()
    bob.join(code, "Bob")
    ann.join(code, "Ann")
    assert bob.look()["host"] == ann.member


def test_a_room_that_a_tv_opened_is_hosted_by_the_first_phone(table: list[Visitor]) -> None:
    tv, ann, bob, *_ = table
    code = tv.http.post("/rooms", json={"tv": True}, headers=JSON).json()["code"]
    ann.join(code, "Ann")
    bob.join(code, "Bob")
    assert bob.look()["host"] == ann.member
    assert not tv.http.cookies


# --- removing ---


def test_who_is_removed_stays_out(party: list[Visitor]) -> None:
    ann, bob, *_ = party
    assert ann.post("remove", member=bob.member).status_code == 204
    assert names(ann) == ["Ann", "Cid"]
    for verb, fields in (
        ("members", {"name": "Bob"}),
        ("knock", {"name": "Bob"}),
        ("knock", {"member": bob.member}),
        ("rename", {"name": "Bob"}),
        ("leave", {}),
        ("take-over", {}),
    ):
        answer = bob.post(verb, **fields)
        assert (answer.status_code, said(answer)) == (
            403,
            "The host removed you from this room.",
        ), verb
    assert bob.http.get(f"/rooms/{bob.code}").status_code == 403
    assert bob.http.get(f"/rooms/{bob.code}/events").status_code == 403


def test_a_removal_is_undone_without_twins(party: list[Visitor]) -> None:
    ann, bob, _, dot, eve = party
    bobs = COLOURS.index(of(ann, bob)["colour"])
    ann.post("remove", member=bob.member)
    dot.join(dot.code, "Bob", mark=bobs)
    eve.join(eve.code, "Bob B")
    assert ann.post("pardon", member=bob.member).status_code == 204
    assert bob.look()["me"] == bob.member
    assert sorted(names(ann)) == ["Ann", "Bob", "Bob B", "Bob II", "Cid"]
    assert of(ann, dot)["name"] == "Bob"
    assert len({person["colour"] for person in ann.look()["members"]}) == 5


def test_a_removal_in_a_match_is_undone_with_the_seat(party: list[Visitor]) -> None:
    ann, bob, *_ = playing(party)
    ann.post("remove", member=bob.member)
    ann.post("pardon", member=bob.member)
    assert bob.move("ego", letter="B").status_code == 204


def test_only_who_is_removed_is_pardoned(party: list[Visitor]) -> None:
    ann, bob, cid, *_ = party
    cid.post("leave")
    for who in (bob.member, cid.member, "nobody"):
        assert ann.post("pardon", member=who).status_code == 404
    assert names(ann) == ["Ann", "Bob"]


def test_the_host_hands_over_instead_of_removing_herself(party: list[Visitor]) -> None:
    ann, *_ = party
    assert ann.post("remove", member=ann.member).status_code == 409
    assert names(ann) == ["Ann", "Bob", "Cid"]


# --- who hosts ---


def test_the_host_hands_over(party: list[Visitor]) -> None:
    ann, bob, *_ = party
    assert ann.post("hand-over", member=bob.member).status_code == 204
    assert ann.look()["host"] == bob.member
    assert ann.post("lock", on=True).status_code == 403
    assert bob.post("lock", on=True).status_code == 204


def test_nobody_who_cannot_host_is_given_the_role(party: list[Visitor]) -> None:
    ann, bob, *_ = party
    ann.post("bots")
    bob.post("leave")
    bot = next(person["id"] for person in ann.look()["members"] if person["bot"])
    assert ann.post("hand-over", member=bot).status_code == 409
    assert ann.post("hand-over", member=bob.member).status_code == 404
    assert ann.look()["host"] == ann.member


def test_a_host_who_is_here_is_not_taken_over_from(party: list[Visitor]) -> None:
    ann, bob, *_ = party
    refused = bob.post("take-over")
    assert (refused.status_code, said(refused)) == (409, "Ann is still the host.")
    assert ann.look()["host"] == ann.member


@pytest.mark.parametrize(
    ("now", "free"), [(NOW + 1, False), (MINUTE - 1, False), (MINUTE, True), (MINUTE + 9_999, True)]
)
def test_an_absent_hosts_role_is_free_after_a_minute(room: Room, now: float, free: bool) -> None:
    room = away(room, "ann", NOW)
    assert hosting.miss_host(room, now).options.free == free
    if free:
        assert hosting.take_over(room, b"bob", now).host == "bob"
    else:
        with pytest.raises(NotNow):
            hosting.take_over(room, b"bob", now)


def test_a_host_who_is_back_is_host_again(room: Room) -> None:
    room = hosting.miss_host(away(room, "ann", NOW), MINUTE)
    room = here(room, "ann")
    assert (room.host, room.options.free) == ("ann", False)
    with pytest.raises(NotNow):
        hosting.take_over(room, b"bob", MINUTE + 1)


def test_the_first_tap_takes_over_and_the_second_does_not(room: Room) -> None:
    room = hosting.miss_host(away(room, "ann", NOW), MINUTE)
    room = hosting.take_over(room, b"bob", MINUTE)
    with pytest.raises(NotNow):
        hosting.take_over(room, b"cid", MINUTE)
    assert (room.host, room.options.free) == ("bob", False)


def test_a_host_who_returns_too_late_is_a_guest(room: Room) -> None:
    room = hosting.take_over(away(room, "ann", NOW), b"bob", MINUTE)
    assert here(room, "ann").host == "bob"


def test_a_host_who_never_opened_a_page_is_missed_and_can_be_followed() -> None:
    room = come(come(lifecycle.open_room("KLMR", b"ann", NOW), "ann"), "bob")
    joined = person(room, "ann").joined
    assert room.due == joined + HOST_MISSED
    room = lifecycle.elapsed(room, joined + HOST_MISSED)
    assert (room.options.missed, room.options.free) == (True, False)
    room = lifecycle.elapsed(room, joined + HOST_PATIENCE)
    assert room.options.free
    assert room.due is None
    assert hosting.take_over(room, b"bob", joined + HOST_PATIENCE).host == "bob"


def test_a_host_who_leaves_is_followed_by_somebody_who_is_here(room: Room) -> None:
    room = people.leave(away(room, "bob", NOW), b"ann")
    assert room.host == "cid"


def test_a_bot_is_never_host(room: Room) -> None:
    room = people.seat_bot(room, id=MemberId("bot"), strength="friendly", now=NOW)
    for device in (b"ann", b"bob", b"cid"):
        room = people.leave(room, device)
    assert room.host is None
    assert come(room, "dot").host == "dot"


# --- for the guests at home ---


def test_the_tv_shows_the_wifi_that_the_host_typed_and_scripts_never_get_it(
    party: list[Visitor],
) -> None:
    ann, bob, *_ = party
    picture = f"/rooms/{ann.code}/wifi.svg"
    assert bob.http.get(picture).status_code == 404
    assert bob.post("wifi", name="Home", password="sesame").status_code == 403
    assert ann.post("wifi", name="Home", password="sesame").status_code == 204
    assert bob.http.get(picture).headers["content-type"] == "image/svg+xml"
    assert picture in bob.http.get(f"/tv/{ann.code}").text
    assert "sesame" not in str(bob.look()) + bob.page()
    assert ann.post("wifi").status_code == 204
    assert bob.http.get(picture).status_code == 404


# --- the order of seats ---


@pytest.mark.parametrize(
    ("who", "step", "order"),
    [
        (0, 1, "Bob Ann Cid"),
        (1, -1, "Bob Ann Cid"),
        (1, 1, "Ann Cid Bob"),
        (0, -1, "Ann Bob Cid"),
        (2, 1, "Ann Bob Cid"),
    ],
)
def test_the_host_moves_people_in_the_order(
    party: list[Visitor], who: int, step: int, order: str
) -> None:
    ann, bob, cid, *_ = party
    moved = (ann, bob, cid)[who].member
    assert ann.post("reorder", member=moved, step=step).status_code == 204
    assert names(bob) == order.split()


def test_seats_follow_the_order_from_whoever_begins(party: list[Visitor]) -> None:
    ann, bob, cid, *_ = party
    ann.post("reorder", member=cid.member, step=-1)
    ann.post("matches", game="soulmates", first=cid.member)
    assert [guest.look()["match"]["seat"] for guest in (cid, bob, ann)] == [0, 1, 2]


def test_shuffling_keeps_everybody(party: list[Visitor]) -> None:
    ann, *_ = party
    orders = set()
    for _ in range(30):
        assert ann.post("shuffle").status_code == 204
        orders.add(tuple(names(ann)))
    assert {tuple(sorted(order)) for order in orders} == {("Ann", "Bob", "Cid")}
    assert len(orders) > 2


def test_moving_steps_over_those_who_left(room: Room) -> None:
    room = people.leave(room, b"bob")
    room = hosting.reorder(room, b"ann", MemberId("cid"), -1)
    assert [who.id for who in room.people] == ["cid", "ann"]
    room = hosting.shuffle(come(room, "bob"), b"ann", Random(1))
    assert len({who.place for who in room.people}) == 3
