"""More than there should be: writes without end, eyes at one instant, readers that froze."""

from __future__ import annotations

import asyncio
import signal
import subprocess
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep

from tests.bench.party import watch_as_tv
from tests.drills.figure import Figure
from tests.drills.restarts import size
from tests.party import of
from tests.server import Server, serving
from tests.test_apart import foreign
from tests.test_crowds import sockets
from tests.test_faults import change_minds, kept
from tests.visitors import Visitor, seated, visitors

WRITES, TVS = 20_000, 20


async def wal(folder: Path) -> list[Figure]:
    """F11: twenty thousand writes while twenty streams are open."""
    with serving(folder) as server, visitors(server.url, 5) as five:
        seated(five)
        five[0].move("pick", card=five[0].look()["match"]["view"]["offer"][0])
        largest, over, lost = [0.0], Event(), list[str]()

        def look() -> None:
            while not over.wait(0.05):
                largest[0] = max(largest[0], size(server, "-wal"))

        looking = Thread(target=look)
        looking.start()
        host = f"127.0.0.1:{server.port}"
        tvs = [await watch_as_tv(host, five[0].code, lost.append) for _ in range(TVS)]
        while (made := sum(move.kind == "ego" for move in kept(server.database))) < WRITES:
            await change_minds(five[1:])
        over.set()
        looking.join()
        for tv in tvs:
            tv.close()
    return [
        Figure(f"largest log in {made:,} writes", largest[0], "MB", most=16),
        Figure("streams that broke", len(lost), most=0),
    ]


async def apart(folder: Path, rounds: int = 1_000) -> list[Figure]:
    """F34: eight seats look at once, at what was never drawn and at what was just drawn."""
    with serving(folder) as server:
        wrong = await asyncio.to_thread(foreign, server, rounds)
    return [Figure(f"of {2 * 8 * rounds:,} answers have something foreign", wrong, most=0)]


NEWS = 400
"""So much that no kernel keeps it all for a reader that reads nothing."""


async def frozen(folder: Path) -> list[Figure]:
    """F23: a reader is stopped in the middle of a stream. Its kernel still answers, so it is gone
    once there is more to say than that one keeps."""
    with serving(folder) as server, visitors(server.url, 2) as (ann, bob):
        ann.join(ann.open_room(), "Ann")
        bob.join(ann.code, "Bob")
        ann.look()
        before = sockets(server)
        address = f"{server.url}/rooms/{bob.code}/events?accept=application/json"
        asked = ["curl", "-sN", "-H", bob.cookie, "-o", "/dev/null", address]
        with subprocess.Popen(asked) as curl:
            while not of(ann, bob)["here"]:
                sleep(0.05)
            curl.send_signal(signal.SIGSTOP)
            began = monotonic()
            for number in range(NEWS):
                assert ann.post("rename", name=f"Ann {number}").is_success
            closed, away = gone(server, ann, bob, before, began)
            curl.kill()
    return [
        Figure("its line is closed after", closed, "s", most=30),
        Figure("it is away, so nothing waits for it any more, after", away, "s", most=40),
    ]


def gone(
    server: Server, ann: Visitor, bob: Visitor, sockets_before: int, began: float
) -> tuple[float, float]:
    closed = 0.0
    while monotonic() - began < 60:
        if not closed and sockets(server) <= sockets_before:
            closed = monotonic() - began
        if closed and not of(ann, bob)["here"]:
            break
        sleep(0.2)
    return closed or 60, monotonic() - began
