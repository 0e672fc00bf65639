"""The page that people take home from a match, and the pictures by which links introduce us: SVG.

Whoever has not agreed to be named is called by colour and shape.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from datetime import datetime

from app.core.values import Room
from app.draw import paper, texts
from app.draw.eyes import look_at
from app.draw.look import Person
from app.draw.render import Pages
from games.contract import Highlight

WIDTH = 1080
"""Of the page; 1350 high."""
PREVIEW = 1200
"""Of a link's picture; 630 high."""
UNBROKEN = "\u00a0"
MOST = 3
"""Moments on a page; the last ones of a match tell most."""


def page(
    pages: Pages,
    room: Room,
    language: str,
    moments: tuple[Highlight, ...],
    lacking: Set[str] = frozenset(),
) -> str:
    """Of the finished match in this room. A name with a letter that cannot be drawn is not there;
    whose it is, is called by colour and shape, too."""
    assert room.match
    assert room.match.ended is not None
    match = replace(room.match, shown=None)
    look = look_at(replace(room, match=match), None, language)
    assert look.match
    seats = tuple(_called(pages, who, language, lacking) for who in look.match.seats)
    look.match = replace(look.match, seats=seats)
    drawing = pages.render(
        "keepsake/page.html",
        language,
        room=look,
        paper=paper,
        moments=moments[-MOST:],
        date=texts.day(datetime.fromtimestamp(room.match.ended).date(), language),
    )
    return paper.whole(drawing)


def preview(pages: Pages, slug: str) -> str:
    """A game's cover, or the whole shelf for an empty slug; without words of a language."""
    drawing = pages.render("keepsake/preview.html", texts.ENGLISH, paper=paper, slug=slug)
    return paper.whole(drawing)


def _called(pages: Pages, who: Person, language: str, lacking: Set[str]) -> Person:
    """In one piece on a line."""
    if who.signs and lacking.isdisjoint(who.name):
        return replace(who, name=who.name.replace(" ", UNBROKEN))
    macros = pages.environment(language).get_template("_macros.html").module
    shape = str(macros.shape_name(who.mark))  # type: ignore[attr-defined]  # a macro
    return replace(who, name=shape.replace(" ", UNBROKEN), signs=False)
