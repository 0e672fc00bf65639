"""The pages around the matches: what a device remembers, the toy, the demo, the covers."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.phones import STILL, Devices, join, wait_until
from tests.visitors import Visitor

CONTRAST = """selector => {
    const light = colour => {
        const [r, g, b] = colour.match(/[0-9.]+/g).map(Number).map(part => part / 255)
            .map(part => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4);
        return .2126 * r + .7152 * g + .0722 * b;
    };
    const field = document.querySelector(selector), style = getComputedStyle(field);
    const one = light(getComputedStyle(field, "::placeholder").color);
    const two = light(style.backgroundColor);
    return (Math.max(one, two) + .05) / (Math.min(one, two) + .05);
}"""


def woken(page: Page) -> str:
    """The number of the soul that is awake for whoever joins."""
    return page.locator(".wake input:checked").get_attribute("value") or ""


def test_a_device_remembers_name_and_soul_for_the_next_room_and_the_way_back(
    table: list[Visitor], devices: Devices
) -> None:
    ann, bob, *_ = table
    first, second = ann.open_room(), bob.open_room()
    phone = devices.phone(**STILL)
    phone.goto(f"/{first}")
    phone.click(".wake label:has([value='4'])")
    join_here(phone, "Kai")
    phone.goto("/")
    phone.click(f"#back a:has-text('{first}')")
    phone.wait_for_selector(".me :text('Kai')")
    phone.goto(f"/{second}")
    assert (phone.input_value("#name"), woken(phone)) == ("Kai", "4")


def join_here(phone: Page, name: str) -> None:
    phone.fill("#name", name)
    phone.tap("#join")
    phone.wait_for_selector("#panel")
    phone.wait_for_load_state("domcontentloaded")


def test_a_soul_that_somebody_has_is_not_woken_twice(
    table: list[Visitor], devices: Devices
) -> None:
    ann, bob, *_ = table
    phone = devices.phone(**STILL)
    join(phone, ann.open_room(), "Kai")
    bob.join(bob.open_room(), "Bob", mark=0)
    phone.goto(f"/{bob.code}")
    assert (phone.input_value("#name"), woken(phone)) == ("Kai", "1")
    assert phone.locator(".wake .up :text('Bob')").is_visible()


def test_whoever_leaves_is_not_shown_the_way_back(table: list[Visitor], devices: Devices) -> None:
    ann = table[0]
    phone = devices.phone(**STILL)
    join(phone, ann.open_room(), "Kai")
    phone.click("#menu")
    phone.click("summary:text('Leave this room')")
    phone.click("button:text('Yes, leave')")
    phone.wait_for_selector("#shelf")
    assert phone.locator("#back").is_hidden()


def test_a_tap_on_my_soul_makes_it_hop_on_the_tv(table: list[Visitor], devices: Devices) -> None:
    ann = table[0]
    ann.join(ann.open_room(), "Ann")
    tv, phone = devices.tv(**STILL), devices.sit(ann, **STILL)
    tv.goto(f"/tv/{ann.code}")
    tv.wait_for_selector(f"#soul-{ann.member}")
    tv.wait_for_timeout(500)  # until its stream is open
    phone.tap("#toy")
    tv.wait_for_selector(f"#soul-{ann.member}.hops")
    assert phone.get_attribute("#toy", "data-bounce") == "a"
    phone.tap("#toy")
    tv.wait_for_selector(f"#soul-{ann.member}.hops-again")


def test_a_demo_says_that_computers_play_can_be_read_on_a_phone_and_left(devices: Devices) -> None:
    phone = devices.phone((390, 844), **STILL)
    phone.goto("/")
    phone.click("button:text('Watch a demo: computers play')")
    phone.wait_for_selector(".demo-bar :text('Computers play')")
    smallest = """() => Math.min(...[...document.querySelectorAll(".stage *")]
        .filter(one => [...one.childNodes].some(n => n.nodeType === 3 && n.data.trim())
            && one.checkVisibility() && !one.closest(".visually-hidden, svg"))
        .map(one => parseFloat(getComputedStyle(one).fontSize)))"""
    assert phone.evaluate(smallest) >= 13
    wide = "document.scrollingElement.scrollWidth > innerWidth"
    assert phone.evaluate(wide), "it is larger than the screen, to be pushed about"
    phone.click("#exit")
    phone.wait_for_selector("#shelf")


def test_a_cover_opens_a_room_for_its_game(devices: Devices) -> None:
    phone = devices.phone(**STILL)
    phone.goto("/")
    phone.click("#play-soulaween")
    phone.wait_for_selector("#join")
    join_here(phone, "Kai")
    assert phone.get_attribute("#choose-soulaween", "aria-pressed") == "true"


def test_a_placeholder_can_be_read_by_day_and_by_night(devices: Devices) -> None:
    for dark in (False, True):
        phone = devices.phone(dark=dark, **STILL)
        phone.goto("/")
        wait_until(phone, "() => document.styleSheets.length > 1")
        assert phone.evaluate(CONTRAST, "#code") >= 4.5
