"""The database: one writer thread that commits together what waits, and readers that never do.

A write is a function of a connection. Writes that queue up while the disk is busy share the next
COMMIT; one that fails half-way makes all of them start again, each by itself. What a write returns
is handed out only after its COMMIT.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias, TypeVar

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from anyio import CapacityLimiter, to_thread
from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError

from app.core.errors import CannotStart, Unavailable
from app.core.settings import Settings

try:
    import pysqlite3
except ImportError:  # no wheel for this platform: the standard library's own, if it is new enough
    pysqlite3 = sqlite3

T = TypeVar("T")
Job: TypeAlias = Callable[[Connection], Any]

log = logging.getLogger(__name__)

ROOT = Path(__file__).parents[2]
SAFE_SQLITE = (3, 51, 3)
"""Older ones can damage the file when a checkpoint resets the write-ahead log under a reader."""
READERS = 8
"""Connections to read with; whoever comes while all are busy waits without a thread."""
LARGEST_BATCH = 64
WRITES_WITHIN = 2.0
"""Seconds in which a writer that is well gets its turn."""


class Storage:
    """Opened once per process. `ended` hears after each transaction whether it was committed."""

    def __init__(self, settings: Settings, ended: Callable[[bool], None] = lambda _: None) -> None:
        self._ended = ended
        self._lock = _only_process(settings)
        self._engine = _engine(settings)
        self._readers = CapacityLimiter(READERS)
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._writer = Thread(target=self._serve, name="writer", daemon=True)
        _migrate(self._engine)
        self._writer.start()

    async def write(self, job: Callable[[Connection], T]) -> T:
        """What `job` returns, once it is on disk. Raises what it raises, or Unavailable."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._queue.put(_Waiting(job, answer, loop))
        return await answer

    async def read(self, job: Callable[[Connection], T]) -> T:
        return await to_thread.run_sync(self.read_now, job, limiter=self._readers)

    async def check(self) -> None:
        """Raises Unavailable unless a page gets through to the disk, and soon."""
        try:
            await asyncio.wait_for(self.write(_touch), WRITES_WITHIN)
        except TimeoutError as error:
            raise _unavailable() from error

    async def scrub(self) -> None:
        """What was deleted leaves the write-ahead log, too; later, if somebody reads just now."""
        await to_thread.run_sync(self._scrub)

    def _scrub(self) -> None:
        driver, path = self._engine.dialect.loaded_dbapi, self._engine.url.database
        with closing(driver.connect(path, timeout=0.1)) as db:  # writes wait no longer than that
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Everything that was queued before is still written."""
        self._queue.put(None)
        self._writer.join()
        self._engine.dispose()
        self._lock.release()

    def read_now(self, job: Callable[[Connection], T]) -> T:
        try:
            with self._engine.connect() as db, _transaction(db, "BEGIN"):
                return job(db)
        except (DBAPIError, UnicodeDecodeError) as error:  # the latter from names in a damaged file
            raise _unavailable() from error

    def _serve(self) -> None:
        with self._engine.connect() as db:
            while batch := self._waiting():
                self._transact(db, batch)

    def _waiting(self) -> list[_Waiting]:
        """All writes that wait now, at least one; nothing at the end."""
        first = self._queue.get()
        if first is None:
            return []
        batch = [first]
        while len(batch) < LARGEST_BATCH and not self._queue.empty():  # nobody else takes from it
            item = self._queue.get()
            if item is None:
                self._queue.put(None)  # the end comes after this batch
                break
            batch.append(item)
        return batch

    def _transact(self, db: Connection, batch: list[_Waiting]) -> None:
        try:
            with _transaction(db, "BEGIN IMMEDIATE"):
                outcomes = [_attempt(db, waiting) for waiting in batch]
        except Exception as error:
            self._ended(False)
            if _is_fault(error):
                db.invalidate()  # after a failed fsync nothing this connection believes is certain
            elif len(batch) > 1:
                for waiting in batch:
                    self._transact(db, [waiting])
                return
            told = _unavailable(error) if isinstance(error, SQLAlchemyError) else error
            outcomes = [_Outcome(waiting, None, told) for waiting in batch]
        else:
            self._ended(True)
        for loop in {waiting.loop for waiting in batch}:
            mine = [outcome for outcome in outcomes if outcome.waiting.loop is loop]
            with suppress(RuntimeError):  # the loop is gone, and with it whoever waited
                loop.call_soon_threadsafe(_hand_out, mine)


def _touch(db: Connection) -> None:
    """Writes the head of the file and changes nothing: this number is nobody's."""
    db.exec_driver_sql("PRAGMA user_version = 0")


class _Waiting(NamedTuple):
    job: Job
    answer: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class _Outcome(NamedTuple):
    waiting: _Waiting
    value: Any
    error: Exception | None


def _attempt(db: Connection, waiting: _Waiting) -> _Outcome:
    """A refusal that has written nothing leaves nothing to undo."""
    changes = _changes(db)
    try:
        return _Outcome(waiting, waiting.job(db), None)
    except SQLAlchemyError:
        raise
    except Exception as error:
        if _changes(db) != changes:
            raise
        return _Outcome(waiting, None, error)


def _changes(db: Connection) -> int:
    """How many rows this connection has ever changed."""
    raw: Any = db.connection.driver_connection
    count: int = raw.total_changes
    return count


def _is_fault(error: Exception) -> bool:
    """Of the database. A broken constraint, or whatever else a job raises, is its own."""
    return isinstance(error, SQLAlchemyError) and not isinstance(error, IntegrityError)


def _hand_out(outcomes: list[_Outcome]) -> None:
    for waiting, value, error in outcomes:
        if waiting.answer.done():  # whoever asked has gone; what they asked for has happened
            continue
        if error is None:
            waiting.answer.set_result(value)
        else:
            waiting.answer.set_exception(error)


def _unavailable(cause: Exception | None = None) -> Unavailable:
    error = Unavailable(
        "The table cannot write anything down just now. Nothing has changed, try again in a moment."
    )
    error.__cause__ = cause
    return error


def _only_process(settings: Settings) -> FileLock:
    """SQLite has one writer; a second process would not hear this one's bell."""
    path = _database_file(settings)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(f"{path}.lock", blocking=False, thread_local=False)
        lock.acquire()
    except Timeout:
        raise CannotStart(
            f"Another Soulroom uses {path}. Stop it, or set SOULROOM_DATABASE_URL."
        ) from None
    except OSError as error:
        raise CannotStart(
            f"Cannot write {path}: {error.strerror}. Check the folder's owner."
        ) from None
    return lock


def _database_file(settings: Settings) -> Path:
    try:
        url = make_url(settings.database_url)
    except ArgumentError:  # not repeated: there may be a password in it
        raise CannotStart(
            "SOULROOM_DATABASE_URL is not an address like sqlite:///var/soulroom.db."
        ) from None
    if url.drivername != "sqlite" or url.query or not url.database or url.database == ":memory:":
        raise CannotStart(
            "SOULROOM_DATABASE_URL must name an SQLite file: sqlite:///var/soulroom.db"
        )
    return Path(url.database)


def _engine(settings: Settings) -> Engine:
    module: ModuleType = max(pysqlite3, sqlite3, key=lambda m: m.sqlite_version_info)
    safe = module.sqlite_version_info >= SAFE_SQLITE
    if not safe:
        log.warning(
            "SQLite %s is older than 3.51.3: it keeps its journal the old way, safe but slower.",
            module.sqlite_version,
        )
    engine = create_engine(
        settings.database_url,
        module=module,
        pool_size=READERS + 1,  # and the writer's
        hide_parameters=True,  # a log says what failed, not what people wrote (F70)
    )
    event.listen(engine, "connect", partial(_configure, "WAL" if safe else "TRUNCATE"))
    return engine


def _configure(journal: str, connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # so that BEGIN is ours to say, below
    connection.text_factory = bytes.decode  # the driver's own complains by repeating the text (F70)
    for pragma in (
        "busy_timeout=5000",
        f"journal_mode={journal}",
        "synchronous=FULL",
        "foreign_keys=ON",
        "secure_delete=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def run(db: Connection, text: str, values: Sequence[object]) -> int:
    """A statement straight to the driver: three a move would cost as much again on the way there.

    How many rows it wrote. Raises IntegrityError or DBAPIError without the values: they are secret.
    """
    raw: Any = db.connection.driver_connection
    driver = db.dialect.loaded_dbapi
    try:
        written: int = raw.execute(text, values).rowcount
    except driver.IntegrityError as error:
        raise IntegrityError(text, None, error) from error
    except driver.Error as error:
        raise DBAPIError(text, None, error) from error
    return written


@contextmanager
def _transaction(db: Connection, begin: str) -> Iterator[None]:
    """Begun by hand: an event of the engine would cost a third of every statement."""
    with db.begin():
        run(db, begin, ())
        yield


@contextmanager
def _no_foreign_keys(db: Connection) -> Iterator[None]:
    """Rebuilding a table would otherwise delete the rows that hang on it."""
    raw: Any = db.connection.driver_connection
    raw.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        raw.execute("PRAGMA foreign_keys=ON")


def _migrate(engine: Engine) -> None:
    """To the newest revision, all or nothing, while no other process can start the same."""
    config = Config()
    config.set_main_option("script_location", str(ROOT / "migrations"))
    try:
        with (
            engine.connect() as db,
            _no_foreign_keys(db),
            _transaction(db, "BEGIN IMMEDIATE"),
        ):
            config.attributes["connection"] = db
            command.upgrade(config, "head")
            if db.exec_driver_sql("PRAGMA foreign_key_check").first():
                raise CannotStart("The database has rows without their room. Restore a backup.")
    except DBAPIError as error:
        raise CannotStart(f"Cannot open {engine.url.database}: {error.orig}.") from None
    except UnicodeDecodeError:
        raise CannotStart(f"{engine.url.database} is damaged. Restore a backup.") from None
    except CommandError as error:
        raise CannotStart(f"{engine.url.database} comes from another version: {error}.") from None
