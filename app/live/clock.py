"""What happens by itself: computers answer, an absent host's role comes free, rooms expire."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, TypeAlias

from app.core import lifecycle, play
from app.core.errors import Refused
from app.core.values import Room
from app.live import steady
from app.live.rooms import Rooms
from app.live.thinking import Thinking

LIFETIME = 24 * 3600.0
"""Seconds a room is kept after its last sign of life."""
SWEEP = 600.0
SCAN = 5.0
"""Seconds after which whatever is due is looked for, in case its alarm went unheard."""

Work: TypeAlias = Callable[[], Coroutine[Any, Any, None]]

log = logging.getLogger(__name__)


class Clock:
    """One alarm per room, set anew whenever the room changes."""

    def __init__(self, rooms: Rooms, thinking: Thinking) -> None:
        self._rooms = rooms
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._striking: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinking = thinking
        rooms.changed.append(self.wind)
        rooms.swept.append(self._forget)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        await self._rooms.records.wake(steady.now(), play.READING)
        for work in (self._scan, self._sweep):
            self._start(_surviving(work))
        try:
            yield
        finally:
            for alarm in self._alarms.values():
                alarm.cancel()
            for task in tuple(self._tasks):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            self._thinking.close()

    def wind(self, room: Room) -> None:
        self._forget(room.code)
        if room.due is not None:
            wait = max(0.0, room.due - steady.now())
            loop = asyncio.get_running_loop()
            self._alarms[room.code] = loop.call_later(wait, self._ring, room.code)

    def _forget(self, code: str) -> None:
        if alarm := self._alarms.pop(code, None):
            alarm.cancel()

    def _ring(self, code: str) -> None:
        self._alarms.pop(code, None)
        if code not in self._striking:
            self._striking.add(code)
            self._start(self.strike(code))

    async def strike(self, code: str) -> None:
        """Whatever is due now; a room that has gone needs nothing."""
        try:
            room, now = await self._rooms.newest(code), steady.now()
            if room.due is None or room.due > now:  # a timer may ring a little early
                self.wind(room)
            elif room.match and room.match.due is not None and room.match.due < now:
                await self._answer(room)
            else:
                await self._rooms.change(code, self._elapsed)
        except Refused as error:
            log.info("what was due in a room is tried again: %s", type(error).__name__)
        finally:
            self._striking.discard(code)

    async def _answer(self, room: Room) -> None:
        """A computer's turn. One that fails tries again with fresh luck, then the others try."""
        for attempt in range(play.attempts(room)):
            turn = play.bot_turn(room, attempt)
            if turn is None:
                await self._rooms.change(room.code, self._elapsed)
                return
            try:
                move = await self._thinking.answer(turn)
                made = partial(play.play_bot, turn=turn, move=move, now=steady.now())
                self.wind(await self._rooms.change(room.code, made))
                return
            except Refused:
                raise
            except Exception as error:
                log.error("a computer player of %s failed", turn.game, exc_info=error)

    def _elapsed(self, room: Room) -> Room:
        now = steady.now()
        return lifecycle.elapsed(play.rescheduled(room, now), now)

    async def _scan(self) -> None:
        while True:
            for code in await self._rooms.records.due(steady.now()):
                self._ring(code)
            await asyncio.sleep(SCAN)

    async def _sweep(self) -> None:
        while True:
            while swept := await self._rooms.sweep(steady.now() - LIFETIME):
                await asyncio.sleep(0.01 * len(swept))  # those who play have the disk in between
            await self._rooms.records.scrub()
            await asyncio.sleep(SWEEP)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("the clock stumbled", exc_info=error)


async def _surviving(work: Work) -> None:
    """For ever: what goes wrong once is said and tried again."""
    while True:
        try:
            await work()
        except Exception as error:
            log.error("%s stumbled", work.__qualname__, exc_info=error)
        await asyncio.sleep(SCAN)
