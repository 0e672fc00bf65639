"""The doorbell: says *that* a room changed, never *what* changed. And who calls through the door:
a soul hops, and whoever is not listening just then has missed it."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

BEAT = 5.0
"""Seconds after which a line that has nothing to tell says at least that it is there; a page that
hears nothing for nine says *Reconnecting*."""


class Bell:
    """One listener's flag. Ten rings before it looks are one."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()
        self.since = time.monotonic()
        """When its listener last began to wait."""
        self._calls: list[str] = []

    def ring(self) -> None:
        self._rung.set()

    def call(self, who: str) -> None:
        self._calls.append(who)
        self.ring()

    def calls(self) -> list[str]:
        """Who called since the last time, once each."""
        called, self._calls = self._calls, []
        return list(dict.fromkeys(called))

    async def wait(self) -> None:
        self.since = time.monotonic()
        await self._rung.wait()
        self._rung.clear()


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
        try:
            yield
        finally:
            self._bells[code].discard(bell)
            if not self._bells[code]:
                del self._bells[code]

    async def beat(self) -> None:
        """Rings, for ever, whoever has waited in vain: a lost ring costs no more than that."""
        while True:
            await asyncio.sleep(BEAT / 10)
            late = time.monotonic() - BEAT
            for bells in self._bells.values():
                for bell in bells:
                    if bell.since < late:
                        bell.ring()

    def close(self) -> None:
        self.closed = True
        for code in tuple(self._bells):
            self.ring(code)
