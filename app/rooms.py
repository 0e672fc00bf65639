"""The life of a room: open, choose, start, play, again. The only code that calls a game.

Functions from a room to a room: no clock, no luck, no database of their own. `app/actions.py` and
`app/clock.py` say when, `app/records.py` keeps what comes out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType
from typing import Any

from app import people
from app.codec import codec
from app.errors import BadForm, NoSuchThing, NotNow, NotYours, OldAsk, RoomFull
from app.values import (
    MOST_SCENARIOS,
    Device,
    Match,
    Member,
    MemberId,
    Room,
    Scenario,
    Shown,
)
from games import GAMES
from games.contract import Ask, Illegal, Memory, Seat

THINKING = 0.9
"""Seconds a computer player takes, so that people can follow."""
READING = 6.0
"""Seconds a reveal stays when nobody is there to press *Next*."""
LONGEST_QUESTION = 90
LONGEST_ANSWER = 40


@dataclass(frozen=True)
class Start:
    """What a match begins with, luck included."""

    id: str
    seed: str
    now: float
    first: MemberId | None = None
    """Who begins; None leaves it to luck."""


def open_room(code: str, opener: Device | None, now: float) -> Room:
    return Room(code=code, version=1, created=now, touched=now, opener=opener)


def close(room: Room, device: Device, now: float) -> Room:
    people.host(room, device)
    return replace(room, match=None, closed=now, knocks=())


def choose(room: Room, device: Device, game: str) -> Room:
    known(game)
    return people.set_options(room, device, game=game)


def start(
    room: Room, device: Device, game: str, fields: Mapping[str, object], start: Start
) -> Room:
    people.host(room, device)
    if room.match and room.match.running:
        raise NotNow("A match is under way. End it first.")
    return begin(room, game, fields, _order(room, start), start)


def again(room: Room, device: Device, start: Start) -> Room:
    """The same people and settings; who begins moves on, and who came late joins in."""
    people.host(room, device)
    match = room.match
    if match is None or match.running:
        raise NotNow("This match is not over yet.")
    turned = (*match.seats[1:], match.seats[0])
    players = [player.id for player in room.players]
    seats = (*(id for id in turned if id in players), *(id for id in players if id not in turned))
    return _begin(room, match.game, match.options, seats, start)


def begin(
    room: Room, game: str, fields: Mapping[str, object], seats: tuple[MemberId, ...], start: Start
) -> Room:
    return _begin(room, known(game), codec(game).read_options(fields), seats, start)


def add_bot(room: Room, device: Device, strength: str, *, id: MemberId, now: float) -> Room:
    """A computer player, of the first strength of the game on the table where none is named."""
    people.host(room, device)
    known = {name for game in GAMES.values() for name in game.bots}
    if strength and strength not in known:
        raise NoSuchThing("There is no such computer player.")
    game = GAMES.get(room.options.game, next(iter(GAMES.values())))
    return people.seat_bot(room, id=id, strength=strength or game.stand_in, now=now)


def end(room: Room, device: Device) -> Room:
    """Back to the lobby, whether or not the match was finished."""
    people.host(room, device)
    return replace(_remembering(room), match=None)


def pause(room: Room, device: Device, now: float, *, on: bool) -> Room:
    me, match = people.member(room, device), _running(room)
    if me.id != room.host:
        raise NotYours("Only the host can do that.")
    return _settled(room, replace(match, paused=me.id if on else None), now)


def stand_in(room: Room, device: Device, who: MemberId, now: float, *, on: bool) -> Room:
    """Let the computer answer for somebody who is away, until they come back."""
    people.host(room, device)
    match, them = _running(room), room.member(who)
    seat = match.seat_of(who)
    if seat is None or them is None or them.is_bot:
        raise NoSuchThing("That person is not playing.")
    if on and them.present and them.away is None:
        raise NotNow("{name} is here and can answer.", name=them.name)
    stand_ins = match.stand_ins | {seat} if on else match.stand_ins - {seat}
    return _settled(room, replace(match, stand_ins=stand_ins), now)


def play(
    room: Room, device: Device | None, ask: object, fields: Mapping[str, object], now: float
) -> Room:
    """A person answers an ask. Raises OldAsk, NotYours, NotNow, Illegal, ValidationError."""
    me, match = people.member(room, device), _running(room)
    sent = dict(fields)
    seat = _held(room, match, me, sent.pop("seat", None))
    if match.paused:
        raise NotNow("{name} paused the match.", name=_name(room, match.paused))
    if not isinstance(ask, str) or not ask:
        raise BadForm("That form made no sense to us. Nothing has changed.")
    _check_ask(match, seat, ask)
    return _played(room, match, seat, codec(match.game).read_move(sent), now)


@dataclass(frozen=True)
class BotTurn:
    """What a computer player is to answer, from what its seat sees."""

    seat: Seat
    ask: Ask
    strength: str
    view: Any
    luck: Random


def bot_turn(room: Room) -> BotTurn | None:
    match = room.match
    if match is None or not match.running or match.paused:
        return None
    answering = _answering(room, match)
    if answering is None:
        return None
    seat, ask = answering
    bots = match.rules.bots
    them = room.member(match.seats[seat])
    strength = them.bot if them and them.bot in bots else match.rules.stand_in
    luck = Random(f"{match.seed}/{seat}/{match.made}")
    return BotTurn(seat, ask, strength or "", match.rules.view(match.state, seat), luck)


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


def settle(room: Room, now: float) -> Room:
    """After people came or went: is it now a computer's turn, or no longer?"""
    match = room.match
    if match is None or not match.running:
        return room
    answers = match.paused is None and _answering(room, match) is not None
    return room if answers == (match.due is not None) else _settled(room, match, now)


def states(match: Match, moves: tuple[tuple[Seat, Any], ...]) -> tuple[Any, ...]:
    """Seed and moves are the whole match: every state of it, from the set-up on."""
    seen, brought = match.memory
    memory = Memory(frozenset(seen), brought)
    rules = match.rules
    state = rules.setup(len(match.seats), match.options, memory, _luck(match.seed, 0))
    found = [state]
    for number, (seat, move) in enumerate(moves, 1):
        state = rules.apply(state, seat, move, _luck(match.seed, number))
        found.append(state)
    return tuple(found)


def look_back(
    room: Room,
    device: Device,
    all_states: tuple[Any, ...],
    step: int | None,
    eyes: MemberId | None = None,
) -> Room:
    """Show a finished match again, for everybody in the room; no step shows its end.

    It is over, so what it hid from some may be seen through the eyes of others.
    """
    people.member(room, device)
    match = room.match
    if match is None or match.running:
        raise NotNow("You can look back when the match is over.")
    if step is None:
        return replace(room, match=replace(match, shown=None))
    step = min(max(step, 0), len(all_states) - 1)
    moment = Shown(step, all_states[step], match.seat_of(eyes))
    return replace(room, match=replace(match, shown=moment))


def write_scenario(room: Room, device: Device, id: str, question: str, answers: list[str]) -> Room:
    """One of the blank cards (SM-Q10)."""
    me = people.member(room, device)
    if len(room.scenarios) >= MOST_SCENARIOS:
        raise RoomFull("All {most} blank cards are written.", most=MOST_SCENARIOS)
    if len(answers) != 4:
        raise BadForm("A card has a question and four answers.")
    lines = (
        _line(question, LONGEST_QUESTION),
        *(_line(answer, LONGEST_ANSWER) for answer in answers),
    )
    return replace(room, scenarios=(*room.scenarios, Scenario(id, me.id, lines[0], lines[1:])))


def drop_scenario(room: Room, device: Device, id: str) -> Room:
    me = people.member(room, device)
    card = next((card for card in room.scenarios if card.id == id), None)
    if card is None:
        raise NoSuchThing("That card is not here any more.")
    if me.id not in (room.host, card.author):
        raise NotYours("Only its author or the host can take a card out.")
    if room.match and id in room.match.memory[1]:
        raise NotNow("That card is in the stack of this match. Take it out afterwards.")
    return replace(room, scenarios=tuple(kept for kept in room.scenarios if kept is not card))


def known(game: str) -> str:
    if game not in GAMES:
        raise NoSuchThing("We do not have that game.")
    return game


def _order(room: Room, start: Start) -> tuple[MemberId, ...]:
    """The players in the order of their places, turned so that the first one begins."""
    ids = [player.id for player in room.players]
    if not ids:
        return ()
    if start.first and start.first not in ids:
        raise NoSuchThing("That person is not here.")
    first = ids.index(start.first) if start.first else Random(start.seed).randrange(len(ids))
    return (*ids[first:], *ids[:first])


def _begin(room: Room, slug: str, options: Any, seats: tuple[MemberId, ...], start: Start) -> Room:
    game = GAMES[slug]
    if len(seats) not in game.seats:
        raise NotNow(
            "{game} is for {least} to {most} players, you are {count}.",
            game=game.title,
            least=min(game.seats),
            most=max(game.seats),
            count=len(seats),
        )
    room = _remembering(room)
    brought = tuple(card.id for card in room.scenarios) if "scenarios" in game.brings else ()
    memory = Memory(frozenset(room.seen.get(slug, ())), brought)
    match = Match(
        id=start.id,
        number=room.matches + 1,
        game=slug,
        options=options,
        memory=(tuple(sorted(memory.seen)), memory.brought),
        seats=seats,
        seed=start.seed,
        state=game.setup(len(seats), options, memory, _luck(start.seed, 0)),
        started=start.now,
    )
    room = replace(room, matches=match.number, options=replace(room.options, game=slug))
    return _settled(room, match, start.now)


def _remembering(room: Room) -> Room:
    """What the match on the table has used up, its game will leave out the next time."""
    match = room.match
    if match is None:
        return room
    seen = set(room.seen.get(match.game, ())) | match.rules.memory(match.state)
    return replace(room, seen=MappingProxyType({**room.seen, match.game: tuple(sorted(seen))}))


def _running(room: Room) -> Match:
    if room.match is None or not room.match.running:
        raise NotNow("No match is under way.")
    return room.match


def _held(room: Room, match: Match, me: Member, named: object) -> Seat:
    """The seat that answers: of those on this device the one named, or the first."""
    seats = [match.seat_of(one.id) for one in room.kept_by(me)]
    mine = [seat for seat in seats if seat is not None]
    if named is not None and str(named) not in map(str, mine):
        raise NotYours("That is not your seat.")
    if not mine:
        raise NotYours("You are watching this match. You play from the next one.")
    return next((seat for seat in mine if str(seat) == str(named)), mine[0])


def _check_ask(match: Match, seat: Seat, id: str) -> Ask:
    mine = match.rules.ask(match.state, seat)
    if mine and mine.id == id:
        return mine
    others = (match.rules.ask(match.state, Seat(s)) for s in range(len(match.seats)))
    if any(ask and ask.id == id for ask in others):
        raise NotYours("It is not your turn.")
    raise OldAsk("That question is over. Here is the current one.")


def _played(room: Room, match: Match, seat: Seat, move: Any, now: float) -> Room:
    """The room after a move whose ask was checked. A move that changes nothing is not made."""
    ask = match.rules.ask(match.state, seat)
    if ask is None or move.kind not in ask.kinds:
        raise Illegal("That is not what is asked now.")
    number = match.made + 1
    state = match.rules.apply(match.state, seat, move, _luck(match.seed, number))
    if state == match.state:
        return room
    return _settled(room, replace(match, state=state, made=number, last=(seat, move)), now)


def _settled(room: Room, match: Match, now: float) -> Room:
    """The room with this match: ended if it has a result, else due when a computer is asked."""
    if match.result:
        return replace(room, match=replace(match, ended=now, due=None))
    answering = None if match.paused else _answering(room, match)
    if answering is None and match.due is None:
        return replace(room, match=match)
    wait = THINKING if answering and answering[1].waiting else READING
    return replace(room, match=replace(match, due=now + wait if answering else None))


def _answering(room: Room, match: Match) -> tuple[Seat, Ask] | None:
    """Which computer is to answer: one that is waited for; or any, when no person plays."""
    rules, seats = match.rules, [Seat(seat) for seat in range(len(match.seats))]
    computers = [seat for seat in seats if _is_computer(room, match, seat)]
    asks = [(seat, ask) for seat in computers if (ask := rules.ask(match.state, seat))]
    waited = [pair for pair in asks if pair[1].waiting]
    if waited:
        return waited[0]
    return asks[0] if asks and len(computers) == len(seats) else None


def _is_computer(room: Room, match: Match, seat: Seat) -> bool:
    them: Member | None = room.member(match.seats[seat])
    return them is None or them.is_bot or seat in match.stand_ins


def _luck(seed: str, number: int) -> Random:
    """The dice of this very move: seed and moves replay everything."""
    return Random(f"{seed}/{number}")


def _line(text: str, longest: int) -> str:
    """One line of a written card, cleaned as a name is."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    if not line:
        raise BadForm("A card has a question and four answers.")
    if len(line) > longest:
        raise BadForm("Shorter, please: {longest} letters at most.", longest=longest)
    return line


def _name(room: Room, who: MemberId) -> str:
    them = room.member(who)
    return them.name if them else "?"
