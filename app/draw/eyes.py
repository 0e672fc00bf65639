"""Whose eyes see what: a room and a member become a look."""

from __future__ import annotations

from functools import lru_cache

from app.core.play import acting, seats_of
from app.core.values import (
    Knock,
    Match,
    Member,
    MemberId,
    Moment,
    Room,
)
from app.draw.look import Look, MatchLook, Person, Step
from games.contract import Seat, Viewer


def look_at(room: Room, me: Member | None, language: str) -> Look:
    """What `me` may know; None is the TV, whose look is also every shared island's."""
    people, present = _people(room)
    hosting = me is not None and me.id == room.host
    return Look(
        code=room.code,
        version=room.version,
        language=language,
        me=people[me.id] if me else None,
        hosting=hosting,
        host=people.get(room.host) if room.host else None,
        people=present,
        match=_match(room, room.match, me, people) if room.match else None,
        options=room.options,
        matches=room.matches,
        brought=room.brought,
        in_play=_in_play(room),
        chosen=room.settings,
        knocks=_answerable(room, me) if me and room.knocks else (),
        removed=_removed(room, people) if hosting else (),
    )


def _in_play(room: Room) -> frozenset[str]:
    return frozenset(item.id for item in room.match.memory.brought) if room.match else frozenset()


def _answerable(room: Room, me: Member) -> tuple[Knock, ...]:
    mine = (knock for knock in room.knocks if me.id in (room.host, knock.member))
    return tuple(knock for knock in mine if not knock.refused)


def _removed(room: Room, people: dict[MemberId, Person]) -> tuple[Person, ...]:
    """Those who can be let back in: a guest only while the phone is here."""
    out = (member for member in room.members if member.role == "removed")
    phones = {member.id for member in room.people}
    return tuple(people[m.id] for m in out if m.keeper is None or m.keeper in phones)


@lru_cache(maxsize=64)
def _people(room: Room) -> tuple[dict[MemberId, Person], tuple[Person, ...]]:
    """Everybody who ever was here, and who is; the same for all eyes, so once a version."""
    everybody = {member.id: _person(room, member) for member in room.members}
    return everybody, tuple(everybody[member.id] for member in room.people)


@lru_cache(maxsize=64)
def _players(room: Room) -> tuple[tuple[Person, ...], tuple[Person, ...]]:
    """By seat, and those of them who are waited for."""
    assert room.match
    everybody, _ = _people(room)
    seats = tuple(everybody[id] for id in room.match.seats)
    match = room.match
    waits = (p for p in seats if p.seat is not None and match.running and _waits(match, p.seat))
    return seats, tuple(waits)


def _person(room: Room, member: Member) -> Person:
    match = room.match
    seat = match.seat_of(member.id) if match else None
    stood_in = match is not None and seat in match.stand_ins
    host, here = member.id == room.host, room.is_here(member)
    mood = _mood(match, seat) if here or stood_in else "asleep"
    return _seen(member, seat, mood, host=host, here=here, stood_in=stood_in)


def _mood(match: Match | None, seat: Viewer) -> str:
    """Who is asked thinks; who has answered and may still change it holds a card."""
    if match is None or seat is None or not match.running or match.paused:
        return "calm"
    ask = match.rules.ask(match.state, seat)
    if ask is None or (not ask.waiting and "next" in ask.kinds):
        return "calm"
    return "think" if ask.waiting else "locked"


@lru_cache(maxsize=4096)
def _seen(
    member: Member, seat: Viewer, mood: str, *, host: bool, here: bool, stood_in: bool
) -> Person:
    return Person(
        id=member.id,
        name=member.name,
        colour=member.colour,
        shape=member.shape,
        mark=member.mark,
        mood=mood,
        host=host,
        here=here,
        bot=member.is_bot,
        watching=member.role == "watcher",
        keeper=member.keeper,
        seat=seat,
        stood_in=stood_in,
    )


def _waits(match: Match, seat: Seat) -> bool:
    ask = match.rules.ask(match.state, seat)
    return ask is not None and ask.waiting


def _match(
    room: Room, match: Match, me: Member | None, people: dict[MemberId, Person]
) -> MatchLook:
    held = seats_of(room, match, me) if me else []
    seat = acting(match, held)
    seats, awaited = _players(room)
    if match.shown:
        return _looking_back(match, match.shown, seats)
    veiled = me is not None and seat is not None and _is_veiled(match, me, held, seat)
    eyes = None if veiled else seat
    return MatchLook(
        game=match.game,
        title=match.rules.title,
        number=match.number,
        hides=match.rules.hides(match.state),
        seat=eyes,
        curtain=seats[seat] if veiled and seat is not None else None,
        moment=None,
        decides=match.rules.turning is not None,
        turned=len(held) > 1 and seat is not None and held.index(seat) == 1,
        view=match.rules.view(match.state, eyes),
        ask=match.rules.ask(match.state, eyes) if eyes is not None and match.running else None,
        awaited=awaited,
        seats=seats,
        result=match.result,
        over=not match.running,
        paused=people.get(match.paused) if match.paused else None,
        options=match.options,
    )


def _looking_back(match: Match, shown: Moment, seats: tuple[Person, ...]) -> MatchLook:
    """A moment of a finished match."""
    step, state, eyes = shown
    result = match.rules.result(state)
    return MatchLook(
        game=match.game,
        title=match.rules.title,
        number=match.number,
        hides=match.rules.hides(state),
        seat=eyes,
        curtain=None,
        moment=Step(step, match.made),
        decides=match.rules.turning is not None,
        turned=False,
        view=match.rules.view(state, eyes),
        ask=None,
        awaited=(),
        seats=seats,
        result=result,
        over=True,
        paused=None,
        options=match.options,
    )


def _is_veiled(match: Match, me: Member, held: list[Seat], seat: Seat) -> bool:
    """A device for several with secrets shows them only to whoever said that they hold it."""
    return (
        len(held) > 1
        and match.running
        and match.seats[seat] != me.hands
        and match.rules.hides(match.state)
    )
