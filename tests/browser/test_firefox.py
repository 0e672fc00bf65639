"""Firefox gets in as well. By plain http it sends no Sec-Fetch-Site, so all hangs on its Origin."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.firefox import GONE, PATH, SHOWS, THERE, Firefox, FoxPage
from tests.browser.phones import SIZES, TV
from tests.visitors import Visitor

PHONE = SIZES[1]


@pytest.fixture
def fox(firefox: Firefox) -> Iterator[Firefox]:
    """For one test. No page may complain, and every POST says that it is ours."""
    firefox.complaints, firefox.origins = [], []
    yield firefox
    firefox.close()
    assert firefox.complaints == []
    assert set(firefox.origins) == {(firefox.url, None)}


def test_a_host_plays_on_a_phone_and_hears_of_the_others(
    fox: Firefox, table: list[Visitor]
) -> None:
    phone = fox.open(PHONE)
    phone.goto("/")
    phone.tap("form[action='/rooms']:not(:has(input)) button")
    join(phone, "Ann")
    code = phone.call(PATH).rpartition("/")[2]

    bob = table[0].join(code, "Bob")
    phone.until(SHOWS, "#people", "Bob")
    phone.tap("#choose-soulmates")
    phone.until(THERE, "#choose-soulmates[aria-pressed=true]")
    phone.tap("#more > summary")
    phone.choose("#set-first", "Ann")
    phone.until(THERE, "#set-first option[selected]:not([value=''])")
    phone.tap("#start")
    phone.until(SHOWS, "#heading", "You choose the card")
    phone.tap("label:has(#card-1)")
    phone.tap(".foot .lock")
    phone.until(SHOWS, "#heading", "What is true for you?")
    phone.tap("label:has(#ego-A)")
    phone.tap("label:has(#guess-B)")
    phone.tap(".foot .lock")
    phone.until(SHOWS, "#heading", "Sealed.")
    bob.move("both", ego="B", guess="A")
    phone.until(SHOWS, "#heading", "Both sure?")

    rename(phone, "Alice")
    assert names(bob) == ["Alice", "Bob"]


def test_the_menu_is_gone_when_something_was_changed(fox: Firefox, table: list[Visitor]) -> None:
    phone = fox.open(PHONE)
    phone.goto(f"/{table[0].open_room()}")
    join(phone, "Ann")
    rename(phone, "Alice")
    phone.until(GONE, "#sheet[open]")


def test_two_taps_on_join_are_one_seat(fox: Firefox, table: list[Visitor]) -> None:
    ann = table[0]
    ann.join(ann.open_room(), "Ann")
    phone = fox.open(PHONE)
    phone.goto(f"/{ann.code}")
    phone.type("#name", "Bob")
    phone.tap("#join", times=2)
    phone.until(SHOWS, ".bar", "Room")
    assert len(fox.origins) == 2
    assert names(ann) == ["Ann", "Bob"]


def test_a_tv_opens_a_room_by_itself_and_shows_who_comes(
    fox: Firefox, table: list[Visitor]
) -> None:
    tv = fox.open(TV)
    tv.goto("/tv")
    code = tv.until("() => location.pathname.match(/^[/]tv[/]([A-Z]+)$/)?.[1]")
    tv.until(THERE, "#board")
    table[0].join(code, "Ann")
    tv.until(SHOWS, "#people", "Ann")


def join(phone: FoxPage, name: str) -> None:
    phone.type("#name", name)
    phone.tap("#join")
    phone.until(SHOWS, ".bar", "Room")


def rename(phone: FoxPage, name: str) -> None:
    form = "#sheet form[action$='/rename']"
    phone.tap("#menu")
    phone.type(f"{form} [name=name]", name)
    phone.tap(f"{form} button")
    phone.until(SHOWS, "#people", name)


def names(guest: Visitor) -> list[str]:
    return [member["name"] for member in guest.look()["members"]]
