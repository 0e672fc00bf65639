"""Ann, Bob and Cid: what they see and do, by HTTP."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from app.core.values import HOST_PATIENCE
from tests.core.notation import NOW
from tests.visitors import Visitor, answer_all

MINUTE = NOW + HOST_PATIENCE
"""When the host has been away for long enough."""


def names(guest: Visitor) -> list[str]:
    return [person["name"] for person in guest.look()["members"]]


def of(guest: Visitor, whom: Visitor) -> dict[str, Any]:
    """A person as a guest sees them."""
    found: dict[str, Any] = next(p for p in guest.look()["members"] if p["id"] == whom.member)
    return found


def said(answer: httpx.Response) -> str:
    sentence: str = answer.json()["detail"]
    return sentence


def playing(party: list[Visitor]) -> list[Visitor]:
    """The three play: all are asked to answer for themselves."""
    ann = party[0]
    assert ann.post("matches", game="soulmates", first=ann.member).status_code == 201
    answer_all([ann])
    assert ann.ask
    assert ann.ask["kinds"] == ["ego"]
    return party


def awaited(guest: Visitor, seen: Callable[[dict[str, Any]], bool], seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not seen(guest.look()):
        assert time.monotonic() < deadline, guest.look()
        time.sleep(0.05)


@contextmanager
def told(guest: Visitor, **query: str) -> Iterator[Iterator[str]]:
    """An open stream, line by line."""
    with guest.http.stream("GET", f"/rooms/{guest.code}/events", params=query) as stream:
        assert stream.status_code == 200
        yield stream.iter_lines()


def knocks(guest: Visitor) -> list[str]:
    """What this guest may answer at the door."""
    return list(dict.fromkeys(re.findall(r'name="knock" value="(\w+)"', guest.page())))


def admit(guest: Visitor, *, yes: bool = True) -> str:
    """Answers whoever knocked first."""
    first = knocks(guest)[0]
    answer = guest.post("admit", knock=first, yes=yes)
    assert answer.status_code == 204, answer.text
    return first
