"""What is written down, and what is not."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, insert, select, text

from app.core import brought, door, hosting, lifecycle, people, play, replay
from app.core.errors import NoSuchRoom, NotNow, Unavailable
from app.core.lifecycle import Start
from app.core.settings import Settings
from app.core.values import MemberId, Room
from app.live.bus import Bus
from app.live.rooms import Rooms
from app.store import tables
from app.store.records import Records
from app.store.sqlite import Storage
from tests.loop import run

DEVICE = b"d" * 32
CARD = {"question": "What now?", "answers": ["a", "b", "c", "d"]}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database_url=f"sqlite:///{tmp_path}/soulroom.db")


@pytest.fixture
def storage(settings: Settings) -> Iterator[Storage]:
    opened = Storage(settings)
    yield opened
    opened.close()


@pytest.fixture
def records(settings: Settings) -> Iterator[Records]:
    opened = Records(settings)
    yield opened
    opened.close()


def write_room(code: str) -> Callable[[Connection], object]:
    row = {
        "code": code,
        "version": 1,
        "created": 0,
        "touched": 0,
        "options": "{}",
        "seen": "{}",
        "knocks": "[]",
    }
    return lambda db: db.execute(insert(tables.rooms), row).close()


def codes(db: Connection) -> list[str]:
    return list(db.scalars(select(tables.rooms.c.code).order_by(tables.rooms.c.code)))


def test_the_migrations_make_the_tables(storage: Storage) -> None:
    def differences(db: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(db), tables.metadata))

    assert run(storage.read(differences)) == []


@pytest.mark.parametrize(
    ("pragma", "value"), [("synchronous", 2), ("journal_mode", "wal"), ("foreign_keys", 1)]
)
def test_every_connection_is_set_for_durability(
    storage: Storage, pragma: str, value: object
) -> None:  # F2
    def asked(db: Connection) -> object:
        return db.exec_driver_sql(f"PRAGMA {pragma}").scalar()

    assert run(storage.read(asked)) == value
    assert run(storage.write(asked)) == value


def test_writes_that_wait_share_a_commit_and_a_refusal_undoes_only_itself(storage: Storage) -> None:
    async def many() -> list[Any]:
        def refused(db: Connection) -> None:
            write_room("NOPE")(db)
            raise NotNow("no")

        jobs = [write_room(f"R{n:03}") for n in range(50)]
        return await asyncio.gather(
            *(storage.write(job) for job in (*jobs[:25], refused, *jobs[25:])),
            return_exceptions=True,
        )

    outcomes = run(many())
    assert [type(outcome) for outcome in outcomes if outcome is not None] == [NotNow]
    assert run(storage.read(codes)) == [f"R{n:03}" for n in range(50)]


def test_a_fault_of_the_database_undoes_all_that_shared_the_transaction_and_says_so(
    storage: Storage,
) -> None:
    async def many() -> list[Any]:
        def broken(db: Connection) -> None:
            db.execute(text("INSERT INTO nowhere VALUES (1)"))

        jobs: list[Callable[[Connection], Any]] = [write_room("GOOD"), broken]
        return await asyncio.gather(*(storage.write(job) for job in jobs), return_exceptions=True)

    outcomes, kept = run(many()), run(storage.read(codes))
    assert isinstance(outcomes[1], Unavailable)
    assert ("GOOD" in kept) == (outcomes[0] is None)  # acknowledged if and only if it is there
    run(storage.write(write_room("LATER")))
    assert "LATER" in run(storage.read(codes))


def test_a_broken_constraint_spoils_nobody_elses_write(storage: Storage) -> None:
    async def many() -> list[Any]:
        jobs = [write_room(code) for code in ("ONE", "TWO", "ONE", "THREE")]
        return await asyncio.gather(*(storage.write(job) for job in jobs), return_exceptions=True)

    outcomes = run(many())
    assert [type(outcome) for outcome in outcomes if outcome is not None] == [Unavailable]
    assert sorted(run(storage.read(codes))) == ["ONE", "THREE", "TWO"]


def test_what_was_queued_before_the_end_is_written(settings: Settings) -> None:
    first = Storage(settings)

    async def leave() -> None:
        asked = [asyncio.ensure_future(first.write(write_room(f"Q{n}"))) for n in range(9)]
        await asyncio.sleep(0)
        await asyncio.to_thread(first.close)
        await asyncio.gather(*asked)

    run(leave())
    again = Storage(settings)
    assert len(run(again.read(codes))) == 9
    again.close()


def lively() -> Room:
    """A room with something in every corner."""
    room = people.join(
        lifecycle.open_room("KLMR", None, 1.0),
        DEVICE,
        id=MemberId("ann"),
        name="Ann",
        mark=3,
        role="player",
        now=2.0,
    )
    for id in ("b1", "b2"):
        room = lifecycle.add_bot(room, DEVICE, "friendly", id=MemberId(id), now=3.0)
    room = brought.bring(room, DEVICE, "card", "", CARD, id="own-1")
    room = door.knock(room, b"k" * 32, id="k1", name="Kim", mark=5, who=None, now=4.0)
    seen = {"soulmates": ("scenario-009", "scenario-001")}  # in this order
    room = replace(room, seen=MappingProxyType(seen))
    return hosting.set_options(room, DEVICE, locked=True, next_by="anyone")


def test_a_room_comes_back_as_it_was_written(settings: Settings) -> None:
    first = Records(settings)

    async def played() -> Room:
        code = (await first.open(lambda code: lifecycle.open_room(code, None, 1.0))).code
        await first.commit(code, lambda _: replace(lively(), code=code, version=1))
        begin = Start(id="match", seed="seed", now=5.0, first=MemberId("ann"))
        await first.commit(code, lambda room: lifecycle.start(room, DEVICE, "soulmates", {}, begin))
        state = (await first.room(code)).match
        assert state is not None
        card = {"ask": "round-1/pick", "kind": "pick", "card": state.state.stack[0]}
        await first.commit(code, lambda room: play.play(room, DEVICE, card, 6.0))
        return await first.commit(code, lambda room: people.leave(room, DEVICE))

    written = run(played())
    first.close()
    again = Records(settings)
    read = run(again.room(written.code))
    again.close()
    assert plain(read) == plain(written)


def plain(room: Room) -> dict[str, object]:
    """What must survive: everything but the last move, which is in the log."""
    match = room.match
    parts = {field.name: getattr(room, field.name) for field in fields(room)}
    return parts | {
        "members": [{f.name: getattr(m, f.name) for f in fields(m)} for m in room.members],
        "seen": dict(room.seen),
        "match": match
        and {f.name: getattr(match, f.name) for f in fields(match) if f.name != "fresh"},
    }


def test_a_change_that_changes_nothing_writes_nothing(records: Records) -> None:
    async def look_twice() -> tuple[int, int]:
        before = await records.open(lambda code: replace(lively(), code=code))
        after = await records.commit(before.code, lambda room: room)
        return before.version, after.version

    first, second = run(look_twice())
    assert first == second


def test_what_a_refused_change_saw_is_forgotten(records: Records) -> None:
    def refuse(room: Room) -> Room:
        raise NotNow("no")

    async def try_it() -> Room:
        code = (await records.open(lambda code: lifecycle.open_room(code, None, 1.0))).code
        with pytest.raises(NotNow):
            await records.commit(code, refuse)
        return await records.room(code)

    assert run(try_it()).version == 1


def test_old_rooms_go_with_all_that_hangs_on_them(records: Records) -> None:  # F71
    async def sweep() -> tuple[Room, Room]:
        gone = await records.open(lambda code: replace(lively(), code=code, touched=1.0))
        stays = await records.open(lambda code: lifecycle.open_room(code, None, 9.0))
        await records.sweep(touched_before=5.0)
        with pytest.raises(NoSuchRoom):
            await records.room(gone.code)
        return stays, await records.room(stays.code)

    stays, found = run(sweep())
    assert stays is found


def test_two_rooms_never_share_a_code(records: Records) -> None:
    async def open_many() -> list[Room]:
        opening = [
            records.open(lambda code: lifecycle.open_room(code, None, 1.0)) for _ in range(200)
        ]
        return await asyncio.gather(*opening)

    assert len({room.code for room in run(open_many())}) == 200


def test_one_change_may_make_several_moves(settings: Settings) -> None:
    """As when a timer plays for everybody who is late."""
    code = run(one_match(settings))
    records = Records(settings)

    def both(room: Room) -> Room:
        room = people.leave(room, DEVICE)
        while room.match and room.match.made < 6:
            turn = play.bot_turn(room)
            assert turn
            move = room.match.rules.bots[turn.strength].play(turn.view, turn.ask, Random(turn.seed))
            room = play.play_bot(room, turn, move, 7.0)
        return room

    room = run(records.commit(code, both))
    assert room.match
    log = run(records.moves(room.match))
    records.close()
    assert room.match.made == len(log) == 6
    assert replay.states(room.match, log)[-1] == room.match.state


# --- what is kept is read strictly ---

UNREADABLE = {
    "a game that has gone": "UPDATE matches SET game = 'ludo'",
    "another format": "UPDATE matches SET format = 99",
    "a field nobody knows": "UPDATE matches SET state = json_set(state, '$.chairs', 3)",
    "a field in what it is made of": (
        "UPDATE matches SET state = json_set(state, '$.past',"
        """ json('[{"scenario":"s","egos":["A"],"x":1}]'))"""
    ),
    "a number as text": "UPDATE matches SET state = json_set(state, '$.round', '1')",
    "half a state": "UPDATE matches SET state = substr(state, 1, 40)",
    "no state": "UPDATE matches SET state = ''",
    "an option nobody knows": "UPDATE matches SET options = json_set(options, '$.x', 1)",
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_what_cannot_be_read_is_a_room_without_a_match(
    settings: Settings, caplog: pytest.LogCaptureFixture, what: str
) -> None:
    code = run(one_match(settings))
    with closing(sqlite3.connect(settings.database_url.removeprefix("sqlite:///"))) as db:
        db.execute(UNREADABLE[what])
        db.commit()
    again = Records(settings)
    room = run(again.room(code))
    again.close()
    assert room.match is None
    assert [person.name for person in room.people] == ["Ann", "Biscuit"]
    assert len([line for line in caplog.messages if "cannot be read" in line]) == 1


async def one_match(settings: Settings) -> str:
    records = Records(settings)
    room = await records.open(lambda code: lifecycle.open_room(code, DEVICE, 1.0))
    begin = Start(id="match", seed="seed", now=5.0)

    def play_for_two(room: Room) -> Room:
        room = people.join(
            room, DEVICE, id=MemberId("ann"), name="Ann", mark=0, role="player", now=2.0
        )
        room = lifecycle.add_bot(room, DEVICE, "friendly", id=MemberId("bot"), now=3.0)
        return lifecycle.start(room, DEVICE, "soulmates", {}, begin)

    await records.commit(room.code, play_for_two)
    records.close()
    return room.code


def test_settings_that_no_game_understands_any_more_are_left_out(settings: Settings) -> None:
    code = run(one_match(settings))
    with closing(sqlite3.connect(settings.database_url.removeprefix("sqlite:///"))) as db:
        db.execute("""UPDATE rooms SET settings = '{"soulmates":{"x":1},"ludo":{"y":2}}'""")
        db.commit()
    again = Records(settings)
    assert run(again.room(code)).settings == {}
    again.close()


# --- several who write, and what is at hand ---


def test_a_change_decided_on_an_old_room_is_decided_again(records: Records) -> None:
    """As when another process wrote it meanwhile."""

    async def overtaken() -> list[int]:
        code = (await records.open(lambda code: lifecycle.open_room(code, DEVICE, 1.0))).code
        old = await records.room(code)
        await records.commit(code, lambda room: replace(room, matches=7))
        records._newest[code] = old
        seen: list[int] = []

        def decide(room: Room) -> Room:
            seen.append(room.version)
            return replace(room, closed=3.0)

        new = await records.commit(code, decide)
        return [*seen, new.version]

    assert run(overtaken()) == [1, 2, 3]


def test_a_room_that_was_read_is_at_hand(settings: Settings) -> None:
    code = run(one_match(settings))
    again = Records(settings)
    assert run(again.room(code)) is run(again.room(code))
    again.close()


def test_rooms_that_somebody_looks_at_stay_at_hand(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.store.records.KEPT", 20)
    monkeypatch.setattr("app.store.records.FORGOTTEN_AT_ONCE", 5)
    watched = set[str]()

    async def many() -> tuple[str, set[str]]:
        records = Records(settings, watched=watched.__contains__)
        first = await records.open(lambda code: lifecycle.open_room(code, None, 1.0))
        watched.add(first.code)
        for _ in range(60):
            await records.open(lambda code: lifecycle.open_room(code, None, 1.0))
        kept = set(records._newest)
        records.close()
        return first.code, kept

    code, kept = run(many())
    assert code in kept
    assert len(kept) <= 20


def test_a_swept_room_leaves_nothing_behind(settings: Settings) -> None:
    async def swept() -> tuple[list[str], set[str], list[str]]:
        records, gone = Records(settings), list[str]()
        rooms = Rooms(records, Bus())
        rooms.swept.append(gone.append)
        codes = [
            (await records.open(lambda code: lifecycle.open_room(code, None, 1.0))).code
            for _ in range(3)
        ]
        while await rooms.sweep(2.0):
            pass
        kept = set(records._newest)
        records.close()
        return codes, kept, gone

    codes, kept, gone = run(swept())
    assert kept == set()
    assert sorted(gone) == sorted(codes)


def test_after_a_restart_no_tv_is_looked_up_to_until_one_is_there(settings: Settings) -> None:
    async def lit() -> str:
        records = Records(settings)
        room = await records.open(lambda code: lifecycle.open_room(code, DEVICE, 1.0))
        room = await records.commit(room.code, lambda room: people.tell_of_tv(room, True))
        assert room.options.tv
        records.close()
        return room.code

    async def woken(code: str) -> Room:
        records = Records(settings)
        await records.wake(1.0, 6.0)
        room = await records.room(code)
        records.close()
        return room

    assert not run(woken(run(lit()))).options.tv
