"""Without a pointer: every step has a key, and focus is never lost when the page changes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.phones import THUMB, Devices, await_news
from tests.browser.walk import hurry
from tests.visitors import Visitor, seated

FOCUS = "document.activeElement"
MOST_TABS = 40


@pytest.fixture
def phone(table: list[Visitor], devices: Devices) -> Page:
    """The host of four, who begins."""
    return devices.sit(seated(table[:4])[0])


def test_a_round_is_played_with_keys_alone(phone: Page, table: list[Visitor]) -> None:
    lock_in(phone, "input[name=card]", "Space")
    phone.wait_for_selector("#heading:text('What is true for you?')")
    assert focus(phone) == "heading"
    lock_in(phone, "input[name=letter]", "ArrowDown", "ArrowDown")
    phone.wait_for_selector("#heading:text('Sealed.')")
    assert focus(phone) == "heading"
    assert table[0].look()["match"]["view"]["ego"] == "C"

    hurry(table[:4], "guess")
    await_news(phone)
    assert focus(phone) == "heading"
    hurry(table[:4], "reveal")
    await_news(phone)
    press(phone, "#next")
    phone.wait_for_selector("#heading:text('What did Bob pick?')")
    assert focus(phone) == "heading"
    lock_in(phone, "input[name=letter]", "ArrowDown")
    phone.wait_for_selector("#heading:text('Sealed.')")
    assert focus(phone) == "heading"


def test_a_locked_answer_is_changed_with_keys(phone: Page, table: list[Visitor]) -> None:
    hurry(table[:4], "ego")
    await_news(phone)
    lock_in(phone, "input[name=letter]", "Space")
    phone.wait_for_selector("#change")
    press(phone, "#change summary")
    reach(phone, "#change input[name=letter]")
    phone.keyboard.press("ArrowDown")
    press(phone, "#change button")
    phone.wait_for_selector("#change:not([open])")
    assert table[0].look()["match"]["view"]["ego"] == "B"
    assert focus(phone) != "body"


def test_the_menu_opens_and_closes_with_keys_and_gives_focus_back(phone: Page) -> None:
    press(phone, "#menu")
    phone.wait_for_selector("#sheet-title")
    assert focus(phone) == "sheet-title"
    phone.keyboard.press("Escape")
    phone.wait_for_selector("#sheet", state="hidden")
    assert focus(phone) == "menu"


def test_what_others_do_leaves_my_focus_and_my_half_made_choice(
    phone: Page, table: list[Visitor]
) -> None:
    hurry(table[:4], "ego")
    await_news(phone)
    reach(phone, "input[name=letter]")
    phone.keyboard.press("ArrowDown")
    table[1].move("ego", letter="A")
    phone.wait_for_selector("#waits:not(:has-text('Bob'))", state="attached")
    assert focus(phone) == "letter-B"
    assert phone.is_checked("#letter-B")


def test_the_first_key_leads_past_the_head_to_my_move(phone: Page) -> None:
    phone.keyboard.press("Tab")
    assert phone.evaluate(f"{FOCUS}.className") == "skip"
    phone.keyboard.press("Enter")
    assert focus(phone) == "heading"


def focus(phone: Page) -> str:
    """What has it, by id."""
    named: str = phone.evaluate(f"{FOCUS}.id || {FOCUS}.localName")
    return named


def reach(phone: Page, selector: str) -> None:
    """Tab on until focus is there; it must be to be seen there."""
    for _ in range(MOST_TABS):
        phone.keyboard.press("Tab")
        if phone.evaluate(f"selector => {FOCUS}.matches(selector)", selector):
            return
    raise AssertionError(f"no Tab leads to {selector}")


def press(phone: Page, selector: str) -> None:
    reach(phone, selector)
    phone.keyboard.press("Enter")


def lock_in(phone: Page, field: str, *keys: str) -> None:
    reach(phone, field)
    for key in keys:
        phone.keyboard.press(key)
    press(phone, THUMB)
