"""Whoever is gone takes no place, and a full room says so."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from app.core import hosting, people
from app.core.errors import RoomFull, TooMany
from app.core.values import MOST_MEMBERS, MOST_PLAYERS, MemberId, Room
from app.web.limits import MOST_AT_ONCE, Limits
from tests.core.notation import NOW, come, person
from tests.inside import app_inside, device
from tests.loop import run
from tests.party import admit, said
from tests.server import Server
from tests.visitors import visitors

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
    room = hosting.pardon(room, b"ann", MemberId("bob"), NOW)
    assert person(room, "bob").role == "watcher"
    assert len(room.players) == MOST_PLAYERS


def test_who_knocks_at_a_full_table_is_let_in_to_watch_and_plays_when_there_is_a_place(
    server: Server,
) -> None:
    with visitors(server.url, MOST_PLAYERS + 1) as (ann, *players, late):
        ann.join(ann.open_room(), "P0")
        for number, guest in enumerate(players, 1):
            guest.join(ann.code, f"P{number}")
        ann.post("lock", on=True)
        late.code = ann.code
        late.post("knock", name="Late")
        admit(ann)
        me = late.look()["me"]
        assert late.post("role", member=me, role="player").status_code == 409
        players[0].post("leave")
        assert late.post("role", member=me, role="player").status_code == 204


# --- counting ---


def test_two_hundred_computers_in_and_out_leave_their_places(room: Room) -> None:
    for number in range(200):
        id = MemberId(f"bot{number}")
        room = people.seat_bot(room, id=id, strength="friendly", now=NOW)
        room = hosting.remove(room, b"ann", id)
    assert len(room.members) == 3
    for number in range(MOST_PLAYERS - 3):
        room = people.seat_bot(room, id=MemberId(f"b{number}"), strength="friendly", now=NOW)
    assert len(room.players) == MOST_PLAYERS


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
            now=NOW,
        )
    assert len({(one.colour, one.shape) for one in room.people}) == MOST_MEMBERS
    with pytest.raises(RoomFull):
        come(room, "late")


def test_so_many_photos_are_on_their_way_at_once_and_no_more() -> None:
    limits = Limits(rooms_per_hour=1)
    homes = [HTTPConnection({"type": "http", "client": (f"10.0.0.{n}", 1)}) for n in range(20)]
    with ExitStack() as sent:
        for n in range(MOST_AT_ONCE):
            sent.enter_context(limits.sending(homes[n], f"seat {n}"))
        with pytest.raises(TooMany), limits.sending(homes[-1], "one more"):
            pass
    with limits.sending(homes[-1], "one more"):
        pass


def test_what_is_kept_of_a_wrong_code_is_no_longer_than_a_code(tmp_path: Path) -> None:
    async def guess() -> None:
        async with device(app) as browser:
            assert (await browser.get(f"/rooms/{'K' * 50_000}")).status_code == 404

    with app_inside(tmp_path) as app:
        run(guess())
        kept: Any = app.state.services.limits._limiter.storage
        assert kept.storage
        assert max(map(len, kept.storage)) < 200
