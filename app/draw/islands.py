"""The parts of a room's page that are sent by themselves, each with a key that says what it shows.

`people` and `board` are the same bytes for all eyes of a language; `panel` (what is asked of me),
`door` (who needs my answer) and `say` (what is read out) are one member's alone. The board
goes only to screens that have room for it: the TV, and a wide page without one.

`people` is a row: whoever has it gets only those of its souls that have changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeAlias
from zlib import adler32, crc32

from markupsafe import Markup

from app.core.values import Member, Room
from app.draw.events import lines
from app.draw.eyes import look_at
from app.draw.look import Look, Person
from app.draw.reads import Shown, shown, watched
from app.draw.render import Pages

KEPT = 2000
"""Of how many rooms it is known what was drawn last."""


class Island(NamedTuple):
    key: str
    wire: bytes
    """As lines of an event."""
    row: tuple[tuple[str, Island], ...] = ()

    @property
    def html(self) -> Markup:
        """The same as part of a page."""
        return _html_of(self.wire)


@dataclass(eq=False)
class Row:
    """An island made of islands, by name. Its key says nothing of what they show, so a page has
    none; and as most screens have it and need only those, it is put together when one has not."""

    kind: str
    frame: str
    row: tuple[tuple[str, Island], ...]

    @cached_property
    def key(self) -> str:
        return " ".join((self.kind, self.frame, *(name for name, _ in self.row)))

    @cached_property
    def wire(self) -> bytes:
        *souls, (_, waits) = self.row
        inside = self.frame.replace(SOULS, "".join(soul.html for _, soul in souls))
        inside = inside.replace(WAITS, waits.html)
        html = f'<div id="people" data-game="{self.kind}">{inside}</div>'
        return lines(_target("people"), html.encode(), "</hx-partial>")

    @property
    def html(self) -> Markup:
        return _html_of(self.wire)


Drawing: TypeAlias = dict[str, Island | Row]
"""Islands by name."""


class Islands:
    """Draws rooms, and remembers for whom it drew what last."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._last: dict[str, dict[tuple[str, str], _Seen]] = {}
        """By room, the longest unused first; in it by member, or none for what all see, and by
        language."""
        self._soul = lru_cache(maxsize=8192)(self._draw_soul)

    def forget(self, code: str) -> None:
        self._last.pop(code, None)

    def draw(self, room: Room, me: Member | None, language: str, *, board: bool) -> Drawing:
        """What `me` sees of the room, by island; None is the TV and whoever else has no panel."""
        public = self._newest(room, None, language)
        mine = self._newest(room, me, language) if me else public
        drawn: Drawing = {"people": public.island("people", self._people)}
        if board:
            drawn["board"] = public.island("board", self._one)
        for name in ("say", "panel", "door") if me else ("say",):
            drawn[name] = mine.island(name, self._one)
        return drawn

    def _newest(self, room: Room, me: Member | None, language: str) -> _Seen:
        """This version through these eyes."""
        of_room = self._last[room.code] = self._last.pop(room.code, {})
        if len(self._last) > KEPT:
            del self._last[next(iter(self._last))]
        eyes = (me.id if me else "", language)
        seen = of_room.get(eyes)
        if seen is None or seen.room is not room:
            pictures = seen.pictures if seen else {}
            seen = of_room[eyes] = _Seen(room, look_at(room, me, language), {}, pictures)
        return seen

    def _one(self, seen: _Seen, name: str) -> Island:
        if name == "door" and not seen.look.interrupted:
            return SHUT
        made: Island = self._made(seen, name, wrapped)
        return made

    def _people(self, seen: _Seen, name: str) -> Row:
        """Who is here. What nearly every move changes stands in the row: the souls, and who is
        waited for."""
        look = seen.look
        souls = (self._soul(who, look.language) for who in look.cast)
        waits: Island = self._made(seen, "waits", _waits)
        frame: str = self._made(seen, name, _frame)
        return Row(_kind(look), frame, (*souls, ("waits", waits)))

    def _made(self, seen: _Seen, name: str, make: Callable[[str, str, str], Any]) -> Any:
        """Made anew only when something has changed of what was read for it the last time."""
        look, last = seen.look, seen.pictures.get(name)
        source = _template(name, look), _kind(look)
        if last and last.source == source and last.shown.stands(look):
            return last.made
        eyes = watched(look)
        html = self._pages.render(source[0], look.language, room=eyes).strip()
        made = make(name, source[1], html)
        seen.pictures[name] = _Picture(source, shown(eyes, look), made)
        return made

    def _draw_soul(self, who: Person, language: str) -> tuple[str, Island]:
        name = f"soul-{who.id}"
        html = self._pages.render("islands/soul.html", language, who=who).strip()
        return name, _part(name, html, "li")


class _Picture(NamedTuple):
    source: tuple[str, str]
    """Template and kind of room."""
    shown: Shown
    made: Any


class _Seen(NamedTuple):
    """A version through somebody's eyes, and the last pictures made for them."""

    room: Room
    look: Look
    islands: Drawing
    pictures: dict[str, _Picture]

    def island(self, name: str, draw: Callable[[_Seen, str], Island | Row]) -> Island | Row:
        """Made when somebody asks for it."""
        if name not in self.islands:
            self.islands[name] = draw(self, name)
        return self.islands[name]


SOULS, WAITS = "<!--souls-->", "<!--waits-->"
"""Where they stand in the row."""


def wrapped(name: str, kind: str, html: str) -> Island:
    inside = html.encode()
    key = _key(inside)
    outside = f'<div id="{name}" data-key="{key}" data-game="{kind}">'
    return Island(key, lines(_target(name) + outside, inside, "</div></hx-partial>"))


def _part(name: str, html: str, tag: str) -> Island:
    """An element of a row, which is an island itself."""
    inside = html.encode()
    key = _key(inside)
    outside = f'<{tag} id="{name}" data-key="{key}">'
    return Island(key, lines(_target(name) + outside, inside, f"</{tag}></hx-partial>"))


def _waits(name: str, _: str, html: str) -> Island:
    return _part(name, html, "p")


def _frame(_: str, __: str, html: str) -> str:
    return html


def _html_of(wire: bytes) -> Markup:
    text = wire.decode().replace("\ndata: ", "\n")
    return Markup(text[text.index(">") + 1 : text.rindex("<")])


def _target(name: str) -> str:
    return f'<hx-partial hx-target="#{name}" hx-swap="outerHTML">'


def _key(inside: bytes) -> str:
    """The same for the same content, also after a restart: two sums, because they are quick."""
    return f"{crc32(inside):08x}{adler32(inside):08x}"


SHUT = wrapped("door", "", "")
"""The door while nobody needs my answer."""


def _kind(look: Look) -> str:
    return look.match.game if look.match else "lobby"


def _template(name: str, look: Look) -> str:
    if name != "panel":
        return f"islands/{name}.html"
    if look.match is None:
        return "lobby/panel.html"
    return "lobby/curtain.html" if look.match.curtain else f"{look.match.game}/panel.html"
