from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.phones import FLAGS, HOME, Devices
from tests.server import Server

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first has no windows and needs half the time."""
NO_CHROMIUM = "There is no Chromium. Debian: apt-get install chromium-headless-shell"


def path_of_chromium() -> str:
    """Where Chromium is. Without one the test is skipped; in CI it fails."""
    found = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if found:
        return found
    if os.environ.get("CI"):
        pytest.fail(NO_CHROMIUM)
    pytest.skip(NO_CHROMIUM)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One for all tests; whoever wants cookies of their own opens a context."""
    path, root = path_of_chromium(), os.geteuid() == 0
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
