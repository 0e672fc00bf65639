"""A picture stands as long as what it shows is the same, and no longer."""

from __future__ import annotations

import gc
from dataclasses import replace

import pytest

from app.core.values import Room
from app.draw.eyes import look_at
from app.draw.islands import Islands
from app.draw.reads import shown, watched
from games import GAMES
from tests.every_game import PAGES, moments, room_of


def test_what_was_read_is_noted_and_nothing_else() -> None:
    look = look_at(room_of("soulmates", moments("soulmates")[0][1], 2), None, "en")
    assert look.match
    eyes = watched(look)
    assert eyes.match.view.phase == look.match.view.phase
    assert eyes.players == look.players, "a question notes what it reads itself"
    note = shown(eyes, look)
    assert note.stands(replace(look, version=look.version + 1))
    assert not note.stands(replace(look, people=()))
    assert not note.stands(replace(look, match=None))


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_pictures_that_were_kept_are_those_that_would_be_drawn(slug: str) -> None:
    """Through a whole match, by the same pages, for the TV and for everybody."""
    kept = Islands(PAGES)
    for seats, state in moments(slug):
        room = room_of(slug, state, seats)
        for me in (None, *room.members):
            old = kept.draw(room, me, "en", board=True)
            new = Islands(PAGES).draw(room, me, "en", board=True)
            assert {n: i.html for n, i in old.items()} == {n: i.html for n, i in new.items()}


@pytest.mark.parametrize("slug", GAMES)
def test_a_picture_goes_when_nobody_needs_it(slug: str) -> None:
    """Python does not have to search for circles, which would stop all rooms for a while."""
    seats = moments(slug)[0][0]
    rooms = [room_of(slug, state, seats) for n, state in moments(slug) if n == seats][:40]
    islands = Islands(PAGES)
    _draw_all(islands, rooms)  # what is kept for good is made by now
    gc.collect()
    gc.disable()
    try:
        _draw_all(islands, rooms)
        assert gc.collect() == 0
    finally:
        gc.enable()


def _draw_all(islands: Islands, rooms: list[Room]) -> None:
    for room in rooms:
        for me in (None, *room.members):
            islands.draw(room, me, "en", board=True)
