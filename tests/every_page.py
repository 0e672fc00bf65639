"""Every page of the app, in every state in which it looks different, and from what it was drawn."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
from fastapi.routing import APIRoute

from app.core.settings import Settings
from app.core.values import Knock, Moment, Options, Room
from app.main import create_app
from app.web import pages
from games import GAMES
from games.contract import Seat
from tests.every_game import moments, room_of
from tests.loop import run

Drawn = tuple[str, dict[str, Any]]
"""A template, and all that it was given."""
HOME = "http://127.0.0.1:8000"


def drawn(folder: Path) -> list[Drawn]:
    """Whatever the app draws when everybody looks at everything."""
    app = create_app(Settings(database_url=f"sqlite:///{folder}/soulroom.db", base_url=HOME))
    found = _Listening(app.state.services.pages)
    try:
        run(_visit_all(app, found))
    finally:
        app.state.services.rooms.records.close()
    return found.drawn


@dataclass
class _Listening:
    """Notes what is drawn. Pages are drawn all the same."""

    pages: Any
    drawn: list[Drawn] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._render = self.pages.render
        self.pages.render = self._note

    def _note(self, template: str, language: str, **values: Any) -> str:
        self.drawn.append((template, values))
        html: str = self._render(template, language, **values)
        return html


async def _visit_all(app: Any, found: _Listening) -> None:
    services = app.state.services
    for room in _rooms():
        opened = await services.rooms.records.open(lambda code, room=room: replace(room, code=code))
        for who in {*(member.id for member in opened.members[-3:]), opened.host, "stranger"}:
            async with _client(app, who or "nobody") as client:
                for path in _paths():
                    for headers in ({}, {"HX-Request": "true"}):
                        await client.get(path.format(code=opened.code), headers=headers)
                await client.post(f"/rooms/{opened.code}/members", data={"name": "Ann"})
        for eyes in (None, *opened.people):
            services.islands.draw(opened, eyes, "en", board=True)


def _client(app: Any, who: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app)
    headers = {"Origin": HOME, "Accept": "text/html"}
    return httpx.AsyncClient(
        transport=transport, base_url=HOME, headers=headers, cookies={"device": who}
    )


def _paths() -> Iterator[str]:
    """Whatever can be looked at, but for pictures."""
    for route in pages.router.routes:
        assert isinstance(route, APIRoute)
        if not route.path.endswith(".svg"):
            yield route.path


def _rooms() -> Iterator[Room]:
    for slug in GAMES:
        for seats, state in _turns(slug):
            room = _known(room_of(slug, state, seats))
            assert room.match
            yield room
            if room.match.ended:
                for eyes in (None, Seat(0)):
                    yield replace(room, match=replace(room.match, shown=Moment(0, state, eyes)))
            else:
                yield _with_guest(room)
        yield replace(room, match=None, options=Options(game=slug))
        seats, state = moments(slug)[0]
        room = _known(room_of(slug, state, seats))
        assert room.match
        yield replace(room, match=replace(room.match, paused=room.host))
    empty = replace(room, match=None, members=(), host=None)
    knock = Knock("1", b"", "Kim", 3)
    lobby = replace(room, match=None)
    yield from (
        empty,
        replace(lobby, members=lobby.members[:1]),
        replace(lobby, scenarios=(), options=Options(locked=True, hidden=True, next_by="anyone")),
        replace(lobby, knocks=(knock, replace(knock, member=lobby.members[1].id))),
        replace(lobby, host=None),
        replace(lobby, options=Options(free=True), members=_all(lobby, away=1.0)),
        replace(lobby, members=_all(lobby, bot="good")),
        replace(lobby, closed=1.0),
    )


def _turns(slug: str) -> Iterator[tuple[int, Any]]:
    """A moment of every kind: who is asked what; and how each number of players ends."""
    kinds = set()
    for seats, state in moments(slug):
        asks = (GAMES[slug].ask(state, Seat(seat)) for seat in range(seats))
        asked = frozenset((ask.kinds, ask.waiting) for ask in asks if ask)
        kind = asked or (seats,)
        if kind not in kinds:
            kinds.add(kind)
            yield seats, state


def _known(room: Room) -> Room:
    """Each member's cookie says their id."""
    return replace(
        room,
        members=tuple(
            replace(m, device=hashlib.sha256(m.id.encode()).digest()) for m in room.members
        ),
    )


def _with_guest(room: Room) -> Room:
    """Seat 1 plays on the phone of seat 0."""
    first, second, *rest = room.members
    return replace(room, members=(first, replace(second, keeper=first.id, device=None), *rest))


def _all(room: Room, **changes: Any) -> tuple[Any, ...]:
    """All but the second one, changed."""
    return tuple(m if m.place == 1 else replace(m, **changes) for m in room.members)
