"""More people than places: who plays, who sits out, and that everybody's turn comes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.core import lifecycle, people
from app.core.errors import NotNow
from app.core.values import MemberId, Room
from tests.visitors import Visitor

NAMES = ("ann", "bob", "cid", "dot", "eve", "fay", "gus", "hal")
ANN = b"ann"


def lobby(count: int, game: str) -> Room:
    """The first is host; they sit in this order."""
    room = lifecycle.open_room("KLMR", ANN, 1.0, game)
    for name in NAMES[:count]:
        room = people.join(
            room, name.encode(), id=MemberId(name), name=name, mark=None, role="player", now=1.0
        )
    return room


def begun(room: Room, first: str = "ann", seed: str = "s") -> Room:
    start = lifecycle.Start(id="m", seed=seed, now=1.0, first=MemberId(first) if first else None)
    return lifecycle.start(room, ANN, room.game, {}, start)


def again(room: Room) -> Room:
    """The match on the table is over, and the next one begins."""
    assert room.match
    over = replace(room, match=replace(room.match, ended=2.0))
    return lifecycle.again(over, ANN, lifecycle.Start(id="n", seed="s", now=3.0))


def seats(room: Room) -> str:
    assert room.match
    return " ".join(room.match.seats)


def bench(room: Room) -> str:
    return " ".join(member.id for member in room.bench)


def test_the_first_in_the_order_play_and_the_others_sit_out() -> None:
    room = lobby(7, "soulmates")
    assert bench(room) == "fay gus"
    assert seats(begun(room)) == "ann bob cid dot eve"
    assert bench(begun(room)) == "fay gus"
    assert bench(lobby(5, "soulmates")) == ""


def test_luck_lets_only_those_begin_who_play() -> None:
    firsts = {seats(begun(lobby(4, "soulaween"), "", str(seed)))[:3] for seed in range(30)}
    assert firsts == {"ann", "bob"}


def test_who_sits_out_does_not_begin() -> None:
    with pytest.raises(NotNow, match="sits out"):
        begun(lobby(3, "soulaween"), "cid")


@pytest.mark.parametrize(
    ("tapped", "order"),
    [
        ("bob", "ann cid dot eve fay gus bob"),
        ("eve", "ann bob cid dot fay gus eve"),
        ("gus", "ann bob cid dot gus eve fay"),
        ("fay", "ann bob cid dot fay eve gus"),
    ],
)
def test_a_tap_lets_somebody_sit_out_or_play(tapped: str, order: str) -> None:
    room = lifecycle.bench(lobby(7, "soulmates"), ANN, MemberId(tapped))
    assert [member.id for member in room.players] == order.split()
    assert (MemberId(tapped) in bench(room)) == (tapped in ("bob", "eve"))


def test_where_all_have_a_place_nobody_is_sent_out() -> None:
    with pytest.raises(NotNow):
        lifecycle.bench(lobby(5, "soulmates"), ANN, MemberId("bob"))


def test_again_lets_those_play_who_sat_out_instead_of_those_who_began_earliest() -> None:
    room = again(begun(lobby(7, "soulmates")))
    assert seats(room) == "cid dot eve fay gus"
    room = again(room)
    assert seats(room) == "eve fay gus ann bob"
    assert bench(room) == "cid dot"


@pytest.mark.parametrize("count", range(3, 9))
def test_with_two_places_everybody_plays_before_anybody_sits_out_twice_as_long(count: int) -> None:
    room = begun(lobby(count, "soulaween"))
    played = [*seats(room).split()]
    for _ in range((count + 1) // 2 - 1):
        room = again(room)
        played += seats(room).split()
    assert set(played) == set(NAMES[:count])


def test_where_all_have_a_place_the_next_one_begins() -> None:
    assert seats(again(begun(lobby(3, "soulmates")))) == "bob cid ann"


def test_who_came_late_plays_and_who_left_does_not() -> None:
    room = people.leave(begun(lobby(5, "soulmates")), b"bob")
    for name in ("fay", "gus"):
        room = people.join(
            room, name.encode(), id=MemberId(name), name=name, mark=None, role="player", now=1.0
        )
    assert seats(again(room)) == "cid dot eve fay gus"


def test_an_empty_table_shows_a_game_for_a_party() -> None:
    for count in (0, 1, 2):
        assert lobby(count, "").game == "soulmates"


def test_both_screens_say_who_sits_out_and_the_host_taps(table: list[Visitor]) -> None:
    ann, bob, cid, *_ = table
    code = ann.open_room()
    for guest, name in ((ann, "Ann"), (bob, "Bob"), (cid, "Cid")):
        guest.join(code, name)
    ann.post("choose", game="soulaween")
    assert [who["sits_out"] for who in bob.look()["members"]] == [False, False, True]
    assert "sits out" in ann.http.get(f"/tv/{code}").text
    assert "You sit out this time." in cid.page()
    assert "bench-" not in bob.page()
    assert bob.post("bench", member=bob.member).status_code == 403
    assert ann.post("bench", member=cid.member).status_code == 204
    assert [who["name"] for who in bob.look()["members"] if who["sits_out"]] == ["Bob"]
