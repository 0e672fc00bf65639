"""Who is in a room: joining, leaving, being here. Functions from a room to a room."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.core import names
from app.core.errors import Locked, NameTaken, NoSuchThing, NotYours, Removed, RoomFull, RoomOver
from app.core.values import (
    MARKS,
    MOST_MEMBERS,
    MOST_PLAYERS,
    Device,
    Knock,
    Member,
    MemberId,
    Role,
    Room,
)

MOST_GONE = 200
"""Of how many who left a room it is known who they were, so that they can come back."""
BOT_NAMES = ("Biscuit", "Pickle", "Waffle", "Noodle", "Pretzel", "Dumpling", "Muffin", "Radish")


def member(room: Room, device: Device | None) -> Member:
    """Whose device this is. Raises NotYours, Removed or RoomOver."""
    if room.closed:
        raise RoomOver("This room has ended.")
    found = room.of_device(device)
    if found is None or found.role == "left":
        raise NotYours("Join the room first.")
    if found.role == "removed":
        raise Removed("The host removed you from this room.")
    return found


def join(
    room: Room, device: Device, *, id: MemberId, name: str, mark: int | None, role: Role, now: float
) -> Room:
    """A device sits down, or comes back to the place it left."""
    if room.closed:
        raise RoomOver("This room has ended.")
    before = room.of_device(device)
    if before and before.present:
        return room
    if before and before.role == "removed":
        raise Removed("The host removed you from this room.")
    if room.options.locked and before is None:
        raise Locked("{host} locked the room. Knock and wait to be let in.", host=_host_name(room))
    new = Member(
        id=before.id if before else id,
        name=name,
        mark=-1 if mark is None else mark,
        joined=now,
        place=last_place(room),
        role=role,
        device=device,
        away=now,
    )
    return sit(room, before, new)


def rename(room: Room, device: Device, name: str, mark: int | None) -> Room:
    me = member(room, device)
    new_mark = me.mark if mark is None else free_mark(room, mark, me)
    return changed(room, me, name=free_name(room, name, me), mark=new_mark)


def take_role(room: Room, device: Device, who: MemberId, role: Role) -> Room:
    """Play or watch from the next match on: for oneself, or by the host for anybody."""
    me, them = member(room, device), somebody(room, who)
    if me.id not in (who, room.host):
        raise NotYours("Only the host can do that.")
    if role == "player" and them.role != "player" and len(room.players) >= MOST_PLAYERS:
        raise _full()
    return changed(room, them, role=role)


def leave(room: Room, device: Device) -> Room:
    return gone(room, member(room, device), "left")


def seat_bot(room: Room, *, id: MemberId, strength: str, now: float) -> Room:
    taken = [person.name for person in room.people]
    name = next(
        name
        for name in (*BOT_NAMES, *(f"Bot {n}" for n in range(99)))
        if not names.clash(name, taken)
    )
    new = Member(id=id, name=name, mark=-1, joined=now, place=last_place(room), bot=strength)
    return sit(room, None, new)


def add_guest(
    room: Room, device: Device, *, id: MemberId, name: str, mark: int | None, now: float
) -> Room:
    """Somebody without a phone plays on this one."""
    me = member(room, device)
    new = Member(
        id=id,
        name=name,
        mark=-1 if mark is None else mark,
        joined=now,
        place=last_place(room),
        keeper=me.id,
    )
    return sit(room, None, new)


def hand(room: Room, device: Device, who: MemberId) -> Room:
    """The device is now in the hands of one of those it plays for."""
    me, them = member(room, device), somebody(room, who)
    if them not in room.held_by(me):
        raise NotYours("That person plays on another device.")
    return changed(room, me, hands=who)


def arrive(room: Room, who: MemberId, line: str) -> Room:
    """A page of theirs is open, on the line of this token; nobody needs to stand in."""
    them = room.member(who)
    if them is None or not them.present or (them.line == line and them.away is None):
        return room
    here = changed(room, them, line=line, away=None)
    if them.away is None:
        return here
    for one in here.held_by(them):
        here = stood_in(here, one.id, on=False)
    if room.host == who:
        here = replace(here, options=replace(here.options, missed=False, free=False))
    return here


def vanish(room: Room, who: MemberId, line: str, now: float) -> Room:
    """The page on that line is gone; it counts only while no newer one has been opened."""
    them = room.member(who)
    if them is None or not them.present or them.line != line:
        return room
    return changed(room, them, line=None, away=now)


def sit(room: Room, before: Member | None, new: Member) -> Room:
    """`new` takes a place in the room, or the one that they had `before`."""
    if len(room.people) >= MOST_MEMBERS:
        raise RoomFull("This room is full.")
    if new.role == "player" and len(room.players) >= MOST_PLAYERS:
        raise _full()
    new = replace(
        new,
        name=free_name(room, new.name, before),
        mark=free_mark(room, new.mark, before),
        epoch=before.epoch if before else 0,
    )
    members = (
        tuple(new if m is before else m for m in room.members) if before else (*room.members, new)
    )
    knocks = tuple(k for k in room.knocks if k.device != new.device)
    room = replace(room, members=members, knocks=knocks)
    if before:
        room = _with_guests(room, new)
        if new.role == "player":
            room = stood_in(room, new.id, on=False)
    return _maybe_host(room, new) if new.has_device else room


def gone(room: Room, them: Member, role: Role) -> Room:
    """Out of the room; in a running match the computer plays on for them."""
    left = replace(room, knocks=tuple(k for k in room.knocks if not _ends(k, them, role)))
    for one in room.held_by(them):
        left = stood_in(
            changed(left, one, role=role if one is them else "left", line=None), one.id, on=True
        )
    if room.host != them.id:
        return tidied(left)
    heirs = sorted(
        (p for p in left.people if p.has_device), key=lambda p: (not left.is_here(p), p.place)
    )
    options = replace(left.options, missed=False, free=False)
    return tidied(replace(left, host=heirs[0].id if heirs else None, options=options))


def _ends(knock: Knock, them: Member, role: Role) -> bool:
    """A knock for a seat goes with the seat; who is removed does not knock on."""
    return knock.member == them.id or (role == "removed" and knock.device == them.device)


def tidied(room: Room) -> Room:
    """Without computers that are gone, and without whoever left so many others ago."""
    seats = room.match.seats if room.match else ()
    out = [m for m in room.members if not m.present and m.id not in seats]
    people = [m for m in out if not m.is_bot]
    forgotten = {m.id for m in out if m.is_bot} | {m.id for m in people[:-MOST_GONE]}
    if not forgotten:
        return room
    return replace(room, members=tuple(m for m in room.members if m.id not in forgotten))


def stood_in(room: Room, who: MemberId, *, on: bool) -> Room:
    match = room.match
    seat = match.seat_of(who) if match else None
    if match is None or seat is None or not match.running:
        return room
    stand_ins = match.stand_ins | {seat} if on else match.stand_ins - {seat}
    if stand_ins == match.stand_ins:
        return room
    return replace(room, match=replace(match, stand_ins=stand_ins))


def changed(room: Room, who: Member, **changes: Any) -> Room:
    new = replace(who, **changes)
    return replace(room, members=tuple(new if m.id == who.id else m for m in room.members))


def somebody(room: Room, who: MemberId) -> Member:
    them = room.member(who)
    if them is None or not them.present:
        raise NoSuchThing("That person is not here.")
    return them


def _full() -> RoomFull:
    return RoomFull.plural(
        "The only place is taken. You can watch.",
        "All {count} places are taken. You can watch.",
        count=MOST_PLAYERS,
    )


def free_name(room: Room, raw: str, me: Member | None) -> str:
    name = names.clean(raw)
    others = [m.name for m in room.people if me is None or m.id != me.id]
    if names.clash(name, others):
        first, second = names.suggestions(name, others)
        raise NameTaken(
            "There is already a {name}. How about {first} or {second}?",
            name=name,
            first=first,
            second=second,
        )
    return name


def free_mark(room: Room, wish: int, me: Member | None) -> int:
    """The wished colour and shape if nobody has it, else the next free one."""
    taken = {m.mark for m in room.people if me is None or m.id != me.id}
    free = [mark for mark in range(MARKS) if mark not in taken]
    return wish if wish in free else free[0]


def last_place(room: Room) -> int:
    return 1 + max((m.place for m in room.members), default=-1)


def _with_guests(room: Room, keeper: Member) -> Room:
    """Who left with this phone comes back with it, as far as there is room."""
    for guest in room.members:
        if guest.keeper != keeper.id or guest.role != "left":
            continue
        others = [person.name for person in room.people]
        free = len(room.players) < MOST_PLAYERS and len(room.people) < MOST_MEMBERS
        if free and keeper.role == "player" and not names.clash(guest.name, others):
            mark = free_mark(room, guest.mark, guest)
            room = stood_in(changed(room, guest, role="player", mark=mark), guest.id, on=False)
    return room


def _maybe_host(room: Room, new: Member) -> Room:
    """The first one in is host, until the device that opened the room comes in."""
    opener = room.opener is not None and new.device == room.opener
    if room.host is None or opener:
        return replace(room, host=new.id, opener=None if opener else room.opener)
    return room


def _host_name(room: Room) -> str:
    them = room.member(room.host)
    return them.name if them else "?"
