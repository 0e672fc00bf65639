"""The plug is pulled: what the disk was never told to keep is gone, what we said yes to is not.

A real server is watched as it talks to the kernel. From that a disk is built that keeps a byte only
once it was synced, and cut off at any moment.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from tests.server import Server, serving
from tests.test_faults import kept
from tests.visitors import seated, visitors

MOVES, CUTS = 300, 30
CALLS = "pwrite64,write,fdatasync,fsync,ftruncate"
CALL = re.compile(r'([\d.]+) (\w+)\(\d+<([^>]*)>(?:, "([^"]*)"\.*)?(?:, (\d+))*\) += \d')
YES = b"HTTP/1.1 204"


class Call(NamedTuple):
    """What the server asked of the kernel."""

    at: float
    name: str
    path: str
    data: bytes
    place: int
    """Where to write, or how long the file shall be."""

    @property
    def is_yes(self) -> bool:
        return self.data.startswith(YES)

    @property
    def is_sync(self) -> bool:
        return self.name in ("fdatasync", "fsync")


@dataclass
class Disk:
    """Keeps only what was synced."""

    kept: dict[str, bytearray]
    asked: list[Call] = field(default_factory=list)
    """Not yet synced, in order."""

    def take(self, call: Call) -> None:
        if not call.is_sync:
            self.asked.append(call)
            return
        for asked in self.asked:
            if asked.path == call.path:
                self._keep(asked)
        self.asked = [asked for asked in self.asked if asked.path != call.path]

    def _keep(self, call: Call) -> None:
        file, end = self.kept[call.path], call.place + len(call.data)
        if call.name == "ftruncate":
            del file[end:]
        file.extend(bytes(max(end - len(file), 0)))
        file[call.place : end] = call.data


@dataclass
class Evening:
    """Moves made one by one, and all that the server asked for meanwhile."""

    before: dict[str, bytearray]
    calls: list[Call]

    @property
    def yeses(self) -> int:
        return sum(call.is_yes for call in self.calls)

    def cut(self, after: int, folder: Path) -> tuple[Path, int]:
        """The disk when the power goes after so many calls, and to how many moves we said yes."""
        disk = Disk({path: file.copy() for path, file in self.before.items()})
        for call in self.calls[:after]:
            if call.path in disk.kept:
                disk.take(call)
        folder.mkdir()
        for path, file in disk.kept.items():
            (folder / Path(path).name).write_bytes(file)
        return folder / "soulroom.db", sum(call.is_yes for call in self.calls[:after])


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    if not shutil.which("strace"):
        pytest.skip("There is no strace. Debian: apt-get install strace")
    folder = tmp_path_factory.mktemp("power")
    with serving(folder / "server") as server, visitors(server.url, 3) as three:
        ann, bob, _ = seated(three)
        ann.move("pick", card=ann.look()["match"]["view"]["offer"][0])
        before = {
            str(path): bytearray(path.read_bytes())
            for path in (server.database, server.database.with_name("soulroom.db-wal"))
        }
        with traced(server, folder):
            for number in range(MOVES):  # one mind, changed again and again
                letter = "ABCD"[number % 4]
                assert bob.post("moves", ask="round-1/ego", kind="ego", letter=letter).is_success
    return Evening(before, sorted(calls(folder)))


@contextmanager
def traced(server: Server, folder: Path) -> Iterator[None]:
    """Whatever the server asks of the kernel, a file for each of its threads."""
    assert server.process
    into = ["-ff", "-ttt", "-y", "-xx", "-s", "8192", "-o", str(folder / "trace")]
    asked = ["strace", *into, "-e", f"trace={CALLS}", "-p", str(server.process.pid)]
    with subprocess.Popen(asked, stderr=subprocess.PIPE, text=True) as tracer:
        assert tracer.stderr
        attached = tracer.stderr.readline()
        if "attached" not in attached:
            pytest.skip(attached)
        yield
        tracer.terminate()


def calls(folder: Path) -> Iterator[Call]:
    for trace in folder.glob("trace.*"):
        for at, name, path, data, place in CALL.findall(trace.read_text()):
            yield Call(float(at), name, text(path).decode(), text(data), int(place or 0))


def text(hexed: str) -> bytes:
    return bytes.fromhex(hexed.replace(r"\x", ""))


def test_f2_each_move_reaches_the_disk_before_it_is_acknowledged(evening: Evening) -> None:
    synced = 0
    for call in evening.calls:
        if call.is_yes:
            assert synced, "said yes before the disk did"
            synced = 0
        synced += call.is_sync
    syncs = sum(call.is_sync for call in evening.calls)
    print(f"\nF2: {syncs} syncs for {evening.yeses} moves")
    assert syncs >= evening.yeses == MOVES


def test_f2_no_cut_of_the_power_loses_what_was_acknowledged(
    evening: Evening, tmp_path: Path
) -> None:
    """Half of the cuts fall while the log is brought into the file."""
    luck, calls = Random("power"), evening.calls
    filing = [n for n, call in enumerate(calls) if call.path.endswith(".db")]
    assert filing
    cuts = luck.sample(range(len(calls)), CUTS // 2) + luck.choices(filing, k=CUTS // 2)
    lost = Counter[int]()
    for number, after in enumerate(cuts):
        database, acknowledged = evening.cut(after + 1, tmp_path / str(number))
        there = sum(move.kind == "ego" for move in kept(database))  # also that it is whole
        lost[max(acknowledged - there, 0)] += 1
    print(f"\nF2: {CUTS} cuts, lost by each: {dict(lost)}")
    assert lost == {0: CUTS}
