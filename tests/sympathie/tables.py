"""The tables at which Sympathie is tried: settings by name.

Their themes are such as every machine can have, so that kept matches end everywhere as they did.
"""

from __future__ import annotations

from games.sympathie.table import Options

THEMES = ("rooms", "work", "freetime", "wall")
TABLES = {
    "": Options(themes=THEMES),
    "two": Options("two", themes=THEMES[:2]),
    "three": Options("three", themes=THEMES[2:]),
    "points": Options("points", 12, THEMES[:1]),
}
