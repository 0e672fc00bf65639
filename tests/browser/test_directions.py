"""Languages that are written from right to left: pages are mirrored, and boards are not."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.browser.phones import STILL, Devices, settle
from tests.visitors import Visitor, seated

BOXES = """() => [...document.querySelectorAll([
    ".tools a", ".bar h1", ".foot .button", ".cast li", ".field", ".wake > *", ".sheet-top > *",
    ".meadow > li", ".drawers > *",
    ".order li > *", ".card-answer .face > *", ".soulmates-both th, .soulmates-both .face",
    ".leaflet h2", ".peek", ".soulmates-chooses > *", ".soulmates-pairs b", ".soulmates-pair > *",
    ".sa-mat", ".sa-player .soul",
    ".sa-put > *", ".sa-slot",
].join())].map(one => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width).map(
    ([one, box]) => [one.outerHTML.slice(0, 120), box.left, box.right])"""


def boxes(phone: Page, direction: str) -> list[Any]:
    phone.evaluate("direction => { document.documentElement.dir = direction; }", direction)
    settle(phone)
    found: list[Any] = phone.evaluate(BOXES)
    return found


def assert_mirrored(phone: Page, least: int) -> None:
    width = phone.evaluate("document.documentElement.clientWidth")
    there, back = boxes(phone, "ltr"), boxes(phone, "rtl")
    assert len(there) >= least
    for (what, left, right), (_, mirrored_left, mirrored_right) in zip(there, back, strict=True):
        assert abs(mirrored_left - (width - right)) < 1.5, what
        assert abs(mirrored_right - (width - left)) < 1.5, what
    assert phone.evaluate("document.scrollingElement.scrollWidth") <= width


def test_a_phone_is_mirrored(table: list[Visitor], devices: Devices) -> None:
    ann, ben = seated(table[:2])
    for guest, least in ((ann, 9), (ben, 7)):
        assert_mirrored(devices.sit(guest, **STILL), least)
    for path, least in (("menu", 8), ("scores", 4)):
        sheet = devices.sit(ann, **STILL)
        sheet.goto(f"{devices.url}/rooms/{ann.code}/{path}")
        assert_mirrored(sheet, least)
    ann.move("pick", card=ann.look()["match"]["view"]["offer"][0])
    assert_mirrored(devices.sit(ben, **STILL), 15)


def test_the_mat_is_the_same_in_every_language(table: list[Visitor], devices: Devices) -> None:
    ann, _ = seated(table[:2], "soulaween")
    phone = devices.sit(ann, **STILL)
    assert_mirrored(phone, 10)
    row = [phone.locator(f"#cell-{cell}").bounding_box() for cell in range(4)]
    lefts = [box["x"] for box in row if box]
    assert lefts == sorted(lefts)
    assert len(lefts) == 4
