"""The theme cards: how they lie, and which of a card's twelve themes is played (MM-6, MM-Q8)."""

from __future__ import annotations

from random import Random

from games.contract import Memory
from games.matchy_matchy.deck import CARDS, THEMES_A_CARD
from games.matchy_matchy.table import State, Theme


def stacked(memory: Memory, luck: Random) -> tuple[str, ...]:
    """Shuffled; cards that this room has used lie below, the one used longest ago first."""
    newest_first = dict.fromkeys(_card(theme) for theme in reversed(memory.seen))
    used = [card for card in reversed(newest_first) if card in CARDS]
    fresh = [card for card in CARDS if card not in used]
    return (*luck.sample(fresh, len(fresh)), *used)


def drawn(state: State, called: int, luck: Random) -> tuple[Theme, tuple[str, ...]]:
    """The theme of the top card, and what is left; from the 25th card on all are shuffled anew."""
    card, *rest = state.pile or luck.sample(CARDS, len(CARDS))
    return Theme(card, _unused(state, card, called)), tuple(rest)


def played(state: State) -> tuple[str, ...]:
    """The themes of this match, written for the memory of a room: ``"card-07/5"``."""
    now = () if state.theme is None else (state.theme,)
    return tuple(map(written, (*(past.theme for past in state.past), *now)))


def _unused(state: State, card: str, called: int) -> int:
    """The number that was called, or the next one whose theme was not played yet; 1 after 12."""
    count = len(THEMES_A_CARD)
    numbers = [(called + step - 1) % count + 1 for step in range(count)]
    spent = {*state.before, *played(state)}
    return next((n for n in numbers if written(Theme(card, n)) not in spent), called)


def written(theme: Theme) -> str:
    return f"{theme.card}/{theme.number}"


def _card(written: str) -> str:
    return written.partition("/")[0]
