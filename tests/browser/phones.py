"""Phones and TVs in Chromium, each with cookies of its own, and what people do on them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Page, Request

from tests.browser.lift import Lift
from tests.visitors import Visitor

HOME = "soulroom.lan"
"""The name of this machine in a living room: plain http, and not loopback, where browsers give
pages more than elsewhere (no Sec-Fetch-Site, no secure context)."""
FLAGS = (
    "--host-resolver-rules=MAP *.lan 127.0.0.1",
    "--disable-gpu",
    "--disable-partial-raster",  # or the edges of what is drawn depend on what was there before
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SIZES = ((320, 568), (390, 844), (568, 320), (360, 640), (320, 454))
TV = (1280, 720)
STILL: dict[str, Any] = {"reduced_motion": "reduce"}
"""Options of a device: what would fade in is there at once."""
PATIENCE = 20_000
"""Milliseconds until what never comes counts as missing. It bounds nothing: tests that do are
marked `timed` and name their own seconds."""

SHOWS = "name => document.getElementById('people').textContent.includes(name)"

DRESSED = """
    while ([...document.querySelectorAll("link[rel=stylesheet]")].some(link => !link.sheet))
        await new Promise(done => setTimeout(done, 10));
"""
"""Also in what other games need, which a page fetches once it is there."""

SETTLED = (
    """async () => {"""
    + DRESSED
    + """
    window.soulroomShow?.cut();
    for (let still = 0; still < 2; still++) {
        await new Promise(requestAnimationFrame);
        if (document.getAnimations().some(one => one instanceof CSSTransition)) still = -1;
    }
}"""
)

NEWEST = (
    """async patience => {"""
    + DRESSED
    + """
    const end = performance.now() + patience;
    for (;;) {
        const answer = await fetch(location.href, {headers: {Accept: "text/html"}});
        if (!answer.ok) throw new Error(`a page of status ${answer.status}`);
        const now = new DOMParser().parseFromString(await answer.text(), "text/html");
        const old = [...now.querySelectorAll("[data-key]")].filter(({id, dataset}) =>
            document.getElementById(id)?.dataset.key !== dataset.key).map(({id}) => id);
        if (!old.length) return;
        if (performance.now() > end) throw new Error(`still old: ${old}`);
        await new Promise(done => setTimeout(done, 30));
    }
}"""
)


@dataclass
class Devices:
    """Everybody's browsers. What they complain of is kept; at the end there must be nothing."""

    browser: Browser
    url: str
    port: int
    complaints: list[str] = field(default_factory=list)
    provoked: list[str] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)
    lifts: list[Lift] = field(default_factory=list)

    @property
    def loopback(self) -> str:
        """Where browsers believe a page more, and have stores that it could use."""
        return f"http://127.0.0.1:{self.port}"

    def lift(self, **options: Any) -> Lift:
        """Another way to the server, for `phone(base_url=lift.url)`."""
        self.lifts.append(Lift(self.port, HOME, **options))
        return self.lifts[-1]

    def phone(
        self, size: tuple[int, int] = SIZES[1], *, dark: bool = False, **options: Any
    ) -> Page:
        return self.open(size, dark=dark, is_mobile=True, has_touch=True, **options)

    def sit(self, guest: Visitor, size: tuple[int, int] = SIZES[1], **options: Any) -> Page:
        """A phone that shows this guest's room."""
        page = self.phone(size, seat=guest, **options)
        page.goto(f"/rooms/{guest.code}")
        return page

    def tv(self, size: tuple[int, int] = TV, **options: Any) -> Page:
        return self.open(size, dark=True, **options)

    def open(
        self,
        size: tuple[int, int],
        *,
        dark: bool = False,
        seat: Visitor | None = None,
        watched: bool = True,
        **options: Any,
    ) -> Page:
        """A page of a new browser; with `seat`, of the browser that has this guest's seat."""
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            **{"base_url": self.url, **options},
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        if watched:
            self._watch(context)
        if seat is not None:
            lend(seat, context, options.get("base_url", self.url))
        return context.new_page()

    def provoke(self, words: str) -> None:
        """From now on a complaint with these words is what the test is about."""
        self.provoked.append(words)

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        for lift in self.lifts:
            lift.close()

    @property
    def unexpected(self) -> list[str]:
        return [
            said for said in self.complaints if not any(re.search(p, said) for p in self.provoked)
        ]

    def _watch(self, context: BrowserContext) -> None:
        context.on("console", self._heard)
        context.on("weberror", lambda error: self.complaints.append(f"page error: {error.error}"))
        context.on("request", self._asked)
        context.on("dialog", self._interrupted)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"console {message.type}: {message.text}")

    def _interrupted(self, dialog: Dialog) -> None:
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _asked(self, request: Request) -> None:
        ours = (f"{url}/" for url in (self.url, self.loopback, *(lift.url for lift in self.lifts)))
        if not request.url.startswith((*ours, "data:", "blob:")):
            self.complaints.append(f"foreign request: {request.url}")


def lend(seat: Visitor, context: BrowserContext, url: str) -> None:
    """This browser is that guest's device from now on."""
    context.add_cookies(
        [
            {"name": cookie.name, "value": cookie.value or "", "url": url, "httpOnly": True}
            for cookie in seat.http.cookies.jar
        ]
    )


def join(page: Page, code: str, name: str) -> Page:
    """By the short link: a field and a tap."""
    page.goto(f"/{code}")
    page.fill("#name", name)
    page.tap("#join")
    page.wait_for_selector("#panel")
    page.wait_for_load_state("domcontentloaded")
    return page


def phase(tv: Page) -> str:
    """What the board shows, as ``<round>-<phase>-<turn>``."""
    return (tv.locator("#board [data-show]").get_attribute("data-show") or "").rpartition(".")[2]


def await_other_phase(tv: Page, shown: str) -> None:
    tv.wait_for_selector(f'#board [data-show]:not([data-show$=".{shown}"])')


def await_news(page: Page) -> None:
    """Until a page shows what it would show if it were loaded now."""
    page.evaluate(NEWEST, PATIENCE)


THUMB = ".foot .lock, .foot button[form^=f-]"
"""What locks in an answer."""


def is_asked(page: Page) -> bool:
    """Does a button at the thumb wait for this person's answer?"""
    return page.locator(THUMB).count() > 0


def answer(page: Page, choice: int) -> None:
    """Choose one of what is offered and lock it in."""
    options = page.locator(".body label")
    options.nth(choice % options.count()).click()
    page.locator(THUMB).click()


def panel(page: Page) -> str:
    """What is asked of me, as text."""
    parts = (page.locator(part).text_content() or "" for part in ("#heading", ".body"))
    return " ".join(" ".join(parts).split())


def resize(page: Page, width: int, height: int) -> None:
    """And wait until the page has been laid out anew."""
    page.set_viewport_size({"width": width, "height": height})
    wait_until(page, "([w, h]) => innerWidth === w && innerHeight === h", arg=[width, height])
    settle(page)


def settle(page: Page) -> None:
    """What was changed is drawn, and no transition is under way, however short."""
    page.evaluate(SETTLED)


def told(found: dict[str, list[str]]) -> str:
    """What was found and where, a line each; empty when nothing was."""
    return "\n".join(f"{where}: {what}" for where, faults in found.items() for what in faults)


def wait_until(page: Page, script: str, patience: int = PATIENCE, arg: Any = None) -> None:
    page.wait_for_function(script, arg=arg, timeout=patience)


def shot(page: Page) -> bytes:
    """A picture in which whatever moves has arrived: how far it is hangs on the machine."""
    return page.screenshot(animations="disabled")


def alike(one: bytes, other: bytes) -> bool:
    """Two pictures. Asserted by itself: pytest would look for minutes for where bytes differ."""
    return one == other
