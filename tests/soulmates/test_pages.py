"""What the pages of Soulmates say, where templates have to think."""

from __future__ import annotations

from dataclasses import replace

from games.contract import Seat
from tests.every_game import moments, room_of, seen

NO_HINTS = "No hints about an answer that is still face down."


def test_nobody_is_to_give_hints_while_answers_lie_face_down() -> None:  # SM-33
    reveals = [(seats, state) for seats, state in moments("soulmates") if state.phase == "reveal"]
    assert reveals
    for seats, state in reveals:
        said = NO_HINTS in seen(room_of("soulmates", state, seats), Seat(0))
        assert said == (state.turn + 1 < seats)


def test_the_highest_level_is_called_by_its_name() -> None:
    """Its per cent sign went through a formatter once."""
    _, state = next((n, s) for n, s in moments("soulmates") if n == 2 and s.phase == "over")
    html = seen(room_of("soulmates", replace(state, chips=(26,)), 2), None)
    assert "100% Soulmates" in html
