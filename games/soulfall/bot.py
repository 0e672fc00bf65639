"""Computer players of three strengths. They know what their seat sees."""

from __future__ import annotations

from random import Random

from games.contract import Ask
from games.soulfall.rules import apply
from games.soulfall.search import best, imagined, moves, outcome, pruned
from games.soulfall.table import Move
from games.soulfall.view import View

WIDTH = 2
"""Of the ways on so many are followed to the end of the turn."""
FEW = 8
"""Of some twenty moves: who overlooks some loses to the strong and still beats the careless."""


def easy(view: View, ask: Ask, luck: Random) -> Move:
    """Careless: any kind of move, and then any of that kind."""
    found = moves(imagined(view, luck))
    kind = luck.choice(sorted({move.kind for move in found}))
    return luck.choice([move for move in found if move.kind == kind])


def fair(view: View, ask: Ask, luck: Random) -> Move:
    """Takes what looks best now of a few moves; a Lord card is seen through."""
    state = imagined(view, luck)
    found = moves(state)
    return best(state, luck.sample(found, min(FEW, len(found))), luck)


def strong(view: View, ask: Ask, luck: Random) -> Move:
    """Looks to the end of its turn."""
    state = imagined(view, luck)
    seat, tried = state.mover, pruned(state, luck)
    if len(tried) == 1:
        return tried[0]
    return max(tried, key=lambda move: outcome(apply(state, seat, move, luck), seat, luck, WIDTH))
