"""Whatever people are called, at any moment of any game a picture is made of the same elements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from itertools import cycle
from xml.etree import ElementTree

import pytest
import regex
from jinja2 import TemplateSyntaxError

from app.core.values import Room
from app.draw import keepsake
from games import GAMES
from games.contract import Viewer
from tests.browser.payloads import NAMES
from tests.every_game import ISLANDS, PAGES, everyone, moments, room_of
from tests.every_page import sorts

ENTITY = re.compile("&#?[a-z0-9]+;")
LETTER = regex.compile(r"(?! )\X")
SVG = "{http://www.w3.org/2000/svg}"


class Bones(HTMLParser):
    """Elements and their attributes, as browsers read them; not what is said."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(" ".join((tag, *(name for name, _ in attrs))))

    def handle_endtag(self, tag: str) -> None:
        self.found.append(f"/{tag}")

    def handle_comment(self, data: str) -> None:
        self.found.append("comment")


def called(room: Room, names: Iterator[str]) -> Room:
    members = (replace(one, name=next(names), signs=True) for one in room.members)
    return replace(room, members=tuple(members))


def plain(room: Room) -> Room:
    """In words as long, without anything that is more than a letter."""
    members = (replace(one, name=LETTER.sub("n", one.name)) for one in room.members)
    return replace(room, members=tuple(members))


def bones(room: Room, eyes: Viewer) -> dict[str, list[str]]:
    me = None if eyes is None else room.members[eyes]
    islands = ISLANDS.draw(room, me, "en", board=True)
    return {name: Bones(str(island.html)).found for name, island in islands.items()}


@pytest.mark.parametrize("slug", GAMES)
def test_names_stay_names_in_every_island_of_every_game(slug: str) -> None:
    luck = cycle(NAMES)
    for seats, state in sorts(slug):
        room = room_of(slug, state, seats)
        for eyes in everyone(seats):
            strange = called(room, luck)
            assert bones(strange, eyes) == bones(plain(strange), eyes), (seats, eyes)


@pytest.mark.parametrize("slug", GAMES)
def test_names_stay_names_on_the_page_to_take_home(slug: str) -> None:
    luck = cycle(name for name in NAMES if "&" not in name)
    for seats in {min(GAMES[slug].seats), max(GAMES[slug].seats)}:
        states = tuple(state for n, state in moments(slug) if n == seats)
        highlights = GAMES[slug].moments(states)
        for _ in range(len(NAMES) // seats):
            room = called(room_of(slug, states[-1], seats), luck)
            page = keepsake.page(PAGES, room, "en", highlights)
            said = [text.text or "" for text in ElementTree.fromstring(page).iter(f"{SVG}text")]
            assert not [line for line in said if ENTITY.search(line)]
            assert room.match
            assert room.match.result
            for seat in room.match.result.winners:
                assert without_spaces(room.members[seat].name) in without_spaces("".join(said))


def without_spaces(text: str) -> str:
    return "".join(text.split()).casefold()


def test_a_filtered_block_is_refused_because_it_would_not_be_escaped() -> None:
    with pytest.raises(TemplateSyntaxError, match="would not be escaped"):
        PAGES.environment("en").from_string("{% filter striptags %}{{ name }}{% endfilter %}")
