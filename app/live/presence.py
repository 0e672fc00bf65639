"""Who has a page open, or looks again and again. A short absence, such as a reload, is none."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from app.core import people
from app.core.errors import Refused
from app.core.values import Member, MemberId
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
        self._open: set[str] = set()
        """The lines of this process."""
        self._looks: dict[MemberId, object] = {}
        """Of those who look without a line: their last look."""
        self._tvs: Counter[str] = Counter()
        """How many TVs of this process show a room."""
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def here(self, code: str, who: MemberId, line: str) -> AsyncIterator[None]:
        """As long as this lasts, their newest page is open on this line."""
        self._open.add(line)
        try:
            await self.arrive(code, who, line)
            yield
        finally:
            self._open.discard(line)
            self._start(self._vanish(code, who, line))

    async def seen(self, code: str, me: Member, tab: str) -> None:
        """A page of theirs has looked for itself: as good as a line, until the grace is over."""
        if me.line and (me.line in self._open or not me.line.startswith(f"{tab}.")):
            return
        line, look = f"{tab}.look", object()
        self._looks[me.id] = look
        if me.line != line or me.away is not None:
            await self.arrive(code, me.id, line)
        self._start(self._vanish(code, me.id, line, look))

    @asynccontextmanager
    async def shown(self, code: str) -> AsyncIterator[None]:
        """As long as this lasts, a TV shows this room."""
        self._tvs[code] += 1
        try:
            await self._look_up(code)
            yield
        finally:
            self._tvs[code] -= 1
            self._start(self._dark(code))

    async def _dark(self, code: str) -> None:
        await asyncio.sleep(GRACE)
        with suppress(Refused):
            await self._look_up(code)

    async def _look_up(self, code: str) -> None:
        tv = self._tvs[code] > 0
        if not tv:
            del self._tvs[code]
        await self._rooms.change(code, lambda room: people.tell_of_tv(room, tv))

    async def arrive(self, code: str, who: MemberId, line: str) -> None:
        await self._rooms.change(code, lambda room: people.arrive(room, who, line))

    async def _vanish(
        self, code: str, who: MemberId, line: str, look: object | None = None
    ) -> None:
        await asyncio.sleep(GRACE)
        if look is not None and self._looks.get(who) is not look:
            return
        if look is not None:
            del self._looks[who]
        now = steady.now()
        with suppress(Refused):
            await self._rooms.change(code, lambda room: people.vanish(room, who, line, now))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
