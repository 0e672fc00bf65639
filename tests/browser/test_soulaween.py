"""Soulaween in the browser: two phones and a TV, a whole match in each mode; one phone for two."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tests.browser.phones import STILL, Devices
from tests.visitors import Visitor, seated

MOST_TURNS = 120
UNTIL_THE_NAME = 15_000
"""Milliseconds in which the last turn, the third jar and the moons have been shown."""


def joined(devices: Devices, address: str, name: str, width: int) -> Page:
    phone = devices.phone((width, 740), **STILL)
    phone.goto(address)
    if phone.locator("text=Open a room").count():
        phone.click("text=Open a room")
    phone.fill("#name", name)
    phone.click("#join")
    phone.wait_for_selector("#heading")
    return phone


def turn(phone: Page, number: int) -> None:
    """Whatever this phone is asked: a soul on some free cell, a set, a hat."""
    if phone.locator("#f-put").count():
        free = phone.locator(".sa-cell.free")
        free.nth(number * 7 % free.count()).click()
        if number % 3 == 0:
            phone.click(".sa-sides label:nth-of-type(2)")
        assert phone.locator("#words").inner_text().startswith("Flips")
        phone.click("#put")
    elif phone.locator(".sa-options").count():
        phone.click(".sa-options label")
        phone.click(".sa-reaps button:visible")
    else:
        phone.click("button[form=f-hat]")


def asked(phones: list[Page]) -> Page | None:
    """The phone that has a button to press, once there is one or the match is over."""
    ready = "#f-put, .sa-options, #f-hat, #again"
    for _ in range(40):
        for phone in phones:
            if phone.locator("#again").count():
                return None
            if phone.locator(ready).count():
                return phone
        phones[0].wait_for_timeout(50)
    raise AssertionError("nobody is asked")


def played(phones: list[Page]) -> None:
    for number in range(MOST_TURNS):
        phone = asked(phones)
        if phone is None:
            return
        before = phone.locator("#panel").get_attribute("data-key")
        turn(phone, number)
        phone.wait_for_selector(f'#panel:not([data-key="{before}"])', state="attached")
    raise AssertionError("still no end")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "cards"),
    [("simple", ("random", "random")), ("standard", ("wuchang_1", "papa_death"))],
)
def test_a_whole_match(devices: Devices, mode: str, cards: tuple[str, str]) -> None:
    tv = devices.tv()
    tv.goto("/tv")
    tv.wait_for_url(re.compile("/tv/[A-Z]+"))
    code = tv.url.rsplit("/", 1)[1]
    phones = [joined(devices, f"/{code}", "Ann", 320), joined(devices, f"/{code}", "Bob", 390)]
    phones[0].click("#choose-soulaween")
    phones[0].click("#more > summary")
    phones[0].select_option("select[name=mode]", mode)
    phones[0].click("summary:text('More settings')")
    phones[0].select_option("select[name=first_card]", cards[0])
    phones[0].select_option("select[name=second_card]", cards[1])
    phones[0].click("#start")
    played(phones)
    tv.wait_for_selector(".sa-name:has-text('wins')", timeout=UNTIL_THE_NAME)
    phones[1].click("text=Look back")
    phones[0].wait_for_selector("#step")
    tv.wait_for_selector(".sa:not(.is-over)")


def test_the_mat_is_played_with_keys(devices: Devices) -> None:
    phone = one_phone_for_two(devices)
    phone.focus(".sa-cell[tabindex='0']")
    phone.keyboard.press("ArrowRight")
    phone.keyboard.press("ArrowDown")
    assert phone.evaluate("document.activeElement.id") == "cell-5"
    phone.keyboard.press("t")
    phone.keyboard.press("Enter")
    assert phone.locator(".chosen").count() == 1
    phone.keyboard.press("Enter")
    phone.wait_for_selector(".turned")
    label = phone.locator("#cell-5").get_attribute("aria-label")
    assert label == "B2, panic soul"


def one_phone_for_two(devices: Devices) -> Page:
    phone = joined(devices, "/", "Ann", 390)
    phone.click("#more > summary")
    phone.click("summary:has-text('Somebody plays')")
    phone.fill("#guest-name", "Bob")
    phone.click("#f-guest button")
    phone.wait_for_selector(".order li:nth-of-type(2)")
    phone.click("#choose-soulaween")
    phone.wait_for_selector("select[name=mode]")
    phone.select_option("select[name=first]", label="Ann")
    phone.click("#start")
    phone.wait_for_selector("#f-put[data-ready]")
    return phone


FITS = """() => {
    const boxes = selector => [...document.querySelectorAll(selector)]
        .map(one => one.getBoundingClientRect()).filter(box => box.width);
    const [one, two] = boxes(".sa-player");
    const wrong = boxes(".sa-mat, #put")
        .filter(box => box.bottom > innerHeight + 1 || box.right > innerWidth + 1).map(() => "cut");
    if (two && one.right > two.left + 1 && one.bottom > two.top + 1) wrong.push("players overlap");
    if (document.documentElement.scrollWidth > innerWidth) wrong.push("scrolls sideways");
    return wrong;
}"""


@pytest.mark.parametrize("size", [(320, 454), (320, 568), (390, 844), (568, 320), (1280, 800)])
def test_the_mat_and_the_button_fit_with_the_widest_names(
    devices: Devices, table: list[Visitor], size: tuple[int, int]
) -> None:
    cards = {"first_card": "little_death", "second_card": "anubis"}
    ann, bob, *_ = seated(table[:2], "soulaween", mode="standard", **cards)
    ann.post("rename", name="W" * 12)
    bob.post("rename", name="M" * 12)
    phone = devices.sit(ann, size, **STILL)
    phone.locator(".sa-cell.free").nth(5).click()
    phone.wait_for_selector("#put:not([disabled])")
    assert phone.evaluate(FITS) == []
