"""What somebody likes, as a number for each word of a photograph, and how it is learned.

A photograph that nothing is known of, as those of the room, still has one word: itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from math import exp
from typing import TypeAlias
from zlib import crc32

from games.sympathie.deck import FACTS, WORDS
from games.sympathie.table import Order

Taste: TypeAlias = Mapping[str, float]
"""By word, above zero what is liked."""

STEPS = 40
RATE = 0.15
DOUBT = 1.0
"""How strongly a taste is held to be like the one that was expected."""
NOBODY: Taste = {}


@cache
def character(name: str) -> Taste:
    """Somebody: another name, another taste. It stays the same on every machine."""
    return {word: crc32(f"{name}/{word}".encode()) % 2001 / 1000 - 1 for word in WORDS.split()}


def words(photo: str) -> tuple[str, ...]:
    facts = FACTS.get(photo)
    return (photo, *facts.words) if facts else (photo,)


def liking(taste: Taste, photo: str) -> float:
    return sum(taste.get(word, 0.0) for word in words(photo))


def ranked(taste: Taste, photos: Iterable[str]) -> Order:
    """The one that is liked most first; equals keep the order in which they came."""
    return tuple(sorted(photos, key=lambda photo: -liking(taste, photo)))


def heard(orders: Iterable[Order]) -> Taste:
    """By word, how high the photographs with it were put on average: from 2 for the first place to
    -2 for the last, and nearer to zero the less was heard."""
    places = defaultdict[str, list[int]](list)
    for order in orders:
        for place, photo in enumerate(order):
            for word in words(photo):
                places[word].append(2 - place)
    return {word: sum(found) / (len(found) + 2) for word, found in places.items()}


def fitted(orders: tuple[Order, ...], expected: Taste = NOBODY) -> Taste:
    """The taste under which these orders are likeliest, if each place is a choice among what is
    left (Plackett and Luce), and far from what was expected only for good reasons."""
    taste = defaultdict[str, float](float, expected)
    for _ in range(STEPS):
        pull = defaultdict[str, float](float)
        for order in orders:
            _pull(taste, order, pull)
        for word in {*pull, *taste}:
            held = DOUBT * (taste[word] - expected.get(word, 0.0))
            taste[word] += RATE * (pull[word] - held)
    return taste


def _pull(taste: Taste, order: Order, pull: defaultdict[str, float]) -> None:
    """Towards what was chosen, away from what was left."""
    weights = [exp(liking(taste, photo)) for photo in order]
    for place, chosen in enumerate(order[:-1]):
        whole = sum(weights[place:])
        for word in words(chosen):
            pull[word] += 1
        for photo, weight in zip(order[place:], weights[place:], strict=True):
            for word in words(photo):
                pull[word] -= weight / whole
