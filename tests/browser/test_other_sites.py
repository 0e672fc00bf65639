"""Pages of other sites can do nothing in a room, whether or not our cookie comes along."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.phones import HOME, Devices
from tests.visitors import Visitor, seated

VERBS: tuple[tuple[str, dict[str, str]], ...] = (
    ("moves", {"ask": "round-1/pick", "kind": "pick"}),
    ("rename", {"name": "Mallory"}),
    ("leave", {}),
    ("close", {}),
    ("end", {}),
    ("lock", {"on": "true"}),
    ("members", {"name": "Mallory"}),
    ("bots", {}),
    ("brought/drop", {"id": "x"}),
)
SITES = ("elsewhere.lan", HOME)
"""Another site, and another origin of the same site: there the cookie comes along."""
FORM = """([url, fields]) => {
    const form = document.body.appendChild(document.createElement("form"));
    Object.assign(form, {method: "post", action: url});
    for (const name in fields) {
        const input = form.appendChild(document.createElement("input"));
        Object.assign(input, {name, value: fields[name]});
    }
    form.submit();
}"""
FETCH = """([url, fields]) => fetch(url, {
    method: "POST", mode: "no-cors", credentials: "include", body: new URLSearchParams(fields),
}).then(() => true, () => true)"""
PLAIN_JSON = """([url, fields]) => fetch(url, {
    method: "POST", mode: "no-cors", credentials: "include",
    headers: {"Content-Type": "text/plain"}, body: JSON.stringify(fields),
}).then(() => true, () => true)"""
IMAGE = """([url, fields]) => new Promise(done => {
    const image = new Image();
    image.onload = image.onerror = () => done(true);
    image.src = url + "?" + new URLSearchParams(fields);
})"""


class Elsewhere(BaseHTTPRequestHandler):
    """A page that forbids itself nothing."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Elsewhere</title><body>")

    def log_message(self, format: str, *args: Any) -> None:
        """Quietly."""


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[int]:
    """The port of another server."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.fixture
def victim(table: list[Visitor], devices: Devices) -> Page:
    """The host's browser, in the middle of a match."""
    return devices.open((390, 844), seat=seated(table)[0], watched=False)


@pytest.mark.parametrize("attack", [FETCH, PLAIN_JSON, IMAGE], ids=["fetch", "json", "image"])
@pytest.mark.parametrize("site", SITES)
def test_a_script_of_another_site_changes_nothing(
    site: str, attack: str, elsewhere: int, victim: Page, table: list[Visitor], devices: Devices
) -> None:
    before = state(table)
    victim.goto(f"http://{site}:{elsewhere}/")
    for url, fields in targets(table, devices.url):
        assert victim.evaluate(attack, [url, fields])
    assert state(table) == before


@pytest.mark.parametrize("site", SITES)
def test_a_form_of_another_site_changes_nothing(
    site: str, elsewhere: int, victim: Page, table: list[Visitor], devices: Devices
) -> None:
    before = state(table)
    for url, fields in targets(table, devices.url):
        victim.goto(f"http://{site}:{elsewhere}/")
        with victim.expect_navigation(url=url) as answer:
            victim.evaluate(FORM, [url, fields])
        assert answer.value.status == 403
    assert state(table) == before


def test_the_same_form_of_our_own_page_works(victim: Page, table: list[Visitor]) -> None:
    victim.goto(f"/rooms/{table[0].code}")
    victim.evaluate(FORM, [f"/rooms/{table[0].code}/rename", {"name": "Alice"}])
    victim.wait_for_selector("#people :text('Alice')", state="attached")
    assert table[1].look()["members"][0]["name"] == "Alice"


def targets(table: list[Visitor], base: str) -> list[tuple[str, dict[str, str]]]:
    verbs = [(f"{base}/rooms/{table[0].code}/{verb}", fields) for verb, fields in VERBS]
    card = table[0].look()["match"]["view"]["offer"][0]
    return [(url, {**f, "card": card} if "kind" in f else f) for url, f in verbs]


def state(table: list[Visitor]) -> str:
    """All that the room shows to its host and to a guest."""
    return json.dumps([table[0].look(), table[1].look()])
