"""The README's example runs."""

from __future__ import annotations

import doctest
from pathlib import Path

from tests.server import Server

README = Path(__file__).parent.parent / "README.md"


def test_the_example_in_the_readme_runs(server: Server) -> None:
    failed, tried = doctest.testfile(
        str(README),
        module_relative=False,
        globs={"server": server.url},
        optionflags=doctest.ELLIPSIS,
    )
    assert tried > 5
    assert not failed
