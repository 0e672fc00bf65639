"""What cannot start says why in one line, with a code; what fails later says so and heals."""

from __future__ import annotations

import json
import re
import resource
import socket
import sqlite3
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

import pytest
from segno.helpers import make_wifi

from app.core.settings import Settings
from app.store.sqlite import Storage
from app.web import network
from tests.loop import run
from tests.server import ROOT, Server, free_port, serving
from tests.visitors import JSON, answer_all, seated, visitors

CONFIG, UNAVAILABLE = 78, 69
"""EX_CONFIG and EX_UNAVAILABLE of sysexits.h."""


NURSERY = """
import json, os, sys
import app.serve
for line in sys.stdin:
    order = json.loads(line)
    if child := os.fork():
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
        continue
    os.environ.update(order["env"])
    for number, path in enumerate(order["into"], 1):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), number)
    exec(order["first"])
    sys.exit(app.serve.main())
"""
"""Imports the app once, and is then a fresh process of it for each order."""


@pytest.fixture(scope="module")
def nursery() -> Iterator[subprocess.Popen[str]]:
    pipe = subprocess.PIPE
    run = [sys.executable, "-c", NURSERY]
    with subprocess.Popen(run, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as parent:
        yield parent
        assert parent.stdin
        parent.stdin.close()


@dataclass
class Launch:
    """A server that shall not start."""

    folder: Path
    parent: subprocess.Popen[str]
    port: int = field(default_factory=free_port)

    @property
    def database(self) -> Path:
        return self.folder / "soulroom.db"

    def complains(self, code: int = CONFIG, /, *, first: str = "", **settings: str) -> str:
        """What it says, in one line. `first` is Python before the start."""
        out, err = self.folder / "out", self.folder / "err"
        for old in (out, err):
            old.unlink(missing_ok=True)
        env = Server(self.folder, self.port).environment
        env |= {f"SOULROOM_{name}": value for name, value in settings.items()}
        order = {"env": env, "into": [str(out), str(err)], "first": first}
        assert self.parent.stdin
        assert self.parent.stdout
        print(json.dumps(order), file=self.parent.stdin, flush=True)
        status, said = int(self.parent.stdout.readline()), err.read_text()
        assert not re.search("Traceback|Error:|pydantic|sqlalchemy", said), said
        [line] = said.splitlines()
        assert re.match(r"soulroom: [\w/]", line), line
        assert (status, out.read_text()) == (code, ""), said
        return line


@pytest.fixture
def launch(tmp_path: Path, nursery: subprocess.Popen[str]) -> Launch:
    return Launch(tmp_path, nursery)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that did start."""
    with serving(tmp_path_factory.mktemp("running")) as server:
        yield server


def test_where_to_go_is_said_at_once_also_in_a_log(tmp_path: Path) -> None:
    with serving(tmp_path, PYTHONUNBUFFERED="") as server:
        assert "Soulroom is open." in server.log
        assert f":{server.port}/tv" in server.log


# --- another one was faster ---


def test_a_taken_port_is_said(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with socket.create_server(("127.0.0.1", server.port)):
        assert server.launch().wait(20) == UNAVAILABLE
    assert re.fullmatch(rf"soulroom: Port {server.port} is taken.+SOULROOM_PORT.+\n", server.log)
    assert not server.database.exists()


def test_f15_a_second_process_on_the_same_database_is_refused(
    running: Server, nursery: subprocess.Popen[str]
) -> None:
    with visitors(running.url, 1) as [ann]:
        ann.join(ann.open_room(), "Ann")
        before = rows(running.database)
        line = Launch(running.folder, nursery).complains()
        assert f"Another Soulroom uses {running.database}" in line
        assert rows(running.database) == before
        assert ann.post("rename", name="Anna").status_code == 204


# --- the database ---


def test_a_folder_that_cannot_be_made_is_said(launch: Launch) -> None:
    (launch.folder / "file").write_text("x")
    url = f"sqlite:///{launch.folder}/file/soulroom.db"
    line = launch.complains(DATABASE_URL=url)
    assert f"Cannot write {launch.folder}/file/soulroom.db" in line


def test_a_folder_that_is_not_ours_is_said(launch: Launch) -> None:
    nobody = "os.geteuid() or os.setuid(65534)"
    (launch.folder / "theirs").mkdir(mode=0o500)
    url = f"sqlite:///{launch.folder}/theirs/soulroom.db"
    assert "Check the folder's owner." in launch.complains(first=nobody, DATABASE_URL=url)


def test_a_directory_is_no_database(launch: Launch) -> None:
    launch.database.mkdir()
    assert str(launch.database) in launch.complains()


@pytest.mark.parametrize(
    "content",
    [
        b"not a database, but long enough to look like one" * 100,
        b"SQLite format 3\0" + b"\xff" * 5_000,
    ],
    ids=["text", "damaged"],
)
def test_a_file_that_is_no_database_is_said_and_left_as_it_is(
    launch: Launch, content: bytes
) -> None:
    launch.database.write_bytes(content)
    assert str(launch.database) in launch.complains()
    assert launch.database.read_bytes() == content


def test_a_full_disk_at_the_start_is_said(launch: Launch) -> None:
    full = "import resource as r; r.setrlimit(r.RLIMIT_FSIZE, (4_000, r.RLIM_INFINITY))"
    assert str(launch.database) in launch.complains(first=full)


def test_the_database_of_a_newer_version_is_left_as_it_is(  # F21c
    launch: Launch, running: Server
) -> None:
    with closing(sqlite3.connect(running.database)) as db:
        db.execute("VACUUM INTO ?", (str(launch.database),))
    with closing(sqlite3.connect(launch.database)) as db, db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
    before = rows(launch.database)
    assert "comes from another version" in launch.complains()
    assert rows(launch.database) == before


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://soulroom@localhost/soulroom",
        "postgresql+psycopg://localhost/soulroom",
        "mysql://localhost/soulroom",
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite:///file?mode=memory",
        "sqlite+aiosqlite:///var/soulroom.db",
        "var/soulroom.db",
        "nonsense",
        "",
    ],
)
def test_only_an_sqlite_file_is_a_database_yet(launch: Launch, url: str) -> None:
    assert "SOULROOM_DATABASE_URL" in launch.complains(DATABASE_URL=url)


def test_a_password_in_the_address_is_not_repeated(launch: Launch) -> None:
    url = "postgresql://soulroom:hunter2@localhost/soulroom"
    assert "hunter2" not in launch.complains(DATABASE_URL=url)
    assert "hunter2" not in launch.complains(DATABASE_URL="postgres:hunter2@localhost")


def test_redis_is_not_there_yet(launch: Launch) -> None:
    line = launch.complains(REDIS_URL="redis://localhost")
    assert "SOULROOM_REDIS_URL is not supported yet" in line


def test_an_old_sqlite_keeps_its_journal_another_way_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Where there is no newer one, as on ARM, everybody plays all the same."""
    monkeypatch.setattr("app.store.sqlite.SAFE_SQLITE", (99, 0, 0))
    old = Storage(Settings(database_url=f"sqlite:///{tmp_path}/soulroom.db"))
    mode = run(old.write(lambda db: db.exec_driver_sql("PRAGMA journal_mode").scalar_one()))
    old.close()
    assert mode == "truncate"
    assert "older than 3.51.3" in caplog.text
    monkeypatch.undo()
    new = Storage(Settings(database_url=f"sqlite:///{tmp_path}/soulroom.db"))
    mode = run(new.read(lambda db: db.exec_driver_sql("PRAGMA journal_mode").scalar_one()))
    new.close()
    assert mode == "wal"


# --- settings and files ---


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "99999"),
        ("PORT", "0"),
        ("PORT", "-1"),
        ("PORT", "http"),
        ("PORT", ""),
        ("BASE_URL", "play.example.org"),
        ("BASE_URL", "ftp://play.example.org"),
        ("BASE_URL", "https://"),
        ("BASE_URL", "https://["),
        ("BASE_URL", "https://play.example.org:99999"),
        ("BASE_URL", "https://play.example.org:http"),
        ("BASE_URL", ""),
        ("BASE_URL", "https://play.example.org/soulroom"),
        ("BASE_URL", "https://play.example.org/?room"),
        ("BASE_URL", "https://play.example.org#top"),
        ("WIFI", ""),
        ("WIFI", ":password"),
        ("ROOMS_PER_HOUR", "0"),
        ("ROOMS_PER_HOUR", "many"),
    ],
)
def test_nonsense_settings_are_named(launch: Launch, name: str, value: str) -> None:
    assert f"SOULROOM_{name}" in launch.complains(**{name: value})
    assert not launch.database.exists()


@pytest.mark.parametrize("host", ["no.such.host.invalid", "192.0.2.1", "::z", "[::1]", "a b"])
def test_an_address_this_machine_does_not_have_is_said(launch: Launch, host: str) -> None:
    assert "cannot be used" in launch.complains(UNAVAILABLE, HOST=host)


def test_without_a_network_phones_are_not_led_to_themselves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(network, "own_address", lambda: None)
    said = network.where(Settings())
    assert "There is no network" in said
    assert "127.0.0.1" not in said
    assert "http://localhost:8000/tv" in said
    named = network.where(Settings(base_url="https://play.example.org/"))
    assert "On phones: https://play.example.org\n" in named
    assert ".local" not in named


def test_a_name_in_the_network_is_only_a_second_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_address", lambda: "192.168.1.20")
    phones, name, tv = network.where(Settings(port=8010)).splitlines()
    assert phones.endswith("http://192.168.1.20:8010")
    assert name.endswith(".local:8010")
    assert tv.endswith("http://localhost:8010/tv")
    assert network.base_url(Settings(port=8010)) == "http://192.168.1.20:8010"


@pytest.mark.parametrize(
    ("address", "home"),
    [
        ("http://192.168.1.20:8000", True),
        ("http://[fd00::1]:8000", True),
        ("http://soulroom.local", True),
        ("http://raspberry:8000", True),
        ("https://play.example.org", False),
        ("http://8.8.8.8", False),
    ],
)
def test_who_must_be_in_the_same_network(address: str, home: bool) -> None:
    assert network.at_home(address) is home


def test_the_network_of_the_house_is_a_qr_code_of_the_rooms_there_are(tmp_path: Path) -> None:
    with serving(tmp_path, SOULROOM_WIFI="Villa Kunterbunt:a:b;c") as server:
        with visitors(server.url, 2) as (ann, stranger):
            ann.open_room()
            shown = stranger.http.get(f"/rooms/{ann.code}/wifi.svg")
            assert stranger.http.get("/rooms/GSSD/wifi.svg").status_code == 404
            board = stranger.http.get(f"/tv/{ann.code}").text
        assert shown.headers["content-type"] == "image/svg+xml"
        expected = BytesIO()
        make_wifi("Villa Kunterbunt", "a:b;c", "WPA").save(
            expected, kind="svg", scale=8, border=4, light="#fbefea", dark="#14112b"
        )
        assert shown.content == expected.getvalue()
        assert f"/rooms/{ann.code}/wifi.svg" in board
        assert "same Wi-Fi" in board
        assert "Kunterbunt" not in board + server.log


def test_the_password_of_the_house_is_not_shown_to_the_world(launch: Launch) -> None:
    line = launch.complains(WIFI="Villa:secret", BASE_URL="https://play.example.org")
    assert "SOULROOM_WIFI is for home" in line
    assert "secret" not in line


@pytest.mark.timed
def test_a_browser_that_tries_tls_first_is_refused_at_once_and_falls_back(running: Server) -> None:
    start = time.monotonic()
    line = socket.create_connection(("127.0.0.1", running.port), timeout=5)
    with line, pytest.raises(ssl.SSLError):
        ssl.create_default_context().wrap_socket(line, server_hostname="localhost")
    assert time.monotonic() - start < 0.5
    with visitors(running.url, 1) as [ann]:
        assert ann.http.get("/healthz").status_code == 200


def test_a_missing_asset_is_said_with_the_way_to_get_it(launch: Launch) -> None:
    gone = "from pathlib import Path; from app.draw import assets; assets.FOLDER = Path('/nowhere')"
    line = launch.complains(first=gone)
    assert "static/vendor/htmx.min.js is missing" in line
    assert "make assets" in line


# --- while people play ---


def test_f10_a_database_that_cannot_be_written_is_said_and_heals(running: Server) -> None:
    with visitors(running.url, 3) as three:
        ann, bob, _ = seated(three)
        answer_all([ann])
        before, kept = bob.look(), rows(running.database)
        with full_disk(running):
            for _ in range(3):
                refused = bob.move("ego", letter="C")
                assert refused.status_code == 503
                assert refused.headers["content-type"] == "application/problem+json"
                assert refused.headers["retry-after"]
                assert re.fullmatch(r"[A-Z][^{}]+[.?]", refused.json()["detail"])
            page = bob.http.post(f"/rooms/{bob.code}/rename", data={"name": "Bea"})
            assert page.status_code == 503
            assert 'href="/' in page.text
            assert "Traceback" not in page.text
            assert ann.http.post("/rooms", json={}, headers=JSON).status_code == 503
            assert "set-cookie" not in page.headers
            assert bob.look() == before
            assert bob.http.get(f"/rooms/{bob.code}").is_success
            assert rows(running.database) == kept
        assert bob.move("ego", letter="C").status_code == 204
        assert ann.look()["version"] == before["version"] + 1
        assert bob.look()["match"]["view"]["ego"] == "C"
        assert len(rows(running.database)) == len(kept) + 1  # a line in the log of moves


def test_f9_streams_stay_open_over_a_full_disk(running: Server) -> None:
    with visitors(running.url, 2) as (ann, bob):
        ann.join(ann.open_room(), "Ann")
        bob.join(ann.code, "Bob")
        with bob.http.stream("GET", f"/rooms/{bob.code}/events") as stream:
            lines = stream.iter_lines()
            assert next(line for line in lines if line.startswith("data: "))
            with full_disk(running):
                assert ann.post("rename", name="Anna").status_code == 503
            assert ann.post("rename", name="Anna").status_code == 204
            assert next(line for line in lines if "Anna" in line)


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """No file of the server may grow."""
    assert server.process
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    yield
    unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)


def rows(database: Path) -> list[str]:
    """All that can be read of a database."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        return list(db.iterdump())
