"""The doorbell: says *that* a room changed, never *what* changed."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager


class Bell:
    """One listener's flag. Ten rings before it looks are one."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def ring(self) -> None:
        self._rung.set()

    async def wait(self) -> None:
        await self._rung.wait()
        self._rung.clear()


class Bus:
    """Rings within this process. Call it from the event loop."""

    def __init__(self) -> None:
        self._bells: defaultdict[str, set[Bell]] = defaultdict(set)

    def ring(self, code: str) -> None:
        for bell in self._bells.get(code, ()):
            bell.ring()

    @contextmanager
    def listen(self, code: str) -> Iterator[Bell]:
        bell = Bell()
        self._bells[code].add(bell)
        try:
            yield bell
        finally:
            self._bells[code].discard(bell)
            if not self._bells[code]:
                del self._bells[code]
