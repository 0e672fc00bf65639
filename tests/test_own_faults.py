"""When we are at fault: how it is said, how often it is logged, and who can ask (F21, D16)."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from app.web.security import HEADERS
from tests.inside import app_inside, device
from tests.loop import run
from tests.server import ROOT, Server, serving
from tests.test_rights import TABLE
from tests.visitors import JSON, Visitor, visitors

BREAKING = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from app.draw.assets import Stamped
from app.store.records import Records
from app.web.stream import Listener
async def broken(*_): raise RuntimeError("a fault of ours")
"""
"""Python reads it before the server's own first line."""
IN_ROOMS = {case.route for case in TABLE if "{code}" in case.route} - {"GET /{code}"}
ROUTES = ("POST /rooms", "GET /static/x/app.css", *sorted(IN_ROOMS))
FIELDS: dict[str, dict[str, object]] = {case.route: case.fields for case in TABLE}


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with breaking(
        tmp_path_factory.mktemp("faulty"), "Records.room = Records.open = Stamped.get_response"
    ) as server:
        yield server


@contextmanager
def breaking(folder: Path, what: str) -> Iterator[Server]:
    (folder / "sitecustomize.py").write_text(f"{BREAKING}\n{what} = broken\n")
    with serving(folder, PYTHONPATH=str(folder)) as server:
        yield server


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
@pytest.mark.parametrize("route", ROUTES)
def test_f21_a_fault_is_a_sentence_with_every_header_and_one_entry_in_the_log(
    faulty: Server, route: str, accept: str
) -> None:
    method, _, path = route.partition(" ")
    before = faulty.log
    with visitors(faulty.url, 1) as [guest]:
        answer = guest.http.request(
            method,
            path.format(code="BCDF"),
            headers={"Accept": accept},
            json=FIELDS.get(route, {}) if method == "POST" else None,
        )
    assert answer.status_code == 500
    assert "Something broke on our side." in answer.text
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert answer.headers["cache-control"] == "no-store"
    said = faulty.log.removeprefix(before)
    assert said.count("RuntimeError: a fault of ours") == 1, said
    assert said.count("Traceback") == 1, said


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
@pytest.mark.parametrize(
    ("what", "path"),
    [("security.Guard._refusal", "/"), ("context.texts.negotiate", "/rooms/KLMR/events")],
)
def test_f21_a_fault_of_the_guard_or_of_what_answers_faults_is_answered_alike(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    what: str,
    path: str,
    accept: str,
) -> None:
    with app_inside(tmp_path) as app:
        monkeypatch.setattr(f"app.web.{what}", lambda *_: 1 / 0)
        answer = run(device(app).get(path, headers={"Accept": accept}))
    assert answer.status_code == 500
    assert "Something broke on our side." in answer.text
    assert ("application/problem+json" in answer.headers["content-type"]) == ("json" in accept)
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert answer.headers["cache-control"] == "no-store"
    assert [record.levelname for record in caplog.records] == ["ERROR"]


def test_f21_a_stream_that_breaks_is_cut_off_with_one_entry_in_the_log(tmp_path: Path) -> None:
    with breaking(tmp_path, "Listener.look") as server, visitors(server.url, 1) as [guest]:
        path = f"/rooms/{guest.open_room()}/events"
        with guest.http.stream("GET", path, params={"as": "tv"}) as stream:
            assert stream.status_code == 200
            with pytest.raises(httpx.RemoteProtocolError):
                stream.read()
        assert server.log.count("RuntimeError: a fault of ours") == 1, server.log
        assert server.log.count("Exception in ASGI application") == 1


# --- HEAD ---

LOOKED_AT = sorted({case.route.split()[1] for case in TABLE if case.route.startswith("GET")})


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
@pytest.mark.parametrize("path", [*LOOKED_AT, "/static/x/app.css", "/nothing/here"])
def test_d16_head_is_answered_as_get_is_without_a_body(
    table: list[Visitor], path: str, accept: str
) -> None:
    ann = table[0]
    ann.join(ann.open_room(), "Ann")
    address, headers = path.format(code=ann.code, slug="soulaween"), {"Accept": accept}
    ann.http.timeout = httpx.Timeout(3)
    head = ann.http.head(address, headers=headers)
    with ann.http.stream("GET", address, headers=headers) as get:
        assert (head.status_code, head.content) == (get.status_code, b"")
        varying = {"date", "content-length", "transfer-encoding"}
        assert shown(head, varying) == shown(get, varying)
    assert ann.http.get("/healthz").text == "ok", "the connection is still good"


def shown(answer: httpx.Response, but: set[str]) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name not in but}


@pytest.mark.parametrize("path", ["/rooms", "/rooms/{code}/leave", "/rooms/{code}/moves"])
def test_d16_there_is_nothing_to_see_where_one_can_only_act(ann: Visitor, path: str) -> None:
    address = path.format(code=ann.code)
    assert ann.http.head(address).status_code == ann.http.get(address).status_code
    assert ann.http.head(address).status_code in (404, 405)


@pytest.fixture
def ann(table: list[Visitor]) -> Visitor:
    return table[0].join(table[0].open_room(), "Ann")


# --- alive, and able to write ---


def test_d16_ready_means_that_the_writer_can_write(tmp_path: Path) -> None:
    with serving(tmp_path / "ready") as server, visitors(server.url, 1) as [guest]:
        assert (guest.http.get("/readyz").status_code, guest.http.get("/healthz").text) == (
            200,
            "ok",
        )
        with closing(sqlite3.connect(server.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # nobody else can write as long as this lasts
            start = time.monotonic()
            refused = guest.http.get("/readyz", headers=JSON)
            assert time.monotonic() - start < 4
            assert refused.status_code == 503
            assert refused.json()["detail"].startswith("The table cannot write anything down")
            assert refused.headers["retry-after"]
            assert guest.http.get("/healthz").status_code == 200, "alive all the same"
            other.execute("ROLLBACK")
        assert guest.http.get("/readyz").status_code == 200


def test_d16_being_asked_whether_one_is_ready_changes_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "asked") as server, visitors(server.url, 1) as [guest]:
        guest.join(guest.open_room(), "Ann")
        with closing(sqlite3.connect(server.database)) as db:
            before = list(db.iterdump())
            assert guest.http.get("/readyz").status_code == 200
            assert list(db.iterdump()) == before


def test_d16_a_container_is_restarted_only_when_it_is_dead() -> None:
    [check] = [line for line in (ROOT / "Dockerfile").read_text().splitlines() if "HEALTH" in line]
    assert "/healthz" in check
