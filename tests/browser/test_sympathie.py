"""Sympathie on phones and the stage: photographs put in order by fingers and by keys, a draft that
survives, a photo of one's own from a phone to the TV, and nothing of an order before its beat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from app.core.values import Room
from app.draw.texts import PSEUDO
from games import GAMES
from games.contract import Seat
from games.sympathie.table import State
from tests.browser.phones import STILL, TV, Devices, alike, shot, told
from tests.browser.test_layout import STAGES, TV_FAULTS, WIDE, phone_faults
from tests.browser.test_show import arrive, heard
from tests.every_game import room_of
from tests.gallery import page as page_of
from tests.gallery import phases
from tests.gallery import show as open_page
from tests.server import Server
from tests.sympathie.notation import dealt, onward, ranked, with_past
from tests.sympathie.notation import table as table_of
from tests.sympathie.tables import TABLES
from tests.visitors import Visitor, gathered

PHONE = (390, 844)


@pytest.fixture
def ranking(table: list[Visitor], devices: Devices) -> tuple[list[Visitor], Page]:
    """Three people with five photographs before them; Bob’s phone."""
    trio = table[:3]
    gathered(trio)
    started = trio[0].post("matches", game="sympathie", first=trio[0].member, themes=["rooms"])
    assert started.status_code == 201, started.text
    assert trio[0].move("theme", theme="rooms").status_code == 204
    phone = devices.sit(trio[1], PHONE, **STILL)
    phone.wait_for_selector(".sympathie-rank.scripted")
    return trio, phone


def letters(phone: Page) -> str:
    """The order in the list, as it is seen."""
    return "".join(name[0] for name in phone.locator(".rung .let").all_inner_texts())


def sent(phone: Page) -> list[str]:
    values: list[str] = phone.eval_on_selector_all(
        ".in-lists select", "lists => lists.map(list => list.value)"
    )
    return values


def test_five_are_tapped_in_order_moved_and_locked_in(
    ranking: tuple[list[Visitor], Page],
) -> None:
    trio, phone = ranking
    for letter in "BDA":
        phone.click(f"#snap-{letter}")
    assert phone.locator("#snap-A").get_attribute("aria-label", timeout=1000)[-7:] == "place 3"  # type: ignore[index]  # it has one
    phone.click("#snap-D")  # takes it and all later ones back
    assert phone.locator(".snap[aria-pressed=true]").count() == 1
    for letter in "DAEC":
        phone.click(f"#snap-{letter}")
    assert letters(phone) == "BDAEC"
    phone.click("#lower-B")
    assert letters(phone) == "DBAEC"
    assert phone.evaluate("document.activeElement.id") == "lower-B"
    phone.keyboard.press("Alt+ArrowDown")
    assert letters(phone) == "DABEC"
    phone.click(".lock")
    phone.wait_for_selector(".envelope")
    photos = trio[1].look()["match"]["view"]["photos"]
    assert trio[1].look()["match"]["view"]["order"] == [photos["ABCDE".index(x)] for x in "DABEC"]


def test_a_half_made_order_survives_a_reload_and_what_others_do(
    ranking: tuple[list[Visitor], Page],
) -> None:
    trio, phone = ranking
    for letter in "EA":
        phone.click(f"#snap-{letter}")
    before = sent(phone)
    photos = trio[0].look()["match"]["view"]["photos"]
    assert trio[0].move("rank", photos=photos).status_code == 204
    phone.reload()
    phone.wait_for_selector(".sympathie-rank.scripted")
    assert sent(phone) == before == [photos[4], photos[0], "", "", ""]
    assert phone.locator("#snap-E .rank").inner_text() == "1"


def test_a_photograph_is_dragged_by_its_number(ranking: tuple[list[Visitor], Page]) -> None:
    _, phone = ranking
    for letter in "ABCDE":
        phone.click(f"#snap-{letter}")
    boxes = [grip.bounding_box() for grip in phone.locator(".grip").all()]
    first, last = boxes[0], boxes[-1]
    assert first
    assert last
    phone.mouse.move(first["x"] + 10, first["y"] + 20)
    phone.mouse.down()
    phone.mouse.move(last["x"] + 10, last["y"] + last["height"] - 4, steps=20)
    phone.mouse.up()
    assert letters(phone) == "BCDEA"


def test_without_scripts_five_lists_are_all_there_is(
    table: list[Visitor], devices: Devices
) -> None:
    trio = table[:3]
    gathered(trio)
    trio[0].post("matches", game="sympathie", first=trio[0].member, themes=["rooms"])
    trio[0].move("theme", theme="rooms")
    phone = devices.sit(trio[1], PHONE, java_script_enabled=False)
    photos = trio[1].look()["match"]["view"]["photos"]
    for place, photo in enumerate(reversed(photos), 1):
        phone.select_option(f"#place-{place}", photo)
    phone.click(".lock")
    assert trio[1].look()["match"]["view"]["order"] == photos[::-1]


def test_a_photo_goes_from_a_phone_to_everybodys_theme(
    table: list[Visitor], devices: Devices, tmp_path: Path
) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed: no photos")
    trio = table[:3]
    code = gathered(trio)
    trio[0].post("choose", game="sympathie")
    files = []
    for colour in ("red", "green", "blue", "teal", "pink"):
        files.append(tmp_path / f"{colour}.jpg")
        image.new("RGB", (1200, 900), colour).save(files[-1])
    phone = devices.sit(trio[1], PHONE, **STILL)
    phone.click("#own summary")
    phone.set_input_files("#photo-files", files)
    phone.wait_for_selector(".sympathie-album li:nth-child(5)", timeout=60_000)
    assert trio[0].post("matches", game="sympathie", themes=["own"]).status_code == 201
    active = next(one for one in trio if one.ask)
    assert active.move("theme", theme="own").status_code == 204
    tv = devices.tv()
    tv.goto(f"/tv/{code}")
    tv.wait_for_selector(".five .photo")
    assert tv.eval_on_selector_all(
        ".five .photo", "all => all.every(one => one.complete && one.naturalWidth === 560)"
    )


def test_a_photo_whose_line_drops_is_sent_again_and_is_one(
    table: list[Visitor], devices: Devices, tmp_path: Path
) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed: no photos")
    trio = table[:3]
    gathered(trio)
    trio[0].post("choose", game="sympathie")
    image.new("RGB", (1200, 900), "teal").save(tmp_path / "teal.jpg")
    phone = devices.sit(trio[1], PHONE, **STILL)
    dropped: list[str] = []

    def drop_once(route: Any) -> None:
        if dropped:
            route.continue_()
        else:
            dropped.append(route.request.url)
            route.abort("connectionreset")

    devices.provoke("ERR_CONNECTION_RESET")
    phone.route("**/photos?key=*", drop_once)
    phone.click("#own summary")
    phone.set_input_files("#photo-files", tmp_path / "teal.jpg")
    phone.wait_for_selector("#photos .waiting:has-text('It is sent again: teal.jpg')")
    assert phone.locator("#photos progress").is_visible()
    phone.wait_for_selector(".sympathie-album li")
    assert len(trio[0].look()["brought"]) == len(dropped) == 1


def test_the_host_types_how_many_points_end_it_and_clears_it_again(
    table: list[Visitor], devices: Devices
) -> None:  # SY-Q17
    trio = table[:3]
    gathered(trio)
    trio[0].post("settings", game="sympathie", end="points")
    host, guest = (devices.sit(one, PHONE, **STILL) for one in trio[:2])
    host.click("#more summary")
    for typed, told_to_all in (("12", "To 12 points."), ("", "To 15 points.")):
        host.fill("#set-points", typed)
        host.locator("#set-points").blur()
        guest.wait_for_selector(f".poster-alone:has-text('{told_to_all}')")
    host.fill("#set-points", "3")
    host.locator("#set-points").blur()
    assert host.evaluate("!document.querySelector('#set-points').validity.valid")
    assert guest.locator(".poster-alone:has-text('To 15 points.')").count() == 1


# ---- everything fits: the longest names, a language that is 40 % longer, all sizes ----

NAMES = (*WIDE, "MMMWWWMMMWWW")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", PSEUDO])
@pytest.mark.parametrize("seats", [3, 6])
def test_every_phase_fits(seats: int, language: str, chromium: Browser, server: Server) -> None:
    faults: dict[str, list[str]] = {}
    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()
    for phase, state in phases("sympathie", seats, TABLES[""]).items():
        room = wide(room_of("sympathie", state, seats))
        for width, height in STAGES:
            page.set_viewport_size({"width": width, "height": height})
            open_page(page, server.url, page_of(room, None, language))
            faults[f"{phase}, TV {width}"] = page.evaluate(TV_FAULTS)
        for seat in map(Seat, range(2)):
            open_page(page, server.url, page_of(room, seat, language))
            faults |= phone_faults(f"{phase}, phone {seat}", page)
            if page.locator(".first-pass:visible").count():
                for letter in "ABCDE":
                    page.click(f"#snap-{letter}")
                faults |= phone_faults(f"{phase}, phone {seat}, in a list", page)
    context.close()
    assert not told(faults), told(faults)


OVER_FEET = """() => [...document.querySelectorAll(".guesses > li")].filter(one =>
    one.querySelector(".tag").getBoundingClientRect().top
    < one.querySelector(".soul").getBoundingClientRect().bottom - .5).length"""
UNDER_FOOT = """() => document.querySelector(".talk").getBoundingClientRect().bottom
    - document.querySelector(".foot").getBoundingClientRect().top"""


def test_a_long_name_stands_below_the_feet_of_its_soul(stage: Any) -> None:
    page = stage(ASKED)
    page.set_viewport_size({"width": TV[0], "height": TV[1]})
    arrive(page, wide(room_of("sympathie", world("ABCDE"), 3)), None)
    assert page.evaluate(OVER_FEET) == 0


@pytest.mark.parametrize("seat", [0, 1])
def test_the_closing_sentence_is_in_sight_on_the_smallest_phone(
    seat: int, chromium: Browser, server: Server
) -> None:
    """The longest there is: who reads whom, and the other way round."""
    state = replace(
        with_past(
            table_of(3), {1: 5, 2: 1}, {0: 1, 2: 1}, {0: 1, 1: 1}, {1: 3, 2: 1}, {0: 0, 2: 1}
        ),
        phase="over",
    )
    page = chromium.new_page(viewport={"width": 320, "height": 568}, reduced_motion="reduce")
    room = wide(room_of("sympathie", state, 3))
    open_page(page, server.url, page_of(room, Seat(seat), "en"))
    assert page.evaluate(UNDER_FOOT) <= 0
    page.close()


def wide(room: Room) -> Room:
    named = zip(room.members, NAMES, strict=False)
    members = tuple(replace(member, name=name) for member, name in named)
    return replace(room, members=(*members, *room.members[len(members) :]))


# ---- nothing of an order is seen or heard before its beat ----


@pytest.fixture
def stage(chromium: Browser, server: Server) -> Iterator[Any]:
    contexts = []

    def opened(state: State) -> Page:
        width, height = TV
        contexts.append(
            chromium.new_context(
                viewport={"width": width, "height": height}, reduced_motion="reduce"
            )
        )
        page = contexts[-1].new_page()
        page.clock.install()
        open_page(page, server.url, page_of(room_of("sympathie", state, 3), None))
        page.clock.pause_at(page.evaluate("Date.now() + 1000"))
        return page

    yield opened
    for context in contexts:
        context.close()


ASKED = dealt(table_of(3))
PAINTED = """() => Promise.all([...document.images].map(one => {
    one.decoding = "sync";
    return one.decode();
}))"""
"""Else a photograph comes a frame after the rest, now and then."""


def world(truth: str) -> State:
    """Two guessers put A to E; only what is true differs."""
    return ranked(ASKED, truth, "ABCDE", "ABCDE")


@pytest.mark.parametrize(
    ("one", "other", "beat"),
    [("ABCDE", "ABCED", "place-5"), ("ABCDE", "ACBDE", "place-3"), ("ABCDE", "BACDE", "won")],
)
def test_two_orders_look_alike_until_the_beat_that_tells(
    one: str, other: str, beat: str, stage: Any
) -> None:
    shots, pages = [], []
    game = GAMES["sympathie"]
    at = {b.name: b.at for b in game.show(game.view(world(one), None)).beats}[beat]
    for truth in (one, other):
        page = stage(ASKED)
        arrive(page, room_of("sympathie", world(truth), 3), None)
        page.clock.run_for(at - 20)
        page.evaluate(PAINTED)
        shots.append(shot(page))
        pages.append(page)
    assert alike(*shots), f"{at - 20} ms after it began"
    assert heard(pages[0]) == heard(pages[1])
    for page in pages:
        page.clock.run_for(1200)
    assert not alike(*(shot(page) for page in pages))


def test_a_reload_shows_all_places_and_no_duel(stage: Any) -> None:
    page = stage(world("BACDE"))
    assert page.locator(".places .lit-print").count() == 5
    assert all(one.is_visible() for one in page.locator(".places .lit-print").all())
    assert page.locator(".duel h2").is_hidden()
    assert onward(world("BACDE")).phase == "theme"
