"""All the rooms of this process: change one, and when it is on disk, ring."""

from __future__ import annotations

import time
from collections.abc import Callable

from app import rooms
from app.bus import Bus
from app.records import Records
from app.values import Room


class House:
    def __init__(self, records: Records, bus: Bus) -> None:
        self.records = records
        self.bus = bus
        self.changed: Callable[[Room], None] = lambda _room: None
        """Who else wants to know: the clock."""

    async def change(self, code: str, decide: Callable[[Room], Room]) -> Room:
        """The room as `decide` made it, committed and announced. Raises what `decide` raises."""
        before: list[Room] = []

        def decided(room: Room) -> Room:
            before.append(room)
            new = decide(room)
            return room if new is room else rooms.settle(new, time.time())

        room = await self.records.change(code, decided)
        if room is not before[-1]:
            self.bus.ring(code)
            self.changed(room)
        return room
