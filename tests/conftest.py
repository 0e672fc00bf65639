from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from app.core.values import Room
from tests import tongues
from tests.core import notation
from tests.server import Server, serving
from tests.visitors import Visitor, gathered, visitors

settings.register_profile("soulroom", deadline=None, derandomize=True)
settings.load_profile("soulroom")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that leave it as it is; rooms do not know of each other."""
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def table(server: Server) -> Iterator[list[Visitor]]:
    """Five devices."""
    with visitors(server.url, 5) as five:
        yield five


@pytest.fixture
def party(table: list[Visitor]) -> list[Visitor]:
    """Ann, who hosts, Bob and Cid in the lobby; two more before the door."""
    code = gathered(table[:3])
    for guest in table[3:]:
        guest.code = code
    return table


@pytest.fixture
def room() -> Room:
    """Ann, who hosts, Bob and Cid."""
    return notation.room("ann", "bob", "cid")


@pytest.fixture
def czech(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """There is one catalogue, of a language with three plural forms."""
    with tongues.speaking(tmp_path, monkeypatch, cs=tongues.czech()):
        yield


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first, so that at the end nobody waits for one of them. Who needs a folder for
    a database asks a server."""
    items.sort(key=lambda item: "test_room_model" not in item.nodeid)
    for item in items:
        if "tmp_path_factory" in getattr(item, "fixturenames", ()):
            item.add_marker("served")
