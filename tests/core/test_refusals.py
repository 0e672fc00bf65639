"""What is said to whom the room refuses something, word for word, and of which kind it is.

Each line is one refusal: what it says, its kind, and somebody who meets it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from app.core import brought, door, hosting, lifecycle, people, play, replay
from app.core.door import MOST_KNOCKS
from app.core.errors import (
    BadForm,
    Locked,
    NameTaken,
    NoSuchThing,
    NotNow,
    NotYours,
    OldAsk,
    Refused,
    Removed,
    RoomFull,
    RoomOver,
    sentence,
)
from app.core.lifecycle import Start
from app.core.values import MOST_MEMBERS, MOST_PLAYERS, Room
from games.contract import Illegal, Objection
from tests.core.notation import (
    ANN,
    BOB,
    CID,
    DOT,
    GUS,
    LATER,
    NOW,
    begun,
    come,
    computer,
    device,
    guest,
    person,
    room,
    who,
)

THREE = room("Ann", "Bob", "Cid")
WITHOUT_BOB = hosting.remove(THREE, ANN, who("Bob"))
CLOSED = lifecycle.close(THREE, ANN, LATER)
LOCKED = hosting.set_options(THREE, ANN, locked=True)
PLAYING = begun(THREE)
PAUSED = play.pause(PLAYING, ANN, NOW, on=True)
FULL = room(*(f"P{number}" for number in range(MOST_PLAYERS)))
GUESTS = guest(THREE, "Gus", "Bob")
CARD = {"question": "Tea?", "answers": ("Yes", "No", "Both", "Never")}
START = Start("m", "s", NOW)


def knock(room: Room, name: str, seat: str = "") -> Room:
    wish = who(seat) if seat else None
    return door.knock(room, device(name), id=name, name=name, mark=None, who=wish, now=NOW)


def admit(room: Room, by: bytes, id: str, yes: bool = True) -> Room:
    return door.admit(room, by, id, new=who("x"), yes=yes, now=NOW)


def crowded() -> Room:
    crowd = THREE
    for number in range(MOST_KNOCKS):
        crowd = knock(crowd, f"K{number}")
    return crowd


def packed() -> Room:
    crowd = THREE
    for number in range(MOST_MEMBERS - 3):
        crowd = come(crowd, f"W{number}", role="watcher")
    return crowd


def bring(room: Room, kind: str = "card", tag: str = "", id: str = "own") -> Room:
    return brought.bring(room, ANN, kind, tag, CARD, id=id)


def many_cards() -> Room:
    full = THREE
    for number in range(5):
        full = bring(full, id=f"own-{number}")
    return full


def answer(room: Room, by: bytes, **fields: object) -> Room:
    return play.play(room, by, {"ask": "round-1/pick", "kind": "pick", "card": "x", **fields}, NOW)


class No(NamedTuple):
    says: str
    kind: type[Objection]
    does: Callable[[], Any]


HOST = "Only the host can do that."
NOT_HERE = "That person is not here."
OVER = "This room has ended."
OUT = "The host removed you from this room."
EIGHT = "All 8 places are taken. You can watch."

NOS = [
    # people
    No(OVER, RoomOver, lambda: people.member(CLOSED, ANN)),
    No(OVER, RoomOver, lambda: come(CLOSED, "Dot")),
    No("Join the room first.", NotYours, lambda: people.member(THREE, DOT)),
    No("Join the room first.", NotYours, lambda: people.member(people.leave(THREE, BOB), BOB)),
    No(OUT, Removed, lambda: people.member(WITHOUT_BOB, BOB)),
    No(OUT, Removed, lambda: come(WITHOUT_BOB, "Bob")),
    No("Ann locked the room. Knock and wait to be let in.", Locked, lambda: come(LOCKED, "Dot")),
    No(
        "? locked the room. Knock and wait to be let in.",
        Locked,
        lambda: come(replace(LOCKED, host=None), "Dot"),
    ),
    No(HOST, NotYours, lambda: people.take_role(THREE, BOB, who("Cid"), "watcher")),
    No(NOT_HERE, NoSuchThing, lambda: people.somebody(THREE, who("Dot"))),
    No(NOT_HERE, NoSuchThing, lambda: people.somebody(WITHOUT_BOB, who("Bob"))),
    No(EIGHT, RoomFull, lambda: come(FULL, "Late")),
    No(
        EIGHT,
        RoomFull,
        lambda: people.take_role(
            come(FULL, "Late", role="watcher"), device("Late"), who("Late"), "player"
        ),
    ),
    No("This room is full.", RoomFull, lambda: come(packed(), "Late", role="watcher")),
    No(
        "That person plays on another device.",
        NotYours,
        lambda: people.hand(THREE, BOB, who("Cid")),
    ),
    No(
        "There is already a bob. How about bob B or bob II?",
        NameTaken,
        lambda: people.rename(THREE, ANN, "bob", None),
    ),
    # the host
    No(HOST, NotYours, lambda: hosting.host(THREE, BOB)),
    No(HOST, NotYours, lambda: hosting.remove(THREE, BOB, who("Cid"))),
    No(
        "Hand over the host role first, then leave.",
        NotNow,
        lambda: hosting.remove(THREE, ANN, who("Ann")),
    ),
    No(NOT_HERE, NoSuchThing, lambda: hosting.pardon(THREE, ANN, who("Bob"), NOW)),
    No(NOT_HERE, NoSuchThing, lambda: hosting.pardon(THREE, ANN, who("Dot"), NOW)),
    No(
        "Gus plays on a phone that is not here.",
        NotNow,
        lambda: hosting.pardon(
            people.leave(hosting.remove(GUESTS, ANN, who("Gus")), BOB), ANN, who("Gus"), NOW
        ),
    ),
    No(
        "Who has no device of their own cannot host.",
        NotNow,
        lambda: hosting.hand_over(GUESTS, ANN, who("Gus")),
    ),
    No("Ann is still the host.", NotNow, lambda: hosting.take_over(THREE, BOB, LATER)),
    # the door
    No(OVER, RoomOver, lambda: knock(CLOSED, "Dot")),
    No(OUT, Removed, lambda: knock(WITHOUT_BOB, "Bob")),
    No(NOT_HERE, NoSuchThing, lambda: knock(THREE, "Dot", "nobody")),
    No(NOT_HERE, NoSuchThing, lambda: knock(GUESTS, "Dot", "Gus")),
    No(NOT_HERE, NoSuchThing, lambda: knock(computer(THREE), "Dot", "bot")),
    No(NOT_HERE, NoSuchThing, lambda: knock(WITHOUT_BOB, "Dot", "Bob")),
    No(
        "You were not let in. Ask in the room, and knock again in a few minutes.",
        NotNow,
        lambda: knock(admit(knock(THREE, "Dot"), ANN, "Dot", yes=False), "Dot"),
    ),
    No(
        "Several people are at the door already. Try again in a moment.",
        NotNow,
        lambda: knock(crowded(), "Late"),
    ),
    No("Nobody is at the door any more.", NoSuchThing, lambda: admit(THREE, ANN, "Dot")),
    No(
        "Nobody is at the door any more.",
        NoSuchThing,
        lambda: admit(admit(knock(THREE, "Dot"), ANN, "Dot", yes=False), ANN, "Dot"),
    ),
    No(HOST, NotYours, lambda: admit(knock(THREE, "Dot"), BOB, "Dot")),
    No(HOST, NotYours, lambda: admit(knock(THREE, "Dot", "Bob"), CID, "Dot")),
    # the life of a room
    No("We do not have that game.", NoSuchThing, lambda: lifecycle.known("chess")),
    No(
        "A match is under way. End it first.",
        NotNow,
        lambda: lifecycle.start(PLAYING, ANN, "soulmates", {}, START),
    ),
    No(
        "There is no such computer player.",
        NoSuchThing,
        lambda: lifecycle.add_bot(THREE, ANN, "godlike", id=who("bot"), now=NOW),
    ),
    No(
        NOT_HERE,
        NoSuchThing,
        lambda: lifecycle.start(THREE, ANN, "soulmates", {}, Start("m", "s", NOW, who("Dot"))),
    ),
    No(
        "Soulaween is for 2 players, you are 3.",
        NotNow,
        lambda: lifecycle.start(THREE, ANN, "soulaween", {}, START),
    ),
    No(
        "Soulmates is for 2 to 5 players, you are 1.",
        NotNow,
        lambda: lifecycle.start(room("Ann"), ANN, "soulmates", {}, START),
    ),
    No(
        "You can look back when the match is over.",
        NotNow,
        lambda: lifecycle.again(PLAYING, ANN, START),
    ),
    No("You can look back when the match is over.", NotNow, lambda: replay.finished(THREE)),
    # a match
    No("No match is under way.", NotNow, lambda: answer(THREE, ANN)),
    No("Ann paused the match.", NotNow, lambda: answer(PAUSED, ANN)),
    No(
        "? paused the match.",
        NotNow,
        lambda: answer(replace(PAUSED, members=(person(PAUSED, "Bob"),)), BOB),
    ),
    No(
        "That form made no sense to us. Nothing has changed.",
        BadForm,
        lambda: answer(PLAYING, ANN, ask=""),
    ),
    No("It is not your turn.", NotYours, lambda: answer(PLAYING, BOB)),
    No(
        "That question is over. Here is the current one.",
        OldAsk,
        lambda: answer(PLAYING, ANN, ask="round-0/pick"),
    ),
    No("That is not your seat.", NotYours, lambda: answer(PLAYING, ANN, seat="1")),
    No(
        "You are watching this match. You play from the next one.",
        NotYours,
        lambda: answer(come(PLAYING, "Gus"), GUS),
    ),
    No(
        "That is not what is asked now.",
        Illegal,
        lambda: play.play(PLAYING, ANN, {"ask": "round-1/pick", "kind": "ego", "letter": "A"}, NOW),
    ),
    No(
        "That person is not playing.",
        NoSuchThing,
        lambda: play.stand_in(PLAYING, ANN, who("Dot"), NOW, on=True),
    ),
    No(
        "That person is not playing.",
        NoSuchThing,
        lambda: play.stand_in(come(PLAYING, "Dot"), ANN, who("Dot"), NOW, on=False),
    ),
    No(
        "That person is not playing.",
        NoSuchThing,
        lambda: play.stand_in(begun(computer(THREE)), ANN, who("bot"), NOW, on=False),
    ),
    No(
        "Bob is here and can answer.",
        NotNow,
        lambda: play.stand_in(PLAYING, ANN, who("Bob"), NOW, on=True),
    ),
    No(HOST, NotYours, lambda: play.stand_in(PLAYING, BOB, who("Cid"), NOW, on=True)),
    No("No match is under way.", NotNow, lambda: play.pause(THREE, ANN, NOW, on=True)),
    # what people bring
    No("All 5 places for such things are taken.", RoomFull, lambda: bring(many_cards())),
    No("That belongs to nothing here.", NoSuchThing, lambda: bring(THREE, tag="x")),
    No("Nobody can bring such a thing.", NoSuchThing, lambda: bring(THREE, kind="x")),
    No("That is not here any more.", NoSuchThing, lambda: brought.drop(THREE, ANN, "own")),
    No(
        "Only who brought it or the host can take it out.",
        NotYours,
        lambda: brought.drop(bring(THREE), BOB, "own"),
    ),
    No(
        "It is part of this match. Take it out afterwards.",
        NotNow,
        lambda: brought.drop(begun(bring(THREE)), ANN, "own"),
    ),
]


@pytest.mark.parametrize("no", NOS, ids=lambda no: no.says)
def test_a_refusal_says_why(no: No) -> None:
    with pytest.raises(no.kind) as refused:
        no.does()
    said = sentence(refused.value)
    assert type(refused.value) is no.kind
    assert (said.many or said.text).format(**said.values) == no.says


WITH_ONE: dict[str, Callable[[], Any]] = {
    "The only place is taken. You can watch.": lambda: come(FULL, "Late"),
    "The only place for such a thing is taken.": lambda: bring(many_cards()),
    "Soulaween is for 2 players, you are 3.": lambda: lifecycle.start(
        THREE, ANN, "soulaween", {}, START
    ),
    "Soulmates is for 2 to 5 players, you are 1.": lambda: lifecycle.start(
        room("Ann"), ANN, "soulmates", {}, START
    ),
}


@pytest.mark.parametrize("says", WITH_ONE)
def test_with_the_number_one_it_is_said_in_another_way(says: str) -> None:
    with pytest.raises(Refused) as refused:
        WITH_ONE[says]()
    said = sentence(refused.value)
    assert said.text.format(**said.values) == says
    assert said.many
