"""The parts of a room's page that are sent by themselves, each with a key that says what it shows.

`people`, `board` and `say` are the same bytes for all eyes of a language and drawn once a version;
`panel` (what is asked of me) and `door` (who needs my answer) are one member's alone. The board
goes only to screens that have room for it: the TV, and a wide page without one.
"""

from __future__ import annotations

from hashlib import blake2s
from typing import NamedTuple
from weakref import WeakKeyDictionary

from markupsafe import Markup

from app.look import Look, look_at
from app.render import Pages
from app.values import Member, Room


class Island(NamedTuple):
    key: str
    html: Markup
    wire: bytes
    """The same as lines of an event."""


class Islands:
    """Draws rooms, and remembers what it drew for as long as the room value lives."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._shared: WeakKeyDictionary[Room, dict[tuple[str, str], Island]] = WeakKeyDictionary()

    def draw(
        self, room: Room, me: Member | None, language: str, *, board: bool
    ) -> dict[str, Island]:
        """What `me` sees of the room, by island; None is the TV and whoever else has no panel."""
        names = ("people", "board", "say") if board else ("people", "say")
        drawn = {name: self._once(name, room, language) for name in names}
        if me:
            look = look_at(room, me, language)
            drawn["panel"] = self._island("panel", _panel(look), look)
            drawn["door"] = self._island(
                "door", "islands/door.html" if look.interrupted else "", look
            )
        return drawn

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


def lines(text: str) -> bytes:
    """Text as data of an event. Whatever ends a line in it must not end the event."""
    ended = text.replace("\r\n", "\n").replace("\r", "\n")  # three times as fast as a pattern
    return b"data: " + ended.replace("\n", "\ndata: ").encode() + b"\n"


def _panel(look: Look) -> str:
    if look.match is None:
        return "lobby/panel.html"
    return "lobby/curtain.html" if look.match.curtain else f"{look.match.game}/panel.html"
