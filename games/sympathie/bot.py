"""Computer players of three strengths. Each has a taste of its own and keeps it all match long, so
that people can learn to read it; of the others it knows what they showed in earlier turns.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.contract import Ask
from games.sympathie.table import Move, Next, Order, Rank, Roll, Theme
from games.sympathie.taste import Taste, character, fitted, heard, ranked
from games.sympathie.view import View

ROLLS = 0.25
"""How often it lets the die decide."""
SHARED = 0.5
"""How much of what the table likes is expected of everybody."""


def easy(view: View, ask: Ask, luck: Random) -> Move:
    """Thinks that everybody likes what it likes itself."""
    return _play(view, luck, _me)


def fair(view: View, ask: Ask, luck: Random) -> Move:
    """Remembers what this person put high."""
    return _play(view, luck, lambda view: heard(_orders(view)))


def strong(view: View, ask: Ask, luck: Random) -> Move:
    """Weighs what belongs together, and expects of people what most people like."""
    return _play(view, luck, _understood)


def _play(view: View, luck: Random, belief: Callable[[View], Taste]) -> Move:
    match view.phase:
        case "theme":
            return _choose(view, luck)
        case "rank":
            mine = ranked(_me(view), view.photos)
            return Rank(mine if view.me == view.active else ranked(belief(view), mine))
        case _:
            return Next()


def _choose(view: View, luck: Random) -> Move:
    """A theme of which little was seen, so that the evening goes through all of them."""
    if luck.random() < ROLLS:
        return Roll()
    fewest = min(pile.used for pile in view.piles)
    return Theme(luck.choice([pile.theme for pile in view.piles if pile.used == fewest]))


def _me(view: View) -> Taste:
    """No two at one table are the same, and in the next match they are others."""
    first = view.past[0].photos if view.past else view.photos
    return character(f"{first}/{view.me}")


def _understood(view: View) -> Taste:
    everybody = tuple(turn.orders[turn.active] for turn in view.past)
    return fitted(_orders(view), {w: SHARED * liked for w, liked in fitted(everybody).items()})


def _orders(view: View) -> tuple[Order, ...]:
    """What the active player showed when it was their turn before."""
    return tuple(turn.orders[turn.active] for turn in view.past if turn.active == view.active)
