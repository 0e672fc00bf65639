"""What people bring along for a game."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from app.core import brought, hosting, people
from app.core.errors import NoSuchThing, NotNow, NotYours, Removed, RoomFull
from app.core.posted import Posted
from app.core.values import Brought, Room
from games.contract import Illegal
from games.soulmates.own import MOST, Card
from tests.core.notation import ANN, BOB, CID, begun, room, who

ANSWERS = ("Yes", "No", "Both", "Never")


def bring(
    room: Room,
    by: bytes = ANN,
    kind: str = "card",
    tag: str = "",
    question: object = "Tea?",
    answers: object = ANSWERS,
    id: str = "own-1",
) -> Room:
    return brought.bring(room, by, kind, tag, {"question": question, "answers": answers}, id=id)


def test_what_is_brought_is_kept_with_who_brought_it() -> None:
    both = bring(bring(room("Ann", "Bob")), BOB, question="Cake?", id="own-2")
    assert both.brought == (
        Brought("own-1", "card", people.member(both, ANN).id, "", Card("Tea?", ANSWERS)),
        Brought("own-2", "card", people.member(both, BOB).id, "", Card("Cake?", ANSWERS)),
    )


@pytest.mark.parametrize("answers", [list(ANSWERS), ANSWERS, Posted(ANSWERS)])
def test_a_form_and_json_bring_the_same(answers: object) -> None:
    assert bring(room("Ann"), answers=answers).brought[0].content == Card("Tea?", ANSWERS)


def test_every_text_is_cleaned() -> None:
    messy = (" Yes\u200b ", "N\no\n", "Both  ways", "\u202eNever")
    content = bring(room("Ann"), question=" Tea?\t", answers=messy).brought[0].content
    assert content == Card("Tea?", ("Yes", "No", "Both ways", "Never"))


def test_a_room_keeps_so_many_and_no_more() -> None:
    before = room("Ann")
    for number in range(MOST):
        before = bring(before, id=f"own-{number}")
    with pytest.raises(RoomFull):
        bring(before, id="late")
    assert len(bring(brought.drop(before, ANN, "own-0"), id="late").brought) == MOST


def test_only_what_fits_is_taken() -> None:
    with pytest.raises(NoSuchThing):
        bring(room("Ann"), kind="elephant")
    with pytest.raises(NoSuchThing):
        bring(room("Ann"), tag="elephants")
    with pytest.raises(ValidationError):
        bring(room("Ann"), question=7)
    with pytest.raises(Illegal):
        bring(room("Ann"), answers=("Yes",))
    with pytest.raises(NotYours):
        bring(room("Ann"), by=BOB)


def test_who_brought_it_and_the_host_take_it_out() -> None:
    before = bring(bring(room("Ann", "Bob", "Cid"), BOB), CID, id="own-2")
    for device in (ANN, BOB):
        assert [one.id for one in brought.drop(before, device, "own-1").brought] == ["own-2"]
    with pytest.raises(NotYours):
        brought.drop(before, CID, "own-1")
    with pytest.raises(NoSuchThing):
        brought.drop(before, ANN, "own-3")


def test_what_is_part_of_a_match_stays_until_its_end() -> None:
    before = bring(room("Ann", "Bob"))
    playing = bring(begun(before), id="own-2")
    with pytest.raises(NotNow):
        brought.drop(playing, ANN, "own-1")
    assert [one.id for one in brought.drop(playing, ANN, "own-2").brought] == ["own-1"]


def test_who_was_removed_brings_nothing() -> None:
    with pytest.raises(Removed):
        bring(hosting.remove(room("Ann", "Bob"), ANN, who("Bob")), BOB)
