"""Matchy Matchy fits: the longest names at every table, on the smallest phones and on TVs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page

from app.core.values import Room
from games.contract import Seat, Viewer
from games.matchy_matchy.table import Options, State, pictures
from tests.browser.phones import resize, told
from tests.browser.test_layout import PHONE_FAULTS, STAGES, TV_FAULTS, WIDE
from tests.every_game import room_of
from tests.gallery import PHONES
from tests.gallery import page as page_of
from tests.gallery import show as open_page
from tests.matchy_matchy.notation import at, called, chosen, more, new, onward, put, turned
from tests.server import Server

pytestmark = pytest.mark.slow

NAMES = (*WIDE, "MMMMMMWWWWWW", "WWMMWWMMWWMM", "MMMWWWMMMWWW")
ROWS = "abcde", "abdcx", "ubzcy", "edcba", "abcde", "axbyc", "mnopq", "edcba"
ANYWHERE = 24, 17, 9, 4, 24, 0
"""Spaces of one, two, three, four and five pictures."""
REFERENT = 1


def table(seats: int, *spaces: int) -> State:
    """Forks stand there."""
    return at(*spaces, referent=REFERENT if seats % 2 else None)


def long_rows(state: State) -> State:
    """Everybody puts the same, as many as they have to."""
    asked = called(state)
    return put(asked, *("abcde"[: pictures(asked, Seat(seat))] for seat in range(state.seats)))


def moments(seats: int) -> Iterator[tuple[str, State]]:
    """Each screen there is at a table, full of what can happen."""
    forks = seats // 2 if seats % 2 == 0 else seats - 1
    start = new(seats, Options(referent=Seat(REFERENT) if seats % 2 else None))
    yield "call", start
    yield "choose", put(called(start), ROWS[0], *[""] * (seats - 2), ROWS[1])
    shown = chosen(start, *ROWS[:seats])
    for place in range(1, 6):
        yield f"place {place}", shown
        shown = onward(shown) if place < 5 else shown
    apart = table(seats, *ANYWHERE[:forks])
    yield "choose from one to five", called(apart)
    yield "the shortest row is used up", turned(long_rows(apart))
    even = table(seats, *[28] * forks)
    yield "beyond the finish", turned(long_rows(even))
    tied = onward(turned(long_rows(even)))
    yield "tied", tied
    yield "shared", onward(tied)
    yield "one more turn", called(more(tied))
    yield "over", onward(turned(long_rows(table(seats, 28, *[9] * (forks - 1)))))


def room(state: State) -> Room:
    plain = room_of("matchy_matchy", state, state.seats)
    seated, watching = plain.members[: state.seats], plain.members[state.seats :]
    named = (replace(one, name=name) for one, name in zip(seated, NAMES, strict=False))
    return replace(plain, members=(*named, *watching), options=replace(plain.options, tv=True))


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(reduced_motion="reduce", has_touch=True)
    yield context.new_page()
    context.close()


def faults(page: Page, server: Server, seats: int, eyes: Viewer) -> dict[str, list[str]]:
    found = {}
    for moment, state in moments(seats):
        open_page(page, server.url, page_of(room(state), eyes))
        for width, height in STAGES if eyes is None else PHONES:
            resize(page, width, height)
            where = f"{moment}, seat {eyes}, {width}x{height}"
            if eyes is None:
                found[where] = page.evaluate(TV_FAULTS)
            else:
                found[where] = page.evaluate(PHONE_FAULTS, [width, height])
    return found


@pytest.mark.parametrize("seats", range(3, 9))
def test_every_table_fits_on_a_tv(page: Page, server: Server, seats: int) -> None:
    found = faults(page, server, seats, None)
    assert not told(found), told(found)


@pytest.mark.parametrize(("seats", "eyes"), [(4, 0), (8, 7), (8, 8), (5, 0), (5, REFERENT), (7, 6)])
def test_every_table_fits_on_phones(page: Page, server: Server, seats: int, eyes: int) -> None:
    """A host, somebody's partner, somebody who watches, a racer, the referent."""
    found = faults(page, server, seats, Seat(eyes))
    assert not told(found), told(found)
