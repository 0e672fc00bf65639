"""One phone for two: a whole match of every game by taps, curtain and all."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page

from games import GAMES
from tests.browser.phones import SIZES, STILL, Devices
from tests.every_game import moments
from tests.visitors import Visitor

pytestmark = pytest.mark.slow

MOST = 400
TAPS = ("#hands", "#next", "#reveal")
"""What goes on at once, without a choice before it."""
WAYS = "#panel .soulfall-stamp:is(label, button):visible"
"""One of several ways on: a button does it at once, a label opens what it asks."""


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if 2 in game.seats])
def test_two_on_a_phone_play_a_whole_match_by_taps(
    slug: str, table: list[Visitor], devices: Devices
) -> None:
    ann, luck = table[0], Random(slug)
    ann.join(ann.open_room(), "Ann")
    assert ann.post("guests", name="Bob").is_success
    ann.post("choose", game=slug)
    phone = devices.sit(ann, SIZES[0], **STILL)
    phone.click("#start")
    phone.wait_for_selector("#panel:not([data-game=lobby])")
    held = set()
    for _ in range(MOST):
        if phone.locator("#again").count():
            break
        shown = phone.locator("#panel").get_attribute("data-key")
        if phone.locator("#hands").count():
            held.add(phone.locator("#hands").inner_text())
        tap(phone, luck)
        phone.wait_for_selector(f'#panel:not([data-key="{shown}"])', state="attached")
    look = ann.look()
    assert look["match"]["result"]
    secrets = any(GAMES[slug].hides(state) for _, state in moments(slug))
    assert len(held) == (2 if secrets else 0)
    assert {person["name"] for person in look["members"]} == {"Ann", "Bob"}


def tap(phone: Page, luck: Random) -> None:
    """Whatever leads on: a button by itself, or a choice and its button; all in sight."""
    for button in TAPS:
        if phone.locator(button).count():
            phone.tap(button)
            return
    ways = phone.locator(WAYS)
    if ways.count():
        way = ways.nth(luck.randrange(ways.count()))
        opens = way.get_attribute("for")
        way.tap()
        if not opens:
            return
    required = phone.locator("#panel [required]").all()
    for group in sorted({str(radio.get_attribute("name")) for radio in required}):
        options = phone.locator(f'#panel label:has([name="{group}"]:enabled):visible')
        if options.count():  # what another way asks is hidden
            options.nth(luck.randrange(options.count())).tap()
    free = phone.locator(".free")
    if free.count():
        free.nth(luck.randrange(free.count())).tap()
    ready = "#panel .foot button:enabled:visible, #panel .body form[id^=f-] button:enabled:visible"
    phone.locator(ready).last.tap()  # the one at the thumb comes after what there is to choose
