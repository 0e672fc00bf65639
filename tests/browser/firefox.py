"""Phones and TVs in Firefox, led by WebDriver BiDi, which it speaks without a driver.

Playwright speaks it as well, but begins with what Debian's Firefox does not know yet
(`emulation.setMediaFeaturesOverride`).
"""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from websocket import WebSocket, create_connection

PREFERENCES = 'user_pref("network.dns.forceResolve", "127.0.0.1");\n'
"""Every name is this machine: HOME, and whatever Firefox would ask for by itself."""
STARTS = 30.0
PATIENCE = 20.0
"""Seconds until what never comes counts as missing."""
WATCHED = (
    "log.entryAdded",
    "network.beforeRequestSent",
    "network.fetchError",
    "network.responseCompleted",
)
ABORTED = "status=2152398850"
"""A font that was on its way when the page went on to another (NS_BINDING_ABORTED)."""
LEFT = "NS_BINDING_ABORTED"
"""What became of a stream whose page was left."""

REACH = """selector => {
    const one = document.querySelector(selector);
    if (!one || one.disabled) return null;
    one.scrollIntoView({block: "center", behavior: "instant"});
    const {x, y, width, height} = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2)) ? one : null;
}"""
CHOOSE = """(selector, label) => {
    const list = document.querySelector(selector);
    list.value = [...list.options].find(({text}) => text === label).value;
    list.dispatchEvent(new Event("change", {bubbles: true}));
}"""
SELECT = "selector => document.querySelector(selector).select()"
SHOWS = "(selector, words) => document.querySelector(selector)?.innerText.includes(words)"
THERE = "selector => document.querySelector(selector) !== null"
GONE = "selector => document.querySelector(selector) === null"
PATH = "() => location.pathname"


class Refused(Exception):
    """Firefox did not do what it was told; between two pages it does not know where."""


@dataclass
class Firefox:
    """One for all tests. What its pages complain of is kept; at the end there must be nothing."""

    url: str
    line: WebSocket
    people: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    origins: list[tuple[str | None, str | None]] = field(default_factory=list)
    """Where each POST said it comes from: Origin and Sec-Fetch-Site."""
    numbers: count[int] = field(default_factory=count)

    def command(self, method: str, **params: Any) -> Any:
        """Its answer; what happened in the meantime comes before it."""
        number = next(self.numbers)
        self.line.send(json.dumps({"id": number, "method": method, "params": params}))
        while (said := json.loads(self.line.recv())).get("id") != number:
            self._hear(said["method"], said["params"])
        if said["type"] == "error":
            raise Refused(f"{method}: {said['message']}")
        return said["result"]

    def open(self, size: tuple[int, int]) -> FoxPage:
        """A page with cookies of its own."""
        person = self.command("browser.createUserContext")["userContext"]
        self.people.append(person)
        tab = self.command("browsingContext.create", type="tab", userContext=person)["context"]
        viewport = {"width": size[0], "height": size[1]}
        self.command("browsingContext.setViewport", context=tab, viewport=viewport)
        return FoxPage(self, tab)

    def close(self) -> None:
        """All pages, after their last word."""
        while self.people:
            self.command("browser.removeUserContext", userContext=self.people.pop())

    def _hear(self, method: str, told: dict[str, Any]) -> None:
        match method:
            case "log.entryAdded" if ABORTED in (told["text"] or ""):
                pass
            case "log.entryAdded" if told["level"] in ("warn", "error"):
                self.complaints.append(f"console {told['level']}: {told['text']}")
            case "network.fetchError" if told["errorText"] != LEFT:
                self.complaints.append(f"{told['errorText']}: {told['request']['url']}")
            case "network.responseCompleted" if told["response"]["status"] >= 400:
                self.complaints.append(f"{told['response']['status']}: {told['request']['url']}")
            case "network.beforeRequestSent":
                self._asked(told["request"])

    def _asked(self, request: dict[str, Any]) -> None:
        if not request["url"].startswith((f"{self.url}/", "data:", "blob:")):
            self.complaints.append(f"foreign request: {request['url']}")
        if request["method"] == "POST":
            headers = {one["name"].lower(): one["value"]["value"] for one in request["headers"]}
            self.origins.append((headers.get("origin"), headers.get("sec-fetch-site")))


@dataclass
class FoxPage:
    firefox: Firefox
    tab: str

    def goto(self, path: str) -> None:
        url = self.firefox.url + path
        self.firefox.command("browsingContext.navigate", context=self.tab, url=url, wait="complete")

    def call(self, function: str, *arguments: str) -> Any:
        """What a function of JavaScript returns: a plain value, or the handle of an element."""
        answer = self.firefox.command(
            "script.callFunction",
            functionDeclaration=function,
            arguments=[{"type": "string", "value": one} for one in arguments],
            awaitPromise=False,
            target={"context": self.tab},
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        result = answer["result"]
        return result.get("sharedId", result.get("value"))

    def until(self, function: str, *arguments: str) -> Any:
        """The first of its answers that is one, on this page or the next."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if found := self.call(function, *arguments):
                    return found
            except Refused:
                pass
            time.sleep(0.03)
        raise AssertionError(
            f"not in {PATIENCE} s: {function} {arguments}, only {self.call(PATH)}\n"
            f"{self.call('() => document.body.innerText')}\n{self.firefox.complaints}"
        )

    def tap(self, selector: str, times: int = 1) -> None:
        """With a finger, as soon as it can be reached."""
        element = {"type": "element", "element": {"sharedId": self.until(REACH, selector)}}
        move = {"type": "pointerMove", "x": 0, "y": 0, "origin": element}
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}}
        self._act({**finger, "actions": [move, *press * times]})

    def type(self, selector: str, text: str) -> None:
        """Instead of what the field says."""
        self.tap(selector)
        self.call(SELECT, selector)
        keys = [{"type": way, "value": key} for key in text for way in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": keys})

    def choose(self, selector: str, label: str) -> None:
        """From a list, whose own window a page cannot open."""
        self.until(REACH, selector)
        self.call(CHOOSE, selector, label)

    def _act(self, source: dict[str, Any]) -> None:
        self.firefox.command("input.performActions", context=self.tab, actions=[source])


@contextmanager
def launched(path: str, folder: Path, url: str) -> Iterator[Firefox]:
    """A Firefox without windows and with a profile of its own."""
    (folder / "profile").mkdir()
    (folder / "profile" / "user.js").write_text(PREFERENCES)
    flags = ("--headless", "--no-remote", "--remote-debugging-port=0", "--profile")
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([path, *flags, folder / "profile"], stdout=log, stderr=log)
    try:
        url_of_line = address(process, folder / "log")
        with closing(create_connection(url_of_line, timeout=STARTS, suppress_origin=True)) as line:
            firefox = Firefox(url, line)
            firefox.command("session.new", capabilities={})
            firefox.command("session.subscribe", events=list(WATCHED))
            yield firefox
            firefox.command("browser.close")
        process.wait(STARTS)
    finally:
        process.kill()
        process.wait(STARTS)


def address(process: subprocess.Popen[bytes], log: Path) -> str:
    """Where it takes commands, as soon as it says so."""
    end = time.monotonic() + STARTS
    while time.monotonic() < end and process.poll() is None:
        if found := re.search(r"^WebDriver BiDi listening on (ws://\S+)\n", log.read_text(), re.M):
            return f"{found[1]}/session"
        time.sleep(0.03)
    raise AssertionError(f"Firefox does not start: {log.read_text()}")
