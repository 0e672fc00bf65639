from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from app.core.values import Room
from games.contract import Viewer
from tests.browser.firefox import Firefox, launched
from tests.browser.phones import FLAGS, HOME, TV, Devices
from tests.gallery import page as page_of
from tests.gallery import show as open_page
from tests.server import Server

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first has no windows and needs half the time."""
NO_CHROMIUM = "There is no Chromium. Debian: apt-get install chromium-headless-shell"
FIREFOXES = ("firefox-esr", "firefox")
PHONE = (390, 844)
NO_FIREFOX = "There is no Firefox. Debian: apt-get install firefox-esr"


def path_of(browsers: tuple[str, ...], missing: str) -> str:
    """Where the first of them is. Without any the test is skipped; in CI it fails."""
    found = next(filter(None, map(shutil.which, browsers)), None)
    if found:
        return found
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One for all tests; whoever wants cookies of their own opens a context."""
    path, root = path_of(CHROMIUMS, NO_CHROMIUM), os.geteuid() == 0
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=path, args=[*FLAGS, *(["--no-sandbox"] if root else [])]
        )
        yield running
        running.close()


@pytest.fixture
def devices(chromium: Browser, server: Server) -> Iterator[Devices]:
    """Phones and TVs for one test. None of them may complain or ask another host for anything."""
    all_of_them = Devices(chromium, f"http://{HOME}:{server.port}", server.port)
    yield all_of_them
    all_of_them.close()
    assert all_of_them.unexpected == []


@pytest.fixture(scope="session")
def firefox(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """One for all tests, on the server of all."""
    path = path_of(FIREFOXES, NO_FIREFOX)
    with launched(
        path, tmp_path_factory.mktemp("firefox"), f"http://{HOME}:{server.port}"
    ) as firefox:
        yield firefox


@pytest.fixture
def screen(chromium: Browser, server: Server) -> Iterator[Any]:
    """A page that shows a state, whose clock stands still, and where the next one arrives."""
    contexts = []

    def opened(room: Room, eyes: Viewer) -> Page:
        width, height = TV if eyes is None else PHONE
        context = chromium.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        contexts.append(context)
        page = context.new_page()
        page.clock.install()
        open_page(page, server.url, page_of(room, eyes))
        page.clock.pause_at(page.evaluate("Date.now() + 1000"))
        return page

    yield opened
    for context in contexts:
        context.close()
