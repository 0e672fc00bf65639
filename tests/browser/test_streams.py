"""Every page has its stream soon, notices when it goes quiet, and never shows an old picture."""

from __future__ import annotations

from itertools import count

import pytest
from playwright.sync_api import Page

from tests.browser.phones import SHOWS, Devices, wait_until
from tests.visitors import Visitor, gathered, seated

pytestmark = pytest.mark.timed

ROUNDS = 20
"""Of ten loads each: five phones and five TVs."""
SOON = 2_000
PAUSES = (0, 30, 120, 400)
"""Milliseconds between a load and what happens then: before, while and after the stream opens."""
LISTEN = """() => {
    window.told = [];
    const line = document.getElementById("line");
    new MutationObserver(() => told.push(line.textContent)).observe(line, {childList: true});
}"""
"""All that the line says; where the server is near, it says *Reconnecting* only for a blink."""


@pytest.fixture
def screens(table: list[Visitor], devices: Devices) -> list[Page]:
    """A phone in every seat and as many TVs, in the lobby."""
    gathered(table)
    phones = [devices.phone(seat=guest) for guest in table]
    return [*phones, *(devices.tv() for _ in phones)]


@pytest.mark.slow
def test_two_hundred_loads_each_have_their_stream_and_never_an_old_picture(
    table: list[Visitor], screens: list[Page]
) -> None:
    ticks = count()
    for turn in range(ROUNDS):
        load(screens, table[0].code)
        screens[turn % 10].wait_for_timeout(PAUSES[turn % len(PAUSES)])
        all_show(screens, rename(table[turn % 5], next(ticks)))
        all_show(screens, rename(table[turn % 5], next(ticks)))


def load(screens: list[Page], code: str) -> None:
    for number, page in enumerate(screens):
        page.goto(f"/rooms/{code}" if number < 5 else f"/tv/{code}", wait_until="commit")


def rename(guest: Visitor, tick: int) -> str:
    assert guest.post("rename", name=f"Tick {tick}").status_code == 204
    return f"Tick {tick}"


def all_show(screens: list[Page], name: str) -> None:
    for page in screens:
        wait_until(page, SHOWS, SOON, name)


def test_a_line_gone_quiet_is_looked_past_and_opened_anew(
    table: list[Visitor], devices: Devices
) -> None:
    lift = devices.lift()
    phone = devices.sit(seated(table)[1], base_url=lift.url)
    wait_until(phone, SHOWS, SOON, rename(table[0], 1))
    phone.evaluate(LISTEN)
    lift.silence()
    with phone.expect_request("**/events?*", timeout=15_000):
        wait_until(phone, SHOWS, 8_000, rename(table[0], 2))
    wait_until(phone, SHOWS, SOON, rename(table[0], 3))
    assert phone.evaluate("told") == []  # nothing was missed, so there is nothing to say


def test_a_choice_half_made_outlives_a_silent_line_and_an_unsent_answer_is_said(
    table: list[Visitor], devices: Devices
) -> None:
    devices.provoke("net::ERR_|Failed to fetch|network error")
    lift = devices.lift()
    seated(table)
    table[0].move("pick", card=table[0].look()["match"]["view"]["offer"][0])
    phone = devices.sit(table[1], base_url=lift.url)
    phone.click("label:has(#letter-C)")
    with lift.ride(phone):
        phone.click(".foot button")
        phone.wait_for_selector("#notice:text('was not sent yet')")
        phone.wait_for_selector("#line:text('You are offline')", timeout=11_000)
    phone.wait_for_selector("#line:text('Back. Nothing missed.')")
    assert phone.is_checked("#letter-C")
    phone.click(".foot button")
    phone.wait_for_selector("#heading:text('Sealed.')")
