"""Soulfall fits: the longest names and full tables, on the smallest phones and on TVs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page

from app.core.values import Room
from games.contract import Seat
from games.soulfall.table import (
    Choose,
    Devote,
    Draw,
    EndTurn,
    Place,
    Play,
    Populate,
    Prosper,
    State,
    Tribe,
)
from tests.browser.phones import resize, told
from tests.browser.test_layout import PHONE_FAULTS, STAGES, TV_FAULTS, WIDE
from tests.every_game import room_of
from tests.gallery import page as page_of
from tests.gallery import show as open_page
from tests.server import Server
from tests.soulfall.notation import ANN, new, played, table, tribe

pytestmark = pytest.mark.slow

SMALL = ((320, 454), (320, 568), (390, 844))
LYING = (568, 320)
CUT_FORMULAS = """() => [...document.querySelectorAll(".soulfall-formula")].filter(
    one => one.scrollWidth > one.clientWidth + 1).map(
    one => `${one.scrollWidth} of ${one.clientWidth} px: ${one.textContent}`)"""
LABELLED = 'control.closest("label")'
ANYWHERE = f"[...control.labels].find(one => one.checkVisibility()) ?? {LABELLED} ?? document.body"
HIDDEN = 'button.closest("noscript")'
FAULTS = PHONE_FAULTS.replace(LABELLED, ANYWHERE).replace(
    HIDDEN, f"({HIDDEN} || !button.checkVisibility())"
)
"""Here labels stand anywhere on the page, and buttons of other actions are out of sight."""
USED = ("draw", "prosper", "play")
LORDS = "vael korr namu sirel"


def others() -> tuple[Tribe, ...]:
    """Three tribes with much of everything."""
    return (
        tribe("G1 G2 F1* F2*", 12, "bohn oruun", "vael-3"),
        tribe("A4 B4", 3, "", "qirra-1"),
        tribe("G4", 2, "dral", "bohn-1 bohn-2"),
    )


def moments() -> Iterator[tuple[str, State]]:
    """Each screen there is, for four."""
    yield "place", played(new(4), Place("A1"))
    full = table(tribe("A1 A2 B1 B2* C1", 5, LORDS, "yshe-1 yshe-2 korr-2"), *others())
    yield "menu", full
    yield "keep", played(full, Draw())
    yield "populate by a card", played(full, Play("yshe-2"))
    ruin = table(tribe("D3", hand="ashkar-3"), *others(), current="ashkar-1")
    yield "destroy", played(ruin, Play("ashkar-3"), Populate("D4"))
    stars = table(tribe("D3", 2, "korr", "thessa-2 korr-1"), *others(), current="thessa-3")
    yield "choose", played(stars, Prosper(), Play("thessa-2"))
    covenant = table(tribe("D3", hand="korr-3 yshe-1"), *others(), current="korr-1")
    yield "devote by a card", played(covenant, Play("korr-3"), Populate("D4"))
    hoard = table(tribe("D3", 1, "bohn", "bohn-3 sirel-2"), *others()[:2], tribe("G4", 2))
    yield "steal", played(hoard, Play("bohn-3"), Choose("populate"))
    offering = table(tribe("D3 D4 D5 D6", hand="yshe-1"), *others())
    yield "withdraw", played(offering, Play("yshe-1"))
    done = table(tribe("D3 D4", 2, "", "vael-1 yshe-2"), *others())
    yield "end", played(done, Prosper(), Populate("D5"), Devote("vael-1"))
    yield "nothing is left", table(tribe("D3"), *others(), phase="end", used=("play",))
    tower = table(tribe("D3", 9), *others(), phase="end", used=USED)
    yield "the Tower", played(tower, EndTurn())
    bohn, sirel, dral = others()
    crowned = replace(bohn, shards=14, outposts=(*bohn.outposts, "E4", "E5"))
    yield "last turn", table(crowned, sirel, dral, tribe("D3"), tower=ANN)
    yield "over", replace(full, phase="over", tower=ANN)
    yield "shared", table(*[tribe(space) for space in ("A1", "A2", "A3", "A4")], phase="over")


def room(state: State) -> Room:
    plain = room_of("soulfall", state, len(state.tribes))
    seated, watching = plain.members[:-1], plain.members[-1:]
    named = (replace(one, name=name) for one, name in zip(seated, WIDE, strict=False))
    return replace(plain, members=(*named, *watching), options=replace(plain.options, tv=True))


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(reduced_motion="reduce", has_touch=True)
    yield context.new_page()
    context.close()


def phone_faults(page: Page, where: str) -> dict[str, list[str]]:
    found = {}
    for width, height in SMALL:
        resize(page, width, height)
        found[f"{where}, {width}x{height}"] = page.evaluate(FAULTS, [width, height])
    resize(page, *LYING)
    found[f"{where}, lying"] = page.evaluate(CUT_FORMULAS)
    return found


def test_every_moment_fits_on_a_tv(page: Page, server: Server) -> None:
    found = dict[str, list[str]]()
    for moment, state in moments():
        open_page(page, server.url, page_of(room(state), None))
        for width, height in STAGES:
            resize(page, width, height)
            found[f"{moment}, {width}x{height}"] = page.evaluate(TV_FAULTS)
    assert not told(found), told(found)


def eyes_of(state: State) -> list[Seat]:
    """Whoever moves, somebody who waits, somebody who watches."""
    return [state.mover, Seat((state.mover + 1) % 4), Seat(4)]


def test_every_moment_fits_on_phones(page: Page, server: Server) -> None:
    found = dict[str, list[str]]()
    for moment, state in moments():
        for eyes in eyes_of(state):
            open_page(page, server.url, page_of(room(state), eyes))
            found |= phone_faults(page, f"{moment}, seat {eyes}")
    assert not told(found), told(found)


@pytest.mark.parametrize("action", ["populate", "build", "devote", "play"])
def test_what_an_action_asks_fits_on_phones(page: Page, server: Server, action: str) -> None:
    _, state = next(it for it in moments() if it[0] == "menu")
    open_page(page, server.url, page_of(room(state), Seat(0)))
    page.locator(f'.soulfall-stamp[for="do-{action}"]').click()
    found = phone_faults(page, action)
    assert not told(found), told(found)
