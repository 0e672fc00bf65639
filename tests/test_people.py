"""People come, go, come back, and nobody blocks the room; by HTTP, and with the clock in hand."""

from __future__ import annotations

import itertools
import json
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from app.core import door, hosting, lifecycle, people, play
from app.core.door import MOST_KNOCKS
from app.core.errors import NoSuchThing, NotNow, RoomFull
from app.core.people import BOT_NAMES
from app.core.values import (
    COLOURS,
    HOST_MISSED,
    HOST_PATIENCE,
    KNOCK_PATIENCE,
    MOST_MEMBERS,
    MOST_PLAYERS,
    SHAPES,
    Member,
    MemberId,
    Room,
)
from app.web.limits import MOST_STREAMS
from tests.server import Server, serving
from tests.visitors import JSON, Visitor, answer_all, seated, visitors


@pytest.fixture
def party(table: list[Visitor]) -> list[Visitor]:
    """Ann, who hosts, Bob and Cid in the lobby; two more before the door."""
    code = table[0].open_room()
    for guest, name in zip(table, ("Ann", "Bob", "Cid"), strict=False):
        guest.join(code, name)
    for guest in table[3:]:
        guest.code = code
    return table


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


T0 = 1_000.0
MINUTE = T0 + HOST_PATIENCE


@pytest.fixture
def room() -> Room:
    """Ann, who hosts, Bob and Cid."""
    opened = lifecycle.open_room("KLMR", b"ann", T0)
    for name in ("ann", "bob", "cid"):
        opened = arrive(come(opened, name), name)
    return opened


def arrive(room: Room, name: str) -> Room:
    """They open a page, each their only one."""
    return people.arrive(room, MemberId(name), f"{name}'s page")


def vanish(room: Room, name: str, now: float) -> Room:
    return people.vanish(room, MemberId(name), f"{name}'s page", now)


@pytest.mark.parametrize(
    ("now", "free"), [(T0 + 1, False), (MINUTE - 1, False), (MINUTE, True), (MINUTE + 9_999, True)]
)
def test_an_absent_hosts_role_is_free_after_a_minute(room: Room, now: float, free: bool) -> None:
    room = vanish(room, "ann", T0)
    assert hosting.miss_host(room, now).options.free == free
    if free:
        assert hosting.take_over(room, b"bob", now).host == "bob"
    else:
        with pytest.raises(NotNow):
            hosting.take_over(room, b"bob", now)


def test_a_host_who_is_back_is_host_again(room: Room) -> None:
    room = hosting.miss_host(vanish(room, "ann", T0), MINUTE)
    room = arrive(room, "ann")
    assert (room.host, room.options.free) == ("ann", False)
    with pytest.raises(NotNow):
        hosting.take_over(room, b"bob", MINUTE + 1)


def test_the_first_tap_takes_over_and_the_second_does_not(room: Room) -> None:
    room = hosting.miss_host(vanish(room, "ann", T0), MINUTE)
    room = hosting.take_over(room, b"bob", MINUTE)
    with pytest.raises(NotNow):
        hosting.take_over(room, b"cid", MINUTE)
    assert (room.host, room.options.free) == ("bob", False)


def test_a_host_who_returns_too_late_is_a_guest(room: Room) -> None:
    room = hosting.take_over(vanish(room, "ann", T0), b"bob", MINUTE)
    assert arrive(room, "ann").host == "bob"


def test_an_absence_counts_from_its_beginning(room: Room) -> None:
    room = vanish(room, "ann", T0)
    assert vanish(room, "ann", T0 + 50) is room


def test_a_page_that_closes_after_a_newer_one_was_opened_is_no_absence(room: Room) -> None:
    room = people.arrive(room, MemberId("bob"), "his second page")
    assert vanish(room, "bob", T0) is room
    assert person(people.vanish(room, MemberId("bob"), "his second page", T0), "bob").away == T0


def test_who_sat_down_and_never_opened_a_page_is_away(room: Room) -> None:
    room = come(room, "dot")
    assert not room.is_here(person(room, "dot"))
    assert room.is_here(person(arrive(room, "dot"), "dot"))


def test_a_host_who_never_opened_a_page_is_missed_and_can_be_followed() -> None:
    room = come(come(lifecycle.open_room("KLMR", b"ann", T0), "ann"), "bob")
    joined = person(room, "ann").joined
    assert room.due == joined + HOST_MISSED
    room = lifecycle.elapsed(room, joined + HOST_MISSED)
    assert (room.options.missed, room.options.free) == (True, False)
    room = lifecycle.elapsed(room, joined + HOST_PATIENCE)
    assert room.options.free
    assert room.due is None
    assert hosting.take_over(room, b"bob", joined + HOST_PATIENCE).host == "bob"


@pytest.mark.parametrize("role", ["left", "removed"])
def test_who_is_gone_neither_vanishes_nor_arrives(room: Room, role: str) -> None:
    gone = (
        people.leave(room, b"bob")
        if role == "left"
        else hosting.remove(room, b"ann", MemberId("bob"))
    )
    assert vanish(gone, "bob", T0) is gone
    assert arrive(gone, "bob") is gone


def test_who_left_while_away_is_here_again_on_returning(room: Room) -> None:
    gone = people.leave(vanish(room, "bob", T0), b"bob")
    assert person(arrive(come(gone, "bob"), "bob"), "bob").away is None


def test_a_host_who_leaves_is_followed_by_somebody_who_is_here(room: Room) -> None:
    room = people.leave(vanish(room, "bob", T0), b"ann")
    assert room.host == "cid"


def test_a_bot_is_never_host(room: Room) -> None:
    room = people.seat_bot(room, id=MemberId("bot"), strength="friendly", now=T0)
    for device in (b"ann", b"bob", b"cid"):
        room = people.leave(room, device)
    assert room.host is None
    assert come(room, "dot").host == "dot"


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


# --- a full room ---


def test_eight_play_and_the_others_watch(server: Server) -> None:
    with visitors(server.url, MOST_PLAYERS + 2) as (ann, *others):
        ann.join(ann.open_room(), "P0")
        *players, late, later = others
        for number, guest in enumerate(players, 1):
            guest.join(ann.code, f"P{number}")
        late.code = ann.code
        refused = late.post("members", name="Late")
        assert (refused.status_code, said(refused)) == (
            409,
            "All 8 places are taken. You can watch.",
        )
        late.join(ann.code, "Late", role="watcher")
        later.join(ann.code, "Later", role="watcher")
        assert late.post("role", member=late.member, role="player").status_code == 409
        assert ann.post("bots").status_code == 409
        players[0].post("leave")
        assert late.post("role", member=late.member, role="player").status_code == 204
        assert sum(person["watching"] for person in ann.look()["members"]) == 1


def test_a_pardon_in_a_full_room_is_a_place_to_watch_from(room: Room) -> None:
    room = hosting.remove(room, b"ann", MemberId("bob"))
    for number in range(MOST_PLAYERS - 2):
        room = come(room, f"p{number}")
    room = hosting.pardon(room, b"ann", MemberId("bob"), T0)
    assert person(room, "bob").role == "watcher"
    assert len(room.players) == MOST_PLAYERS


def test_a_knock_at_a_full_room_waits_until_there_is_a_place(server: Server) -> None:
    with visitors(server.url, MOST_PLAYERS + 1) as (ann, *players, late):
        ann.join(ann.open_room(), "P0")
        for number, guest in enumerate(players, 1):
            guest.join(ann.code, f"P{number}")
        ann.post("lock", on=True)
        late.code = ann.code
        late.post("knock", name="Late")
        assert ann.post("admit", knock=knocks(ann)[0], yes=True).status_code == 409
        players[0].post("leave")
        admit(ann)
        assert late.look()["me"]


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


# --- computers ---


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


# --- away ---


def test_nobody_answers_for_somebody_who_is_here(room: Room) -> None:
    room = playing_here(room)
    with pytest.raises(NotNow):
        play.stand_in(room, b"ann", MemberId("bob"), T0, on=True)
    with pytest.raises(NoSuchThing):
        play.stand_in(room, b"ann", MemberId("nobody"), T0, on=True)


def playing_here(room: Room) -> Room:
    begin = lifecycle.Start(id="m", seed="s", now=T0, first=MemberId("ann"))
    return lifecycle.start(room, b"ann", "soulmates", {}, begin)


# --- guests are where the phone is ---


def hosts_a_guest(room: Room) -> Room:
    """Gus plays on Bob's phone."""
    return people.add_guest(room, b"bob", id=MemberId("gus"), name="Gus", mark=None, now=T0)


def test_a_guest_is_here_and_away_with_the_phone(room: Room) -> None:
    room = hosts_a_guest(room)
    assert room.is_here(person(room, "gus"))
    room = playing_here(vanish(room, "bob", T0))
    assert not room.is_here(person(room, "gus"))
    room = play.stand_in(room, b"ann", MemberId("gus"), T0, on=True)
    assert room.match
    assert room.match.stand_ins
    room = arrive(room, "bob")
    assert room.match
    assert not room.match.stand_ins


def test_a_guest_leaves_and_comes_back_with_the_phone(room: Room) -> None:
    room = playing_here(hosts_a_guest(room))
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
        hosting.pardon(room, b"ann", MemberId("gus"), T0)
    assert person(hosting.pardon(room, b"ann", MemberId("bob"), T0), "bob").role == "player"


def test_who_was_sent_away_from_a_phone_does_not_come_back_with_it(room: Room) -> None:
    room = hosting.remove(hosts_a_guest(room), b"bob", MemberId("gus"))
    room = come(people.leave(room, b"bob"), "bob")
    assert person(room, "gus").role == "removed"


def test_coming_back_to_watch_is_not_coming_back_to_play(room: Room) -> None:
    room = people.leave(playing_here(room), b"bob")
    assert room.match
    assert room.match.stand_ins == {1}
    back = people.join(
        room, b"bob", id=MemberId("x"), name="Bob", mark=None, role="watcher", now=T0
    )
    assert back.match
    assert back.match.stand_ins == {1}


# --- counting ---


def test_two_hundred_computers_in_and_out_leave_their_places(room: Room) -> None:
    for number in range(200):
        id = MemberId(f"bot{number}")
        room = people.seat_bot(room, id=id, strength="friendly", now=T0)
        room = hosting.remove(room, b"ann", id)
    assert len(room.members) == 3
    for number in range(MOST_PLAYERS - 3):
        room = people.seat_bot(room, id=MemberId(f"b{number}"), strength="friendly", now=T0)
    assert len(room.players) == MOST_PLAYERS


def test_a_computer_that_plays_stays_known_until_the_match_is_over(room: Room) -> None:
    room = people.seat_bot(room, id=MemberId("bot"), strength="friendly", now=T0)
    room = hosting.remove(playing_here(room), b"ann", MemberId("bot"))
    assert room.member("bot")
    assert lifecycle.end(room, b"ann").member("bot") is None


def test_a_thousand_who_came_and_went_fill_no_room(room: Room) -> None:
    for number in range(1000):
        room = people.leave(come(room, f"g{number}"), f"g{number}".encode())
    assert len(room.members) == 3 + people.MOST_GONE
    assert come(room, "dot").host == "ann"


def test_no_two_people_have_the_same_colour_and_shape(room: Room) -> None:
    for number in range(MOST_MEMBERS - 3):
        room = people.join(
            room,
            f"w{number}".encode(),
            id=MemberId(f"w{number}"),
            name=f"W{number}",
            mark=0,
            role="watcher",
            now=T0,
        )
    assert len({(one.colour, one.shape) for one in room.people}) == MOST_MEMBERS
    with pytest.raises(RoomFull):
        come(room, "late")


# --- the door, in core ---


def knock_at(room: Room, name: str, now: float = T0, who: str | None = None) -> Room:
    return door.knock(
        room,
        name.encode(),
        id=f"{name}'s knock",
        name=name,
        mark=None,
        who=MemberId(who) if who else None,
        now=now,
    )


def let_in(room: Room, name: str, yes: bool, now: float = T0) -> Room:
    return door.admit(room, b"ann", f"{name}'s knock", new=MemberId(name), yes=yes, now=now)


def test_who_came_in_another_way_no_longer_knocks(room: Room) -> None:
    room = knock_at(hosting.set_options(room, b"ann", locked=True), "zed")
    room = come(hosting.set_options(room, b"ann", locked=False), "zed")
    assert room.knocks == ()


def test_eight_who_walked_away_close_no_door(room: Room) -> None:
    for number in range(door.MOST_KNOCKS):
        room = knock_at(room, f"k{number}")
    with pytest.raises(NotNow):
        knock_at(room, "late", T0 + KNOCK_PATIENCE - 1)
    assert room.due == T0 + KNOCK_PATIENCE
    assert len(knock_at(room, "late", T0 + KNOCK_PATIENCE).knocks) == 1
    assert lifecycle.elapsed(room, T0 + KNOCK_PATIENCE).knocks == ()


def test_a_no_at_the_door_is_told_and_lasts_a_while(room: Room) -> None:
    room = let_in(knock_at(room, "zed"), "zed", yes=False)
    mine = room.knock_of(b"zed")
    assert mine
    assert mine.refused
    with pytest.raises(NotNow):
        knock_at(room, "zed", T0 + 1)
    again = knock_at(room, "zed", T0 + KNOCK_PATIENCE).knock_of(b"zed")
    assert again
    assert not again.refused


def test_a_knock_for_a_seat_goes_with_the_seat(room: Room) -> None:
    room = hosting.remove(knock_at(room, "new", who="bob"), b"ann", MemberId("bob"))
    assert room.knocks == ()


def test_a_computer_stands_in_until_the_person_is_back(room: Room) -> None:
    room = vanish(playing_here(room), "ann", T0)
    assert play.bot_turn(room) is None
    room = hosting.take_over(room, b"bob", MINUTE)
    room = play.stand_in(room, b"bob", MemberId("ann"), MINUTE, on=True)
    assert play.bot_turn(room)
    room = arrive(room, "ann")
    assert play.bot_turn(room) is None


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


# --- the life of a match ---


def test_luck_lets_any_of_them_begin(room: Room) -> None:  # SM-8, SW-4
    firsts = set()
    for seed in range(30):
        begin = lifecycle.Start(id="m", seed=str(seed), now=T0)
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


@pytest.mark.parametrize(("count", "status"), [(1, 409), (2, 201), (5, 201), (6, 409)])
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


# --- guessing codes (F40) ---


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


# --- how it is looked at ---


def names(guest: Visitor) -> list[str]:
    return [person["name"] for person in guest.look()["members"]]


def of(guest: Visitor, whom: Visitor) -> dict[str, Any]:
    """A person as a guest sees them."""
    found: dict[str, Any] = next(p for p in guest.look()["members"] if p["id"] == whom.member)
    return found


def said(answer: httpx.Response) -> str:
    sentence: str = answer.json()["detail"]
    return sentence


def knocks(guest: Visitor) -> list[str]:
    """What this guest may answer at the door."""
    return list(dict.fromkeys(re.findall(r'name="knock" value="(\w+)"', guest.page())))


def admit(guest: Visitor, *, yes: bool = True) -> str:
    """Answers whoever knocked first."""
    first = knocks(guest)[0]
    answer = guest.post("admit", knock=first, yes=yes)
    assert answer.status_code == 204, answer.text
    return first


def guess(stranger: Visitor, code: str) -> int:
    return stranger.http.get(f"/rooms/{code}", headers=JSON).status_code


def playing(party: list[Visitor]) -> list[Visitor]:
    """The three play: all are asked to answer for themselves."""
    ann = party[0]
    assert ann.post("matches", game="soulmates", first=ann.member).status_code == 201
    answer_all([ann])
    assert ann.ask
    assert ann.ask["kinds"] == ["ego"]
    return party


def finish(table: list[Visitor]) -> None:
    for _ in range(200):
        if table[0].look()["match"]["over"]:
            return
        answer_all(table)
    raise AssertionError("no end")


def awaited(guest: Visitor, seen: Callable[[dict[str, Any]], bool], seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not seen(guest.look()):
        assert time.monotonic() < deadline, guest.look()
        time.sleep(0.05)


@contextmanager
def told(guest: Visitor, **query: str) -> Iterator[Iterator[str]]:
    """An open stream, line by line."""
    with guest.http.stream("GET", f"/rooms/{guest.code}/events", params=query) as stream:
        assert stream.status_code == 200
        yield stream.iter_lines()


def come(room: Room, name: str) -> Room:
    return people.join(
        room, name.encode(), id=MemberId(name), name=name, mark=None, role="player", now=T0
    )


def person(room: Room, id: str) -> Member:
    found = room.member(id)
    assert found
    return found


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
