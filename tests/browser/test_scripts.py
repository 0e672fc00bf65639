"""What people write stays text: no tag, no attribute and no script comes of it on any page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.payloads import LINES, NAMES, QUESTIONS
from tests.browser.phones import PATIENCE, Devices, await_news, wait_until
from tests.browser.walk import hurry
from tests.visitors import Visitor, seated, visitors

BONES = """async ([texts, patience]) => {
    const end = performance.now() + patience, USUAL = ["class", "data-htmx-powered",
        "data-out", "data-blink", "data-seen", "data-said"];
    const reads = text => document.body.textContent.includes(text)
        || [...document.querySelectorAll("input")].some(input => input.value === text);
    while (!texts.every(reads)) {
        if (performance.now() > end) throw new Error(`nowhere: ${texts.filter(t => !reads(t))}`);
        await new Promise(requestAnimationFrame);
    }
    if ("pwned" in window) throw new Error("a script has run");
    const all = document.querySelectorAll("*:not(#live > p, .name > wbr)");
    return [...all].map(element => [element.localName,
        ...element.getAttributeNames().filter(name => !USUAL.includes(name))].join(" "));
}"""
"""Souls breathe, and sentences come and go, whatever people are called; long names may break."""
ASLEEP = "away => document.querySelectorAll('#cast > [id] .is-asleep').length === away"
MOST_DEALS = 400
"""One in thirteen shows a card that the room wrote."""
Card = tuple[str, list[str]]


def bones(page: Page, *texts: str) -> list[str]:
    """What a page is made of, whatever it says, once it says this; no script of it has run."""
    found: list[str] = page.evaluate(BONES, [texts, PATIENCE])
    return found


def together(screens: list[Page], away: int) -> None:
    """All of them have heard who has come; whoever has not sleeps."""
    for screen in screens:
        wait_until(screen, ASLEEP, arg=away)
        await_news(screen)


class Hall:
    """All pages that show names, while a reveal is on."""

    def __init__(self, table: list[Visitor], devices: Devices) -> None:
        hurry(seated(table), "reveal")
        self.table, self.code = table, table[0].code
        self.streamed = [devices.sit(table[0]), devices.sit(table[1]), devices.tv()]
        self.streamed[2].goto(f"/tv/{self.code}")
        together(self.streamed, away=3)
        self.newcomer, self.menu = devices.phone(), self.streamed[0].context.new_page()

    def call(self, names: tuple[str, ...]) -> list[list[str]]:
        """What all the pages are made of when people are called that."""
        for guest, name in zip(self.table, names, strict=True):
            assert guest.post("rename", name=name).status_code == 204, name
        self.newcomer.goto(f"/rooms/{self.code}", wait_until="domcontentloaded")
        self.menu.goto(f"/rooms/{self.code}/menu", wait_until="domcontentloaded")
        pages = (*self.streamed, self.newcomer, self.menu)
        return [bones(page, *names) for page in pages]


def by_five(names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for start in range(0, len(names) - 4, 5):
        yield names[start : start + 5]


@pytest.mark.slow
def test_three_hundred_names_stay_names(table: list[Visitor], devices: Devices) -> None:
    hall = Hall(table, devices)
    plain = hall.call(("Ann", "Bob", "Cid", "Dot", "Eve"))
    assert len(NAMES) >= 300
    for names in by_five(NAMES):
        assert hall.call(names) == plain, names


def test_a_name_that_is_taken_comes_back_as_text(table: list[Visitor], devices: Devices) -> None:
    devices.provoke("status of 409")
    page = devices.phone()
    plain = refused(page, table[0], "Ann")
    for name in NAMES[:: len(NAMES) // 15]:
        assert refused(page, table[0], name) == plain, name


def refused(page: Page, guest: Visitor, name: str) -> list[str]:
    """The join page when the host is called that already."""
    guest.join(guest.open_room(), name)
    page.goto(f"/{guest.code}")
    page.fill("#name", name)
    page.click("#join")
    page.wait_for_selector(".said")
    return bones(page, name)


def test_who_knocks_under_such_a_name_is_shown_as_text(
    table: list[Visitor], devices: Devices
) -> None:
    plain = door(table, devices, ("Uli", "Vic", "Wim", "Xia"))
    assert door(table, devices, NAMES[:200:50]) == plain


def door(table: list[Visitor], devices: Devices, names: tuple[str, ...]) -> list[str]:
    """The host's page when people of these names knock at a locked room."""
    seated(table[:3])
    table[0].post("lock", on=True)
    host = devices.sit(table[0])
    with visitors(devices.loopback, len(names)) as strangers:
        for stranger, name in zip(strangers, names, strict=True):
            stranger.code = table[0].code
            assert stranger.post("knock", name=name).is_success
    return bones(host, *names)


def cards() -> list[Card]:
    """All the lines, five to a card; the first ones ask the longest questions."""
    lines, found = list(LINES), list[Card]()
    for question in QUESTIONS:
        found.append((question, [lines.pop() for _ in range(4)]))
    while len(lines) >= 5:
        found.append((lines.pop(), [lines.pop() for _ in range(4)]))
    return found


@pytest.mark.slow
def test_three_hundred_lines_on_cards_stay_lines(table: list[Visitor], devices: Devices) -> None:
    table[0].open_room()
    page, written = devices.phone(seat=table[0]), cards()
    plain = lobby(page, table[0], [(f"Rain {n}?", list("abcd")) for n in range(5)])
    assert sum(len(answers) + 1 for _, answers in written) >= 300
    for start in range(0, len(written) - 4, 5):
        assert lobby(page, table[0], written[start : start + 5]) == plain


def lobby(page: Page, guest: Visitor, written: list[Card]) -> list[str]:
    """In a room of its own, with all the cards a room may write."""
    guest.join(guest.open_room(), "Ann")
    guest.post("choose", game="soulmates")
    write(guest, written)
    page.goto(f"/rooms/{guest.code}")
    together([page], away=0)
    return bones(page, *(question for question, _ in written))


def write(guest: Visitor, written: list[Card]) -> None:
    for question, answers in written:
        answer = guest.post("brought", kind="card", question=question, answers=answers)
        assert answer.status_code == 204, answer.text


def test_such_a_card_is_read_aloud_as_text(table: list[Visitor], devices: Devices) -> None:
    """On the panel of who picks, of who answers, and on the TV."""
    assert round_of(table, devices, cards()[:5]) == round_of(table, devices, [])


def round_of(table: list[Visitor], devices: Devices, written: list[Card]) -> list[list[str]]:
    """What the pages of a round are made of that asks one of these cards, or any."""
    seated(table[:3])
    write(table[0], written)
    card, tv = deal(table[0], own=bool(written)), devices.tv()
    tv.goto(f"/tv/{table[0].code}")
    phones = [devices.sit(guest) for guest in table[:2]]
    together([*phones, tv], away=1)
    shown = ["pwned"] if written else []
    picking = bones(phones[0], *shown)
    assert table[0].move("pick", card=card).status_code == 204
    for screen in (*phones, tv):
        await_news(screen)
    return [picking, *(bones(screen, *shown) for screen in (*phones, tv))]


def deal(host: Visitor, *, own: bool) -> str:
    """Starts matches until a card that the room wrote is on offer."""
    for _ in range(MOST_DEALS):
        host.post("end")
        host.post("matches", game="soulmates", first=host.member)
        for card in host.look()["match"]["view"]["offer"]:
            if card.startswith("own-") == own:
                return str(card)
    raise AssertionError("none of the cards ever came")
