"""What happens by itself has a second chance: no fault lets a room stand still."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.core import lifecycle, people, play
from app.core.errors import Unavailable
from app.core.play import BotTurn
from app.core.settings import Settings
from app.core.values import MemberId, Room
from app.live import steady
from app.live.bus import Bus
from app.live.clock import Clock
from app.live.rooms import Rooms, new_start
from app.live.thinking import Thinking
from app.store.records import Records
from games import GAMES
from tests.loop import run

pytestmark = pytest.mark.timed

ROOMS = 20
PATIENCE = 10.0
FAULTS = ("a computer that raises", "an illegal move", "a refused write", "a full disk")


class Computers(Thinking):
    """They think here; the first two thoughts in a room of that kind go wrong."""

    def __init__(self, faults: dict[str, str]) -> None:
        super().__init__()
        self.faults = faults
        self.thoughts: Counter[str] = Counter()

    async def answer(self, turn: BotTurn) -> Any:
        seed = turn.seed.partition("/")[0]
        self.thoughts[seed] += 1
        fault = self.faults.get(seed) if self.thoughts[seed] <= 2 else None
        if fault == FAULTS[0]:
            raise RuntimeError("a computer player that fails")
        good = GAMES[turn.game].bots[turn.strength].play(turn.view, turn.ask, Random(turn.seed))
        return type(good)("no such card") if fault == FAULTS[1] else good


def of_computers(code: str, seed: str) -> Callable[[Room], Room]:
    def begin(room: Room) -> Room:
        for n in range(3):
            id = MemberId(f"{code}-{n}")
            room = people.seat_bot(room, id=id, strength="friendly", now=steady.now())
        ids = tuple(player.id for player in room.players)
        start = lifecycle.Start(id=f"m-{code}", seed=seed, now=steady.now())
        return lifecycle.begin(room, "soulmates", {}, ids, start)

    return begin


def test_every_room_goes_on_within_ten_seconds_whatever_fails(tmp_path: Path) -> None:
    async def evening() -> dict[str, int]:
        records = Records(Settings(database_url=f"sqlite:///{tmp_path}/soulroom.db"), steady.now)
        rooms, kinds = Rooms(records, Bus()), dict[str, str]()
        commit, failed = records.commit, Counter[str]()

        async def failing(code: str, decide: Any, also: Any = None) -> Room:
            fault = kinds.get(code)
            if fault in FAULTS[2:] and failed[code] < (1 if fault == FAULTS[2] else 2):
                failed[code] += 1
                raise Unavailable("It cannot be written.")
            return await commit(code, decide, also)

        faults: dict[str, str] = {}
        clock = Clock(rooms, Computers(faults))
        async with clock.running():
            for fault in FAULTS:
                for n in range(ROOMS):
                    opened = lambda code: lifecycle.open_room(code, None, steady.now())  # noqa: E731
                    room = await records.open(opened)
                    faults[f"{fault}{n}"] = kinds[room.code] = fault
                    await rooms.change(room.code, of_computers(room.code, f"{fault}{n}"))
            records.commit = failing  # type: ignore[method-assign]
            until = time.monotonic() + PATIENCE
            while time.monotonic() < until:
                await asyncio.sleep(0.1)
                made = {code: (await records.room(code)).match for code in kinds}
                if all(match and match.made for match in made.values()):
                    break
        records.close()
        return Counter(kinds[code] for code, match in made.items() if match and match.made)

    assert run(evening()) == dict.fromkeys(FAULTS, ROOMS)


def test_whoever_sets_the_clock_of_the_machine_makes_nobody_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = steady.now()
    for jump in (3600, -3600):
        monkeypatch.setattr(time, "time", lambda jump=jump: before + jump)
        assert abs(steady.now() - before) < 5


@pytest.mark.parametrize("jump", [3600.0, -3600.0])
def test_after_a_restart_with_another_clock_nothing_is_due_later_than_planned(
    tmp_path: Path, jump: float
) -> None:
    settings, now = Settings(database_url=f"sqlite:///{tmp_path}/soulroom.db"), steady.now()

    async def restarted() -> tuple[list[str], Room]:
        records = Records(settings, lambda: now + jump)
        room = await records.open(lambda code: lifecycle.open_room(code, None, now + jump))
        begin = of_computers(room.code, "seed")
        room = await records.commit(room.code, lambda room: shifted(begin(room), jump))
        records.close()
        records = Records(settings, lambda: now)
        await records.wake(now, play.READING)
        due, room = await records.due(now + play.READING), await records.room(room.code)
        records.close()
        return due, room

    due, room = run(restarted())
    assert due == [room.code]
    assert room.match
    assert room.match.due is not None
    assert room.match.due <= now + play.READING


def shifted(room: Room, by: float) -> Room:
    assert room.match
    return play.scheduled(room, room.match, steady.now() + by)


def test_computers_think_in_processes_of_their_own(tmp_path: Path) -> None:
    """And a process that dies is followed by another."""

    async def evening() -> list[Any]:
        room = of_computers("KLMR", "seed")(lifecycle.open_room("KLMR", None, 1.0))
        thinking, found = Thinking(), []
        turn = play.bot_turn(room)
        assert turn
        for _ in range(2):
            found.append(await thinking.answer(turn))
            pool = thinking._pool
            assert pool
            for process in pool._processes.values():
                process.kill()
                process.join()
            try:
                await thinking.answer(turn)
            except Exception as error:
                found.append(type(error).__name__)
        thinking.close()
        return found

    first, broken, again, _ = run(evening())
    assert first == again
    assert first.kind == "pick"
    assert broken == "BrokenProcessPool"
    assert new_start().seed != new_start().seed


def test_who_waits_for_a_free_process_has_not_failed() -> None:
    """Six think for half a second each, one after the other; patience is for two seconds."""

    async def queue() -> list[None]:
        thinking = Thinking(workers=1, patience=2.0)
        try:
            await thinking.of(time.sleep, 0)  # the process is there
            return await asyncio.gather(*(thinking.of(time.sleep, 0.5) for _ in range(6)))
        finally:
            thinking.close()

    assert run(queue()) == [None] * 6


def test_whoever_thinks_when_a_process_is_given_up_hears_of_it_as_a_failure() -> None:
    """Not as its own end: that would be told to nobody."""

    async def two() -> list[Any]:
        thinking = Thinking(workers=2, patience=1.0)
        await asyncio.gather(thinking.of(time.sleep, 0.1), thinking.of(time.sleep, 0.1))
        slow = asyncio.create_task(thinking.of(time.sleep, 60))
        await asyncio.sleep(0.5)
        late = asyncio.create_task(thinking.of(time.sleep, 60))
        return list(await asyncio.gather(slow, late, return_exceptions=True))

    slow, late = run(two())
    assert isinstance(slow, TimeoutError)
    assert isinstance(late, BrokenExecutor | TimeoutError)
