"""The parts of a room's page that are sent by themselves, each with a key that says what it shows.

`people`, `board` and `say` are the same bytes for all eyes of a language and drawn once a version;
`panel` (what is asked of me) and `door` (who needs my answer) are one member's alone. The board
goes only to screens that have room for it: the TV, and a wide page without one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from hashlib import sha1
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from markupsafe import Markup

from app.core.values import Member, Room
from app.draw.events import lines
from app.draw.eyes import look_at
from app.draw.look import Look, MatchLook
from app.draw.render import Pages
from games import GAMES

KEPT = 2000
"""Of how many rooms it is known what was drawn last."""


class Island(NamedTuple):
    key: str
    wire: bytes
    """As lines of an event."""

    @property
    def html(self) -> Markup:
        """The same as part of a page."""
        text = self.wire.decode().replace("\ndata: ", "\n")
        return Markup(text[text.index(">") + 1 : text.rindex("<")])


Drawing: TypeAlias = dict[str, Island]
"""Islands by name."""


class Islands:
    """Draws rooms, and remembers for whom it drew what last."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._last: dict[str, dict[tuple[str, str], _Drawn]] = {}
        """By room, the longest unused first; in it by member, or none for what all see, and by
        language."""

    def forget(self, code: str) -> None:
        self._last.pop(code, None)

    def draw(self, room: Room, me: Member | None, language: str, *, board: bool) -> Drawing:
        """What `me` sees of the room, by island; None is the TV and whoever else has no panel."""
        public = self._public(room, language)
        if board and "board" not in public.islands:
            public.islands["board"] = self._island("board", "islands/board.html", public.look)
        names = ("people", "board", "say") if board else ("people", "say")
        drawn = {name: public.islands[name] for name in names}
        return drawn | self._own(room, me, language).islands if me else drawn

    def _public(self, room: Room, language: str) -> _Drawn:
        """What is the same for all eyes, so once a version; few moves change what is said."""

        def draw(look: Look, last: _Drawn | None) -> Drawing:
            people = self._island("people", "islands/people.html", look)
            if last and self._alike(last.look, look, "say"):
                return {"people": people, "say": last.islands["say"]}
            return {"people": people, "say": self._island("say", "islands/say.html", look)}

        return self._newest(room, None, language, draw)

    def _own(self, room: Room, me: Member, language: str) -> _Drawn:
        """The panel and the door: drawn anew only when something in them can have changed."""

        def draw(look: Look, last: _Drawn | None) -> Drawing:
            door = self._island("door", "islands/door.html", look) if look.interrupted else SHUT
            if last and self._alike(last.look, look, "panel"):
                return {"panel": last.islands["panel"], "door": door}
            return {"panel": self._island("panel", _panel(look), look), "door": door}

        return self._newest(room, me, language, draw)

    def _newest(
        self,
        room: Room,
        me: Member | None,
        language: str,
        draw: Callable[[Look, _Drawn | None], Drawing],
    ) -> _Drawn:
        of_room = self._last[room.code] = self._last.pop(room.code, {})
        if len(self._last) > KEPT:
            del self._last[next(iter(self._last))]
        eyes = (me.id if me else "", language)
        drawn = of_room.get(eyes)
        if drawn is None or drawn.room is not room:
            look = look_at(room, me, language)
            drawn = of_room[eyes] = _Drawn(room, look, draw(look, drawn))
        return drawn

    def _alike(self, then: Look, now: Look, template: str) -> bool:
        """Nothing that this part of a match mentions has changed: most moves are others'."""
        if then.match is None or now.match is None or then.match.game != now.match.game:
            return False
        reads = self._pages.mentions(f"{now.match.game}/{template}.html")
        if reads is None:
            return False
        shown = _parts(now.match.game, reads)
        return shown(then) == shown(now)

    def _island(self, name: str, template: str, look: Look) -> Island:
        html = self._pages.render(template, look.language, room=look).strip()
        return wrapped(name, look.match.game if look.match else "lobby", html)


class _Drawn(NamedTuple):
    """What somebody was drawn last, and from what."""

    room: Room
    look: Look
    islands: Drawing


@cache
def _parts(game: str, reads: frozenset[str]) -> Callable[[Look], tuple[object, ...]]:
    """Gets every part of a look that a template mentions: of the room, the match and the view.

    Names are all that is known, so a name counts wherever it may stand.
    """
    of_room = [n for n in _names(Look) - {"games", "match", "version"} if n in reads]
    of_match = [n for n in _names(MatchLook) - {"view"} if n in reads]
    of_view = [field.name for field in fields(GAMES[game].view_type) if field.name in reads]

    def shown(look: Look) -> tuple[object, ...]:
        match = look.match
        assert match
        return (
            *ALWAYS(look),
            match.curtain,
            match.paused,
            *(getattr(look, name) for name in of_room),
            *(getattr(match, name) for name in of_match),
            *(getattr(match.view, name) for name in of_view),
        )

    return shown


ALWAYS = attrgetter("language", "game", "brought", "chosen", "players")
"""What the look's own functions read, whatever they are asked."""


def _names(kind: type) -> set[str]:
    """Its fields and properties."""
    properties = {name for name, value in vars(kind).items() if isinstance(value, property)}
    return properties | {field.name for field in fields(kind)}


def wrapped(name: str, game: str, html: str) -> Island:
    inside = html.encode()
    key = sha1(inside, usedforsecurity=False).hexdigest()[:12]
    part = f'<hx-partial hx-target="#{name}" hx-swap="outerHTML">'
    outside = f'<div id="{name}" data-key="{key}" data-game="{game}">'
    return Island(key, lines(part + outside, inside, "</div></hx-partial>"))


SHUT = wrapped("door", "", "")
"""The door while nobody needs my answer."""


def _panel(look: Look) -> str:
    if look.match is None:
        return "lobby/panel.html"
    return "lobby/curtain.html" if look.match.curtain else f"{look.match.game}/panel.html"
