"""Behind proxies that hold event streams back, screens see what others do soon and lose nothing."""

from __future__ import annotations

import random
import re
import time
from math import inf

import pytest
from playwright.sync_api import Page

from tests.browser.phones import Devices, wait_until
from tests.browser.walk import hurry
from tests.visitors import Visitor, seated

pytestmark = pytest.mark.timed

BLOCK = 16 * 1024
"""How much a usual proxy buffers."""
TURNS = 20
"""On ten screens: two hundred times something is seen."""
PATIENCE = 9_000
OFTEN = 3_000
WATCH = """() => {
    window.same = true;
    window.seen = {};
    new MutationObserver(() => {
        const tick = document.getElementById("people").textContent.match(/Tick ([0-9]+)/);
        if (tick) seen[tick[1]] = seen[tick[1]] ?? Date.now();
    }).observe(document.body, {childList: true, subtree: true});
}"""


@pytest.mark.slow
@pytest.mark.parametrize("holds", [inf, BLOCK], ids=["all", "16 KB"])
def test_what_others_do_is_seen_within_three_seconds(
    holds: float, table: list[Visitor], devices: Devices
) -> None:
    devices.provoke("timeout|aborted")
    proxy = devices.lift(holds=holds)
    hurry(seated(table), "ego")
    phones = [devices.sit(guest, base_url=proxy.url) for guest in table]
    tvs = [devices.tv(base_url=proxy.url) for _ in phones]
    for tv in tvs:
        tv.goto(f"/tv/{table[0].code}")
    screens = [*phones, *tvs]
    for phone in phones:
        phone.click("label:has(#letter-C)")
    for screen in screens:
        screen.evaluate(WATCH)
    started = {0: rename(table[0], 0)}
    all_saw(screens, 0)  # from now on they have noticed
    for tick in range(1, TURNS + 1):
        screens[0].wait_for_timeout(random.Random(tick).randrange(300, 1500))
        started[tick] = rename(table[0], tick)
    all_saw(screens, TURNS)
    delays = sorted(delay for screen in screens for delay in waits(screen, started))
    late = delays[len(delays) * 95 // 100]
    assert late < OFTEN, delays
    for screen in screens:
        assert screen.evaluate("window.same"), "it was loaded anew"
    for phone in phones:
        assert phone.is_checked("#letter-C")


def rename(guest: Visitor, tick: int) -> float:
    """When it was sent, in milliseconds since 1970."""
    start = time.time() * 1000
    assert guest.post("rename", name=f"Tick {tick}").status_code == 204
    return start


def all_saw(screens: list[Page], tick: int) -> None:
    for screen in screens:
        wait_until(screen, "tick => tick in seen", PATIENCE, str(tick))


def waits(screen: Page, started: dict[int, float]) -> list[float]:
    """After how many milliseconds this screen showed each name, or a later one."""
    seen = {int(tick): moment for tick, moment in screen.evaluate("seen").items()}
    return [
        min(moment for later, moment in seen.items() if later >= tick) - started[tick]
        for tick in range(1, TURNS + 1)
    ]


def test_a_whole_answer_works_where_no_stream_comes_through(
    table: list[Visitor], devices: Devices
) -> None:
    devices.provoke("timeout|aborted")
    proxy = devices.lift(holds=inf)
    hurry(seated(table[:3]), "ego")
    phone = devices.sit(table[1], base_url=proxy.url)
    phone.click("label:has(#letter-B)")
    phone.click(".foot button")
    phone.wait_for_selector("#heading:text('Sealed.')", timeout=PATIENCE)
    table[0].post("remove", member=table[1].member)
    devices.provoke("status of 403")
    phone.wait_for_selector("h1:text('The host removed you')", timeout=PATIENCE)


def test_an_older_tab_gives_way_where_no_stream_comes_through(
    table: list[Visitor], devices: Devices
) -> None:
    devices.provoke("timeout|aborted")
    proxy = devices.lift(holds=inf)
    first = devices.sit(seated(table[:2])[1], base_url=proxy.url)
    second = first.context.new_page()
    second.goto(first.url)
    first.wait_for_selector("text=You are playing in another tab", timeout=PATIENCE)
    second.wait_for_timeout(OFTEN)
    assert re.search(r"chooses|choose", second.inner_text("#heading"))
