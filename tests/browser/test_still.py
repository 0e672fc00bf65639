"""Nothing jumps on a phone while a match is played around it."""

from __future__ import annotations

import pytest

from tests.browser.phones import Devices, await_news
from tests.browser.walk import PHASES, hurry
from tests.visitors import Visitor

MOST = 0.05
"""Cumulative layout shift, as browsers count it: its worst five seconds."""
WATCH = """
window.shifts = [];
new PerformanceObserver(list => {
    for (const {value, hadRecentInput, startTime, sources} of list.getEntries())
        if (!hadRecentInput)
            shifts.push({value, startTime, what: sources.map(one => one.node?.id)});
}).observe({type: "layout-shift", buffered: true});
"""


@pytest.mark.slow
@pytest.mark.parametrize("size", [(320, 568), (390, 844)])
def test_nothing_jumps_in_a_whole_match(
    size: tuple[int, int], table: list[Visitor], devices: Devices
) -> None:
    code = table[0].open_room()
    for guest, name in zip(table, ("Ann", "Ben", "Cleo", "Dora", "Emil"), strict=True):
        guest.join(code, name)
    table[0].post("choose", game="soulmates")
    phone = devices.phone(size, seat=table[1])
    phone.add_init_script(WATCH)
    phone.goto(f"/rooms/{code}")
    devices.sit(table[0])  # a host who is here: nobody has to be told of one who is not
    assert table[0].post("matches", game="soulmates", first=table[0].member).status_code == 201
    for phase in PHASES:
        hurry(table, phase)
        await_news(phone)
        phone.wait_for_timeout(600)
    shifts = phone.evaluate("shifts")
    assert worst(shifts) <= MOST, shifts


def worst(shifts: list[dict[str, float]]) -> float:
    """The worst session: shifts at most a second apart, five seconds long."""
    sessions: list[list[dict[str, float]]] = []
    for shift in shifts:
        last = sessions[-1] if sessions else []
        time = shift["startTime"]
        if last and time - last[-1]["startTime"] < 1000 and time - last[0]["startTime"] < 5000:
            last.append(shift)
        else:
            sessions.append([shift])
    return max((sum(shift["value"] for shift in one) for one in sessions), default=0.0)
