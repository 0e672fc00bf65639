"""The doorbell: who waits is woken, and never left waiting for long."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress

import pytest

from app.live import bus
from app.live.bus import Bell, Bus
from tests.loop import run


def test_a_lost_ring_costs_no_more_than_a_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus, "BEAT", 0.05)

    async def listening() -> None:
        house, bell = Bus(), Bell()
        with house.listen("KLMR", bell):
            for _ in range(3):
                async with asyncio.timeout(2):
                    await bell.wait()

    run(listening())


def test_who_heard_something_is_left_alone_for_a_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus, "BEAT", 0.5)

    async def listening() -> int:
        house, bell, heard = Bus(), Bell(), 0
        with house.listen("KLMR", bell):
            for _ in range(10):
                house.ring("KLMR")
                await bell.wait()
                with suppress(TimeoutError):
                    async with asyncio.timeout(0.1):
                        await bell.wait()
                        heard += 1
        return heard

    assert run(listening()) == 0


def test_who_came_together_is_not_rung_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus, "BEAT", 0.5)

    async def listening() -> Counter[int]:
        house, moments = Bus(), Counter[int]()

        async def wait(bell: Bell) -> None:
            with house.listen("KLMR", bell):
                await bell.wait()
            moments[round(asyncio.get_running_loop().time() * 100)] += 1

        await asyncio.gather(*(wait(Bell()) for _ in range(500)))
        return moments

    assert max(run(listening()).values()) < 250


def test_who_is_not_rung_waits() -> None:
    async def listening() -> None:
        house, here, elsewhere = Bus(), Bell(), Bell()
        with house.listen("KLMR", here), house.listen("BCDF", elsewhere):
            house.ring("KLMR")
            await here.wait()
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.05):
                    await elsewhere.wait()

    run(listening())


def test_a_closing_bus_wakes_everybody() -> None:
    async def listening() -> None:
        house, here, elsewhere = Bus(), Bell(), Bell()
        with house.listen("KLMR", here), house.listen("BCDF", elsewhere):
            house.close()
            async with asyncio.timeout(2):
                await asyncio.gather(here.wait(), elsewhere.wait())
        assert house.closed

    run(listening())
