"""The tables at which Soulaween is tried: settings by name, each character at both seats."""

from __future__ import annotations

from games.soulaween.guides import Card
from games.soulaween.table import Options

PAIRS: tuple[tuple[Card, Card], ...] = (
    ("little_death", "anubis"),
    ("papa_death", "wuchang_1"),
    ("anubis", "osiris"),
    ("osiris", "papa_death"),
    ("wuchang_1", "wuchang_2"),
    ("wuchang_2", "little_death"),
)
TABLES = {
    "": Options(),
    "drawn": Options("standard"),
    "upright": Options("standard", "upright", "papa_death", "little_death"),
    **{f"{one}-{two}": Options("standard", "diagonal", one, two) for one, two in PAIRS},
}
