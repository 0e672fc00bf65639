"""``python -m tests.drills``: faults that take longer than tests may.

Each drill starts a real server, does harm to it by real sockets, and says what it measured beside
what it may be. Drills can be named, and the last one given a number:
``python -m tests.drills soak 600``.
"""

from __future__ import annotations

import inspect
import os
import sys
import tempfile
from pathlib import Path

import uvloop

from tests.bench import machine
from tests.drills import asleep, crowds, overload, restarts

DRILLS = {
    drill.__name__: drill
    for drill in (
        crowds.wal,
        restarts.restart,
        restarts.storm,
        crowds.frozen,
        asleep.asleep,
        crowds.apart,
        overload.overload,
        restarts.soak,
    )
}


def main(names: list[str]) -> int:
    machine.allow_many_sockets()
    number = [int(names.pop())] if names and names[-1].isdigit() else []
    failed = 0
    for name in names or DRILLS:
        drill, given = DRILLS[name], number if name in names[-1:] else []
        print(f"{name}: {inspect.getdoc(drill)}", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            figures = uvloop.run(drill(Path(folder), *given))
        print(*figures, f"  load of the machine {os.getloadavg()[0]:.1f}", sep="\n", flush=True)
        failed += sum(not figure.holds for figure in figures)
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
