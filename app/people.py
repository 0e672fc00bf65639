"""Who is in a room: joining, leaving, being away, hosting. Functions from a room to a room."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from app import names
from app.errors import Locked, NameTaken, NoSuchThing, NotNow, NotYours, Removed, RoomFull, RoomOver
from app.values import (
    HOST_PATIENCE,
    MARKS,
    MOST_PLAYERS,
    Device,
    Knock,
    Match,
    Member,
    MemberId,
    Role,
    Room,
)

MOST_MEMBERS = 100
"""Everybody who ever came to a room, watchers included."""
MOST_KNOCKS = 8
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


def host(room: Room, device: Device | None) -> Member:
    me = member(room, device)
    if me.id != room.host:
        raise NotYours("Only the host can do that.")
    return me


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
    return _sit(
        room,
        before,
        Member(
            id=before.id if before else id,
            name=name,
            mark=-1 if mark is None else mark,
            joined=now,
            place=_last_place(room),
            role=role,
            device=device,
        ),
    )


def rename(room: Room, device: Device, name: str, mark: int | None) -> Room:
    me = member(room, device)
    new_mark = me.mark if mark is None else _free_mark(room, mark, me)
    return _with(room, me, name=_free_name(room, name, me), mark=new_mark)


def seat(room: Room, device: Device, who: MemberId, role: Role) -> Room:
    """Play or watch from the next match on: for oneself, or by the host for anybody."""
    me, them = member(room, device), _somebody(room, who)
    if me.id not in (who, room.host):
        raise NotYours("Only the host can do that.")
    if role == "player" and them.role != "player" and len(room.players) >= MOST_PLAYERS:
        raise RoomFull("All {most} places are taken. You can watch.", most=MOST_PLAYERS)
    return _with(room, them, role=role)


def leave(room: Room, device: Device) -> Room:
    return _gone(room, member(room, device), "left")


def remove(room: Room, device: Device, who: MemberId) -> Room:
    me, them = member(room, device), _somebody(room, who)
    if me.id not in (room.host, them.keeper):
        raise NotYours("Only the host can do that.")
    if who == me.id:
        raise NotNow("Hand over the host role first, then leave.")
    return _gone(room, them, "removed")


def pardon(room: Room, device: Device, who: MemberId) -> Room:
    """Undo a removal: the person finds their place as it was, as far as it is still free."""
    host(room, device)
    them = room.member(who)
    if them is None or them.role != "removed":
        raise NoSuchThing("That person is not here.")
    others = [person.name for person in room.people]
    taken = names.clash(them.name, others)
    back = _with(
        room,
        them,
        role="player" if len(room.players) < MOST_PLAYERS else "watcher",
        name=names.suggestions(them.name, others)[0] if taken else them.name,
        mark=_free_mark(room, them.mark, them),
    )
    return _stand_in(back, them.id, on=False)


def seat_bot(room: Room, *, id: MemberId, strength: str, now: float) -> Room:
    taken = [person.name for person in room.people]
    name = next(
        name
        for name in (*BOT_NAMES, *(f"Bot {n}" for n in range(99)))
        if not names.clash(name, taken)
    )
    return _sit(
        room,
        None,
        Member(id=id, name=name, mark=-1, joined=now, place=_last_place(room), bot=strength),
    )


def add_guest(
    room: Room, device: Device, *, id: MemberId, name: str, mark: int | None, now: float
) -> Room:
    """Somebody without a phone plays on this one."""
    me = member(room, device)
    return _sit(
        room,
        None,
        Member(
            id=id,
            name=name,
            mark=-1 if mark is None else mark,
            joined=now,
            place=_last_place(room),
            keeper=me.id,
        ),
    )


def hand(room: Room, device: Device, who: MemberId) -> Room:
    """The device is now in the hands of one of those it plays for."""
    me, them = member(room, device), _somebody(room, who)
    if them not in room.kept_by(me):
        raise NotYours("That person plays on another device.")
    return _with(room, me, hands=who)


def move(room: Room, device: Device, who: MemberId, step: int) -> Room:
    """One place up or down in the order of seats."""
    host(room, device)
    order = list(room.people)
    here = order.index(_somebody(room, who))
    there = min(max(here + (1 if step > 0 else -1), 0), len(order) - 1)
    order[here], order[there] = order[there], order[here]
    return _ordered(room, order)


def shuffle(room: Room, device: Device, luck: Random) -> Room:
    host(room, device)
    order = list(room.people)
    luck.shuffle(order)
    return _ordered(room, order)


def set_options(room: Room, device: Device, **changes: Any) -> Room:
    host(room, device)
    return replace(room, options=replace(room.options, **changes))


def hand_over(room: Room, device: Device, who: MemberId) -> Room:
    host(room, device)
    them = _somebody(room, who)
    if not them.has_device:
        raise NotNow("Who has no device of their own cannot host.")
    return replace(room, host=them.id)


def take_over(room: Room, device: Device, now: float) -> Room:
    """Anybody may, once the host has been away for a minute."""
    me, absent = member(room, device), room.member(room.host)
    patient = absent and absent.present and not (absent.away and now - absent.away >= HOST_PATIENCE)
    if patient:
        raise NotNow("{host} is still the host.", host=absent.name if absent else "")
    return replace(room, host=me.id, options=replace(room.options, free=False))


def arrive(room: Room, who: MemberId) -> Room:
    """A page of theirs is open again; nobody needs to stand in."""
    them = room.member(who)
    if them is None or not them.present or them.away is None:
        return room
    back = _stand_in(_with(room, them, away=None), who, on=False)
    if room.host == who and room.options.free:
        back = replace(back, options=replace(back.options, free=False))
    return back


def vanish(room: Room, who: MemberId, now: float) -> Room:
    them = room.member(who)
    if them is None or not them.present or them.away:
        return room
    return _with(room, them, away=now)


def free_host(room: Room, now: float) -> Room:
    """Offer the host's role once the patience is over."""
    absent = room.member(room.host)
    if (
        absent is None
        or absent.away is None
        or now - absent.away < HOST_PATIENCE
        or room.options.free
    ):
        return room
    return replace(room, options=replace(room.options, free=True))


def knock(
    room: Room, device: Device, *, id: str, name: str, mark: int | None, who: MemberId | None
) -> Room:
    """Ask to be let in: into a locked room, or to a seat that another device holds."""
    if room.closed:
        raise RoomOver("This room has ended.")
    known = room.of_device(device)
    if known and known.role == "removed":
        raise Removed("The host removed you from this room.")
    them = room.member(who) if who else None
    if who and (them is None or not them.has_device or not them.present):
        raise NoSuchThing("That person is not here.")
    others = tuple(knock for knock in room.knocks if knock.device != device)
    if len(others) >= MOST_KNOCKS:
        raise NotNow("Several people are at the door already. Try again in a moment.")
    name = them.name if them else _free_name(room, name, None)
    return replace(
        room,
        knocks=(
            *others,
            Knock(id, device, name, -1 if mark is None else mark, them.id if them else None),
        ),
    )


def admit(room: Room, device: Device, id: str, *, new: MemberId, yes: bool, now: float) -> Room:
    """Let a knock in or send it away: the host may, and for a seat the device that holds it."""
    me, asked = member(room, device), next((k for k in room.knocks if k.id == id), None)
    if asked is None:
        raise NoSuchThing("Nobody is at the door any more.")
    if me.id not in (room.host, asked.member):
        raise NotYours("Only the host can do that.")
    room = replace(room, knocks=tuple(k for k in room.knocks if k is not asked))
    if not yes:
        return room
    them = room.member(asked.member)
    if them:
        room = _without_device(room, asked.device, them)
        return _with(room, them, device=asked.device, epoch=them.epoch + 1)
    before = room.of_device(asked.device)
    return _sit(
        room,
        before,
        Member(
            id=before.id if before else new,
            name=asked.name,
            mark=asked.mark,
            joined=now,
            place=_last_place(room),
            device=asked.device,
        ),
    )


def _sit(room: Room, before: Member | None, new: Member) -> Room:
    if before is None and len(room.members) >= MOST_MEMBERS:
        raise RoomFull("This room is full.")
    if new.role == "player" and len(room.players) >= MOST_PLAYERS:
        raise RoomFull("All {most} places are taken. You can watch.", most=MOST_PLAYERS)
    new = replace(
        new,
        name=_free_name(room, new.name, before),
        mark=_free_mark(room, new.mark, before),
        epoch=before.epoch if before else 0,
    )
    members = (
        tuple(new if m is before else m for m in room.members) if before else (*room.members, new)
    )
    room = replace(room, members=members)
    if before:
        room = _stand_in(room, new.id, on=False)
    return _maybe_host(room, new) if new.has_device else room


def _maybe_host(room: Room, new: Member) -> Room:
    """The first one in is host, until the device that opened the room comes in."""
    opener = room.opener is not None and new.device == room.opener
    if room.host is None or opener:
        return replace(room, host=new.id, opener=None if opener else room.opener)
    return room


def _gone(room: Room, them: Member, role: Role) -> Room:
    """Out of the room; in a running match the computer plays on for them."""
    left = room
    for one in room.kept_by(them):
        left = _stand_in(_with(left, one, role=role), one.id, on=True)
    if room.host != them.id:
        return left
    heirs = sorted(
        (p for p in left.people if p.has_device), key=lambda p: (p.away is not None, p.place)
    )
    return replace(left, host=heirs[0].id if heirs else None)


def _stand_in(room: Room, who: MemberId, *, on: bool) -> Room:
    match: Match | None = room.match
    seat = match.seat_of(who) if match else None
    if match is None or seat is None or not match.running:
        return room
    stand_ins = match.stand_ins | {seat} if on else match.stand_ins - {seat}
    return (
        room
        if stand_ins == match.stand_ins
        else replace(room, match=replace(match, stand_ins=stand_ins))
    )


def _with(room: Room, who: Member, **changes: Any) -> Room:
    changed = replace(who, **changes)
    return replace(room, members=tuple(changed if m.id == who.id else m for m in room.members))


def _without_device(room: Room, device: Device, heir: Member) -> Room:
    """A device holds one seat in a room: the newcomer's device leaves its old one behind."""
    other = room.of_device(device)
    if other is None or other.id == heir.id:
        return room
    left = _gone(room, other, "left") if other.present else room
    return _with(left, left.member(other.id) or other, device=None)


def _ordered(room: Room, order: list[Member]) -> Room:
    places = {person.id: place for place, person in enumerate(order)}
    return replace(
        room, members=tuple(replace(m, place=places.get(m.id, m.place)) for m in room.members)
    )


def _somebody(room: Room, who: MemberId) -> Member:
    them = room.member(who)
    if them is None or not them.present:
        raise NoSuchThing("That person is not here.")
    return them


def _free_name(room: Room, raw: str, me: Member | None) -> str:
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


def _free_mark(room: Room, wish: int, me: Member | None) -> int:
    """The wished colour and shape if nobody has it, else the next free one."""
    taken = {m.mark for m in room.people if me is None or m.id != me.id}
    wishes = [wish, *range(len(MARKS))]
    return next((mark for mark in wishes if mark in range(len(MARKS)) and mark not in taken), 0)


def _last_place(room: Room) -> int:
    return max((m.place for m in room.members), default=-1) + 1


def _host_name(room: Room) -> str:
    them = room.member(room.host)
    return them.name if them else "?"
