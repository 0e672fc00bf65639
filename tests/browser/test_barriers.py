"""axe finds nothing on any screen, in light and in dark."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from tests.browser.phones import STILL, Devices, answer, await_news, settle, told
from tests.browser.walk import PHASES, PHASES_OF_TWO, hurry, hurry_all
from tests.server import ROOT
from tests.visitors import Visitor, seated

AXE = ROOT / "var" / "test" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """async only => {
    const {violations} = await axe.run(document, {runOnly: only, resultTypes: ["violations"]});
    return violations.flatMap(({id, nodes}) => nodes.map(node => `${id}: ${node.html}`));
}"""
LIGHTS: dict[Literal["dark", "light"], list[str]] = {
    "dark": TAGS,
    "light": ["color-contrast", "link-in-text-block"],
}
"""Everything once, and what depends on colours once more; a TV is always dark."""


@pytest.fixture(scope="module")
def axe() -> str:
    assert AXE.is_file(), "axe is not there. Run: make assets"
    return AXE.read_text("utf-8")


@pytest.fixture
def tv(devices: Devices) -> Page:
    return devices.tv(**STILL)


def barriers(axe: str, *pages: Page) -> str:
    """What axe finds, a line each, with its page and light."""
    found: dict[str, list[str]] = {}
    for page in pages:
        if not page.evaluate("'axe' in window"):
            page.evaluate(axe)
        for light, rules in LIGHTS.items():
            page.emulate_media(color_scheme=light)
            settle(page)
            where = f"{page.locator('h1, h2').first.text_content()}, {light}"
            found[f"{where}, page {len(found) // 2 + 1}"] = page.evaluate(RUN, rules)
    return told(found)


@pytest.mark.parametrize("path", ["/", "/credits", "/rules/soulmates", "/rules/soulaween"])
def test_pages_without_a_room(path: str, devices: Devices, axe: str) -> None:
    page = devices.phone(**STILL)
    page.goto(path)
    found = barriers(axe, page)
    assert not found, found


def test_a_refusal(devices: Devices, axe: str) -> None:
    devices.provoke("status of 404")
    page = devices.phone()
    page.goto("/rooms/ZZZZ")
    found = barriers(axe, page)
    assert not found, found


def test_a_name_that_is_taken(table: list[Visitor], devices: Devices, axe: str) -> None:
    devices.provoke("status of 409")
    seated(table[:3])
    page = devices.phone()
    page.goto(f"/{table[0].code}")
    found = barriers(axe, page)
    assert not found, found
    page.fill("#name", "Ann")
    page.click("#join")
    page.wait_for_selector(".said")
    found = barriers(axe, page)
    assert not found, found


def test_a_new_tv(tv: Page, axe: str) -> None:
    """As it is before its script has opened a room."""
    tv.route("**/tv_new.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    tv.goto("/tv")
    found = barriers(axe, tv)
    assert not found, found


def test_the_lobby_the_menu_and_the_help(
    table: list[Visitor], devices: Devices, tv: Page, axe: str
) -> None:
    code = table[0].open_room()
    tv.goto(f"/tv/{code}")
    found = barriers(axe, tv)
    assert not found, found
    for guest, name in zip(table[:2], ("Ann", "Bob"), strict=True):
        guest.join(code, name)
    table[0].post("choose", game="soulmates")
    table[0].post(
        "brought", kind="card", question="Rain. What now?", answers=["Run", "Sing", "Sleep", "Stay"]
    )
    phones = [devices.sit(guest, **STILL) for guest in table[:2]]
    found = barriers(axe, tv, *phones)
    assert not found, found
    for page in phones:
        for sheet in ("#menu", "#help"):
            page.click(sheet)
            page.wait_for_selector("#sheet-title")
            page.evaluate("document.querySelectorAll('#sheet details').forEach(d => d.open = true)")
            found = barriers(axe, page)
            assert not found, found
            page.click("#sheet-close")


def test_a_locked_room_and_who_knocks(table: list[Visitor], devices: Devices, axe: str) -> None:
    seated(table[:3])
    host = devices.sit(table[0], **STILL)
    table[0].post("lock", on=True)
    page = devices.phone(**STILL)
    page.goto(f"/{table[0].code}")
    page.fill("#name", "Zoë")
    page.click("#join")
    page.wait_for_selector("text=You knocked")
    host.wait_for_selector(".door")
    found = barriers(axe, host, page)
    assert not found, found


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 2])
def test_a_match(seats: int, table: list[Visitor], devices: Devices, tv: Page, axe: str) -> None:
    """For who is asked and for who waits, on phones and on the TV."""
    seated(table[:seats])
    screens = [tv, *(devices.sit(guest, **STILL) for guest in table[:2])]
    tv.goto(f"/tv/{table[0].code}")
    found = ""
    for phase in PHASES if seats > 2 else PHASES_OF_TWO:
        hurry_all(table[:seats], phase, screens)
        found += f"{barriers(axe, *screens)}\n"
        if phase in ("ego", "guess"):
            answer(screens[2], 0)
            screens[2].click("#change summary")
            found += f"{barriers(axe, screens[2])}\n"
    assert not found.strip(), found


def test_a_match_that_waits(table: list[Visitor], devices: Devices, tv: Page, axe: str) -> None:
    hurry(seated(table[:3]), "ego")
    table[0].post("pause", on=True)
    phones = [devices.sit(guest, **STILL) for guest in table[:2]]
    tv.goto(f"/tv/{table[0].code}")
    found = barriers(axe, tv, *phones)
    assert not found, found


def test_soulaween_on_all_screens(
    table: list[Visitor], devices: Devices, tv: Page, axe: str
) -> None:
    two = seated(
        table[:2], "soulaween", mode="standard", first_card="wuchang_1", second_card="anubis"
    )
    screens = [*(devices.sit(guest, **STILL) for guest in two), tv]
    tv.goto(f"/tv/{two[0].code}")
    for kind, fields in (("hat", {"side": "hei"}), ("put", {"cell": 5, "side": "tamed"})):
        found = barriers(axe, *screens)
        assert not found, found
        asked = next(guest for guest in two if guest.ask)
        assert asked.move(kind, **fields).is_success
        for screen in screens:
            await_news(screen)
    screens[0].click("#scores")
    screens[0].wait_for_selector("#sheet-title")
    found = barriers(axe, *screens)
    assert not found, found


@pytest.mark.slow
def test_soulaween_to_its_end_and_back(
    table: list[Visitor], devices: Devices, tv: Page, axe: str
) -> None:
    two = seated(table[:2], "soulaween")
    screens = [*(devices.sit(guest, **STILL) for guest in two), tv]
    tv.goto(f"/tv/{two[0].code}")
    found, choices = "", 0
    while asked := next((guest for guest in two if guest.ask), None):
        match = asked.look()["match"]
        if sets := match["view"]["choices"]:
            choices += 1
            found += looked_at(axe, screens) if choices == 1 else ""
            assert asked.move("reap", cells=sets[0]["cells"]).is_success
        else:
            put = tempting(match["view"]["previews"], match["view"]["turn"])
            assert asked.move("put", cell=put["cell"], side=put["side"]).is_success
    assert choices
    found += looked_at(axe, screens)
    assert two[1].post("replay", step=3).is_success
    found += looked_at(axe, screens)
    assert not found, found


def looked_at(axe: str, screens: list[Page]) -> str:
    for screen in screens:
        await_news(screen)
    return barriers(axe, *screens)


def tempting(previews: list[dict[str, Any]], turn: int) -> dict[str, Any]:
    """A put after which there is most to choose from, or else nothing to take."""
    best = max(previews, key=lambda one: len(one["takes"]))
    calm = [one for one in previews if not one["takes"]] or previews
    return best if len(best["takes"]) > 1 else calm[turn * 7 % len(calm)]


def test_a_curtain_between_two_on_one_phone(
    table: list[Visitor], devices: Devices, axe: str
) -> None:
    ann, bob, *_ = table
    ann.join(ann.open_room(), "Ann")
    ann.post("guests", name="Kim")
    bob.join(ann.code, "Bob")
    ann.post("matches", game="soulmates", first=ann.member)
    phone = devices.sit(ann, **STILL)
    phone.wait_for_selector("#hands")
    found = barriers(axe, phone)
    assert not found, found
