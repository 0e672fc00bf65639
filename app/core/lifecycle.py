"""The life of a room: open, choose, start, end, again, pause, close. From a room to a room."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType

from app.core import door, hosting, people, play, replay
from app.core.codec import codec
from app.core.errors import NoSuchThing, NotNow
from app.core.values import Device, Match, MemberId, Room
from games import GAMES
from games.contract import AnyGame, Item, Memory


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
    hosting.host(room, device)
    return replace(room, match=None, closed=now, knocks=())


def choose(room: Room, device: Device, game: str) -> Room:
    return hosting.set_options(room, device, game=known(game))


def set_up(room: Room, device: Device, game: str, first: str, fields: Mapping[str, object]) -> Room:
    """What the next match shall be like; everybody in the room sees it."""
    hosting.host(room, device)
    if first:
        people.somebody(room, MemberId(first))
    chosen = replace(room.options, game=known(game), first=MemberId(first) if first else None)
    return replace(_with_settings(room, game, fields), options=chosen)


def start(
    room: Room, device: Device, game: str, fields: Mapping[str, object], start: Start
) -> Room:
    hosting.host(room, device)
    if room.match and room.match.running:
        raise NotNow("A match is under way. End it first.")
    return begin(room, game, fields, _order(room, start), start)


def again(room: Room, device: Device, start: Start) -> Room:
    """The same people and settings; who begins moves on, and who came late joins in."""
    hosting.host(room, device)
    match = replay.finished(room)
    turned = (*match.seats[1:], match.seats[0])
    players = [player.id for player in room.players]
    seats = (*(id for id in turned if id in players), *(id for id in players if id not in turned))
    return _begin(room, match.game, seats, start)


def begin(
    room: Room, game: str, fields: Mapping[str, object], seats: tuple[MemberId, ...], start: Start
) -> Room:
    return _begin(_with_settings(room, known(game), fields), game, seats, start)


def add_bot(room: Room, device: Device, strength: str, *, id: MemberId, now: float) -> Room:
    """A computer player, of the first strength of the game on the table where none is named."""
    hosting.host(room, device)
    known = {name for game in GAMES.values() for name in game.bots}
    if strength and strength not in known:
        raise NoSuchThing("There is no such computer player.")
    game = GAMES.get(room.options.game, next(iter(GAMES.values())))
    return people.seat_bot(room, id=id, strength=strength or game.stand_in, now=now)


def end(room: Room, device: Device) -> Room:
    """Back to the lobby, whether or not the match was finished."""
    hosting.host(room, device)
    return people.tidied(replace(_remembering(room), match=None))


def elapsed(room: Room, now: float) -> Room:
    """What happens by itself, as far as no computer must think for it."""
    return hosting.miss_host(door.quiet(room, now), now)


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
    wish = start.first or room.options.first
    first = ids.index(wish) if wish in ids else Random(start.seed).randrange(len(ids))
    return (*ids[first:], *ids[:first])


def _with_settings(room: Room, game: str, fields: Mapping[str, object]) -> Room:
    """Raises ValidationError when their shape is wrong."""
    settings = codec(game).read_settings({**room.settings.get(game, {}), **fields})
    return replace(room, settings=MappingProxyType({**room.settings, game: settings}))


def _begin(room: Room, slug: str, seats: tuple[MemberId, ...], start: Start) -> Room:
    game = GAMES[slug]
    if len(seats) not in game.seats:
        raise _wrong_number(game, len(seats))
    room = _remembering(room)
    options = codec(slug).options(room.settings.get(slug, {}), seats)
    items = tuple(Item(b.id, b.kind, b.tag) for b in room.brought if b.kind in game.brings)
    memory = Memory(room.seen.get(slug, ()), items)
    match = Match(
        id=start.id,
        number=room.matches + 1,
        game=slug,
        options=options,
        memory=memory,
        seats=seats,
        seed=start.seed,
        state=game.setup(len(seats), options, memory, play.luck(start.seed, 0)),
        started=start.now,
    )
    room = replace(room, matches=match.number, options=replace(room.options, game=slug, first=None))
    return people.tidied(play.scheduled(room, match, start.now))


def _wrong_number(game: AnyGame, count: int) -> NotNow:
    least, most = min(game.seats), max(game.seats)
    if least == most:
        return NotNow.plural(
            "{game} is for {most} players, you are {count}.",
            "{game} is for {most} players, you are {count}.",
            game=game.title,
            most=most,
            count=count,
        )
    return NotNow.plural(
        "{game} is for {least} to {most} players, you are {count}.",
        "{game} is for {least} to {most} players, you are {count}.",
        game=game.title,
        least=least,
        most=most,
        count=count,
    )


def _remembering(room: Room) -> Room:
    """What the match on the table has used up, its game knows the next time: the newest last."""
    match = room.match
    if match is None:
        return room
    used = match.rules.memory(match.state)
    before = (id for id in room.seen.get(match.game, ()) if id not in used)
    return replace(room, seen=MappingProxyType({**room.seen, match.game: (*before, *used)}))
