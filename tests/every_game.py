"""Playing any game without knowing which: computers play, and any eyes can look."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

from app.core.values import Brought, Match, Member, MemberId, Room
from app.draw.eyes import look_at
from app.draw.islands import Islands
from app.draw.json import as_json
from app.draw.render import Pages
from games import GAMES
from games.contract import Ask, Item, Memory, Seat, Viewer
from games.soulmates.own import Card
from games.sympathie.own import Photo

LONGEST = 3_000
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal")
OWN = (
    *(
        Brought(
            f"own-{n}",
            "card",
            MemberId("m0"),
            "",
            Card(f"Our card {n}?", ("one", "two", "three", "four")),
        )
        for n in (1, 2)
    ),
    Brought("own-3", "photo", MemberId("m0"), "", Photo("A red boat")),
)
PAGES = Pages("http://tv.test")
ISLANDS = Islands(PAGES)


class Step(NamedTuple):
    state: Any
    seat: Viewer = None
    ask: Ask | None = None
    move: Any = None


def playthrough(slug: str, seats: int, seed: int, options: Any = None) -> Iterator[Step]:
    """A whole match played by computers, each of which sees only its own view."""
    game = GAMES[slug]
    bot = tuple(game.bots.values())[seed % len(game.bots)].play
    settings = options or tables(slug)[""]
    state = game.setup(seats, settings, memory(slug), Random(f"{seed}/0"))
    for number in range(1, LONGEST):
        if game.result(state):
            yield Step(state)
            return
        luck = Random(f"bots/{seed}/{number}")
        seat, ask = luck.choice(movers(slug, state, seats))
        move = bot(game.view(state, seat), ask, luck)
        yield Step(state, seat, ask, move)
        state = game.apply(state, seat, move, Random(f"{seed}/{number}"))
    raise AssertionError(f"still no result after {LONGEST} moves")


def movers(slug: str, state: Any, seats: int) -> list[tuple[Seat, Ask]]:
    """Whoever the match waits for; when it waits for nobody, whoever may go on."""
    asks = [(Seat(s), ask) for s in range(seats) if (ask := GAMES[slug].ask(state, Seat(s)))]
    assert asks, f"nobody is asked anything, yet there is no result: {state}"
    return [pair for pair in asks if pair[1].waiting] or asks


def memory(slug: str) -> Memory:
    """With what people brought for this game."""
    kinds = GAMES[slug].brings
    return Memory(brought=tuple(Item(one.id, one.kind) for one in OWN if one.kind in kinds))


def everyone(seats: int) -> list[Viewer]:
    return [*map(Seat, range(seats)), None]


def room_of(slug: str, state: Any, seats: int) -> Room:
    """A room in which this state is on the table; the first player is host, somebody watches."""
    people = tuple(
        Member(
            id=MemberId(f"m{n}"), name=NAMES[n], mark=n, joined=n, place=n, device=bytes([n]) * 32
        )
        for n in range(seats)
    )
    watcher = Member(
        id=MemberId("watcher"),
        name="Wim",
        mark=7,
        joined=9,
        place=9,
        role="watcher",
        device=b"w" * 32,
    )
    match = Match(
        id="match",
        number=1,
        game=slug,
        options=GAMES[slug].options(),
        memory=memory(slug),
        seats=tuple(person.id for person in people),
        seed="seed",
        state=state,
        started=0,
    )
    return Room(
        code="KLMR",
        version=7,
        created=0,
        touched=0,
        host=people[0].id,
        members=(*people, watcher),
        match=replace(match, ended=1.0) if match.result else match,
        brought=OWN,
    )


def played_on(room: Room, state: Any) -> Room:
    """The same people at the same table, a few moves later."""
    assert room.match
    match = replace(room.match, state=state, ended=None)
    return replace(room, match=replace(match, ended=1.0) if match.result else match)


def seen(room: Room, eyes: Viewer, language: str = "en") -> str:
    """Every byte those eyes can get: the islands, and the look for scripts."""
    return f"{drawn(room, eyes, language)}{told(room, eyes, language)}"


def drawn(room: Room, eyes: Viewer, language: str = "en") -> str:
    me = None if eyes is None else room.members[eyes]
    return "".join(island.html for island in ISLANDS.draw(room, me, language, board=True).values())


def told(room: Room, eyes: Viewer, language: str = "en") -> str:
    """The look as scripts get it."""
    me = None if eyes is None else room.members[eyes]
    return str(as_json(look_at(room, me, language)))


def tables(slug: str) -> dict[str, Any]:
    """Settings by name, "" for the usual ones: every mode and every character a game has."""
    found: dict[str, Any] = import_module(f"tests.{slug}.tables").TABLES
    return found


@cache
def moments(slug: str, seed: int = 0, options: Any = None) -> tuple[tuple[int, Any], ...]:
    """Every state of one match for each number of players, with that number."""
    return tuple(
        (seats, step.state)
        for seats in GAMES[slug].seats
        for step in playthrough(slug, seats, seed, options)
    )
