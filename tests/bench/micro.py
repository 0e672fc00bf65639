"""The games by themselves: what a move and a picture cost before anything of the app begins."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from random import Random
from time import process_time
from typing import Any, NamedTuple

from app.core.codec import codec
from games import GAMES
from games.contract import AnyGame, Ask, Memory, Seat

MATCHES = 10
LONGEST = 2000
"""Moves after which a match is left alone."""
LOOKS = 20
"""Moments in which each strength is asked."""


class Made(NamedTuple):
    """A move of a bot and the state it was made in."""

    state: Any
    seat: Seat
    move: Any


class Cost(NamedTuple):
    slug: str
    seats: int
    apply: float
    """Seconds a move."""
    view: float
    """Seconds a picture for one seat, down to JSON text."""
    bots: dict[str, float]
    """Seconds an answer, by strength."""
    nodes: float | None
    """Positions a second that the game's search looks at, where it has one."""


def costs() -> list[Cost]:
    return [_cost(slug, game) for slug, game in GAMES.items()]


def _cost(slug: str, game: AnyGame) -> Cost:
    seats = max(game.seats)
    lucks = (Random(f"bench/{match}") for match in range(MATCHES))
    made = [one for luck in lucks for one in _match(game, seats, luck)]
    luck, writer = Random("bench"), codec(slug)

    def apply(one: Made) -> object:
        return game.apply(one.state, one.seat, one.move, luck)

    def view(one: Made) -> object:
        return json.dumps(writer.show_view(game.view(one.state, one.seat)))

    bots = {name: _thinking(game, made, bot.play) for name, bot in game.bots.items()}
    apply_time, view_time = _each(apply, made), _each(view, made)
    return Cost(slug, seats, apply_time, view_time, bots, _nodes(slug, bots))


def _match(game: AnyGame, seats: int, luck: Random) -> list[Made]:
    """All moves of one match between the weakest bots."""
    state = game.setup(seats, game.options(), Memory(), luck)
    bot = next(iter(game.bots.values())).play
    made: list[Made] = []
    while game.result(state) is None and len(made) < LONGEST:
        seat, ask = _asked(game, state, seats)
        made.append(Made(state, seat, bot(game.view(state, seat), ask, luck)))
        state = game.apply(state, seat, made[-1].move, luck)
    return made


def _asked(game: AnyGame, state: Any, seats: int) -> tuple[Seat, Ask]:
    """Somebody who is waited for, or else somebody who may go on."""
    asks = [(Seat(s), ask) for s in range(seats) if (ask := game.ask(state, Seat(s)))]
    return next((pair for pair in asks if pair[1].waiting), asks[0])


def _each(work: Callable[[Made], object], made: list[Made]) -> float:
    """Seconds a piece: the best of five rounds, for the others were disturbed."""
    return min(_round(work, made) for _ in range(5)) / len(made)


def _round(work: Callable[[Made], object], made: list[Made]) -> float:
    begun = process_time()
    for one in made:
        work(one)
    return process_time() - begun


def _thinking(game: AnyGame, made: list[Made], play: Callable[..., object]) -> float:
    """Seconds a bot takes to answer, on average over a few moments of these matches."""
    looks = made[:: max(1, len(made) // LOOKS)][:LOOKS]
    start = process_time()
    for one in looks:
        play(game.view(one.state, one.seat), game.ask(one.state, one.seat), Random("bench"))
    return (process_time() - start) / len(looks)


def _nodes(slug: str, bots: dict[str, float]) -> float | None:
    """For a game whose strongest bot spends a budget of nodes: how many it looks at in a second."""
    budget = getattr(import_module(f"games.{slug}.bot"), "NODES", None)
    return int(budget) / tuple(bots.values())[-1] if budget else None
