"""What lies under the rooms: a file that is locked, full, damaged, copied while people play."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Event

import pytest
from sqlalchemy import Connection, text

from app.core.errors import CannotStart, NoSuchRoom, Unavailable
from app.core.settings import Settings
from app.core.values import Brought, MemberId
from app.live.bus import Bus
from app.live.clock import Clock
from app.live.rooms import Rooms
from app.live.thinking import Thinking
from app.store.records import Records
from app.store.sqlite import Storage
from games.soulmates.own import Card
from tests.loop import run
from tests.server import Server, serving
from tests.test_faults import Player, asked, kept
from tests.test_storage import codes, lively, one_match, write_room
from tests.visitors import Visitor, answer_all, seated, visitors

# --- shown and kept ---

EVENTS = 200


def test_f6_nothing_is_shown_that_is_not_yet_on_disk(server: Server, table: list[Visitor]) -> None:
    """Whoever reads the file at that moment finds it; so would a server that was killed then."""
    ann, bob, *_ = table
    ann.join(ann.open_room(), "Ann")
    bob.join(ann.code, "Bob")
    versions = f"SELECT version FROM rooms WHERE code = '{ann.code}'"
    with (
        closing(sqlite3.connect(f"file:{server.database}?mode=ro", uri=True)) as db,
        bob.http.stream("GET", f"/rooms/{ann.code}/events") as stream,
        ThreadPoolExecutor(1) as pool,
    ):
        lines = stream.iter_lines()
        for number in range(EVENTS):
            renamed = pool.submit(ann.post, "rename", name=f"Ann {number}")
            shown = shown_with(f">Ann {number}<", lines)
            assert db.execute(versions).fetchone() >= (shown,)
            assert renamed.result().status_code == 204


def shown_with(words: str, lines: Iterator[str]) -> int:
    """The version of the next message that says so."""
    version = 0
    for line in lines:
        if line.startswith("id: "):
            version = int(line[4:])
        elif words in line:
            return version
    raise AssertionError(f"no message says {words}")


# --- F8: locked by another program ---


LOCKED = 6
"""Seconds: longer than the writer waits."""


@contextmanager
def locked(database: Path) -> Iterator[None]:
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.mark.timed
def test_f8_a_file_that_is_locked_holds_up_writes_and_nothing_else(tmp_path: Path) -> None:
    with serving(tmp_path) as server, visitors(server.url, 4) as (*three, watcher):
        asked(three)
        path, looks = f"/tv/{three[0].code}", list[float]()
        watcher.http.get(path)
        with ThreadPoolExecutor(3) as pool:
            with locked(server.database):
                moves = [pool.submit(guest.move, "ego", letter="B") for guest in three]
                end = time.monotonic() + LOCKED
                while time.monotonic() < end:
                    start = time.monotonic()
                    assert watcher.http.get(path).status_code == 200
                    looks.append(time.monotonic() - start)
                    time.sleep(0.1)
            answers = [move.result() for move in moves]
        told = Counter(answer.status_code for answer in answers)
        assert told[503] >= 1
        assert told.keys() <= {204, 503}
        assert all(answer.headers.get("retry-after") for answer in answers if answer.is_error)
        assert max(looks) < 1
        assert [move.kind for move in kept(server.database)].count("ego") == told[204]
        refused = [guest for guest, answer in zip(three, answers, strict=True) if answer.is_error]
        assert [guest.move("ego", letter="C").status_code for guest in refused] == [204] * told[503]


# --- F9: full ---


def large_room(code: str) -> Callable[[Connection], object]:
    def write(db: Connection) -> None:
        write_room(code)(db)
        large = {"code": code, "size": 4000}
        db.execute(text("UPDATE rooms SET seen = hex(zeroblob(:size)) WHERE code = :code"), large)

    return write


def test_f9_a_file_that_may_not_grow_keeps_what_was_acknowledged_and_heals(
    tmp_path: Path,
) -> None:
    storage = Storage(Settings(database_url=f"sqlite:///{tmp_path}/soulroom.db"))

    def no_more(db: Connection) -> None:
        pages = db.exec_driver_sql("PRAGMA page_count").scalar_one()
        db.exec_driver_sql(f"PRAGMA max_page_count = {pages + 2}")

    run(storage.write(no_more))
    acknowledged, refused = [], 0
    for number in range(100):
        try:
            run(storage.write(large_room(f"R{number:03}")))
            acknowledged.append(f"R{number:03}")
        except Unavailable:
            refused += 1
            assert run(storage.read(codes)) == acknowledged
    storage.close()
    assert refused == 1, "the next one has a connection without that limit"
    again = Storage(Settings(database_url=f"sqlite:///{tmp_path}/soulroom.db"))
    assert run(again.read(codes)) == acknowledged
    again.close()


# --- F13: damaged ---

COPIES = 60
FLIPPED = (1, 2, 4, 8, 64)


def damages(whole: Path) -> Iterator[bytes]:
    content, luck = whole.read_bytes(), Random("damage")
    written = [place for place, byte in enumerate(content) if byte]
    for number in range(COPIES):
        copy = bytearray(content)
        for _ in range(FLIPPED[number % len(FLIPPED)]):
            copy[luck.choice(written)] ^= 1 << luck.randrange(8)
        yield bytes(copy)
    for share in (0.2, 0.5, 0.9):
        yield content[: int(len(content) * share)]


def test_f13_a_damaged_file_is_refused_or_read_as_far_as_it_can_be(tmp_path: Path) -> None:
    whole = tmp_path / "whole.db"
    code = run(one_match(Settings(database_url=f"sqlite:///{whole}")))
    told = Counter[str]()
    for number, content in enumerate(damages(whole)):
        path = tmp_path / f"{number}.db"
        path.write_bytes(content)
        told[opened(path, code)] += 1
    print(f"\nF13: {dict(told)}")
    assert len(told) > 1


SPOILT = {
    "UPDATE rooms SET options = substr(options, 2)": "NoSuchRoom",
    "UPDATE rooms SET seen = CAST(x'7bff7d' AS TEXT)": "NoSuchRoom",
    "UPDATE members SET name = CAST(x'ff' AS TEXT)": "NoSuchRoom",
    "UPDATE matches SET state = CAST(x'ff' AS TEXT)": "NoSuchRoom",
    "DELETE FROM keys": "refused",
}


@pytest.mark.parametrize("damage", SPOILT)
def test_f13_what_is_damaged_is_said_and_other_rooms_play_on(tmp_path: Path, damage: str) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path}/soulroom.db")
    code = run(one_match(settings))
    with closing(sqlite3.connect(tmp_path / "soulroom.db")) as db, db:
        db.execute(damage)
    assert opened(tmp_path / "soulroom.db", code) == SPOILT[damage]
    if SPOILT[damage] != "refused":
        records = Records(settings)
        other = run(records.open(lambda code: lively()))
        assert run(records.room(other.code)) == other
        records.close()


@pytest.mark.parametrize("damage", ["content = '{}'", "kind = 'a song'"])
def test_f13_what_people_brought_and_nobody_can_read_costs_no_room(
    tmp_path: Path, damage: str
) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path}/soulroom.db")
    code = run(one_match(settings))
    card = Card("Tea?", ("Yes", "No", "Both", "Never"))
    cards = tuple(Brought(f"own-{n}", "card", MemberId("ann"), "", card) for n in range(2))
    records = Records(settings)
    run(records.commit(code, lambda room: replace(room, brought=cards)))
    records.close()
    with closing(sqlite3.connect(tmp_path / "soulroom.db")) as db, db:
        db.execute(f"UPDATE brought SET {damage} WHERE id = 'own-0'")
    again = Records(settings)
    assert run(again.room(code)).brought == cards[1:]
    again.close()


def opened(path: Path, code: str) -> str:
    """What becomes of it; whatever is not one of our own refusals is a fault of ours."""
    try:
        records = Records(Settings(database_url=f"sqlite:///{path}"))
    except CannotStart:
        return "refused"
    try:
        run(records.room(code))
        run(records.commit(code, lambda room: replace(room, closed=9.0)))
    except (Unavailable, NoSuchRoom) as error:
        return type(error).__name__
    finally:
        records.close()
    return "played on"


# --- F14: copied while people play ---

BACKUPS = 20


def test_f14_a_copy_made_while_people_play_is_a_table_to_play_on(tmp_path: Path) -> None:
    copies = [tmp_path / f"copy-{number}" for number in range(BACKUPS)]
    with serving(tmp_path / "f14") as server, visitors(server.url, 4) as four:
        players = [Player(guest) for guest in four]
        tables = [seated(four[:2]), seated(four[2:])]
        for table in tables:
            next(player for player in players if player.guest is table[0]).hosts = True
        over = Event()
        with ThreadPoolExecutor(len(players)) as pool:
            playing = [pool.submit(player.play, over) for player in players]
            for copy in copies:
                copy.mkdir()
                time.sleep(0.3)
                with closing(sqlite3.connect(server.database)) as db:
                    db.execute("VACUUM INTO ?", (str(copy / "soulroom.db"),))
            over.set()
            for outcome in playing:
                outcome.result()
        made = kept(server.database)
        sizes = list[int]()
        for copy in copies:
            then = kept(copy / "soulroom.db")
            assert not Counter(then) - Counter(made)
            sizes.append(len(then))
        assert sizes == sorted(sizes)
        assert sizes[0] < sizes[-1]
        server.kill()
        shutil.copy(copies[-1] / "soulroom.db", tmp_path / "restored.db")
        restored = Server(copies[-1], server.port).start()
        try:
            answer_all(four[:2])
            assert len(kept(restored.database)) > sizes[-1]
        finally:
            restored.stop()
    print(f"\nF14: {sizes} moves in {BACKUPS} copies")


# --- F72: gone ---


def test_f72_a_swept_room_leaves_no_byte_in_the_files(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path}/soulroom.db")
    records = Records(settings, now=lambda: 1.0)

    async def come_and_go() -> tuple[bytes, bytes]:
        old = lively()
        people = tuple(replace(one, name="Quetzalcoatlina") for one in old.members)
        room = await records.open(lambda code: replace(old, code=code, members=()))
        await records.commit(room.code, lambda room: replace(room, members=people))
        before = files(tmp_path)
        sweeping = asyncio.create_task(Clock(Rooms(records, Bus()), Thinking())._sweep())
        for _ in range(100):
            await asyncio.sleep(0.05)
            if b"Quetzalcoatlina" not in files(tmp_path):
                break
        sweeping.cancel()
        return before, files(tmp_path)

    before, after = run(come_and_go())
    records.close()
    assert b"Quetzalcoatlina" in before
    assert b"Quetzalcoatlina" not in after


def files(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))
