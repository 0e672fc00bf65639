"""What happens by itself: computers answer, an absent host's role comes free, rooms expire."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from anyio import CapacityLimiter, to_thread

from app.core import hosting, play
from app.core.errors import Refused
from app.core.values import HOST_PATIENCE, Room
from app.live.rooms import Rooms

LIFETIME = 24 * 3600.0
"""Seconds a room is kept after its last sign of life."""
SWEEP = 600.0

log = logging.getLogger(__name__)


class Clock:
    """One alarm per room, set anew whenever the room changes."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinking = CapacityLimiter(1)
        """One computer at a time: several would keep the event loop waiting for its turn."""
        rooms.changed = self.wind

    @asynccontextmanager
    async def running(self, *others: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
        """As long as this lasts; `others` go on beside it."""
        await self._rooms.records.everyone_away(time.time())
        for room in await self._rooms.records.due():
            self.wind(room)
        for work in (self._sweep(), *others):
            self._start(work)
        try:
            yield
        finally:
            for alarm in self._alarms.values():
                alarm.cancel()
            for task in tuple(self._tasks):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    def wind(self, room: Room) -> None:
        if alarm := self._alarms.pop(room.code, None):
            alarm.cancel()
        due = next_event(room)
        if due is not None:
            loop = asyncio.get_running_loop()
            wait = max(0.0, due - time.time())
            self._alarms[room.code] = loop.call_later(
                wait, lambda: self._start(self._strike(room.code))
            )

    async def _strike(self, code: str) -> None:
        """Whatever is due now; a room that has gone needs nothing."""
        self._alarms.pop(code, None)
        with suppress(Refused):
            room = await self._rooms.newest(code)
            if (next_event(room) or 0) > time.time():  # a timer may ring a little early
                self.wind(room)
                return
            turn = play.bot_turn(room) if room.match else None
            if turn and room.match and (room.match.due or 0) <= time.time():
                think = room.match.rules.bots[turn.strength]
                move = await to_thread.run_sync(
                    think, turn.view, turn.ask, turn.luck, limiter=self._thinking
                )
                await self._rooms.change(
                    code, lambda now: play.play_bot(now, turn, move, time.time())
                )
            else:
                await self._rooms.change(code, lambda now: hosting.free_host(now, time.time()))

    async def _sweep(self) -> None:
        while True:
            await self._rooms.records.sweep(time.time() - LIFETIME)
            await asyncio.sleep(SWEEP)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("the clock stumbled", exc_info=error)


def next_event(room: Room) -> float | None:
    """When this room needs a look: seconds since 1970."""
    host = room.member(room.host)
    free = host.away + HOST_PATIENCE if host and host.away and not room.options.free else None
    due = room.match.due if room.match else None
    return min((time for time in (free, due) if time is not None), default=None)
