"""All the rooms of this process: change one, and when it is on disk, ring."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from app.core import play
from app.core.lifecycle import Start
from app.core.values import MemberId, Room
from app.live.bus import Bus
from app.store.records import Records


class Rooms:
    def __init__(self, records: Records, bus: Bus) -> None:
        self.records = records
        self.bus = bus
        self.changed: Callable[[Room], None] = lambda _room: None
        """Who else wants to know: the clock."""

    async def newest(self, code: str) -> Room:
        """As it was committed last. Raises NoSuchRoom."""
        return await self.records.room(code)

    async def change(self, code: str, decide: Callable[[Room], Room]) -> Room:
        """The room as `decide` made it, committed and announced. Raises what `decide` raises."""
        before: list[Room] = []

        def decided(room: Room) -> Room:
            before.append(room)
            new = decide(room)
            return room if new is room else play.rescheduled(new, time.time())

        room = await self.records.commit(code, decided)
        if room is not before[-1]:
            self.bus.ring(code)
            self.changed(room)
        return room


def new_start(first: str = "") -> Start:
    """A match begins now, with luck nobody can foresee."""
    return Start(
        id=secrets.token_hex(8),
        seed=secrets.token_hex(16),
        now=time.time(),
        first=MemberId(first) if first else None,
    )
