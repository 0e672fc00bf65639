"""The tables at which Soulmates is tried: settings by name."""

from __future__ import annotations

from games.soulmates.table import Options

TABLES = {"": Options(), "children": Options(cards="children")}
