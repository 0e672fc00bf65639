"""The tables at which Soulfall is tried: settings by name."""

from __future__ import annotations

from games.soulfall.table import Options

TABLES = {"": Options(), "equal": Options(last_round="equal", hints=False)}
