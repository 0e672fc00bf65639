"""The parts of a room's page that are sent by themselves, each with a key that says what it shows.

`people`, `board` and `say` are the same bytes for all eyes of a language and drawn once a version;
`panel` (what is asked of me) and `door` (who needs my answer) are one member's alone. The board
goes only to screens that have room for it: the TV, and a wide page without one.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from hashlib import blake2s
from typing import NamedTuple
from weakref import WeakKeyDictionary

from markupsafe import Markup

from app.look import Look, look_at
from app.render import Pages
from app.values import Member, MemberId, Room
from games import GAMES

KEPT = 5000
"""Of how many members it is known what they saw last."""


class Island(NamedTuple):
    key: str
    html: Markup
    wire: bytes
    """The same as lines of an event."""


class Islands:
    """Draws rooms, and remembers what it drew for as long as the room value lives."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._last: dict[tuple[MemberId, str], _Drawn] = {}
        self._shared: WeakKeyDictionary[Room, dict[tuple[str, str], Island]] = WeakKeyDictionary()

    def draw(
        self, room: Room, me: Member | None, language: str, *, board: bool
    ) -> dict[str, Island]:
        """What `me` sees of the room, by island; None is the TV and whoever else has no panel."""
        names = ("people", "board", "say") if board else ("people", "say")
        drawn = {name: self._once(name, room, language) for name in names}
        return {**drawn, **self._own(room, me, language)} if me else drawn

    def _own(self, room: Room, me: Member, language: str) -> dict[str, Island]:
        """The panel and the door: drawn anew only when something in them can have changed."""
        last = self._last.get((me.id, language))
        if last and (last.room is room or self._alike(last.room, room, me)):
            own = last.own
        else:
            look = look_at(room, me, language)
            door = "islands/door.html" if look.interrupted else ""
            own = {
                "panel": self._island("panel", _panel(look), look),
                "door": self._island("door", door, look),
            }
        self._last.pop((me.id, language), None)
        self._last[me.id, language] = _Drawn(room, own)
        if len(self._last) > KEPT:
            del self._last[next(iter(self._last))]
        return own

    def _alike(self, old: Room, new: Room, me: Member) -> bool:
        """Somebody else's move that shows nowhere on my panel: most moves are."""
        before, after = old.match, new.match
        if before is None or after is None or not _only_played_on(old, new):
            return False
        seat, rules = after.seat_of(me.id), after.rules
        if seat is not None and rules.ask(before.state, seat) != rules.ask(after.state, seat):
            return False
        then, now = rules.view(before.state, seat), rules.view(after.state, seat)
        reads = self._pages.mentions(f"{after.game}/panel.html")
        return reads is not None and all(
            getattr(then, part) == getattr(now, part) for part in _parts(after.game, reads)
        )

    def _once(self, name: str, room: Room, language: str) -> Island:
        shared = self._shared.setdefault(room, {})
        if (name, language) not in shared:
            look = look_at(room, None, language)
            shared[name, language] = self._island(name, f"islands/{name}.html", look)
        return shared[name, language]

    def _island(self, name: str, template: str, look: Look) -> Island:
        html = self._pages.render(template, look.language, room=look).strip() if template else ""
        key = blake2s(html.encode(), digest_size=6).hexdigest()
        game = look.match.game if look.match else "lobby"
        html = f'<div id="{name}" data-key="{key}" data-game="{game}">{html}</div>'
        part = f'<hx-partial hx-target="#{name}" hx-swap="outerHTML">{html}</hx-partial>'
        return Island(key, Markup(html), lines(part))


class _Drawn(NamedTuple):
    """What a member was last drawn, and of which room."""

    room: Room
    own: dict[str, Island]


def _only_played_on(old: Room, new: Room) -> bool:
    """The same people and settings, everybody here, and the same match under way."""
    before, after = old.match, new.match
    same = all(getattr(old, part) is getattr(new, part) for part in ("members", "options", "host"))
    return (
        same
        and old.knocks is new.knocks
        and old.scenarios is new.scenarios
        and before is not None
        and after is not None
        and (before.id, before.paused, before.ended, before.shown)
        == (after.id, after.paused, after.ended, after.shown)
        and before.stand_ins is after.stand_ins
        and all(one.away is None and one.keeper is None for one in new.people)
    )


@cache
def _parts(game: str, reads: frozenset[str]) -> tuple[str, ...]:
    """The fields of a game's view that a template mentions."""
    return tuple(field.name for field in fields(GAMES[game].view_type) if field.name in reads)


def lines(text: str) -> bytes:
    """Text as data of an event. Whatever ends a line in it must not end the event."""
    ended = text.replace("\r\n", "\n").replace("\r", "\n")  # three times as fast as a pattern
    return b"data: " + ended.replace("\n", "\ndata: ").encode() + b"\n"


def _panel(look: Look) -> str:
    if look.match is None:
        return "lobby/panel.html"
    return "lobby/curtain.html" if look.match.curtain else f"{look.match.game}/panel.html"
