"""The parts of a room's page that are sent by themselves, each with a key that says what it shows.

`people`, `board` and `say` are the same bytes for all eyes of a language and drawn once a version;
`panel` (what is asked of me) and `door` (who needs my answer) are one member's alone. The board
goes only to screens that have room for it: the TV, and a wide page without one.

`people` is a row: whoever has it gets only those of its souls that have changed.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple, TypeAlias

from markupsafe import Markup

from app.core.values import Member, Room
from app.draw.events import lines
from app.draw.eyes import look_at
from app.draw.look import Look, Person
from app.draw.render import Pages

KEPT = 2000
"""Of how many rooms it is known what was drawn last."""


class Island(NamedTuple):
    key: str
    wire: bytes
    """As lines of an event."""
    row: tuple[tuple[str, Island], ...] = ()
    """Islands in this one, by name. Its key says nothing of what they show, so a page has none."""

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
        self._soul = lru_cache(maxsize=8192)(self._draw_soul)

    def forget(self, code: str) -> None:
        self._last.pop(code, None)

    def draw(self, room: Room, me: Member | None, language: str, *, board: bool) -> Drawing:
        """What `me` sees of the room, by island; None is the TV and whoever else has no panel."""
        public = self._newest(room, None, language)
        if board and "board" not in public.islands:
            public.islands["board"] = self._island("board", "islands/board.html", public.look)
        names = ("people", "board", "say") if board else ("people", "say")
        drawn = {name: public.islands[name] for name in names}
        return drawn | self._newest(room, me, language).islands if me else drawn

    def _newest(self, room: Room, me: Member | None, language: str) -> _Drawn:
        """Drawn once a version."""
        of_room = self._last[room.code] = self._last.pop(room.code, {})
        if len(self._last) > KEPT:
            del self._last[next(iter(self._last))]
        eyes = (me.id if me else "", language)
        drawn = of_room.get(eyes)
        if drawn is None or drawn.room is not room:
            look = look_at(room, me, language)
            islands = self._own(look) if me else self._public(look)
            drawn = of_room[eyes] = _Drawn(room, look, islands)
        return drawn

    def _public(self, look: Look) -> Drawing:
        """What is the same for all eyes, but for the board: few ask for it."""
        return {
            "people": self._people(look),
            "say": self._island("say", "islands/say.html", look),
        }

    def _own(self, look: Look) -> Drawing:
        """The panel and the door."""
        door = self._island("door", "islands/door.html", look) if look.interrupted else SHUT
        return {"panel": self._island("panel", _panel(look), look), "door": door}

    def _people(self, look: Look) -> Island:
        """Who is here. What nearly every move changes stands in the row: the souls, and who is
        waited for."""
        souls = [self._soul(who, look.language) for who in look.cast]
        waits = self._part("waits", self._draw("islands/waits.html", look), "p")
        frame = self._draw("islands/people.html", look)
        order = " ".join(name for name, _ in souls)
        inside = frame.replace(SOULS, "".join(soul.html for _, soul in souls))
        html = (
            f'<div id="people" data-game="{_kind(look)}">{inside.replace(WAITS, waits.html)}</div>'
        )
        wire = lines(_target("people"), html.encode(), "</hx-partial>")
        return Island(f"{frame} {order}", wire, (*souls, ("waits", waits)))

    def _draw_soul(self, who: Person, language: str) -> tuple[str, Island]:
        name = f"soul-{who.id}"
        html = self._pages.render("islands/soul.html", language, who=who).strip()
        return name, self._part(name, html, "li")

    @staticmethod
    def _part(name: str, html: str, tag: str) -> Island:
        """An element of a row, which is an island itself."""
        key = _key(html)
        whole = f'<{tag} id="{name}" data-key="{key}">{html}</{tag}>'
        return Island(key, lines(_target(name), whole.encode(), "</hx-partial>"))

    def _island(self, name: str, template: str, look: Look) -> Island:
        return wrapped(name, _kind(look), self._draw(template, look))

    def _draw(self, template: str, look: Look) -> str:
        return self._pages.render(template, look.language, room=look).strip()


class _Drawn(NamedTuple):
    """What somebody was drawn last, and from what."""

    room: Room
    look: Look
    islands: Drawing


SOULS, WAITS = "<!--souls-->", "<!--waits-->"
"""Where they stand in the row."""


def wrapped(name: str, kind: str, html: str) -> Island:
    key = _key(html)
    outside = f'<div id="{name}" data-key="{key}" data-game="{kind}">'
    return Island(key, lines(_target(name) + outside, html.encode(), "</div></hx-partial>"))


def _target(name: str) -> str:
    return f'<hx-partial hx-target="#{name}" hx-swap="outerHTML">'


def _key(html: str) -> str:
    """The same for the same content, also after a restart."""
    return blake2b(html.encode(), digest_size=6).hexdigest()


SHUT = wrapped("door", "", "")
"""The door while nobody needs my answer."""


def _kind(look: Look) -> str:
    return look.match.game if look.match else "lobby"


def _panel(look: Look) -> str:
    if look.match is None:
        return "lobby/panel.html"
    return "lobby/curtain.html" if look.match.curtain else f"{look.match.game}/panel.html"
