"""What a picture shows, noted while it is drawn: it stands as long as that is the same.

A template is given a look that notes which of its fields are read, by the template itself or by one
of the look's own questions; so are the match and the view in it. Nothing is listed by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache, cached_property, lru_cache
from operator import attrgetter
from types import FunctionType
from typing import Any, NamedTuple

from app.draw.look import Look

FIRST = "language"
"""What no picture can do without."""
IT = " "
"""A name that nobody can read: what is watched."""
PARTS = ("match", "view")
"""What is watched itself."""


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


def watched(it: object) -> Any:
    """The same to whoever reads it; what was read lies in it."""
    kind: Any = type(it)
    watching = _watching(kind)()
    watching.__dict__[IT] = it
    return watching


def shown(watched: Any, look: Look) -> Shown:
    """What has been read of it."""
    read = _reader((FIRST, *_places(watched, "")))
    return Shown(read, read(look))


class _Field:
    """Asked once: then the value lies where it is looked for first."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, watching: Any, _: type) -> Any:
        read, name = watching.__dict__, self._name
        value = getattr(read[IT], name)
        if name in PARTS and value is not None:
            value = watched(value)
        read[name] = value
        return value


@cache
def _watching(kind: Any) -> type:
    """A class that answers as that one does, from fields that are noted."""
    questions = {
        name: found
        for base in reversed(kind.__mro__)
        for name, found in vars(base).items()
        if isinstance(found, property | cached_property | FunctionType) and name[:2] != "__"
    }
    noted = {field.name: _Field(field.name) for field in fields(kind)}
    return type(kind.__name__, (), {**questions, **noted})


def _places(watching: Any, where: str) -> Iterator[str]:
    for name, value in watching.__dict__.items():
        if name == IT:
            continue
        if name in PARTS and value is not None:
            yield from _places(value, f"{where}{name}.")
        else:
            yield where + name


@lru_cache(maxsize=1024)
def _reader(places: tuple[str, ...]) -> Callable[[Look], object]:
    return attrgetter(*places)
