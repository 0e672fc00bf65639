"""All the rooms of this process: change one, and when it is on disk, ring."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from sqlalchemy import Connection

from app.core import play
from app.core.lifecycle import Start
from app.core.values import MemberId, Room
from app.live import steady
from app.live.bus import Bus
from app.store.records import Records


class Rooms:
    def __init__(self, records: Records, bus: Bus) -> None:
        self.records = records
        self.bus = bus
        self.changed: list[Callable[[Room], None]] = []
        """Who else wants to know of a new version."""
        self.swept: list[Callable[[str], None]] = []
        """Who must forget a room that has gone."""

    async def newest(self, code: str) -> Room:
        """As it was committed last. Raises NoSuchRoom."""
        return await self.records.room(code)

    async def change(
        self,
        code: str,
        decide: Callable[[Room], Room],
        also: Callable[[Connection], None] | None = None,
    ) -> Room:
        """The room as `decide` made it, committed and announced; `also` writes what else belongs
        to it. Raises what `decide` raises."""
        before: list[Room] = []

        def decided(room: Room) -> Room:
            before.append(room)
            new = decide(room)
            return room if new is room else play.rescheduled(new, steady.now())

        room = await self.records.commit(code, decided, also)
        if room is not before[-1]:
            self.bus.ring(code)
            for hear in self.changed:
                hear(room)
        return room

    async def sweep(self, touched_before: float) -> list[str]:
        """Some of the rooms nobody has touched since are gone now; whoever looks is told."""
        codes = await self.records.sweep(touched_before)
        for code in codes:
            self.bus.ring(code)
            for forget in self.swept:
                forget(code)
        return codes


def new_start(first: str = "") -> Start:
    """A match begins now, with luck nobody can foresee."""
    return Start(
        id=secrets.token_hex(8),
        seed=secrets.token_hex(16),
        now=steady.now(),
        first=MemberId(first) if first else None,
    )
