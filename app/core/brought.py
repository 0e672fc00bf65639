"""What people bring along for a game: for now the blank cards they write (SM-Q10)."""

from __future__ import annotations

from dataclasses import replace

from app.core import people
from app.core.errors import BadForm, NoSuchThing, NotNow, NotYours, RoomFull
from app.core.values import MOST_SCENARIOS, Device, Room, Scenario

LONGEST_QUESTION = 90
LONGEST_ANSWER = 40


def write_scenario(room: Room, device: Device, id: str, question: str, answers: list[str]) -> Room:
    me = people.member(room, device)
    if len(room.scenarios) >= MOST_SCENARIOS:
        raise RoomFull.plural(
            "The blank card is written.",
            "All {count} blank cards are written.",
            count=MOST_SCENARIOS,
        )
    if len(answers) != 4:
        raise BadForm("A card has a question and four answers.")
    lines = (
        _line(question, LONGEST_QUESTION),
        *(_line(answer, LONGEST_ANSWER) for answer in answers),
    )
    return replace(room, scenarios=(*room.scenarios, Scenario(id, me.id, lines[0], lines[1:])))


def drop_scenario(room: Room, device: Device, id: str) -> Room:
    me = people.member(room, device)
    card = next((card for card in room.scenarios if card.id == id), None)
    if card is None:
        raise NoSuchThing("That card is not here any more.")
    if me.id not in (room.host, card.author):
        raise NotYours("Only its author or the host can take a card out.")
    if room.match and id in room.match.memory[1]:
        raise NotNow("That card is in the stack of this match. Take it out afterwards.")
    return replace(room, scenarios=tuple(kept for kept in room.scenarios if kept is not card))


def _line(text: str, longest: int) -> str:
    """One line of a written card, cleaned as a name is."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    if not line:
        raise BadForm("A card has a question and four answers.")
    if len(line) > longest:
        raise BadForm.plural(
            "Shorter, please: one letter at most.",
            "Shorter, please: {count} letters at most.",
            count=longest,
        )
    return line
