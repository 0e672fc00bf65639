"""The doorbell: says *that* a room changed, never *what* changed. And who calls through the door:
a soul hops, and whoever is not listening just then has missed it."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from random import uniform

BEAT = 5.0
"""Seconds after which a line that has nothing to tell says at least that it is there; a page that
hears nothing for nine says *Reconnecting*."""
SOONEST = 0.8
"""Of a beat. A little sooner each time, by chance: so those who came together do not stay in step,
and the server is never asked by all at once."""


class Bell:
    """One listener's flag. Ten rings before it looks are one.

    Whoever has waited in vain for a beat is rung too: a lost ring costs no more than that.
    """

    def __init__(self) -> None:
        self._rung = False
        self._waiter: asyncio.Future[None] | None = None
        self._since = time.monotonic()
        """When its listener last began to wait."""
        self._timer: asyncio.TimerHandle | None = None
        self._calls: list[str] = []

    def ring(self) -> None:
        self._rung = True
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)

    def call(self, who: str) -> None:
        self._calls.append(who)
        self.ring()

    def calls(self) -> list[str]:
        """Who called since the last time, once each."""
        called, self._calls = self._calls, []
        return list(dict.fromkeys(called))

    async def wait(self) -> None:
        self._since = time.monotonic()
        if not self._rung:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        self._rung = False

    def start(self) -> None:
        self._wind(0.0)

    def stop(self) -> None:
        if self._timer:
            self._timer.cancel()

    def _beat(self) -> None:
        silence = time.monotonic() - self._since
        if silence >= BEAT * SOONEST:
            self.ring()
            silence = 0.0
        self._wind(silence)

    def _wind(self, silence: float) -> None:
        wait = BEAT * uniform(SOONEST, 1.0) - silence
        self._timer = asyncio.get_running_loop().call_later(wait, self._beat)


class Bus:
    """Rings within this process. Call it from the event loop."""

    def __init__(self) -> None:
        self._bells: defaultdict[str, set[Bell]] = defaultdict(set)
        self.closed = False
        """The server stops: who listens shall go home."""

    def ring(self, code: str) -> None:
        for bell in self._bells.get(code, ()):
            bell.ring()

    def call(self, code: str, who: str) -> None:
        for bell in self._bells.get(code, ()):
            bell.call(who)

    def is_watched(self, code: str) -> bool:
        return code in self._bells

    @contextmanager
    def listen(self, code: str, bell: Bell) -> Iterator[None]:
        self._bells[code].add(bell)
        bell.start()
        try:
            yield
        finally:
            bell.stop()
            self._bells[code].discard(bell)
            if not self._bells[code]:
                del self._bells[code]

    def close(self) -> None:
        self.closed = True
        for code in tuple(self._bells):
            self.ring(code)
