"""Who has a page open, or looks again and again. A short absence, such as a reload, is none."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from app.core import people
from app.core.errors import Refused
from app.core.values import MemberId
from app.live import steady
from app.live.rooms import Rooms

GRACE = 8.0
"""Seconds without an open page before somebody counts as away."""


class Presence:
    """Each open page has a line with a token; the newest one stands in its member's row.

    So a line that ends counts only while no newer page has been opened: a reload, a second tab and
    a restart are all this one case.
    """

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def here(self, code: str, who: MemberId, line: str) -> AsyncIterator[None]:
        """As long as this lasts, their newest page is open on this line."""
        await self.arrive(code, who, line)
        try:
            yield
        finally:
            task = asyncio.get_running_loop().create_task(self._vanish(code, who, line))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def visit(self, code: str, who: MemberId, line: str) -> None:
        """A page of theirs looked without an open line: they are here for as long as the grace."""
        async with self.here(code, who, line):
            pass

    async def arrive(self, code: str, who: MemberId, line: str) -> None:
        await self._rooms.change(code, lambda room: people.arrive(room, who, line))

    async def _vanish(self, code: str, who: MemberId, line: str) -> None:
        await asyncio.sleep(GRACE)
        now = steady.now()
        with suppress(Refused):
            await self._rooms.change(code, lambda room: people.vanish(room, who, line, now))
