"""Where computer players think, and other long work is done: in processes of their own, so that no
room waits for another's.

A process knows the games and nothing else; a computer is given what its seat sees. Who looks back
at a finished match, in which nothing is hidden any more, has it played again there, too.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context, parent_process
from random import Random
from threading import Thread
from typing import Any, ParamSpec, TypeVar

from app.core import replay
from app.core.errors import Unavailable
from app.core.play import BotTurn
from app.core.values import Match
from games import GAMES
from games.contract import Seat

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 8.0
"""Seconds after which a computer that is still thinking has failed."""
WORKERS = max(1, min(4, (os.cpu_count() or 2) - 1))


class Thinking:
    def __init__(self, workers: int = WORKERS, patience: float = PATIENCE) -> None:
        self._workers, self._patience = workers, patience
        self._pool: ProcessPoolExecutor | None = None
        self._places = asyncio.Semaphore(workers)
        """Patience is for thinking: nobody's begins before a process is free."""

    async def answer(self, turn: BotTurn) -> Any:
        """A move. Raises whatever the computer player raises, or TimeoutError."""
        return await self.of(_think, turn)

    async def step(
        self, match: Match, moves: tuple[tuple[Seat, Any], ...], wish: int
    ) -> tuple[int, Any]:
        """See `replay.found`: to play it all again takes as long as a computer's answer. Raises
        Unavailable."""
        try:
            return await self.of(replay.found, match, moves, wish)
        except (BrokenExecutor, TimeoutError) as error:
            raise Unavailable("That takes too long just now. Try again in a moment.") from error

    async def of(self, work: Callable[P, T], *args: P.args, **values: P.kwargs) -> T:
        """What `work` makes of that, elsewhere. Raises what it raises, or TimeoutError."""
        async with self._places:
            self._pool = pool = self._pool or ProcessPoolExecutor(
                self._workers, mp_context=get_context("spawn"), initializer=_alone
            )
            try:
                loop = asyncio.get_running_loop()
                done = loop.run_in_executor(pool, partial(work, *args, **values))
                return await asyncio.wait_for(done, self._patience)
            except (BrokenExecutor, TimeoutError):
                if self._pool is pool:
                    self.close()
                raise

    def close(self) -> None:
        """Nobody waits for what is still being thought."""
        pool, self._pool = self._pool, None
        if pool:
            for process in tuple((getattr(pool, "_processes", None) or {}).values()):
                process.kill()
            pool.shutdown(wait=False)


def _think(turn: BotTurn) -> Any:
    strength = GAMES[turn.game].bots[turn.strength]
    return strength.play(turn.view, turn.ask, Random(turn.seed))


def _alone() -> None:
    """Ctrl-C is the server's; a server that is killed takes its computers along."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    if parent := parent_process():

        def follow() -> None:
            parent.join()
            os._exit(0)

        Thread(target=follow, daemon=True).start()
