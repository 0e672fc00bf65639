"""What the host does to a room, and who that is."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from app.core import hosting, people
from app.core.errors import NotNow, NotYours
from app.core.values import HOST_MISSED, HOST_PATIENCE, MOST_PLAYERS
from tests.core.notation import (
    ANN,
    BOB,
    CID,
    LATER,
    NOW,
    away,
    begun,
    come,
    computer,
    guest,
    match,
    names,
    person,
    room,
    who,
)


def test_the_host_is_one_of_them() -> None:
    assert hosting.host(room("Ann", "Bob"), ANN).id == "ann"
    with pytest.raises(NotYours):
        hosting.host(room("Ann", "Bob"), BOB)


def test_the_host_removes_anybody_and_a_phone_its_guests() -> None:
    crowd = guest(room("Ann", "Bob", "Cid"), "Gus", "Bob")
    for device, whom in ((ANN, "Cid"), (ANN, "Gus"), (BOB, "Gus")):
        assert person(hosting.remove(crowd, device, who(whom)), whom).role == "removed"
    for device, whom in ((CID, "Bob"), (CID, "Gus"), (BOB, "Cid"), (BOB, "Bob")):
        with pytest.raises(NotYours):
            hosting.remove(crowd, device, who(whom))


def test_a_pardon_brings_back_whoever_was_removed_as_they_were() -> None:
    out = hosting.remove(come(room("Ann", "Bob"), "Cid", mark=9), ANN, who("Cid"))
    back = person(hosting.pardon(out, ANN, who("Cid"), LATER), "Cid")
    assert (back.role, back.name, back.mark, back.place) == ("player", "Cid", 9, 2)
    assert (back.away, back.device) == (LATER, CID)


def test_a_pardon_gives_another_name_where_the_own_is_taken() -> None:
    out = hosting.remove(room("Ann", "Bob", "Cid"), ANN, who("Cid"))
    back = hosting.pardon(come(out, "Çid"), ANN, who("Cid"), LATER)
    assert person(back, "Cid").name == "Cid B"


def test_a_pardoned_guest_is_here_with_the_phone() -> None:
    out = hosting.remove(guest(room("Ann", "Bob"), "Gus", "Bob"), BOB, who("Gus"))
    back = hosting.pardon(out, ANN, who("Gus"), LATER)
    gus = person(back, "Gus")
    assert (gus.role, gus.away, gus.keeper) == ("player", None, "bob")
    assert back.is_here(gus)


def test_a_pardon_finds_the_last_place() -> None:
    out = hosting.remove(room("Ann", "Bob"), ANN, who("Bob"))
    for number in range(MOST_PLAYERS - 2):
        out = come(out, f"P{number}")
    assert person(hosting.pardon(out, ANN, who("Bob"), LATER), "Bob").role == "player"


@pytest.mark.parametrize(
    ("whom", "step", "order"),
    [
        ("Bob", 1, ["Ann", "Cid", "Bob"]),
        ("Bob", 5, ["Ann", "Cid", "Bob"]),  # a place at a time
        ("Bob", -1, ["Bob", "Ann", "Cid"]),
        ("Bob", 0, ["Bob", "Ann", "Cid"]),
        ("Ann", -1, ["Ann", "Bob", "Cid"]),
        ("Cid", 1, ["Ann", "Bob", "Cid"]),
        ("Ann", 1, ["Bob", "Ann", "Cid"]),
        ("Cid", -1, ["Ann", "Cid", "Bob"]),
    ],
)
def test_people_move_a_place_at_a_time(whom: str, step: int, order: list[str]) -> None:
    moved = hosting.reorder(room("Ann", "Bob", "Cid"), ANN, who(whom), step)
    assert names(moved) == order
    assert [one.place for one in moved.people] == [0, 1, 2]


def test_shuffling_is_luck_and_nothing_else() -> None:
    before = room("Ann", "Bob", "Cid")
    orders = {tuple(names(hosting.shuffle(before, ANN, Random(seed)))) for seed in range(50)}
    assert len(orders) == 6
    assert names(hosting.shuffle(before, ANN, Random(3))) == names(
        hosting.shuffle(before, ANN, Random(3))
    )


def test_who_has_left_keeps_the_place() -> None:
    left = people.leave(room("Ann", "Bob", "Cid"), BOB)
    moved = hosting.reorder(left, ANN, who("Cid"), -1)
    assert names(moved) == ["Cid", "Ann"]
    assert person(moved, "Bob").place == 1


def test_only_what_is_set_changes() -> None:
    locked = hosting.set_options(room("Ann"), ANN, locked=True)
    both = hosting.set_options(locked, ANN, hidden=True)
    assert both.options == replace(room("Ann").options, locked=True, hidden=True)


@pytest.mark.parametrize("means", ["hand over", "take over"])
def test_a_new_host_is_not_missed(means: str) -> None:
    lost = hosting.miss_host(away(room("Ann", "Bob"), "Ann"), NOW + HOST_PATIENCE)
    new = (
        hosting.hand_over(lost, ANN, who("Bob"))
        if means == "hand over"
        else hosting.take_over(lost, BOB, NOW + HOST_PATIENCE)
    )
    assert (new.host, new.options.missed, new.options.free) == ("bob", False, False)


def test_nobody_without_a_device_hosts() -> None:
    crowd = computer(guest(room("Ann", "Bob"), "Gus", "Bob"))
    for name in ("Gus", "bot"):
        with pytest.raises(NotNow):
            hosting.hand_over(crowd, ANN, who(name))


@pytest.mark.parametrize(
    ("seconds", "missed", "free"),
    [
        (HOST_MISSED - 1, False, False),
        (HOST_MISSED, True, False),
        (HOST_PATIENCE - 1, True, False),
        (HOST_PATIENCE, True, True),
    ],
)
def test_an_absent_host_is_missed_and_then_the_role_is_free(
    seconds: float, missed: bool, free: bool
) -> None:
    lost = away(room("Ann", "Bob"), "Ann")
    after = hosting.miss_host(lost, NOW + seconds)
    assert (after.options.missed, after.options.free) == (missed, free)
    assert hosting.miss_host(after, NOW + seconds) is after
    if free:
        assert hosting.take_over(lost, BOB, NOW + seconds).host == "bob"
    else:
        with pytest.raises(NotNow):
            hosting.take_over(lost, BOB, NOW + seconds)


def test_nobody_misses_a_host_who_is_here_or_none() -> None:
    for before in (room("Ann", "Bob"), replace(room("Ann", "Bob"), host=None)):
        assert hosting.miss_host(before, LATER) is before


def test_a_free_role_and_one_that_nobody_has_can_be_taken() -> None:
    free = replace(room("Ann", "Bob"), options=replace(room("Ann").options, free=True))
    assert hosting.take_over(free, BOB, NOW).host == "bob"
    assert hosting.take_over(replace(room("Ann", "Bob"), host=None), BOB, NOW).host == "bob"


def test_who_takes_over_is_followed_in_the_same_way() -> None:
    new = hosting.take_over(away(room("Ann", "Bob"), "Ann"), BOB, NOW + HOST_PATIENCE)
    with pytest.raises(NotNow):
        hosting.take_over(new, ANN, NOW + HOST_PATIENCE)


def test_whoever_stands_at_the_tv_chooses_its_language_until_there_is_a_host() -> None:
    empty = room()
    assert hosting.choose_tv_language(empty, ANN, "cs").options.tv_language == "cs"
    assert hosting.choose_tv_language(room("Ann"), ANN, "cs").options.tv_language == "cs"
    with pytest.raises(NotYours):
        hosting.choose_tv_language(room("Ann", "Bob"), BOB, "cs")


def test_a_pardon_in_a_match_gives_the_seat_back() -> None:
    out = hosting.remove(begun(room("Ann", "Bob", "Cid")), ANN, who("Bob"))
    assert match(out).stand_ins == {1}
    assert match(hosting.pardon(out, ANN, who("Bob"), LATER)).stand_ins == frozenset()
