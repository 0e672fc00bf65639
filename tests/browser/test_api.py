"""The page to try the JSON interface on: whole, by itself, under a policy that is almost ours."""

from __future__ import annotations

from playwright.sync_api import Page, Response, expect

from tests.browser.phones import Devices
from tests.test_rights import TABLE


def test_the_page_for_scripts_shows_every_route_and_breaks_no_rule_of_ours(
    devices: Devices,
) -> None:
    """Whoever complains in the console, or asks another host, fails: see `devices`."""
    page = devices.open((1000, 900))
    page.goto("/api")
    shown = page.locator(".opblock")
    expect(shown.first).to_be_visible()
    described = {case.route for case in TABLE} - {"GET /openapi.json"}
    assert shown.count() == len(described)
    for block in range(0, shown.count(), 9):  # unfolded they draw what they did not draw before
        shown.nth(block).locator("button").first.click()
    expect(page.locator(".opblock-body .parameters-container").first).to_be_visible()


def test_a_room_can_be_opened_and_looked_at_from_the_page_for_scripts(devices: Devices) -> None:
    page = devices.open((1000, 900))
    page.goto("/api")
    opened = tried(page, "open_room_rooms_post")
    assert opened.status == 201
    code = opened.json()["code"]
    looked = tried(page, "room_rooms__code__get", code)
    assert (looked.status, looked.json()["code"]) == (200, code)
    devices.provoke("status of 403")
    renamed = tried(page, "rename_rooms__code__rename_post", code)
    assert (renamed.status, renamed.json()["status"]) == (403, 403)


def tried(page: Page, operation: str, code: str = "") -> Response:
    block = page.locator(f"[id$='{operation}']")
    block.locator("button").first.click()
    block.get_by_role("button", name="Try it out").click()
    if code:
        block.get_by_placeholder("code").fill(code)
    with page.expect_response(lambda answer: answer.request.resource_type == "fetch") as answer:
        block.get_by_role("button", name="Execute").click()
    expect(block.locator(".live-responses-table").first).to_be_visible()
    return answer.value
