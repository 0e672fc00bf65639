"""Every page of the app, in every state in which it looks different, and from what it was drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
from fastapi.routing import APIRoute
from starlette.applications import Starlette

from app.core.values import MOST_PLAYERS, Moment, Options, Room
from app.draw import keepsake
from app.draw.islands import Islands
from app.draw.reads import IT
from app.web import keepsakes, pages
from games import GAMES
from games.contract import Highlight, Seat
from tests.every_game import moments, room_of
from tests.inside import app_inside, device, named
from tests.loop import run

Drawn = tuple[str, dict[str, Any]]
"""A template, and all that it was given."""


def drawn(folder: Path) -> list[Drawn]:
    """Whatever the app draws when everybody looks at everything."""
    with app_inside(folder) as app:
        services = app.state.services
        found = _Listening(services.pages)
        run(_visit_all(app, services.islands))
    return found.drawn


def _plain(it: Any) -> Any:
    """Itself, also where somebody noted what was read of it."""
    return getattr(it, "__dict__", {}).get(IT, it)


@dataclass
class _Listening:
    """Notes what is drawn. Pages are drawn all the same."""

    pages: Any
    drawn: list[Drawn] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._render = self.pages.render
        self.pages.render = self._note

    def _note(self, template: str, language: str, **values: Any) -> str:
        self.drawn.append((template, {name: _plain(it) for name, it in values.items()}))
        html: str = self._render(template, language, **values)
        return html


async def _visit_all(app: Starlette, islands: Islands) -> None:
    browsers = [device(app) for _ in range(MOST_PLAYERS + 2)]
    *devices, _ = [await named(app, browser) for browser in browsers]
    await _look(browsers[-1], "", _paths(of_a_room=False))
    records = app.state.services.rooms.records
    for room in _rooms():
        members = tuple(
            replace(member, device=device if member.has_device else None)
            for member, device in zip(room.members, devices, strict=False)
        )
        opened = await records.open(
            lambda code, room=room, members=members: replace(room, code=code, members=members)
        )
        for at in {0, 1, len(members) - 1, len(browsers) - 1}:
            await _look(browsers[at], opened.code, _paths(of_a_room=True))
            await browsers[at].post(f"/rooms/{opened.code}/members", data={"name": "Ann"})
        for eyes in (None, *opened.people):
            islands.draw(opened, eyes, "en", board=True)
        if opened.match and opened.match.result:
            templates = app.state.services.pages
            highlights = _highlights(opened.match.game, len(opened.match.seats))
            keepsake.page(templates, opened, "en", highlights)
            keepsake.preview(templates, opened.match.game)
    await _knock(browsers, opened.code)


async def _look(browser: httpx.AsyncClient, code: str, paths: Iterator[str]) -> None:
    for path in paths:
        for headers in ({}, {"HX-Request": "true"}):
            await browser.get(
                path.format(code=code, slug="soulaween", name="shelf", id="none"), headers=headers
            )


async def _knock(browsers: list[httpx.AsyncClient], code: str) -> None:
    """At the door of the last room: a newcomer, and a member with a new device."""
    *_, member, stranger = browsers
    await stranger.post(f"/rooms/{code}/knock", data={"name": "Kim"})
    await member.post(f"/rooms/{code}/knock", data={"name": "", "member": "m1"})
    for browser in browsers:
        await _look(browser, code, _paths(of_a_room=True))


def _paths(*, of_a_room: bool) -> Iterator[str]:
    """Whatever can be looked at, but for pictures: in a room, or without one."""
    for route in (*pages.router.routes, *keepsakes.router.routes):
        assert isinstance(route, APIRoute)
        if not route.path.endswith((".svg", ".png")) and ("{code}" in route.path) == of_a_room:
            yield route.path


def _rooms() -> Iterator[Room]:
    for slug in GAMES:
        for seats, state in sorts(slug):
            room = room_of(slug, state, seats)
            assert room.match
            yield room
            if room.match.ended:
                for eyes in (None, Seat(0)):
                    shown = Moment(0, state, eyes, _highlights(slug, seats))
                    yield replace(room, match=replace(room.match, shown=shown))
            else:
                yield _with_guest(room)
        yield replace(room, match=None, options=Options(game=slug))
        seats, state = moments(slug)[0]
        room = room_of(slug, state, seats)
        assert room.match
        yield replace(room, match=replace(room.match, paused=room.host))
    lobby = replace(room, match=None)
    yield from (
        replace(lobby, members=(), host=None),
        replace(lobby, members=lobby.members[:1]),
        replace(lobby, host=None),
        replace(lobby, options=Options(free=True), members=_all(lobby, away=1.0)),
        replace(lobby, members=_all(lobby, bot="good")),
        replace(lobby, closed=1.0),
        replace(lobby, options=Options(locked=True, hidden=True, next_by="anyone")),
    )


def _highlights(slug: str, players: int) -> tuple[Highlight, ...]:
    """Moments of a match of so many."""
    return GAMES[slug].moments(tuple(state for seats, state in moments(slug) if seats == players))


def sorts(slug: str) -> Iterator[tuple[int, Any]]:
    """A moment of every kind: who is asked what; and how each number of players ends."""
    kinds = set()
    for seats, state in moments(slug):
        asks = (GAMES[slug].ask(state, Seat(seat)) for seat in range(seats))
        asked = frozenset((ask.kinds, ask.waiting) for ask in asks if ask)
        kind = asked or (seats,)
        if kind not in kinds:
            kinds.add(kind)
            yield seats, state


def _with_guest(room: Room) -> Room:
    """Seat 1 plays on the phone of seat 0."""
    first, second, *rest = room.members
    return replace(room, members=(first, replace(second, keeper=first.id, device=None), *rest))


def _all(room: Room, **changes: Any) -> tuple[Any, ...]:
    """All but the second one, changed."""
    return tuple(m if m.place == 1 else replace(m, **changes) for m in room.members)
