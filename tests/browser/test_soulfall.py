"""Soulfall in the browser: a TV and two or four phones play by touch; keys on the map."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.phones import STILL, Devices
from tests.visitors import Visitor, seated

MOVES = 30
"""Enough for every phone to have had a turn; whole matches are played without a browser."""
READY = ".soulfall-stamps, .soulfall-keys .may, .soulfall-two, .soulfall-people, #end-turn"
READY += ", form#f-devote .soulfall-hand"


def shown(phone: Page, selector: str) -> bool:
    return phone.locator(selector).first.is_visible()


def asked(phones: list[Page]) -> Page:
    for _ in range(60):
        for phone in phones:
            if phone.locator(READY).count():
                return phone
        phones[0].wait_for_timeout(50)
    raise AssertionError("nobody is asked")


def answer(phone: Page, number: int) -> None:
    """A space by the map or by the list, a card, a stamp: whatever lies there."""
    if phone.locator("form.asks .soulfall-keys .may").count():
        space(phone, "form.asks", number)
        phone.click(".foot .lock")
    elif phone.locator(".soulfall-two").count():
        phone.locator(".soulfall-two label").nth(number % 2).click()
        phone.click(".foot .lock")
    elif phone.locator(".soulfall-people").count():
        phone.locator(".soulfall-people label").first.click()
        phone.click(".foot .lock")
    elif phone.locator("#end-turn").count():
        phone.click("#end-turn")
    elif phone.locator("form.asks .soulfall-hand").count():
        phone.locator(".soulfall-hand label.small").last.click()
        phone.click(".foot .lock")
    else:
        stamp(phone, number)


def stamp(phone: Page, number: int) -> None:
    stamps = phone.locator("label.soulfall-stamp, button.soulfall-stamp")
    one = stamps.nth(number % stamps.count())
    action = (one.get_attribute("for") or "").removeprefix("do-")
    one.click()
    if not action:
        return
    if action in ("populate", "build"):
        assert not shown(phone, ".for-menu.soulfall-stamps")
        space(phone, f".for-{action}", number)
    else:
        phone.locator(f".for-{action} label.small").last.click()
    phone.locator(f".foot .for-{action} button").click()


def space(phone: Page, within: str, number: int) -> None:
    """By a tap on the map; every other time by its button in the list."""
    keys = phone.locator(f"{within} .soulfall-key.may")
    one = keys.nth(number % keys.count())
    name = one.locator("input").get_attribute("value")
    choice = phone.locator(f"{within} .soulfall-list")
    if number % 2:
        if choice.get_attribute("open") is None:
            choice.locator("summary").click()
        choice.locator("label", has_text=name).first.click()
        assert "twin" in (one.get_attribute("class") or "")
    else:
        one.click()
        assert one.locator("input").is_checked()


def seated_on_phones(devices: Devices, table: list[Visitor], count: int) -> list[Page]:
    people = seated(table[:count], "soulfall")
    return [devices.sit(who, (320 + 35 * n, 740), **STILL) for n, who in enumerate(people)]


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 4])
def test_phones_play_by_touch(devices: Devices, table: list[Visitor], count: int) -> None:
    phones = seated_on_phones(devices, table, count)
    tv = devices.tv()
    tv.goto(f"/tv/{table[0].code}")
    movers = set()
    for number in range(MOVES):
        phone = asked(phones)
        movers.add(phone)
        before = phone.locator("#panel").get_attribute("data-key")
        answer(phone, number)
        phone.wait_for_selector(f'#panel:not([data-key="{before}"])', state="attached")
        assert phone.locator("#notice").inner_text() == ""
    assert len(movers) == count
    tv.wait_for_selector(".soulfall .rail")
    assert tv.locator(".soulfall-marker").count() >= count
    assert tv.locator(".soulfall .rail li").count() == count


def test_the_map_by_keys(devices: Devices, table: list[Visitor]) -> None:
    """In the middle of the large board: six ways, up and down on the side one came from."""
    phones = seated_on_phones(devices, table, 3)
    phone = asked(phones)
    phone.locator('.soulfall-key input[value="D4"]').focus()
    for key, space in (
        ("e", "C4"),
        ("x", "D5"),
        ("w", "C4"),
        ("z", "D4"),
        ("d", "D5"),
        ("a", "D4"),
        ("ArrowRight", "D5"),
        ("ArrowUp", "C4"),  # C5 is a chasm, and C4 the nearer one to the left
        ("Home", "C1"),
        ("End", "C6"),
    ):
        phone.keyboard.press(key)
        at = phone.evaluate("document.activeElement.value")
        assert at == space, (key, at)
    phone.keyboard.press("Enter")
    assert phone.locator('.soulfall-key input[value="C6"]').is_checked()
    phone.keyboard.press("Enter")
    phone.wait_for_selector(".soulfall-who, .soulfall-stamps")
