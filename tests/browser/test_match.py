"""A TV and five phones play a whole match through the pages, as people would."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page

from tests.browser.lift import Lift
from tests.browser.phones import (
    SIZES,
    STILL,
    Devices,
    answer,
    await_news,
    await_other_phase,
    is_asked,
    join,
    panel,
    phase,
    settle,
)

NAMES = ("Matilda", "Wolfgang-Ber", "Liz", "WWWWWWWWWWWW", "Zoë 💫")
BEGINS = 2
"""Liz likes soul music best."""
RIDES = 1
"""Wolfgang sits in a lift now and then."""
LIFTS = ("1-pick-0", "1-reveal-0", "2-ego-0")
"""Then it is without network."""
LONGEST_MATCH = 100
"""Steps; five players need 62."""


@dataclass
class Table:
    tv: Page
    phones: list[Page]
    lift: Lift
    """The second phone's way to the server."""
    steps: int = 0

    @property
    def shown(self) -> str:
        return phase(self.tv)

    @property
    def kind(self) -> str:
        return self.shown.split("-")[1]

    @property
    def asked(self) -> list[int]:
        return [seat for seat, phone in enumerate(self.phones) if is_asked(phone)]

    def all_show_the_same(self) -> None:
        for screen in (self.tv, *self.phones):
            await_news(screen)

    def step(self) -> None:
        """Everybody who is asked answers; when nobody is, the host goes on."""
        before = self.shown
        if before in LIFTS:
            self._answer_but_for_the_rider()
        else:
            self._answer(self.asked)
        await_other_phase(self.tv, before)
        self.steps += 1

    def _answer(self, asked: list[int]) -> None:
        for seat in asked:
            answer(self.phones[seat], seat * self.steps)
        if not asked:
            self.phones[0].click("#next")

    def _answer_but_for_the_rider(self) -> None:
        """Who comes back finds the newest picture, and is still asked what is still open."""
        others = [seat for seat in self.asked if seat != RIDES]
        is_rider_asked = RIDES in self.asked
        with self.lift.ride(self.phones[RIDES]):
            self._answer(others)
        await_news(self.phones[RIDES])
        if is_rider_asked:
            self._answer([RIDES])


@pytest.fixture
def table(devices: Devices) -> Table:
    """Five at the table of a TV, and Liz begins."""
    tv, lift = devices.tv(), devices.lift()
    tv.goto("/tv")
    tv.wait_for_url(re.compile(r"/tv/[A-Z]{4,8}$"))
    ways = [devices.url] * 5
    ways[RIDES] = lift.url
    phones = [
        devices.phone(size, dark=n % 2 == 1, base_url=way, **STILL)
        for n, (size, way) in enumerate(zip(SIZES, ways, strict=True))
    ]
    for phone, name in zip(phones, NAMES, strict=True):
        join(phone, tv.url.rpartition("/")[2], name)
    phones[0].click("#choose-soulmates")
    phones[0].wait_for_selector("#choose-soulmates[aria-pressed=true]")
    phones[0].click("#more > summary")
    phones[0].select_option("select[name=first]", label=NAMES[BEGINS])
    phones[0].click("#start")
    tv.wait_for_selector("[data-show$='.1-pick-0']")
    return Table(tv, phones, lift)


def test_five_phones_and_a_tv_play_to_the_soulmates_and_again(
    table: Table, devices: Devices
) -> None:
    phases = set()
    devices.provoke("net::ERR_|Failed to fetch|network error")
    while table.kind != "over":
        table.all_show_the_same()
        if table.kind not in ("guess", "reveal") or table.shown.startswith("1-"):
            reload(table.phones[table.steps % 5])
        phases.add(table.kind)
        table.step()
        assert table.steps < LONGEST_MATCH
    table.all_show_the_same()
    reload(table.phones[3])
    assert phases == {"pick", "ego", "guess", "reveal", "match", "total"}
    settle(table.tv)
    assert "Soulmates, with" in table.tv.inner_text("#board")

    table.phones[0].click("#again")
    table.tv.wait_for_selector("[data-show$='.1-pick-0']")
    table.all_show_the_same()
    assert table.asked == [BEGINS + 1]


def reload(phone: Page) -> None:
    """And find the same question, the same answers and the same button."""
    before = panel(phone), is_asked(phone)
    phone.reload()
    assert (panel(phone), is_asked(phone)) == before
