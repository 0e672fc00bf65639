"""A match being played: people answer what is asked, and so do computers. From a room to a room.

The only code that applies a game's moves. When, and with which luck, is said from outside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, cast

from app.core import hosting, people
from app.core.codec import codec
from app.core.errors import BadForm, NoSuchThing, NotNow, NotYours, OldAsk
from app.core.posted import last
from app.core.values import MOST_PLAYERS, Device, Match, Member, MemberId, Room, replace
from games.contract import Ask, Illegal, Seat

THINKING = 0.9
"""Seconds a computer player takes, so that people can follow."""
MOST_AT_ONCE = MOST_PLAYERS
"""Moves in one change: a timer may play for everybody."""
READING = 6.0
"""Seconds a reveal stays when nobody is there to press *Next*."""


def pause(room: Room, device: Device, now: float, *, on: bool) -> Room:
    me, match = hosting.host(room, device), running(room)
    return scheduled(room, replace(match, paused=me.id if on else None), now)


def stand_in(room: Room, device: Device, who: MemberId, now: float, *, on: bool) -> Room:
    """Let the computer answer for somebody who is away, until they come back."""
    hosting.host(room, device)
    match, them = running(room), room.member(who)
    seat = match.seat_of(who)
    if seat is None or them is None or them.is_bot:
        raise NoSuchThing("That person is not playing.")
    if on and room.is_here(them):
        raise NotNow("{name} is here and can answer.", name=them.name)
    stand_ins = match.stand_ins | {seat} if on else match.stand_ins - {seat}
    return scheduled(room, replace(match, stand_ins=stand_ins), now)


def play(room: Room, device: Device | None, fields: Mapping[str, object], now: float) -> Room:
    """A person answers an ask. Raises OldAsk, NotYours, NotNow, Illegal, ValidationError."""
    me, match = people.member(room, device), running(room)
    sent = dict(fields)
    ask, named = last(sent.pop("ask", None)), last(sent.pop("seat", None))
    seat = _answers(room, match, me, named)
    if match.paused:
        raise NotNow("{name} paused the match.", name=_name(room, match.paused))
    if not isinstance(ask, str) or not ask:
        raise BadForm("That form made no sense to us. Nothing has changed.")
    _check_ask(match, seat, ask)
    return _played(room, match, seat, codec(match.game).read_move(sent), now)


@dataclass(frozen=True)
class BotTurn:
    """What a computer player is to answer, from what its seat sees."""

    game: str
    seat: Seat
    ask: Ask
    strength: str
    view: Any
    seed: str
    """Of its luck."""


def attempts(room: Room) -> int:
    """How often computers try to answer, if they fail: twice as who they are, then as others."""
    return 1 + len(room.match.rules.bots) if room.match else 0


def bot_turn(room: Room, attempt: int = 0) -> BotTurn | None:
    match = room.match
    if match is None or not match.running or match.paused:
        return None
    answering = _answering(room, match)
    if answering is None:
        return None
    seat, ask = answering
    bots = match.rules.bots
    them = room.member(match.seats[seat])
    own = them.bot if them and them.bot in bots else match.rules.stand_in
    strengths = [own, own, *(name for name in bots if name != own)]
    seed = f"{match.seed}/{seat}/{match.made}" + (f"/{attempt}" if attempt else "")
    view = match.rules.view(match.state, seat)
    return BotTurn(match.game, seat, ask, strengths[attempt] or "", view, seed)


def play_bot(room: Room, turn: BotTurn, move: Any, now: float) -> Room:
    """Its answer, unless the question is gone meanwhile."""
    match = room.match
    if (
        match is None
        or not match.running
        or match.paused
        or _answering(room, match) != (turn.seat, turn.ask)
    ):
        return room
    return _played(room, match, turn.seat, move, now)


def rescheduled(room: Room, now: float) -> Room:
    """After people came or went: is it now a computer's turn, or no longer?"""
    match = room.match
    if match is None or not match.running:
        return room
    answers = match.paused is None and _answering(room, match) is not None
    return room if answers == (match.due is not None) else scheduled(room, match, now)


def scheduled(room: Room, match: Match, now: float) -> Room:
    """The room with this match: ended if it has a result, else due when a computer is asked."""
    if match.result:
        return replace(room, match=replace(match, ended=now, due=None))
    answering = None if match.paused else _answering(room, match)
    if answering is None and match.due is None:
        return replace(room, match=match)
    wait = THINKING if answering and answering[1].waiting else READING
    return replace(room, match=replace(match, due=now + wait if answering else None))


def running(room: Room) -> Match:
    if room.match is None or not room.match.running:
        raise NotNow("No match is under way.")
    return room.match


def luck(seed: str, number: int) -> Random:
    """The dice of this very move: seed and moves replay everything."""
    return cast(Random, _Dice(f"{seed}/{number}"))


class _Dice:
    """Taken out of the box when somebody throws them: to seed them costs as much as a rule, and in
    most moves nobody does."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    @cached_property
    def _box(self) -> Random:
        return Random(self._seed)

    def __getattr__(self, throw: str) -> Any:
        return getattr(self._box, throw)


def seats_of(room: Room, match: Match, me: Member) -> list[Seat]:
    """The seats that a device plays for."""
    found = (match.seat_of(one.id) for one in room.held_by(me))
    return [seat for seat in found if seat is not None]


def acting(match: Match, held: list[Seat]) -> Seat | None:
    """Of the seats on one device the one that acts now: who is waited for, else the first."""
    if len(held) < 2:
        return held[0] if held else None
    asks = ((seat, match.asks[seat]) for seat in held)
    return next((seat for seat, ask in asks if ask and ask.waiting), held[0])


def _answers(room: Room, match: Match, me: Member, named: object) -> Seat:
    """The seat that answers: the one named, or the one that the device acts for."""
    mine = seats_of(room, match, me)
    if named is not None and str(named) not in map(str, mine):
        raise NotYours("That is not your seat.")
    seat = acting(match, mine)
    if seat is None:
        raise NotYours("You are watching this match. You play from the next one.")
    return next((mine for mine in mine if str(mine) == str(named)), seat)


def _check_ask(match: Match, seat: Seat, id: str) -> None:
    mine = match.asks[seat]
    if mine and mine.id == id:
        return
    if any(ask and ask.id == id for ask in match.asks):
        raise NotYours("It is not your turn.")
    raise OldAsk("That question is over. Here is the current one.")


def _played(room: Room, match: Match, seat: Seat, move: Any, now: float) -> Room:
    """The room after a move whose ask was checked. A move that changes nothing is not made."""
    ask = match.asks[seat]
    if ask is None or move.kind not in ask.kinds:
        raise Illegal("That is not what is asked now.")
    number = match.made + 1
    state = match.rules.apply(match.state, seat, move, luck(match.seed, number))
    if state == match.state:
        return room
    fresh = (*match.fresh, (seat, move))[-MOST_AT_ONCE:]
    return scheduled(room, replace(match, state=state, made=number, fresh=fresh), now)


def _answering(room: Room, match: Match) -> tuple[Seat, Ask] | None:
    """Which computer is to answer: one that is waited for; or any, when no person plays."""
    seats = [Seat(seat) for seat in range(len(match.seats))]
    computers = [seat for seat in seats if _is_computer(room, match, seat)]
    asks = [(seat, ask) for seat in computers if (ask := match.asks[seat])]
    waited = [pair for pair in asks if pair[1].waiting]
    if waited:
        return waited[0]
    return asks[0] if asks and len(computers) == len(seats) else None


def _is_computer(room: Room, match: Match, seat: Seat) -> bool:
    them: Member | None = room.member(match.seats[seat])
    return them is None or them.is_bot or seat in match.stand_ins


def _name(room: Room, who: MemberId) -> str:
    them = room.member(who)
    return them.name if them else "?"
