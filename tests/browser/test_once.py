"""One tap, one tab, one question: what is doubled or late does no harm and is said kindly."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Request

from tests.browser.phones import Devices
from tests.browser.walk import hurry
from tests.visitors import Visitor, seated


def asked_for_ego(table: list[Visitor], devices: Devices) -> Page:
    hurry(seated(table[:3]), "ego")
    return devices.sit(table[1])


def test_two_and_three_clicks_send_one_answer(table: list[Visitor], devices: Devices) -> None:
    phone, posts = asked_for_ego(table, devices), list[Request]()
    phone.on("request", lambda r: posts.append(r) if r.method == "POST" else None)
    phone.click("label:has(#letter-B)")
    phone.dblclick(".foot button")
    phone.wait_for_selector("#change")
    phone.click("#change summary")
    assert len(posts) == 1
    phone.click("label:has(#letter-C)")
    phone.evaluate("{const b = document.querySelector('#change button'); b.click(); b.click()}")
    phone.wait_for_selector("#change:not([open])")
    assert len(posts) == 2


def test_a_second_tab_takes_over_and_the_first_can_take_it_back(
    table: list[Visitor], devices: Devices
) -> None:
    first = asked_for_ego(table, devices)
    second = first.context.new_page()
    second.goto(first.url)
    first.wait_for_selector("text=You are playing in another tab")
    assert first.locator("#panel").count() == 0
    first.click("text=Play here")
    second.wait_for_selector("text=You are playing in another tab")
    first.click("label:has(#letter-B)")
    first.click(".foot button")
    first.wait_for_selector("#change")


@pytest.mark.parametrize("address", ["", "#heading"])
def test_the_page_of_a_seat_that_has_moved_says_where_it_went(
    address: str, table: list[Visitor], devices: Devices
) -> None:
    old = asked_for_ego(table, devices)
    old.goto(old.url + address)
    ann, new = table[0], table[4]
    new.code = ann.code
    new.post("knock", member=table[1].member)
    ann.post("admit", knock=ann.look()["knocks"][0]["id"], yes=True)
    old.wait_for_selector("text=Bob plays on another device now")
    old.click("text=Ask to play here again")
    old.wait_for_selector("text=You knocked")
    ann.post("admit", knock=ann.look()["knocks"][0]["id"], yes=True)
    old.wait_for_selector("#panel")


def test_who_knocks_at_a_locked_room_has_nothing_to_do_and_is_let_in_by_itself(
    table: list[Visitor], devices: Devices
) -> None:
    ann = seated(table[:2])[0]
    ann.post("lock", on=True)
    page = devices.phone()
    page.goto(f"/{ann.code}")
    page.fill("#name", "Zoë")
    page.click("#join")
    page.wait_for_selector("text=You knocked")
    assert page.locator("#name").count() == 0
    ann.post("admit", knock=ann.look()["knocks"][0]["id"], yes=True)
    page.wait_for_selector("#panel")
    assert page.get_attribute("#room", "data-name") == "Zoë"


def test_who_knocks_for_a_seat_keeps_what_they_type_and_is_let_in_by_itself(
    table: list[Visitor], devices: Devices
) -> None:
    ann = seated(table[:2])[0]
    page = devices.phone()
    page.goto(f"/{ann.code}")
    page.click("summary:text('I was playing already')")
    page.click("[aria-label='I am Bob']")
    page.wait_for_selector("text=You knocked")
    page.fill("#name", "Zora")
    page.click("h1")
    page.wait_for_timeout(4_000)
    assert page.input_value("#name") == "Zora"
    ann.post("admit", knock=ann.look()["knocks"][0]["id"], yes=True)
    page.wait_for_selector("#panel")


def test_a_room_that_ends_says_so_also_with_a_fragment_in_the_address(
    table: list[Visitor], devices: Devices
) -> None:
    devices.provoke("status of 410")
    phone = asked_for_ego(table, devices)
    phone.goto(phone.url + "#heading")
    table[0].post("close")
    phone.wait_for_selector("h1:text('This room has ended')")


def test_an_answer_to_an_old_question_is_refused_kindly_and_the_panel_stays(
    table: list[Visitor], devices: Devices
) -> None:
    devices.provoke("status of 409")
    phone = asked_for_ego(table, devices)
    phone.evaluate("document.querySelector('#f-ego [name=ask]').value = 'round-9/ego'")
    phone.click("label:has(#letter-B)")
    phone.click(".foot button")
    phone.wait_for_selector("#notice:not(:empty)")
    assert phone.inner_text("#notice") == "That question is over. Here is the current one."
    assert phone.is_checked("#letter-B")
    assert phone.is_enabled(".foot button")


def test_without_scripts_people_join_answer_and_see_what_comes_next(
    table: list[Visitor], devices: Devices
) -> None:
    code = table[0].open_room()
    table[0].join(code, "Ann")
    table[1].join(code, "Bob")
    phone = devices.phone(java_script_enabled=False)
    phone.goto(f"/{code}")
    phone.fill("#name", "Cid")
    phone.click("#join")
    phone.wait_for_selector(".bar :text('Room')")
    table[0].post("matches", game="soulmates", first=table[0].member)
    table[0].move("pick", card=table[0].look()["match"]["view"]["offer"][0])
    phone.reload()
    phone.click("label:has(#letter-B)")
    phone.click(".foot button")
    phone.wait_for_selector("#heading:text('Sealed.')")
    for guest in table[:2]:
        guest.move("ego", letter="A")
    phone.reload()
    phone.wait_for_selector("#heading:text('What did Ann pick?')")
