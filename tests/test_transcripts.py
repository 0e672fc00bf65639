"""A whole match as it is read out: to somebody who plays, to whoever else plays, to the room.

The kept transcripts are read by people: they must sound like somebody who sits at the table.
``make test T="tests/test_transcripts.py" KEEP=1`` writes them anew.
"""

from __future__ import annotations

import os
from html import unescape
from pathlib import Path

import pytest
from lxml import html

from games import GAMES
from games.contract import Seat, Viewer
from tests.every_game import ISLANDS, playthrough, room_of

FOLDER = Path(__file__).parent
AUDIENCES: dict[str, Viewer] = {"player": Seat(0), "other": Seat(1), "tv": None}


def heard(slug: str, seats: int, eyes: Viewer) -> str:
    """What is said, a line each, in the order of its beats; nothing twice in a row."""
    said: list[str] = []
    for step in playthrough(slug, seats, seed=1):
        room = room_of(slug, step.state, seats)
        me = None if eyes is None else room.members[eyes]
        island = ISLANDS.draw(room, me, "en", board=False)["say"].html
        view = GAMES[slug].view(step.state, eyes)
        order = [beat.name for beat in GAMES[slug].show(view).beats]
        spans = html.fromstring(island).findall(".//span")
        spans.sort(
            key=lambda span: (
                order.index(span.get("data-from", order[0])) if span.get("data-from") else -1
            )
        )
        lines = [" ".join(unescape(span.text_content()).split()) for span in spans]
        if lines != said[-len(lines) :]:
            said += filter(None, lines)
    return "\n".join(said) + "\n"


@pytest.mark.parametrize("audience", AUDIENCES)
@pytest.mark.parametrize("slug", GAMES)
def test_a_match_is_read_out_as_it_is_kept(slug: str, audience: str) -> None:
    kept = FOLDER / slug / "transcripts" / f"{audience}.txt"
    said = heard(slug, min(max(GAMES[slug].seats), 3), AUDIENCES[audience])
    if os.environ.get("KEEP"):
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(said, "utf-8")
    assert said == kept.read_text("utf-8")


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_read_out_has_spaces_and_ends(slug: str) -> None:
    for eyes in AUDIENCES.values():
        for line in heard(slug, min(max(GAMES[slug].seats), 3), eyes).splitlines():
            assert line[-1] in ".?!…", line
            assert "  " not in line
            assert line[0].isupper() or not line[0].isascii(), line
