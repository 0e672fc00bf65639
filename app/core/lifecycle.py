"""The life of a room: open, choose, start, end, again, pause, close. From a room to a room."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType

from app.core import door, hosting, people, play, replay
from app.core.codec import codec
from app.core.errors import NoSuchThing, NotNow
from app.core.values import Device, Match, Member, MemberId, Options, Room
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


def open_room(code: str, opener: Device | None, now: float, game: str = "") -> Room:
    options = Options(game=known(game) if game else "")
    return Room(code=code, version=1, created=now, touched=now, opener=opener, options=options)


def close(room: Room, device: Device, now: float) -> Room:
    hosting.host(room, device)
    return replace(room, match=None, closed=now, knocks=(), brought=())


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
    return begin(room, game, fields, _order(room, known(game), start), start)


def again(room: Room, device: Device, start: Start) -> Room:
    """The same settings. Who begins moves on, and who sat out or came late plays: where there are
    not places enough, those who began earliest sit out instead."""
    hosting.host(room, device)
    match = replay.finished(room)
    most = max(match.rules.seats)
    played = [id for id in match.seats if id in {player.id for player in room.players}]
    waited = _after(room.players, match.seats[-1], room.bench)
    out = max(len(room.players) - most, 0)
    stay = played[out:] if out else [*played[1:], *played[:1]]
    return _begin(room, match.game, (*stay, *waited[:most]), start)


def bench(room: Room, device: Device, who: MemberId) -> Room:
    """Somebody who would play sits out, or somebody who would sit out plays instead of the last
    one who would: the order of seats says who."""
    hosting.host(room, device)
    them, most = people.somebody(room, who), max(GAMES[room.game].seats)
    if room.match or not room.bench or them not in room.players:
        raise NotNow("Everybody has a place.")
    order = [player for player in room.players if player is not them]
    order.insert(most - 1 if them in room.bench else len(order), them)
    watchers = (one for one in room.people if one not in room.players)
    return hosting.ordered(room, [*order, *watchers])


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
    game = GAMES[room.game]
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


def _order(room: Room, game: str, start: Start) -> tuple[MemberId, ...]:
    """As many players as the game has places, in the order of theirs, turned so that the first one
    begins."""
    ids = [player.id for player in room.players[: max(GAMES[game].seats)]]
    if not ids:
        return ()
    if start.first and start.first not in ids:
        raise NotNow("{name} sits out.", name=people.somebody(room, start.first).name)
    wish = start.first or room.options.first
    first = ids.index(wish) if wish in ids else Random(start.seed).randrange(len(ids))
    return (*ids[first:], *ids[:first])


def _after(players: tuple[Member, ...], last: MemberId, some: tuple[Member, ...]) -> list[MemberId]:
    """Some of the players, beginning with whoever sits next to the last one."""
    ids = [player.id for player in players]
    here = ids.index(last) + 1 if last in ids else 0
    waiting = {player.id for player in some}
    return [id for id in (*ids[here:], *ids[:here]) if id in waiting]


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
