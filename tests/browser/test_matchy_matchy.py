"""Matchy Matchy in the browser: the picker by fingers, keys and names, and a reveal that tells
nothing before its beat."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.contract import Seat, Viewer
from games.matchy_matchy.deck import PICTURES
from games.matchy_matchy.show import show
from games.matchy_matchy.table import State
from games.matchy_matchy.view import view
from tests.browser.phones import STILL, Devices, alike, await_news, settle, shot
from tests.browser.test_layout import TV_FAULTS
from tests.browser.test_show import LAG, arrive, heard, room_with
from tests.browser.test_still import MOST, WATCH, worst
from tests.matchy_matchy.notation import THREE, TWO, at, called, chosen, onward, put
from tests.server import Server
from tests.visitors import Visitor, seated, visitors

SLOTS = """() => [...document.querySelectorAll(".slot")]
    .map((slot) => slot.getAttribute("aria-label"))"""


def begun(devices: Devices, computers: int = 3, size: tuple[int, int] = (390, 844)) -> Page:
    """Ann and computers; her number is called, and five pictures are to be put."""
    phone = devices.phone(size, **STILL)
    phone.goto("/")
    phone.click("#play-matchy_matchy")
    phone.fill("#name", "Ann")
    phone.click("#join")
    phone.wait_for_selector(".meadow .me .soul:not(.is-asleep)")
    await_news(phone)  # a tap while the panel changes is lost
    for count in range(computers):
        phone.click(".nobody .toy")
        phone.wait_for_selector(f".order li:nth-of-type({count + 2})", state="attached")
    phone.click("#more > summary")
    phone.select_option("#set-first", label="Ann")
    phone.wait_for_selector("#set-first option[selected]:has-text('Ann')", state="attached")
    phone.click("#start")
    phone.click("label:has(#number-7)")
    phone.click("button:has-text('Turn the card')")
    phone.wait_for_selector(".live .matchy-deck")
    return phone


def names(phone: Page) -> list[str]:
    """What lies in the tray, by place."""
    found: list[str] = phone.evaluate(SLOTS)
    return [label.partition(", ")[2] for label in found]


def tiles(phone: Page, *numbers: int) -> list[str]:
    """Taps these pictures and says which they are."""
    tapped = []
    for number in numbers:
        tile = phone.locator(".matchy-tile").nth(number)
        tapped.append(tile.get_attribute("aria-label") or "")
        tile.click()
    return tapped


def test_pictures_are_tapped_in_order_swapped_moved_and_put_back(devices: Devices) -> None:
    phone = begun(devices)
    one, two, three = tiles(phone, 3, 10, 6)
    assert names(phone) == [one, two, three, "empty", "empty"]
    assert phone.locator(".foot .button:visible").inner_text() == "Pick 2 more"
    phone.click("#slot-1")
    phone.click("#slot-3")
    assert names(phone)[:3] == [three, two, one]
    phone.click("#slot-3")
    phone.click("#stronger")
    assert names(phone)[:3] == [three, one, two]
    phone.click("#remove")
    assert names(phone)[:3] == [three, "empty", two]
    assert tiles(phone, 0) == [names(phone)[1]]


def test_a_half_made_row_survives_a_reload_and_is_locked_in(devices: Devices) -> None:
    phone = begun(devices)
    tapped = tiles(phone, 3, 10, 6)
    phone.reload()
    phone.wait_for_selector(".live .matchy-deck")
    assert names(phone)[:3] == tapped
    tapped += tiles(phone, 0, 1)
    phone.click("button:has-text('Lock in my order')")
    phone.wait_for_selector(".matchy-show, .envelope")
    if phone.locator(".envelope").count():
        assert phone.locator(".envelope .in-tray .pic").count() == 5


def test_a_picture_is_replaced_only_when_one_is_in_hand(devices: Devices) -> None:
    phone = begun(devices)
    tapped = tiles(phone, 0, 1, 2, 3, 4)
    tiles(phone, 8)
    assert names(phone) == tapped
    assert "All places are taken" in phone.locator("#told").inner_text()
    phone.click("#slot-2")
    [other] = tiles(phone, 12)
    assert names(phone) == [tapped[0], other, *tapped[2:]]


def test_a_drag_swaps_two_places(devices: Devices) -> None:
    phone = begun(devices)
    one, two = tiles(phone, 3, 10)
    box, onto = (phone.locator(f"#slot-{n}").bounding_box() for n in (1, 2))
    assert box
    assert onto
    phone.mouse.move(box["x"] + 20, box["y"] + 20)
    phone.mouse.down()
    phone.mouse.move(onto["x"] + 20, onto["y"] + 20, steps=5)
    phone.mouse.up()
    assert names(phone)[:2] == [two, one]


def test_a_picture_that_is_held_is_shown_large(devices: Devices) -> None:
    phone = begun(devices)
    box = phone.locator(".matchy-tile").nth(5).bounding_box()
    name = phone.locator(".matchy-tile").nth(5).get_attribute("aria-label")
    assert box
    phone.mouse.move(box["x"] + 20, box["y"] + 20)
    phone.mouse.down()
    phone.wait_for_selector("#large[open]")
    phone.mouse.up()
    assert phone.locator("#large figcaption").inner_text() == name
    assert names(phone)[0] == "empty"
    phone.click("[data-deed=after]")
    after = phone.locator("#large figcaption").inner_text()
    assert after == phone.locator(".matchy-tile").nth(6).get_attribute("aria-label")
    phone.click("[data-deed=take]")
    assert names(phone)[0] == after
    assert phone.locator("#large[open]").count() == 0


def test_keys_alone_are_enough(devices: Devices) -> None:
    phone = begun(devices)
    phone.focus(".matchy-tile[tabindex='0']")
    phone.keyboard.press("ArrowRight")
    phone.keyboard.press("ArrowDown")
    label = phone.evaluate("document.activeElement.getAttribute('aria-label')")
    phone.keyboard.press("4")
    assert names(phone)[3] == label
    phone.keyboard.press("Home")
    phone.keyboard.press("Space")
    assert names(phone)[0] == phone.locator(".matchy-tile").first.get_attribute("aria-label")
    assert phone.locator(".matchy-tile[tabindex='0']").count() == 1


def test_a_picture_is_found_by_its_name(devices: Devices) -> None:
    phone = begun(devices)
    phone.focus("#find")
    phone.keyboard.type("snowm")
    assert phone.locator(".matchy-tile:visible").count() == 1
    assert "nowman" in phone.locator("#told").inner_text()
    phone.keyboard.press("Enter")
    phone.keyboard.press("Space")
    assert "nowman" in names(phone)[0]


def test_what_is_missing_is_shown_at_the_tray(devices: Devices) -> None:
    phone = begun(devices)
    tiles(phone, 3)
    phone.click(".foot .lock")
    assert phone.evaluate("document.activeElement.id") == "slot-2"


def test_the_form_works_without_scripts(devices: Devices) -> None:
    phone = begun(devices)
    plain = phone.context.browser.new_context(  # type: ignore[union-attr]  # there is one
        java_script_enabled=False, storage_state=phone.context.storage_state()
    )
    page = plain.new_page()
    page.goto(phone.url)
    for number in range(1, 6):
        page.select_option(f"#place-{number}", index=number)
    page.click(".foot .lock")
    page.wait_for_selector("text=Sealed.")
    plain.close()


# ---- the picker stays where it is ----

BOXES = """() => [...document.querySelectorAll(".matchy-tray, .matchy-deck, .matchy-tile")]
    .map((it) => { const box = it.getBoundingClientRect(); return [box.x, box.y + scrollY]; })"""
SPRITE = """() => performance.getEntriesByType("resource")
    .filter((it) => /\\.(svg|png|jpe?g|webp|avif)$/.test(new URL(it.name).pathname))
    .reduce((bytes, it) => bytes + it.decodedBodySize, 0)"""
HEAVY = 250 * 1024
"""Bytes of pictures in a first look at the picker."""


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (568, 320)])
def test_nothing_jumps_in_the_picker(
    size: tuple[int, int], table: list[Visitor], devices: Devices
) -> None:
    """Not when it comes, nor when others lock in, nor when it is filled or loaded again."""
    seated(table[:4], "matchy_matchy")
    phone = devices.phone(size, seat=table[1])
    phone.add_init_script(WATCH)
    phone.goto(f"/rooms/{table[1].code}")
    devices.sit(table[0])  # a host who is here: nobody has to be told of one who is not
    table[0].move("number", number=7)
    phone.wait_for_selector(".live .matchy-deck")
    settle(phone)
    stood = phone.evaluate(BOXES)
    tiles(phone, 0, 1)
    for guest in (table[0], table[2], table[3]):
        guest.move("rank", images=list(PICTURES[:5]))
    await_news(phone)
    phone.click("#slot-2")
    assert phone.locator(".matchy-handles.open").is_visible()
    assert phone.evaluate(BOXES) == stood
    phone.wait_for_timeout(600)  # what follows a tap at once is not counted
    assert worst(phone.evaluate("shifts")) <= MOST
    phone.reload()
    phone.wait_for_selector(".live .matchy-deck")
    phone.wait_for_timeout(600)
    assert worst(phone.evaluate("shifts")) <= MOST
    assert phone.evaluate(SPRITE) <= HEAVY


# ---- the reveal ----


def out(state: State, name: str) -> int:
    return next(beat.at for beat in show(view(state, None)).beats if beat.name == name)


@pytest.mark.parametrize("eyes", [None, Seat(0), Seat(1)])
def test_two_rows_look_alike_until_their_cards_turn(screen: Any, eyes: Viewer) -> None:  # MM-12
    before = put(called(at(THREE, THREE)), "abc", "xyz", "")
    worlds = [put(before, "", "", partner, "uvw") for partner in ("abd", "dba")]
    late = 0 if eyes is None else LAG
    pages = [screen(room_with(before, game="matchy_matchy"), eyes) for _ in worlds]
    for page, state in zip(pages, worlds, strict=True):
        arrive(page, room_with(state, game="matchy_matchy"), eyes)
    for page in pages:
        page.clock.run_for(out(worlds[0], "turn-0") + late - 10)
    shots = [shot(page) for page in pages]
    assert alike(*shots)
    assert not any("for" in heard(page) for page in pages)
    for page in pages:
        page.clock.run_for(5000)
    if eyes != 1:
        assert not alike(*(shot(page) for page in pages))


def test_what_gives_way_goes_with_all_that_is_in_it(screen: Any) -> None:
    before = at(THREE, THREE)
    tv = screen(room_with(before, game="matchy_matchy"), None)
    state = called(before)
    arrive(tv, room_with(state, game="matchy_matchy"), None)
    tv.clock.run_for(out(state, "choose") - 10)
    expect(tv.locator(".theme-card .front")).to_be_visible()
    expect(tv.locator(".tables")).to_be_hidden()
    tv.clock.run_for(20)
    expect(tv.locator(".theme-card .front")).to_be_hidden()
    expect(tv.locator(".tables")).to_be_visible()


def test_a_fork_stands_where_it_stood_until_it_walks(screen: Any) -> None:
    """Of two worlds with the same card now and another gain, none shows it before."""
    rows = ("ab", "xy", "ba", "uv"), ("ab", "xy", "bc", "uv")
    worlds = [onward(chosen(at(TWO, TWO), *row)) for row in rows]
    first = chosen(at(TWO, TWO), *rows[0])
    shots = []
    for state in worlds:
        page = screen(room_with(first, game="matchy_matchy"), None)
        arrive(page, room_with(state, game="matchy_matchy"), None)
        page.clock.run_for(out(worlds[0], "turn-0") - 10)
        shots.append(shot(page))
    assert alike(*shots)


# ---- a whole match ----

EIGHT = ("Ann", "Wilhelmina W", "Maximilian M", "Bartholomäus", "Eve", "Wolfgang-Mia", "Gus", "Hal")
MOST_PRESSES = 400
SLOW = 30_000
"""Computers think, and the machine may have other things to do."""
READY = "#f-number, #again, #next, #share, .asks.live"


def press(phone: Page) -> None:
    """Whatever Ann is asked: a number, any pictures, to go on."""
    if phone.locator("#f-number").count():
        phone.click("label:has(#number-3)")
        phone.click("button:has-text('Turn the card')")
    elif phone.locator(".asks.live").count():
        places = phone.locator(".slot").count() or 1
        for number in range(places):
            phone.locator(".matchy-tile").nth(number * 5).click()
        phone.click(".foot .lock")
    else:
        phone.locator("#next, #share").first.click()


@pytest.mark.slow
def test_a_whole_match_with_computers(devices: Devices) -> None:
    tv = devices.tv()
    phone = begun(devices, computers=2)
    tv.goto(f"/tv/{phone.url.rstrip('/').rsplit('/', 1)[1].partition('?')[0]}")
    for _ in range(MOST_PRESSES):
        phone.wait_for_selector(READY, timeout=SLOW)
        if phone.locator("#again").count():
            break
        before = phone.locator("#panel").get_attribute("data-key")
        press(phone)
        fresh = f'#panel:not([data-key="{before}"])'
        phone.wait_for_selector(fresh, state="attached", timeout=SLOW)
    tv.wait_for_selector(".matchy.is-over .pair-name, .matchy.is-over .ties", timeout=SLOW)
    assert phone.locator(".matchy-medals, .matchy-end").count() > 0


def test_eight_phones_and_a_tv(server: Server, devices: Devices) -> None:
    """Four teams, a whole turn: all say the same, and four forks walk together."""
    with visitors(server.url, 8) as guests:
        ann, code = guests[0], guests[0].open_room()
        for guest, name in zip(guests, EIGHT, strict=True):
            guest.join(code, name)
        tv = devices.tv(**STILL)
        tv.goto(f"/tv/{code}")
        assert ann.post("choose", game="matchy_matchy").is_success
        tv.wait_for_selector(".teams li:nth-of-type(4)")
        phones = [devices.sit(guest, (320, 568), dark=True, **STILL) for guest in guests]
        assert ann.post("matches", game="matchy_matchy", first=ann.member).status_code == 201
        phones[0].wait_for_selector("#f-number")
        press(phones[0])
        for phone in phones:
            phone.wait_for_selector(".asks.live .matchy-deck", timeout=SLOW)
            take(phone, 0, 1)
        for phone in phones:  # what others lock in does not touch a half-made row
            assert names(phone)[:2] == sorted(names_of_deck(phone))[:2]
            take(phone, 2, 3, 4)
            phone.click(".foot .lock")
        for place in range(1, 6):
            tv.wait_for_selector(f'.matchy.is-show:has(.gain) .rounds:has-text("{place} of 5")')
            tv.evaluate("soulroomShow.cut()")
            assert tv.locator(".duo.three .gain:visible").count() == 4
            assert tv.evaluate(TV_FAULTS) == []
            for phone in phones:
                phone.wait_for_selector(f'#heading:has-text("Picture {place} of 5")')
            phones[0].click("#next")
        tv.wait_for_selector(".matchy.is-call")
        assert [fork["space"] for fork in ann.look()["match"]["view"]["forks"]] == [15] * 4


def take(phone: Page, *numbers: int) -> None:
    """The same for everybody, however it lies before them."""
    for number in numbers:
        phone.click(f'.matchy-tile[aria-label="{sorted(names_of_deck(phone))[number]}"]')


def names_of_deck(phone: Page) -> list[str]:
    found: list[str] = phone.evaluate(
        "() => [...document.querySelectorAll('.matchy-tile')].map(it => it.ariaLabel)"
    )
    return found
