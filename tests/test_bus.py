"""The doorbell: who waits is woken, and never left waiting for long."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from app.live import bus
from app.live.bus import Bell, Bus
from tests.loop import run


def test_a_lost_ring_costs_no_more_than_a_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus, "BEAT", 0.05)

    async def listening() -> None:
        house, bell = Bus(), Bell()
        beating = asyncio.create_task(house.beat())
        with house.listen("KLMR", bell):
            for _ in range(3):
                async with asyncio.timeout(2):
                    await bell.wait()
        beating.cancel()
        with suppress(asyncio.CancelledError):
            await beating

    run(listening())


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
