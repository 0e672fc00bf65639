"""Every picture of every match fits on a TV, with the longest names and the most people."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from games import GAMES
from tests.browser.phones import TV, settle, told
from tests.browser.test_layout import TV_FAULTS
from tests.every_game import room_of
from tests.gallery import named, page, pictured, show
from tests.server import Server

pytestmark = pytest.mark.slow

BROKEN_WORDS = """() => {
    const faults = [], range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
        if (!node.parentElement.checkVisibility({visibilityProperty: true})) continue;
        for (const {0: word, index} of node.data.matchAll(/[^\\s-]+/g)) {
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const lines = new Set([...range.getClientRects()].map(line => Math.round(line.y)));
            if (lines.size > 1) faults.push(`broken: ${word}`);
        }
    }
    return faults;
}"""


@pytest.fixture
def screen(chromium: Browser) -> Iterator[Page]:
    width, height = TV
    opened = chromium.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
    yield opened
    opened.close()


@pytest.mark.parametrize("slug", GAMES)
def test_every_picture_of_a_match_fits(slug: str, screen: Page, server: Server) -> None:
    faults: dict[str, list[str]] = {}
    for seats in {min(GAMES[slug].seats), max(GAMES[slug].seats)}:
        for phase, state in pictured(slug, seats):
            show(screen, server.url, page(named(room_of(slug, state, seats)), None))
            settle(screen)
            found = screen.evaluate(TV_FAULTS) + screen.evaluate(BROKEN_WORDS)
            faults[f"{phase}, {seats} players"] = found
            screen.unroute_all()
    assert not told(faults), told(faults)
