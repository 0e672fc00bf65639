"""A TV finds its way back by itself, says what it cannot know, and stays on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.browser.phones import HOME, STILL, Devices, await_news, wait_until
from tests.browser.test_layout import LOBBY_OVERLAPS, TV_FAULTS
from tests.server import Server, serving
from tests.visitors import Visitor, gathered, visitors

pytestmark = pytest.mark.timed

SOON = 10_000
A_TABLE = re.compile(r"/tv/[A-Z]{4,}$")
PORTAL = "<!doctype html><title>Free Wi-Fi</title><h1>Accept our terms</h1>"
NO_ANSWER = "net::ERR|Failed to load|status of 50"


@pytest.fixture
def tv(table: list[Visitor], devices: Devices) -> Page:
    """Of a room with its host in it; its stream is open."""
    page = devices.tv()
    table[0].join(table[0].open_room(), "Ann")
    with page.expect_response("**/events?*"):
        page.goto(f"/tv/{table[0].code}")
    return page


def asked(page: Page) -> list[str]:
    """From now on: what the TV asks the server for, and is answered."""
    asked: list[str] = []
    page.on("response", lambda response: asked.append(response.url))
    return asked


# --- gone ---


def test_a_tv_of_a_closed_room_says_so_forgets_it_and_ok_opens_a_new_table(
    tv: Page, table: list[Visitor]
) -> None:
    requests = asked(tv)
    table[0].post("close")
    tv.wait_for_selector("h1:text('This table is gone')", timeout=SOON)
    assert table[0].code not in tv.url
    requests.clear()
    tv.wait_for_timeout(7_000)
    assert requests == []
    tv.keyboard.press("Enter")
    tv.wait_for_url(A_TABLE)
    assert table[0].code not in tv.url


@pytest.fixture
def house(tmp_path: Path, chromium: Browser) -> Iterator[tuple[Server, Devices]]:
    """A server of its own, which comes and goes, and the devices of its guests."""
    with serving(tmp_path) as server:
        devices = Devices(chromium, f"http://{HOME}:{server.port}", server.port)
        devices.provoke(NO_ANSWER)
        yield server, devices
        devices.close()
        assert devices.unexpected == []


def test_a_tv_whose_room_went_while_it_could_not_reach_the_server_says_so(
    house: tuple[Server, Devices],
) -> None:
    server, devices = house
    devices.provoke("status of 404")
    with visitors(server.url, 1) as [ann]:
        ann.join(ann.open_room(), "Ann")
    tv = devices.tv()
    tv.goto(f"/tv/{ann.code}")
    server.stop()
    for file in server.folder.glob("soulroom.db*"):
        file.unlink()
    server.start()
    requests = asked(tv)
    tv.wait_for_selector("h1:text('This table is gone')", timeout=SOON)
    tv.wait_for_timeout(10_000)
    assert len(requests) <= 4


@pytest.mark.parametrize(
    ("code", "why"), [("GSSD", "Check the letters on the TV."), ("closed", "This room has ended.")]
)
def test_the_address_of_a_dead_room_says_why_and_offers_a_new_table(
    code: str, why: str, table: list[Visitor], devices: Devices
) -> None:
    devices.provoke("status of 4")
    if code == "closed":
        table[0].join(table[0].open_room(), "Ann").post("close")
        code = table[0].code
    tv = devices.tv()
    tv.goto(f"/tv/{code}")
    tv.wait_for_selector("h1:text('This table is gone')")
    assert tv.locator(f"p:text('{why}')").is_visible()
    assert tv.evaluate(TV_FAULTS) == []
    tv.keyboard.press("Enter")
    tv.wait_for_url(A_TABLE)


# --- as the room is ---


ROW = "() => [...document.querySelectorAll('#cast > li')].map(soul => soul.id)"


def test_the_souls_stand_as_the_players_sit(table: list[Visitor], devices: Devices) -> None:
    """Also when they change places and faces at once, as at the start of a match."""
    code, (ann, *_) = gathered(table), table
    tv = devices.tv(**STILL)
    for guest in table[1:3]:
        devices.sit(guest)
    with tv.expect_response("**/events?*"):
        tv.goto(f"/tv/{code}")
    for first in table[1:]:
        assert ann.post("matches", game="soulmates", first=first.member).status_code == 201
        await_news(tv)
        seats = {who["seat"]: f"soul-{who['id']}" for who in ann.look()["members"]}
        assert seats[0] == f"soul-{first.member}"
        assert tv.evaluate(ROW) == [seats[seat] for seat in sorted(seats)]
        assert ann.post("end").is_success


def test_a_tv_that_shall_speak_another_language_stays_at_its_table(
    table: list[Visitor], devices: Devices
) -> None:
    tv = devices.tv(locale="en-XA")
    table[0].join(table[0].open_room(), "Ann")
    with tv.expect_response("**/events?*"):
        tv.goto(f"/tv/{table[0].code}")
    with tv.expect_navigation():
        assert table[0].post("tv-language", language="en").is_success
    tv.wait_for_selector("html[lang='en']", state="attached")
    assert tv.url.endswith(f"/tv/{table[0].code}")
    tv.wait_for_selector(f"#soul-{table[0].member}")


# --- unreachable ---


def test_a_tv_that_cannot_reach_the_server_says_so_and_comes_back(
    house: tuple[Server, Devices],
) -> None:
    server, devices = house
    with visitors(server.url, 1) as [ann]:
        ann.join(ann.open_room(), "Ann")
        tv = devices.tv()
        tv.goto(f"/tv/{ann.code}")
        tv.evaluate("window.same = true")
        tv.wait_for_timeout(1000)
        server.stop()
        tv.wait_for_selector("#line:text('The TV lost the table')", timeout=12_000)
        server.start()
        ann.post("rename", name="Anna")
        tv.wait_for_selector("#people :text('Anna')", timeout=SOON)
    wait_until(tv, "() => document.getElementById('line').textContent === ''")
    assert tv.evaluate("window.same")


def test_what_a_portal_says_is_not_taken_for_the_end_of_the_room(
    tv: Page, devices: Devices
) -> None:
    devices.provoke("status of 404|EventSource")
    tv.route("**/rooms/**", lambda route: route.fulfill(status=404, body=PORTAL))
    tv.reload()
    tv.wait_for_selector("#line:text('The TV lost the table')", timeout=12_000)
    assert tv.locator("text=Accept our terms").count() == 0
    tv.unroute("**/rooms/**")
    wait_until(tv, "() => document.getElementById('line').textContent === ''", SOON)


def say(answer: dict[str, Any] | None, route: Route) -> None:
    if answer is None:
        route.abort()
    else:
        route.fulfill(**answer)


ANSWERS: dict[str, dict[str, Any] | None] = {
    "nobody": None,
    "a proxy without a server": {"status": 502, "body": PORTAL},
    "a portal": {"status": 200, "body": PORTAL},
    "broken JSON": {"status": 201, "body": "{", "content_type": "application/json"},
}


def test_a_tv_that_is_opened_before_the_server_is_up_waits_for_it(devices: Devices) -> None:
    devices.provoke(NO_ANSWER)
    asks = re.compile("/rooms$|/healthz")
    tvs = [devices.tv() for _ in ANSWERS]
    for tv, answer in zip(tvs, ANSWERS.values(), strict=True):
        tv.route(asks, partial(say, answer))
        tv.goto("/tv")
    for tv in tvs:
        tv.wait_for_selector("#line:text('does not answer yet')")
        assert tv.locator("text=Accept our terms").count() == 0
        tv.unroute(asks)
    for tv in tvs:
        tv.wait_for_url(A_TABLE, timeout=12_000)


def test_a_phone_reads_about_three_ways_to_a_tv_and_opens_no_room(devices: Devices) -> None:
    phone = devices.phone()
    phone.goto("/tv")
    phone.wait_for_selector("h2:text('Three ways to a TV')")
    assert phone.locator(".ways li").count() == 3
    phone.wait_for_timeout(500)
    assert phone.url.endswith("/tv")


@pytest.mark.parametrize("stage", [(1280, 720), (1920, 1080)])
def test_beside_the_code_stand_the_address_and_how_to_get_into_the_wifi(
    stage: tuple[int, int], tmp_path: Path, chromium: Browser
) -> None:
    with (
        serving(tmp_path, SOULROOM_WIFI="Villa:secret") as server,
        visitors(server.url, 1) as [ann],
    ):
        devices = Devices(chromium, f"http://{HOME}:{server.port}", server.port)
        tv = devices.tv(stage, **STILL)
        tv.goto(f"/tv/{ann.join(ann.open_room(), 'Ann').code}")
        wait_until(tv, "() => [...document.images].every(one => one.naturalWidth)")
        assert tv.locator("text=Phones must be in the same Wi-Fi as this screen.").is_visible()
        assert tv.inner_text(".address").endswith(f":{server.port}")
        faults = tv.evaluate(TV_FAULTS)
        over = tv.evaluate(LOBBY_OVERLAPS)
        devices.close()
    assert (faults, over, devices.unexpected) == ([], [], [])


@pytest.mark.parametrize("stage", [(1280, 720), (1920, 1080)])
def test_a_full_lobby_has_room_for_the_wifi_that_its_host_typed(
    stage: tuple[int, int], server: Server, devices: Devices
) -> None:
    with visitors(server.url, 8) as table:
        code = table[0].open_room()
        for number, guest in enumerate(table):
            guest.join(code, "W" * (12 - number) + "M" * number)
        tv = devices.tv(stage, **STILL)
        tv.goto(f"/tv/{code}")
        table[0].post("choose", game="soulmates")
        table[0].post("wifi", name="M" * 32, password="secret word")
        tv.wait_for_selector(".wifi img")
        wait_until(tv, "() => [...document.images].every(one => one.naturalWidth)")
        assert tv.locator(".cast li").count() == 8
        assert (tv.evaluate(TV_FAULTS), tv.evaluate(LOBBY_OVERLAPS)) == ([], [])


# --- sound, and a screen that stays on ---


@pytest.mark.parametrize("key", ["Enter", "ArrowDown", "5"])
def test_any_key_starts_the_sound_and_the_film_that_keeps_the_tv_on(tv: Page, key: str) -> None:
    assert tv.get_attribute("#sound", "aria-pressed") == "false"
    tv.keyboard.press(key)
    assert tv.get_attribute("#sound", "aria-pressed") == "true"
    wait_until(tv, PLAYS)
    tv.keyboard.press("ArrowUp")
    assert tv.get_attribute("#sound", "aria-pressed") == "true"


def test_ok_on_the_button_turns_the_sound_off_again(tv: Page) -> None:
    tv.keyboard.press("Enter")
    tv.keyboard.press("Enter")
    assert tv.get_attribute("#sound", "aria-pressed") == "false"
    wait_until(tv, PLAYS)


def test_a_phone_on_plain_http_stays_on_by_the_film(table: list[Visitor], devices: Devices) -> None:
    table[0].join(table[0].open_room(), "Ann")
    phone = devices.sit(table[0])
    assert phone.evaluate("navigator.wakeLock === undefined"), "where it is, no film is needed"
    phone.click("h1")
    wait_until(phone, PLAYS)


PLAYS = """() => {
    const film = document.querySelector("video");
    return film && !film.paused && film.readyState >= 2 && film.currentTime > 0;
}"""


# --- why it waits ---


def test_the_tv_says_why_it_waits(table: list[Visitor], devices: Devices) -> None:
    tv = devices.tv(**STILL)
    tv.goto(f"/tv/{gathered(table[:2])}")
    table[0].post("matches", game="soulmates")
    host, phone = devices.sit(table[0]), devices.sit(table[1])
    host.wait_for_selector("#heading")
    table[0].post("pause", on=True)
    tv.wait_for_selector("h1:text('Paused by Ann')")
    host.close()
    tv.wait_for_selector(".why:text('Ann, the host, is away')", timeout=40_000)
    phone.wait_for_selector("#door :text('Ann, the host, is away')", timeout=15_000)
    assert tv.evaluate(TV_FAULTS) == []
    table[0].post("leave")
    table[1].post("leave")
    tv.wait_for_selector(".why:text('Nobody is host')")
