"""What a picture shows, noted while it is drawn: it stands as long as that is the same.

A template is given the look with eyes on it. Every field that it reads, by itself or through one of
the look's own questions, of the room, the match or the view, is noted; nothing is listed by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, cached_property, lru_cache
from operator import attrgetter
from types import FunctionType, MethodType
from typing import Any, NamedTuple

from app.draw.look import Look, MatchLook

FIRST = "language"
"""What no picture can do without."""
IT = " "
"""A name that nobody can read."""


class Shown(NamedTuple):
    """What was read of a look."""

    read: Callable[[Look], object]
    values: object

    def stands(self, look: Look) -> bool:
        """This look shows the same."""
        try:
            return self.read(look) == self.values
        except AttributeError:  # no match any more, or another game's
            return False


class Watched:
    """A look, its match or its view. What was read of it is kept in it: a second time costs
    nothing."""

    def __init__(self, it: object) -> None:
        self.__dict__[IT] = it

    def __getattr__(self, name: str) -> Any:
        it = self.__dict__[IT]
        question = _question(it.__class__, name)
        if isinstance(question, FunctionType):
            return MethodType(question, self)
        if isinstance(question, property):
            return question.fget(self)  # type: ignore[misc]  # none is without
        value = getattr(it, name)
        if isinstance(value, MatchLook) or name == "view":
            value = Watched(value)
        self.__dict__[name] = value
        return value


def shown(watched: Watched, look: Look) -> Shown:
    """What has been read of it."""
    read = _reader((FIRST, *_places(watched, "")))
    return Shown(read, read(look))


def _places(watched: Watched, where: str) -> Iterator[str]:
    for name, value in vars(watched).items():
        if isinstance(value, Watched):
            yield from _places(value, f"{where}{name}.")
        elif name != IT:
            yield f"{where}{name}"


@cache
def _question(kind: type, name: str) -> object:
    """What the look's own class answers by that name, from its fields."""
    found = next((vars(base)[name] for base in kind.__mro__ if name in vars(base)), None)
    return property(found.func) if isinstance(found, cached_property) else found


@lru_cache(maxsize=1024)
def _reader(places: tuple[str, ...]) -> Callable[[Look], object]:
    return attrgetter(*places)
