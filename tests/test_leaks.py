"""Would a leak be noticed? Each secret is given away once, and two worlds must then look different.

Whatever a game's ``worlds.py`` does not call unknown to somebody, it claims to be known to them.
So it must be seen: where it is otherwise, those eyes see something else. A secret that was
forgotten there is found by that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, make_dataclass, replace
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any, TypeAlias

import pytest

from app.core.codec import codec
from app.core.values import Room
from games import GAMES
from games.contract import Seat, Viewer
from tests.every_game import drawn, everyone, moments, room_of, tables, told
from tests.test_secrets import worlds

pytestmark = pytest.mark.slow

TRIES = 20
"""Twins, until one differs in the place that is looked at."""
OTHERS = 8
"""Values that a place has at other times."""
Path: TypeAlias = tuple[str | int, ...]
"""Where in a state: ``("guides", 0, "hat")``."""
Question: TypeAlias = tuple[str, ...]
"""By seat."""
Case: TypeAlias = tuple[Path, Question, Viewer]
"""That place, when this is asked, for these eyes."""
Held: TypeAlias = dict[Path, Any]
"""A state by its places."""
Unseen: TypeAlias = tuple[list[Any], Any]
"""The states before in which a place was as it is, and another value."""


class Leak:
    """The game, with a view that shows one place of the state more, to everybody."""

    def __init__(self, slug: str) -> None:
        self.path: Path = ()
        self.honest = GAMES[slug]
        self.kind = make_dataclass(
            "Leaky", [("leak", str)], bases=(self.honest.view_type,), frozen=True
        )
        self.game = replace(self.honest, view=self.view, view_type=self.kind)

    def view(self, state: Any, viewer: Viewer) -> Any:
        view = self.honest.view(state, viewer)
        shown = {field.name: getattr(view, field.name) for field in fields(view)}
        return self.kind(**shown, leak=str(at(state, self.path)))


@pytest.fixture
def leak(slug: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Leak]:
    leak = Leak(slug)
    monkeypatch.setitem(GAMES, slug, leak.game)
    codec.cache_clear()
    yield leak
    codec.cache_clear()


@pytest.mark.parametrize("slug", GAMES)
def test_whatever_is_unknown_would_be_noticed_if_it_leaked(slug: str, leak: Leak) -> None:
    tried = set[Case]()
    for seats, states in [*matches(slug)]:  # played before anything leaks
        for state in states:
            for eyes in everyone(seats):
                for path in worlds(slug).unknown(state, eyes):
                    case = (path, question(slug, seats, state), eyes)
                    if case not in tried:
                        tried.add(case)
                        leak.path = path
                        other = a_twin_that_differs(slug, state, eyes, path)
                        assert differ(slug, seats, eyes, state, other), case
    assert tried


@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")  # of states that cannot be
@pytest.mark.parametrize("slug", GAMES)
def test_whatever_is_not_unknown_can_be_seen(slug: str) -> None:
    """Now; or before, and it has not changed since."""
    found, later, delicate = set[Case](), defaultdict[Case, list[Unseen]](list), secrets(slug)
    for seats, states in matches(slug):
        held = [dict(places(state)) for state in states]
        asked = [
            (question(slug, seats, state), question(slug, seats, state, exact=True))
            for state in states
        ]
        for number, (state, others) in enumerate(zip(states, elsewhere(held), strict=True)):
            for eyes in everyone(seats):
                unknown = worlds(slug).unknown(state, eyes)
                here = Sight(room_of(slug, state, seats), eyes)
                for path, value in others:
                    exact = names(path) in delicate
                    case = (path, asked[number][exact], eyes)
                    if case in found or path in unknown:
                        continue
                    if here.differs(room_of(slug, changed(state, path, value), seats)):
                        found.add(case)
                        continue
                    before = range(since(held, number, path), number)
                    then = (states[n] for n in before if (path, asked[n][exact], eyes) in found)
                    if any(seen_in(slug, seats, eyes, path, value, one) for one in islice(then, 1)):
                        found.add(case)
                    else:
                        later[case].append(([states[n] for n in before], value))
    for case in later.keys() - found:
        path, asked_now, eyes = case
        assert any(
            seen_in(slug, len(asked_now), eyes, path, value, state)
            for before, value in later[case]
            for state in before
        ), case
    assert found


def matches(slug: str) -> Iterator[tuple[int, list[Any]]]:
    """The states of a match with least and with most players, at each of its tables."""
    for table in tables(slug).values():
        for seats in sorted({min(GAMES[slug].seats), max(GAMES[slug].seats)}):
            yield seats, [state for n, state in moments(slug, 0, table) if n == seats]


def question(slug: str, seats: int, state: Any, *, exact: bool = False) -> Question:
    """What each seat is asked, in whichever round or turn; or in exactly this one."""
    asks = (GAMES[slug].ask(state, Seat(seat)) for seat in range(seats))
    ids = (ask.id if ask else "" for ask in asks)
    return tuple(id if exact else id.partition("/")[2] for id in ids)


def names(path: Path) -> Path:
    """A place wherever it is in a row: ``("guides", "hat")``."""
    return tuple(step for step in path if isinstance(step, str))


def secrets(slug: str) -> set[Path]:
    """The fields that are unknown to somebody at some time."""
    return {
        names(path)
        for seats, states in matches(slug)
        for state in states
        for eyes in everyone(seats)
        for path in worlds(slug).unknown(state, eyes)
    }


def elsewhere(held: list[Held]) -> list[list[tuple[Path, Any]]]:
    """For each state, what its places hold at other times."""
    luck, values = Random(0), defaultdict[Path, list[Any]](list)
    for state in held:
        for path, value in state.items():
            if value is not None and value not in values[path]:
                values[path].append(value)
    return [
        [
            (path, other)
            for path, value in state.items()
            if value is not None and path != ("phase",)
            for other in luck.sample(values[path], min(len(values[path]), OTHERS))
            if other != value
        ]
        for state in held
    ]


def since(held: list[Held], number: int, path: Path) -> int:
    """The first state since which that place is as it is: it may have been seen then."""
    while number and held[number - 1].get(path) == held[number][path]:
        number -= 1
    return number


def a_twin_that_differs(slug: str, state: Any, eyes: Viewer, path: Path) -> Any:
    for seed in range(TRIES):
        other = worlds(slug).twin(state, eyes, Random(seed))
        if at(other, path) != at(state, path):
            return other
    raise AssertionError(f"twin() keeps {path} for {eyes} in {state}")


def differ(slug: str, seats: int, eyes: Viewer, one: Any, other: Any) -> bool:
    return Sight(room_of(slug, one, seats), eyes).differs(room_of(slug, other, seats))


class Sight:
    """Every byte those eyes can get of a room; what is told is asked for first, it costs less."""

    def __init__(self, room: Room, eyes: Viewer) -> None:
        self._room, self._eyes = room, eyes

    def differs(self, other: Room) -> bool:
        return self._told != told(other, self._eyes) or self._drawn != drawn(other, self._eyes)

    @cached_property
    def _told(self) -> str:
        return told(self._room, self._eyes)

    @cached_property
    def _drawn(self) -> str:
        return drawn(self._room, self._eyes)


def seen_in(slug: str, seats: int, eyes: Viewer, path: Path, value: Any, state: Any) -> bool:
    return differ(slug, seats, eyes, state, changed(state, path, value))


def places(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every place of a state that holds no further ones."""
    if is_dataclass(value):
        for field in fields(value):
            yield from places(getattr(value, field.name), (*path, field.name))
    elif isinstance(value, tuple):
        for place, part in enumerate(value):
            yield from places(part, (*path, place))
    else:
        yield path, value


def at(value: Any, path: Path) -> Any:
    for step in path:
        value = getattr(value, step) if isinstance(step, str) else value[step]
    return value


def changed(value: Any, path: Path, new: Any) -> Any:
    if not path:
        return new
    step, *rest = path
    if isinstance(step, str):
        return replace(value, **{step: changed(getattr(value, step), tuple(rest), new)})
    return (*value[:step], changed(value[step], tuple(rest), new), *value[step + 1 :])
