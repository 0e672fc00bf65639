"""Eight phones sleep for ten minutes: each has its seat, its question, and soon the newest picture.

Nobody waits ten minutes for it. On the phones each minute passes in a blink, and so what they do
once a minute is done ten times and fails; on the server the clock jumps; and that a line is dead,
which takes half a minute to be noticed, it hears at once.
"""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUMS, NO_CHROMIUM, path_of
from tests.browser.lift import hang_up
from tests.browser.phones import FLAGS, HOME, PATIENCE, SHOWS, Devices, wait_until
from tests.drills.figure import Figure
from tests.server import ROOT, serving
from tests.test_faults import kept
from tests.visitors import Visitor, visitors

SEATS, MINUTES = 8, 10
NEWS = "Tick 1"
JUMPING = """
import sys
sys.path.insert(0, {root!r})
from pathlib import Path
from app.live import steady
awake = steady.now
steady.now = lambda: awake() + 60 * Path({slept!r}).exists() * {minutes}
"""
"""Python reads it before the server's own first line."""


async def asleep(folder: Path) -> list[Figure]:
    """F26: eight phones sleep for ten minutes."""
    return await asyncio.to_thread(_asleep, folder)


def _asleep(folder: Path) -> list[Figure]:
    slept = folder / "slept"
    jump = JUMPING.format(root=str(ROOT), slept=str(slept), minutes=MINUTES)
    (folder / "sitecustomize.py").write_text(jump)
    with (
        serving(folder, PYTHONPATH=str(folder)) as server,
        visitors(server.url, SEATS) as eight,
        sync_playwright() as playwright,
        ExitStack() as rides,
    ):
        chosen = path_of(CHROMIUMS, NO_CHROMIUM)
        browser = playwright.chromium.launch(executable_path=chosen, args=[*FLAGS, "--no-sandbox"])
        devices = Devices(browser, f"http://{HOME}:{server.port}", server.port)
        lift = devices.lift()
        sit_down(eight)
        before = [seat(guest) for guest in eight]
        phones = [devices.phone(seat=guest, base_url=lift.url) for guest in eight]
        for phone in phones:
            phone.clock.install()
            phone.goto(f"/rooms/{eight[0].code}")
        until_all(eight, here=True)

        lines = lift.lines.copy()
        for phone in phones:
            rides.enter_context(lift.ride(phone))
        hang_up(lines[1::2])  # their server's ends
        until_all(eight, here=False)
        slept.touch()
        for _ in range(MINUTES):
            for phone in phones:
                phone.clock.fast_forward("01:00")
            sleep(1)  # and the server does whatever is due
        moves = len(kept(server.database))
        assert eight[0].post("rename", name=NEWS).is_success
        assert not any(phone.evaluate(SHOWS, NEWS) for phone in phones)

        rides.close()
        woken = monotonic()
        for phone in phones:
            wait_until(phone, SHOWS, PATIENCE, NEWS)
        current = monotonic() - woken
        until_all(eight, here=True)
        after = [seat(guest) for guest in eight]
        devices.close()
        browser.close()
    return [
        Figure("all are current again after", current, "s", most=3),
        Figure("seats or questions that changed", differing(before, after), most=0),
        Figure("moves made for those who slept", moves - 1, most=0),
    ]


def sit_down(eight: list[Visitor]) -> None:
    """All are asked to choose pictures."""
    host = eight[0]
    code = host.open_room()
    for number, guest in enumerate(eight):
        guest.join(code, f"P{number}")
    assert host.post("matches", game="matchy_matchy", first=host.member).is_success
    assert host.move("number", number=3).is_success


def seat(guest: Visitor) -> tuple[Any, ...]:
    look = guest.look()
    return look["me"], look["match"]["seat"], look["match"]["ask"], look["match"]["view"]["deck"]


def differing(before: list[Any], after: list[Any]) -> int:
    return sum(one != other for one, other in zip(before, after, strict=True))


def until_all(eight: list[Visitor], *, here: bool) -> None:
    end = monotonic() + 40
    while any(person["here"] != here for person in eight[0].look()["members"]):
        assert monotonic() < end
        sleep(0.1)
