"""A choice half made and a name half typed stay, whatever happens, until they are sent."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.phones import SHOWS, Devices, await_news, resize, settle, wait_until
from tests.browser.walk import hurry
from tests.visitors import Visitor, gathered, seated

STORED = "Object.keys(sessionStorage).length"


def reload(phone: Page, _: list[Visitor]) -> None:
    phone.reload()


def come_back(phone: Page, table: list[Visitor]) -> None:
    phone.goto("/credits")
    phone.goto(f"/rooms/{table[0].code}")


def turn(phone: Page, _: list[Visitor]) -> None:
    phone.evaluate("window.same = true")
    resize(phone, 1180, 820)
    phone.wait_for_selector("#board > *", state="attached")
    resize(phone, 820, 1180)
    assert phone.evaluate("window.same"), "it was loaded anew"


def news(phone: Page, table: list[Visitor]) -> None:
    """Somebody is called otherwise; in the lobby and in Soulaween that draws the panel anew."""
    table[1 if phone.locator("#f-put").count() else 2].post("rename", name="Otto")
    wait_until(phone, SHOWS, arg="Otto")


def pause(phone: Page, table: list[Visitor]) -> None:
    """Nothing is asked meanwhile."""
    for on, heading in ((True, "Paused"), (False, "What is true")):
        table[0].post("pause", on=on)
        phone.wait_for_selector(f"#heading:text('{heading}')")


Around = Callable[[Page, list[Visitor]], None]


def tablet(devices: Devices, guest: Visitor) -> Page:
    """One that is held upright."""
    return devices.sit(guest, (820, 1180), screen={"width": 820, "height": 1180})


@pytest.mark.parametrize("around", [reload, come_back, turn, news, pause])
def test_a_choice_not_locked_in_stays_until_it_is_sent(
    around: Around, table: list[Visitor], devices: Devices
) -> None:
    hurry(seated(table[:3]), "ego")
    phone = tablet(devices, table[1])
    phone.click("label:has(#letter-C)")
    around(phone, table)
    phone.wait_for_selector("#letter-C")
    assert phone.is_checked("#letter-C")
    assert table[1].look()["match"]["view"]["ego"] is None
    phone.click(".foot button")
    phone.wait_for_selector("#heading:text('Sealed.')")
    assert phone.evaluate(STORED) == 0


@pytest.mark.parametrize("around", [reload, come_back, turn, news])
def test_a_guests_name_half_typed_and_who_begins_stay_in_the_lobby(
    around: Around, table: list[Visitor], devices: Devices
) -> None:
    gathered(table[:3])
    phone = tablet(devices, table[0])
    phone.click("#more > summary")
    phone.select_option("[name=first]", table[1].member)
    phone.click("summary:text('Somebody plays on this phone too')")
    phone.type("#guest-name", "Gu")
    around(phone, table)
    assert phone.is_visible("#guest-name")
    if around is news:
        assert phone.evaluate("document.activeElement.id") == "guest-name"
    assert phone.input_value("#guest-name") == "Gu"
    assert phone.input_value("[name=first]") == table[1].member
    phone.press("#guest-name", "End")
    phone.keyboard.type("s")
    phone.keyboard.press("Enter")
    wait_until(phone, SHOWS, arg="Gus")
    assert phone.evaluate("Object.values(sessionStorage).join().includes('Gu')") is False
    phone.click("#start")
    phone.wait_for_selector("#panel:not([data-game=lobby])")
    assert phone.evaluate(STORED) == 0


@pytest.mark.parametrize("around", [reload, come_back, turn, news])
def test_a_soul_not_put_yet_stays_where_it_is_shown(
    around: Around, table: list[Visitor], devices: Devices
) -> None:
    seated(table[:2], "soulaween")
    phone = tablet(devices, table[0])
    phone.click("label:has-text('Panic')")
    phone.click("#cell-5")
    around(phone, table)
    phone.wait_for_selector("#cell-5.chosen", state="attached")
    settle(phone)
    assert phone.is_visible("#cell-5")
    assert phone.is_checked("[name=side][value=panic]")
    assert phone.locator(".as-panic.shown").count()
    assert not phone.locator(".as-tamed.shown").count()
    phone.click("#put")
    phone.wait_for_selector("#f-put", state="detached")
    assert phone.evaluate(STORED) == 0


def test_what_is_not_asked_any_more_is_forgotten(table: list[Visitor], devices: Devices) -> None:
    hurry(seated(table[:3]), "ego")
    phone = devices.sit(table[1])
    phone.click("label:has(#letter-C)")
    assert phone.evaluate(STORED) == 1
    for guest in table[:3]:
        guest.move("ego", letter="A")
    await_news(phone)
    assert phone.locator("input:checked").count() == 0
    wait_until(phone, f"() => {STORED} === 0")


def test_who_leaves_takes_half_made_choices_along(table: list[Visitor], devices: Devices) -> None:
    hurry(seated(table[:3]), "ego")
    phone = devices.sit(table[1])
    phone.click("label:has(#letter-C)")
    phone.click("#menu")
    phone.click("summary:text('Leave this room')")
    phone.click("button:text('Yes, leave')")
    phone.wait_for_url(f"{devices.url}/")
    assert phone.evaluate(STORED) == 0


def test_without_scripts_nothing_wipes_what_is_being_filled_in(
    table: list[Visitor], devices: Devices
) -> None:
    hurry(seated(table[:3]), "ego")
    phone = devices.phone(java_script_enabled=False, seat=table[1])
    phone.goto(f"/rooms/{table[0].code}")
    phone.click("label:has(#letter-C)")
    phone.wait_for_timeout(6_000)
    assert phone.is_checked("#letter-C")
    phone.click(".foot button")
    phone.wait_for_selector("#heading:text('Sealed.')")
    for guest in (table[0], table[2]):
        guest.move("ego", letter="A")
    phone.wait_for_selector("#heading:text('What did')", timeout=8_000)
    table[2].post("pause", on=True)
    phone.click("noscript a")
    phone.wait_for_selector("#heading")
