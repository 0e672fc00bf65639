"""Menu, scores and help: open when asked for, closed after acting; what was done is said."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.phones import Devices, wait_until
from tests.server import Server
from tests.visitors import Visitor, seated, visitors

SHUT = """() => {
    const sheet = document.getElementById("sheet");
    return !sheet.open && !sheet.childElementCount;
}"""
OPEN = "document.querySelectorAll('#sheet details').forEach(one => one.open = true)"
FORMS = """() => [...document.querySelectorAll('#sheet form')].map(form =>
    [form.getAttribute('action').split('/').slice(3).join('/'),
     ...[...form.querySelectorAll('[type=hidden]:not([name=member])')].map(field => field.value)]
    .join(' '))"""
FILL = """form => {
    for (const field of form.querySelectorAll("input:not([type]), textarea")) field.value ||= "Zoë";
}"""
AWAY = {"leave", "close"}
"""After these there is no room to come back to."""
ONLY_IN_A_MATCH = {"pause", "end", "stand-in"}
"""The others are tried in the lobby."""


def furnished(table: list[Visitor], moment: str) -> None:
    """A room in which the menu has all its forms."""
    ann, bob, cid, dot = table[:4]
    seated(table[:4])
    if moment == "lobby":
        ann.post("end")
        ann.post("bots")
        for author in (ann, bob):
            card = {"question": f"Rain, {author.member}?", "answers": list("abcd")}
            assert author.post("brought", kind="card", **card).is_success
    ann.post("guests", name="Gus")
    bob.post("guests", name="Hal")
    ann.post("remove", member=dot.member)
    assert cid.member


@pytest.mark.slow
@pytest.mark.parametrize(
    ("who", "moment", "least"),
    [("host", "lobby", 20), ("guest", "lobby", 5), ("host", "match", 21)],
)
def test_every_form_of_a_sheet_closes_it_and_says_what_was_done(
    who: str, moment: str, least: int, server: Server, devices: Devices
) -> None:
    devices.provoke("status of 410")
    seen, tried = list[str](), 0
    while tried < len(seen) or not seen:
        if seen and moment == "match" and seen[tried].split()[0] not in ONLY_IN_A_MATCH:
            tried += 1
            continue
        with visitors(server.url, 5) as table:
            furnished(table, moment)
            phone = devices.sit(table[0 if who == "host" else 1])
            for sheet in ("scores", "help"):
                assert opened(phone, sheet) == []
                phone.keyboard.press("Escape")
                wait_until(phone, SHUT)
            seen = opened(phone, "menu")
            send(phone, tried, seen[tried])
            phone.context.close()
        tried += 1
    assert len(seen) >= least, seen


def opened(phone: Page, sheet: str) -> list[str]:
    """The forms in it."""
    if not phone.is_visible(f"#{sheet}"):
        return []
    phone.click(f"#{sheet}")
    phone.wait_for_selector("#sheet-title")
    phone.evaluate(OPEN)
    forms: list[str] = phone.evaluate(FORMS)
    return forms


def send(phone: Page, number: int, name: str) -> None:
    form = phone.locator("#sheet form").nth(number)
    form.evaluate(FILL)
    button = form.locator("button").last
    label = button.inner_text()
    button.click()
    if name.split()[0] in AWAY:
        phone.wait_for_selector("#sheet", state="detached")
        return
    wait_until(phone, "() => document.getElementById('notice').textContent")
    assert phone.inner_text("#notice") == f"Done: {label}", name
    wait_until(phone, SHUT)
    assert phone.evaluate("document.activeElement.id") == "menu", name
    phone.wait_for_timeout(300)  # nor does what the stream brings open it again
    assert phone.evaluate(SHUT), name


def test_what_is_refused_in_a_sheet_is_said_in_it_and_stays_as_it_was_typed(
    table: list[Visitor], devices: Devices
) -> None:
    devices.provoke("status of 409")
    phone = devices.sit(seated(table[:2])[0])
    opened(phone, "menu")
    phone.fill("#sheet form[action$=guests] input", "Bob")
    phone.click("#sheet form[action$=guests] button")
    phone.wait_for_selector("#sheet #notice:text('There is already a Bob')")
    assert phone.input_value("#sheet form[action$=guests] input") == "Bob"


def test_a_page_of_somebody_else_does_not_get_into_the_sheet(
    table: list[Visitor], devices: Devices
) -> None:
    """A portal answers everything with its own page, and calls that a success."""
    phone = devices.sit(seated(table[:2])[0])
    phone.route("**/rooms/**", lambda route: route.fulfill(body="<h1>Accept our terms</h1>"))
    phone.click("#menu")
    phone.wait_for_selector("#notice:not(:empty)")
    phone.click("label:has(#card-1)")
    phone.click(".foot button")
    phone.wait_for_selector("#notice:text('was not sent yet')")
    assert phone.locator("text=Accept our terms").count() == 0
    assert phone.evaluate(SHUT)
    assert phone.is_checked("#card-1")


def test_vibration_is_switched_off_in_the_menu_and_stays_off(
    table: list[Visitor], devices: Devices
) -> None:
    phone = devices.sit(seated(table[:2])[0])
    opened(phone, "menu")
    assert phone.is_checked("#feel")
    phone.uncheck("#feel")
    phone.reload()
    opened(phone, "menu")
    assert not phone.is_checked("#feel")


def test_the_sheet_is_named_by_what_is_in_it(table: list[Visitor], devices: Devices) -> None:
    phone = devices.sit(seated(table[:2])[0])
    for sheet, title in (("menu", "Menu"), ("help", "Soulmates")):
        opened(phone, sheet)
        assert phone.get_by_role("dialog", name=title, exact=True).is_visible()
        phone.keyboard.press("Escape")
        wait_until(phone, SHUT)


def test_a_pasted_address_fits_into_the_field_for_a_code(
    table: list[Visitor], devices: Devices
) -> None:
    code = seated(table[:2])[0].code
    phone = devices.phone()
    phone.goto("/")
    phone.focus("#code")
    phone.keyboard.insert_text(f"https://play.example.org/{code}?from=chat")
    phone.keyboard.press("Enter")
    phone.wait_for_selector("#join")
