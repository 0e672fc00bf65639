"""My soul hops on the TV: heard by whoever looks just then, at most twice a second, never kept."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from app.web.limits import Limits
from tests.party import told
from tests.server import Server
from tests.visitors import Visitor, visitors


def next_event(lines: Iterator[str]) -> tuple[str, str]:
    """The next event that has a name and is no heartbeat."""
    for line in lines:
        if line.startswith("event: ") and line != "event: beat":
            return line, next(lines)
    raise AssertionError("the stream has ended")


def hopped(lines: Iterator[str], seconds: float) -> int:
    """How many hops are told within that time; a heartbeat every five seconds lets it end."""
    end, count = time.monotonic() + seconds, 0
    for line in lines:
        count += line == "event: hop"
        if time.monotonic() > end:
            break
    return count


def test_a_hop_reaches_the_tv_and_changes_nothing(server: Server) -> None:
    with visitors(server.url, 2) as (ann, tv):
        code = tv.code = ann.open_room()
        ann.join(code, "Ann")
        with told(tv, **{"as": "tv"}) as lines:
            next(lines)
            before = ann.look()
            assert ann.post("hop").status_code == 204
            assert next_event(lines) == ("event: hop", f"data: {ann.member}")
            assert ann.look() == before


def test_phones_and_scripts_hear_nothing_of_it(server: Server) -> None:
    with visitors(server.url, 2) as (ann, bob):
        code = ann.open_room()
        ann.join(code, "Ann")
        bob.join(code, "Bob")
        with told(bob, tab="one") as phone:
            next(phone)
            ann.post("hop")
            assert hopped(phone, 1.0) == 0


def test_twice_a_second_at_most_for_each() -> None:
    limits = Limits(rooms_per_hour=1)
    assert [limits.may_hop("KLMR", "ann") for _ in range(4)] == [True, True, False, False]
    assert limits.may_hop("KLMR", "bob")
    time.sleep(1.1)
    assert limits.may_hop("KLMR", "ann")


def test_who_hopped_long_ago_is_forgotten() -> None:
    """Else what is kept of them would grow for as long as the server runs."""
    limits, kept = Limits(rooms_per_hour=1), set[int]()
    for _ in range(3):
        for who in range(200):
            limits.may_hop("KLMR", str(who))
        time.sleep(1.1)
        limits.may_hop("KLMR", "ann")
        time.sleep(0.3)
        storage: Any = limits._limiter.storage
        kept.add(sum(map(len, (storage.storage, storage.expirations, storage.events))))
    assert kept == {2}


def test_who_is_not_in_the_room_does_not_hop(table: list[Visitor]) -> None:
    ann, stranger, *_ = table
    stranger.code = ann.open_room()
    ann.join(ann.code, "Ann")
    assert stranger.post("hop").status_code == 403
