"""Servers on one core, for crowds that play from another."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Self

from tests.bench import machine
from tests.bench.load import ROOMS, SEATS, Crowd
from tests.bench.wire import Broken, Line, request
from tests.server import ROOT, Server

LIMIT = 300
"""Seconds after which something hangs."""


class Servers:
    """Each with a database of its own in a folder; whichever still runs is stopped at the end."""

    def __init__(self, folder: Path) -> None:
        self.cores = machine.cores()
        self._folder = folder
        self._open = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    async def new(self, name: str, tree: Path = ROOT, module: str = "app") -> Server:
        folder = self._folder / name
        folder.mkdir()
        server = Server(folder, tree=tree, module=module)
        self._open.enter_context(_stopped_at_the_end(server))
        await self.start(server)
        return server

    async def start(self, server: Server) -> float:
        """Seconds from the start of the process, on its own core, until it answers."""
        machine.run_on(self.cores and self.cores[0])
        begun = time.perf_counter()
        process = server.launch()
        machine.run_on(self.cores and self.cores[1])
        while not await _healthy(server.port):
            if process.poll() is not None or time.perf_counter() - begun > 60:
                raise Broken("the server did not start")
            await asyncio.sleep(0.005)
        return time.perf_counter() - begun

    @property
    def logs(self) -> list[str]:
        return [log.read_text("utf-8") for log in self._folder.glob("*/log")]


@asynccontextmanager
async def playing(
    server: Server, rooms: int = ROOMS, seats: int = SEATS, game: str = "soulmates"
) -> AsyncIterator[Crowd]:
    """Rooms full of people, who leave at the end."""
    assert server.process
    crowd = Crowd(f"127.0.0.1:{server.port}", server.process.pid, rooms, seats, game)
    try:
        async with asyncio.timeout(LIMIT):
            await crowd.come()
            yield crowd
    except TimeoutError:
        raise Broken("nothing went on any more") from None
    crowd.leave()


@contextmanager
def _stopped_at_the_end(server: Server) -> Iterator[Server]:
    try:
        yield server
    finally:
        if server.process and server.process.poll() is None:
            server.process.terminate()
            with suppress(subprocess.TimeoutExpired):
                server.process.wait(10)
            server.process.kill()


async def _healthy(port: int) -> bool:
    loop = asyncio.get_running_loop()
    try:
        _, line = await loop.create_connection(Line, "127.0.0.1", port)
        answer = await asyncio.wait_for(
            line.send(request("GET", "/healthz", f"127.0.0.1:{port}")), timeout=5
        )
    except (OSError, Broken, TimeoutError):
        return False
    line.close()
    return answer.status == 200


@contextmanager
def no_collector() -> Iterator[None]:
    """The load's own collector must not show in the server's delays."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()
