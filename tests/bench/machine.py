"""What the system tells about the server's process, and which core it runs on."""

from __future__ import annotations

import os
import resource
import time
from pathlib import Path
from statistics import median
from typing import TypeAlias

Cores: TypeAlias = tuple[int, int] | None
"""The server's and the load's."""
PROC = Path("/proc/self/stat").is_file()
"""Without it neither the server's CPU time nor its memory can be read."""


def cores() -> Cores:
    """One for the server and one for the load; None where that cannot be had."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    mine = sorted(os.sched_getaffinity(0))
    return (mine[0], mine[1]) if len(mine) > 1 else None


def run_on(core: int | None) -> None:
    """This process, and whatever it starts from now on."""
    if core is not None:
        os.sched_setaffinity(0, {core})


def allow_many_sockets() -> None:
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def cpu(pid: int) -> float:
    """Seconds of user and system time so far."""
    if not PROC:
        return 0.0
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Resident, in KB."""
    if not PROC:
        return 0.0
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024


def fsync(folder: Path, times: int = 50) -> float:
    """Milliseconds for 4 KB to reach this disk."""
    took = []
    with (folder / "probe").open("wb", buffering=0) as probe:
        for _ in range(times):
            begun = time.perf_counter()
            probe.write(bytes(4096))
            os.fsync(probe.fileno())
            took.append(time.perf_counter() - begun)
    return median(took) * 1000
