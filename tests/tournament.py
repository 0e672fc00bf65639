"""Which computer player is stronger? Each match is played once from every seat.

``make tournament GAME=soulaween`` lets each strength play the next weaker one: at the smallest
table, and one against many at the largest. What a game measures besides follows.
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from random import Random
from time import process_time
from typing import Any, NamedTuple, get_args, get_type_hints

from games import GAMES
from games.contract import Memory, Seat

MATCHES = 200


class Job(NamedTuple):
    game: str
    bots: tuple[str, ...]
    """By seat."""
    options: Any
    seed: int


class End(NamedTuple):
    winners: frozenset[str]
    slowest: float
    """Seconds of CPU for one move."""


def play(job: Job) -> End:
    game, slowest = GAMES[job.game], 0.0
    state = game.setup(len(job.bots), job.options, Memory(), Random(f"{job.seed}/0"))
    luck = Random(f"{job.seed}/{job.bots}")
    while not (result := game.result(state)):
        asks = [(Seat(s), ask) for s in range(len(job.bots)) if (ask := game.ask(state, Seat(s)))]
        seat, ask = luck.choice([pair for pair in asks if pair[1].waiting] or asks)
        view, start = game.view(state, seat), process_time()
        move = game.bots[job.bots[seat]].play(view, ask, luck)
        slowest = max(slowest, process_time() - start)
        state = game.apply(state, seat, move, luck)
    return End(frozenset(job.bots[seat] for seat in result.winners), slowest)


def modes(slug: str) -> list[Any]:
    """The options as they are, once for each value of ``mode`` where a game has modes."""
    options = GAMES[slug].options
    if "mode" not in {field.name for field in fields(options)}:
        return [options()]
    return [options(mode=mode) for mode in get_args(get_type_hints(options)["mode"])]


def tournament(
    slug: str, better: str, other: str, options: Any, matches: int, seats: int = 0
) -> tuple[float, str]:
    """The share of matches that the better one won, and the line that says so."""
    seats = seats or min(GAMES[slug].seats)
    tables = [
        tuple(better if seat == mine else other for seat in range(seats)) for mine in range(seats)
    ]
    jobs = [Job(slug, table, options, seed) for seed in range(matches // seats) for table in tables]
    with ProcessPoolExecutor() as pool:
        ends = list(pool.map(play, jobs))
    won = Counter(winner for end in ends for winner in end.winners)
    share, slowest = won[better] / len(ends), max(end.slowest for end in ends) * 1000
    mode = getattr(options, "mode", slug)
    against = other if seats == 2 else f"{seats - 1} of {other}"
    return share, (
        f"{mode:>10}: {better} beats {against} in {share:.1%} of {len(ends)} matches"
        f" ({won[other]} lost); slowest move {slowest:.0f} ms of CPU"
    )


if __name__ == "__main__":
    slug = sys.argv[1] if sys.argv[1:] else "soulaween"
    for options in modes(slug):
        for other, better in pairwise(GAMES[slug].bots):
            for seats in sorted({min(GAMES[slug].seats), max(GAMES[slug].seats)}):
                print(tournament(slug, better, other, options, MATCHES, seats)[1], flush=True)
    if find_spec(f"tests.{slug}.balance"):
        import_module(f"tests.{slug}.balance").measure([*GAMES[slug].bots][-1], MATCHES)
