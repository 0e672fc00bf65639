"""The parts of a room's page that are sent by themselves, each with a key that says what it shows.

`people`, `board` and `say` are the same bytes for every phone and TV of a language, drawn once a
version; `panel` (what is asked of me) and `door` (who needs my answer) are one member's alone.
"""

from __future__ import annotations

from hashlib import blake2s
from typing import NamedTuple
from weakref import WeakKeyDictionary

from markupsafe import Markup

from app.look import Look, look_at
from app.render import Pages
from app.values import Member, Room

PUBLIC = ("people", "board", "say")
OWN = ("panel", "door")


class Island(NamedTuple):
    key: str
    html: str


class Islands:
    """Draws rooms, and remembers what it drew for as long as the room value lives."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._public: WeakKeyDictionary[Room, dict[str, dict[str, Island]]] = WeakKeyDictionary()

    def draw(self, room: Room, me: Member | None, language: str) -> dict[str, Island]:
        """What `me` sees of the room, by island; None is the TV and whoever else has no panel."""
        drawn = self._public.setdefault(room, {})
        if language not in drawn:
            look = look_at(room, None, language)
            drawn[language] = {name: self._island(name, look) for name in PUBLIC}
        if me is None:
            return drawn[language]
        look = look_at(room, me, language)
        return {**drawn[language], **{name: self._island(name, look) for name in OWN}}

    def _island(self, name: str, look: Look) -> Island:
        html = self._pages.render(f"islands/{name}.html", look.language, room=look).strip()
        key = blake2s(html.encode(), digest_size=6).hexdigest()
        game = look.match.game if look.match else "lobby"
        return Island(
            key, Markup(f'<div id="{name}" data-key="{key}" data-game="{game}">{html}</div>')
        )
