"""Who has a page open, or looks again and again. A short absence, such as a reload, is none."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from app.core import people
from app.core.errors import Refused
from app.core.values import MemberId
from app.live.rooms import Rooms

GRACE = 8.0
"""Seconds without an open page before somebody counts as away."""


class Presence:
    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._open: Counter[MemberId] = Counter()
        self._visits: Counter[MemberId] = Counter()
        """So that only the end of the newest visit can make somebody away."""
        self._tabs: dict[MemberId, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def here(self, code: str, who: MemberId, tab: str) -> AsyncIterator[None]:
        """As long as this lasts, a page of theirs is open."""
        self._open[who] += 1
        self._visits[who] += 1
        try:
            if tab and self._tabs.get(who) != tab:
                self._tabs[who] = tab
                self._rooms.bus.ring(code)  # an older tab shall look, and give way
            await self._rooms.change(code, lambda room: people.arrive(room, who))
            yield
        finally:
            self._leave(code, who)

    async def seen(self, code: str, who: MemberId, tab: str) -> None:
        """A page of theirs looked without an open line: they are here for as long as the grace."""
        async with self.here(code, who, self._tabs.get(who, tab)):
            pass

    def newest(self, who: MemberId, tab: str) -> bool:
        """Is this the tab opened last? Scripts have none and never give way."""
        return not tab or self._tabs.get(who, tab) == tab

    def _leave(self, code: str, who: MemberId) -> None:
        self._open[who] -= 1
        if self._open[who] <= 0:
            del self._open[who]
            task = asyncio.get_running_loop().create_task(
                self._vanish(code, who, self._visits[who])
            )
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _vanish(self, code: str, who: MemberId, visit: int) -> None:
        await asyncio.sleep(GRACE)
        if not self._open[who] and self._visits[who] == visit:
            del self._visits[who]
            self._tabs.pop(who, None)
            with suppress(Refused):
                await self._rooms.change(code, lambda room: people.vanish(room, who, time.time()))
