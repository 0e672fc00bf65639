"""A browser keeps nothing of a room but its code, and nobody but its owner: what the next person at
this device could find is a name, a soul, and for a day the way back to a room nobody has left."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page

from tests.browser.phones import Devices, answer
from tests.visitors import Visitor, seated

CANARIES = ("Canarina", "Coalmine")
STORES = """async () => {
    const kept = {session: {...sessionStorage}, local: {...localStorage}, caches: {}};
    for (const name of await caches.keys()) {
        const requests = await (await caches.open(name)).keys();
        kept.caches[name] = requests.map(request => request.url);
    }
    kept.databases = await indexedDB.databases();
    kept.workers = (await navigator.serviceWorker.getRegistrations()).length;
    kept.readable = document.cookie;
    return kept;
}"""
NOTHING = {
    "session": {},
    "caches": {},
    "databases": [],
    "workers": 0,
    "readable": "",
}


def test_playing_and_going_back_leaves_nothing_in_the_browser(
    table: list[Visitor], devices: Devices
) -> None:
    seated(table)
    for guest, name in zip(table, CANARIES, strict=False):
        guest.post("rename", name=name)
    table[0].move("pick", card=table[0].look()["match"]["view"]["offer"][0])
    phone = devices.sit(table[1], base_url=devices.loopback)
    answer(phone, 2)
    phone.wait_for_selector("#heading:text('Sealed.')")
    wander(phone, table[0].code)
    assert "Canarina" in phone.content()
    remembered = kept(phone)
    way_back = remembered.pop("soulroom room")
    assert way_back.keys() == {"code", "at"}
    assert way_back["code"] == table[0].code
    assert remembered == {"soulroom me": {"name": "Coalmine", "mark": "1"}}


def kept(phone: Page) -> dict[str, Any]:
    """What the device remembers; nothing is kept anywhere else."""
    stores = phone.evaluate(STORES)
    local = {name: json.loads(value) for name, value in stores.pop("local").items()}
    assert stores == NOTHING, json.dumps(stores)
    return local


def wander(phone: Page, code: str) -> None:
    """Menu, help, the credits, and Back twice."""
    for sheet in ("#menu", "#help"):
        phone.click(sheet)
        phone.click("#sheet-close")
    phone.goto(f"/rooms/{code}/menu")
    phone.goto("/credits")
    for _ in range(2):
        phone.go_back()
    phone.wait_for_selector("#heading")


def test_who_left_finds_no_table_behind_the_back_button(
    table: list[Visitor], devices: Devices
) -> None:
    seated(table)
    phone = devices.sit(table[1], base_url=devices.loopback)
    leave(phone)
    phone.wait_for_selector("#panel", state="detached")
    phone.goto("/credits")
    phone.go_back()
    phone.wait_for_selector("h1")
    assert phone.locator("#panel").count() == 0
    assert kept(phone) == {"soulroom me": {"name": "Bob", "mark": "1"}}


def test_who_leaves_stands_at_the_front_door(table: list[Visitor], devices: Devices) -> None:
    seated(table)
    phone = devices.sit(table[1])
    leave(phone)
    phone.wait_for_url(f"{devices.url}/")


def leave(phone: Page) -> None:
    phone.click("#menu")
    phone.click("summary:text('Leave this room')")
    phone.click("button:text('Yes, leave')")
