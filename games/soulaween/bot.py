"""Computer players of four strengths. They know what their seat sees."""

from __future__ import annotations

from random import Random

from games.contract import Ask
from games.soulaween.mat import HATS, laid
from games.soulaween.search import Option, Position, best, ends, passed, reaped, tries
from games.soulaween.table import Move, Put, Reap, Wear
from games.soulaween.view import View

NODES = 20_000
"""About 60 ms on one core, and 130 at worst (bench.py measures it)."""
FAR = 40
"""Further than the nodes reach."""
EAGER = 3
"""How much sooner the careless put where they can reap."""
FEW = 4
"""Of some thirty puts: it loses to the sensible about as often as it beats the careless."""


def easy(view: View, ask: Ask, luck: Random) -> Move:
    """Careless: anything at all, and a reap a little sooner."""
    match view.phase:
        case "put":
            eager = [EAGER if preview.takes else 1 for preview in view.previews]
            chosen = luck.choices(view.previews, eager)[0]
            return Put(chosen.cell, chosen.side)
        case "reap":
            return Reap(luck.choice(view.choices).cells)
        case _:
            return Wear(luck.choice(HATS))


def fair(view: View, ask: Ask, luck: Random) -> Move:
    """A child of ten: thinks, but only of a few puts, and so overlooks a reap or a danger."""
    return _look_ahead(view, luck, turns=1, among=FEW)


def good(view: View, ask: Ask, luck: Random) -> Move:
    """Sensible: reaps, and leaves the rival nothing to reap where that can be helped."""
    return _look_ahead(view, luck, turns=1)


def strong(view: View, ask: Ask, luck: Random) -> Move:
    """As far as the nodes reach."""
    return _look_ahead(view, luck, turns=FAR)


def _look_ahead(view: View, luck: Random, *, turns: int, among: int | None = None) -> Move:
    if view.phase == "hats":
        return Wear(luck.choice(HATS))  # the rival's is not known yet
    options = _options(view)
    if among is not None:
        options = luck.sample(options, min(among, len(options)))
    return best(options, luck, turns=turns, nodes=NODES)


def _options(view: View) -> list[Option[Move]]:
    me, rival = view.guides if view.mover == 0 else view.guides[::-1]
    position = Position(laid(view.mat), me, rival, view.scythe)
    match view.phase:
        case "put":
            return [
                (Put(tried.cell, tried.side), [*ends(position, tried)]) for tried in tries(position)
            ]
        case "reap":
            return [(Reap(s.cells), [*passed(reaped(position, s))]) for s in view.choices]
        case _:
            return [(Wear(hat), [end]) for hat, end in zip(HATS, passed(position), strict=True)]
