"""Rooms in a few words: ``room("Ann", "Bob")`` has two people with their pages open."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.core import lifecycle, people
from app.core.lifecycle import Start
from app.core.values import Match, Member, MemberId, Role, Room

NOW = 1_000.0
"""When everything happens that has no time of its own."""
LATER = 2_000.0


def device(name: str) -> bytes:
    return name.lower().encode()


def who(name: str) -> MemberId:
    return MemberId(name.lower())


def page(name: str) -> str:
    return f"{name}'s page"


ANN, BOB, CID, DOT, GUS = map(device, ("Ann", "Bob", "Cid", "Dot", "Gus"))


def come(
    room: Room, name: str, *, mark: int | None = None, role: Role = "player", now: float = NOW
) -> Room:
    return people.join(room, device(name), id=who(name), name=name, mark=mark, role=role, now=now)


def here(room: Room, name: str) -> Room:
    """They open a page."""
    return people.arrive(room, who(name), page(name))


def away(room: Room, name: str, now: float = NOW) -> Room:
    """They close it."""
    return people.vanish(room, who(name), page(name), now)


def room(*names: str) -> Room:
    """The first one opened it and hosts."""
    opened = lifecycle.open_room("KLMR", device(names[0]) if names else None, NOW)
    for name in names:
        opened = here(come(opened, name), name)
    return opened


def guest(room: Room, name: str, keeper: str, mark: int | None = None) -> Room:
    """They play on somebody's phone."""
    return people.add_guest(room, device(keeper), id=who(name), name=name, mark=mark, now=NOW)


def computer(room: Room, name: str = "bot", strength: str = "friendly") -> Room:
    return people.seat_bot(room, id=who(name), strength=strength, now=NOW)


def person(room: Room, name: str) -> Member:
    found = room.member(who(name))
    assert found
    return found


def names(room: Room) -> list[str]:
    """In the order of seats."""
    return [one.name for one in room.people]


def begun(
    room: Room, first: str = "Ann", game: str = "soulmates", *, now: float = NOW, **settings: object
) -> Room:
    """A match under way; the host, Ann, started it."""
    start = Start(id="m", seed="s", now=now, first=who(first))
    return lifecycle.start(room, ANN, game, settings, start)


def match(room: Room) -> Match:
    assert room.match
    return room.match


def over(room: Room, now: float = NOW) -> Room:
    """A match that has ended, however it did."""
    return replace(room, match=replace(match(room), ended=now, due=None))


def with_match(room: Room, **changes: Any) -> Room:
    return replace(room, match=replace(match(room), **changes))
