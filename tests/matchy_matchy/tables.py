"""The tables at which Matchy Matchy is tried: settings by name."""

from __future__ import annotations

from games.contract import Seat
from games.matchy_matchy.table import Options

TABLES = {"": Options(), "short": Options("short", Seat(1))}
