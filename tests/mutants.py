"""Which small change would no test notice? ``make mutants GAME=soulmates``, or ``GAME=core``.

mutmut makes the changes and runs the quick tests that pass through each. It misses two kinds: what
a module works out when it is loaded, and what a test kept from an earlier one. So whatever seems
to live is looked at again, by all tests of the game, in a process of its own. What lives then is
listed with its reason in tests/<slug>/SURVIVORS.md. The core is judged by the tests that run
inside, in milliseconds; what a server in another process would show is not asked.

``python -m tests.mutants soulaween rules guides`` looks at two files only.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

CORES = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
MUTMUT = (sys.executable, "-m", "mutmut")
PYTEST = (sys.executable, "-m", "pytest", "-x", "-q", "-m", "not served")
WORKSHOP = Path("mutants")
"""mutmut's copy of the tree: every change is in it, and a variable says which one is on."""
PATIENCE = 300
"""Seconds. A change after which the tests never end is noticed too."""
SEEN = ("killed", "timeout", "segfault")


class Place(NamedTuple):
    """What is changed, and which tests must notice."""

    modules: str
    tests: tuple[str, ...]
    names: str
    """Of those tests: as pytest's ``-k`` picks them."""


def main(slug: str, files: list[str]) -> None:
    place = _place(slug)
    wanted = [f"{place.modules}{file}." for file in files] or [place.modules]
    quick = {**os.environ, "PYTEST_ADDOPTS": f"-k '{place.names}' -m 'not slow and not served'"}
    run = [*MUTMUT, "run", "--max-children", str(CORES), *(f"{start}*" for start in wanted)]
    subprocess.run(run, env=quick, check=True)
    verdicts = {
        mutant: verdict for mutant, verdict in _results() if mutant.startswith(tuple(wanted))
    }
    if _noticed("", place):
        raise SystemExit("The tests fail as it is.")
    doubtful = [mutant for mutant, verdict in verdicts.items() if verdict not in SEEN]
    with ThreadPoolExecutor(CORES) as pool:
        noticed = dict(
            zip(doubtful, pool.map(lambda mutant: _noticed(mutant, place), doubtful), strict=True)
        )
    living = [mutant for mutant in doubtful if not noticed[mutant]]
    for mutant in living:
        print(_said(*MUTMUT, "show", mutant))
    _figures([*verdicts], living)


def _place(slug: str) -> Place:
    if slug == "core":
        tests = ("tests/core", "tests/test_memory.py", "tests/test_people.py")
        return Place("app.core.", tests, "core or test_memory or test_people")
    return Place(f"games.{slug}.", (f"tests/{slug}", "tests/test_every_game.py"), slug)


def _results() -> list[tuple[str, str]]:
    lines = _said(*MUTMUT, "results", "--all", "true").splitlines()
    return [
        (mutant.strip(), verdict.strip())
        for mutant, colon, verdict in (line.partition(":") for line in lines)
        if colon
    ]


def _noticed(mutant: str, place: Place) -> bool:
    try:
        done = subprocess.run(
            [*PYTEST, "-k", place.names, *place.tests],
            cwd=WORKSHOP,
            env={**os.environ, "MUTANT_UNDER_TEST": mutant},
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def _figures(mutants: list[str], living: list[str]) -> None:
    """By file, and for the whole game."""
    of, alive = Counter(map(_file, mutants)), Counter(map(_file, living))
    for file in (*sorted(of), "all"):
        count, live = (of[file], alive[file]) if file != "all" else (len(mutants), len(living))
        print(f"{file:>10}: {count - live} of {count} noticed ({(count - live) / count:.1%})")


def _file(mutant: str) -> str:
    return mutant.split(".")[2]


def _said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
