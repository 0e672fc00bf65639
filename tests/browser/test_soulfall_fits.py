"""Soulfall fits: the longest names, every question there is, on the smallest phones and on TVs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page

from app.core.values import Room
from games.contract import Seat, Viewer
from games.soulfall.table import Options, State
from tests.browser.phones import resize, told
from tests.browser.test_layout import PHONE_FAULTS, STAGES, TV_FAULTS, WIDE
from tests.every_game import room_of
from tests.gallery import PHONES, page, phases, show
from tests.server import Server


def room(state: State) -> Room:
    plain = room_of("soulfall", state, len(state.tribes))
    names = (*WIDE[: len(state.tribes)], *(one.name for one in plain.members[len(state.tribes) :]))
    members = tuple(replace(one, name=name) for one, name in zip(plain.members, names, strict=True))
    return replace(plain, members=members, options=replace(plain.options, tv=True))


@pytest.fixture
def screen(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(reduced_motion="reduce", has_touch=True)
    yield context.new_page()
    context.close()


def faults(screen: Page, server: Server, state: State, eyes: Viewer) -> dict[str, list[str]]:
    found = {}
    show(screen, server.url, page(room(state), eyes))
    for width, height in STAGES if eyes is None else PHONES:
        resize(screen, width, height)
        look = (TV_FAULTS,) if eyes is None else (PHONE_FAULTS, [width, height])
        found[f"{state.phase}, seat {eyes}, {width}x{height}"] = screen.evaluate(*look)
    return found


@pytest.mark.parametrize("seats", [2, 4])
def test_every_question_fits_on_the_movers_phone_and_beside_it(
    screen: Page, server: Server, seats: int
) -> None:
    found: dict[str, list[str]] = {}
    for state in phases("soulfall", seats, Options()).values():
        found |= faults(screen, server, state, state.mover)
        found |= faults(screen, server, state, Seat((state.mover + 1) % seats))
    assert not told(found), told(found)


@pytest.mark.parametrize("seats", [2, 4])
def test_every_moment_fits_on_a_tv(screen: Page, server: Server, seats: int) -> None:
    found: dict[str, list[str]] = {}
    for state in phases("soulfall", seats, Options()).values():
        found |= faults(screen, server, state, None)
    assert not told(found), told(found)
