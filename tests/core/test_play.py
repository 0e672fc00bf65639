"""A match being played: who answers what, when computers do, and what nobody may."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from app.core import people, play
from app.core.errors import BadForm, NotNow, NotYours, OldAsk
from app.core.play import MOST_AT_ONCE, READING, THINKING, BotTurn
from app.core.posted import Posted
from app.core.values import Room
from games.contract import Illegal, Seat
from games.soulmates.table import Ego, Pick
from tests.core.notation import (
    ANN,
    BOB,
    CID,
    LATER,
    NOW,
    away,
    begun,
    come,
    computer,
    guest,
    match,
    over,
    person,
    room,
    who,
    with_match,
)

PICK, EGO = "round-1/pick", "round-1/ego"


def three() -> Room:
    """Ann begins: she chooses a card."""
    return begun(room("Ann", "Bob", "Cid"))


def picked(before: Room) -> Room:
    card = match(before).state.stack[0]
    return play.play(before, ANN, {"ask": PICK, "kind": "pick", "card": card}, NOW)


def chosen(room: Room, device: bytes, letter: str = "A", **more: object) -> Room:
    return play.play(room, device, {"ask": EGO, "kind": "ego", "letter": letter, **more}, LATER)


def with_a_computer() -> Room:
    """Ann plays with two computers, who sit at 1 and 2."""
    return begun(computer(computer(room("Ann"), "one"), "two"))


# --- a person answers ---


def test_an_answer_is_a_move_of_ones_own_seat() -> None:
    before = picked(three())
    after = chosen(before, BOB, "C")
    assert match(after).state.egos == (None, "C", None)
    assert match(after).made == match(before).made + 1 == 2
    assert match(after).fresh == ((Seat(0), Pick(match(before).state.scenario)), (1, Ego("C")))


def test_the_same_answer_again_is_no_move() -> None:
    once = chosen(picked(three()), BOB, "C")
    assert chosen(once, BOB, "C") is once
    assert match(chosen(once, BOB, "D")).made == match(once).made + 1


def test_the_newest_moves_are_kept_as_many_as_one_change_may_make() -> None:
    room = picked(three())
    for number in range(MOST_AT_ONCE + 1):
        room = chosen(room, BOB, "ABCD"[number % 4])
    fresh = match(room).fresh
    assert len(fresh) == MOST_AT_ONCE
    assert fresh[-1] == (1, Ego("A"))
    assert fresh[0] == (1, Ego("B"))


def test_of_the_values_of_a_form_the_last_one_counts() -> None:
    sent = {"ask": Posted(("old", EGO)), "seat": Posted(("7", "1"))}
    after = play.play(picked(three()), BOB, {**sent, "kind": "ego", "letter": "B"}, NOW)
    assert match(after).state.egos[1] == "B"


@pytest.mark.parametrize("ask", ["", None, 3, ["round-1/ego"]])
def test_an_answer_names_its_question(ask: object) -> None:
    with pytest.raises(BadForm):
        play.play(picked(three()), BOB, {"ask": ask, "kind": "ego", "letter": "A"}, NOW)
    with pytest.raises(BadForm):
        play.play(picked(three()), BOB, {"kind": "ego", "letter": "A"}, NOW)


def test_a_question_of_others_and_one_that_is_over_are_told_apart() -> None:
    card = match(three()).state.stack[0]
    move = {"kind": "pick", "card": card}
    with pytest.raises(NotYours):
        play.play(three(), BOB, {"ask": PICK, **move}, NOW)
    with pytest.raises(OldAsk):
        play.play(picked(three()), ANN, {"ask": PICK, **move}, NOW)
    with pytest.raises(OldAsk):
        play.play(three(), BOB, {"ask": EGO, **move}, NOW)


def test_another_kind_than_asked_for_is_no_answer() -> None:
    with pytest.raises(Illegal):
        play.play(three(), ANN, {"ask": PICK, "kind": "ego", "letter": "A"}, NOW)


def test_who_watches_has_nothing_to_answer() -> None:
    watched = come(picked(three()), "Dot")
    with pytest.raises(NotYours):
        chosen(watched, person(watched, "Dot").device or b"")


def test_a_seat_that_is_named_must_be_ones_own() -> None:
    assert match(chosen(picked(three()), BOB, seat="1")).state.egos[1] == "A"
    assert match(chosen(picked(three()), BOB, seat=1)).state.egos[1] == "A"
    for seat in ("0", "2", "x", ""):
        with pytest.raises(NotYours):
            chosen(picked(three()), BOB, seat=seat)


# --- two on a phone ---


def shared() -> Room:
    """Gus plays on Bob's phone, at seat 2; all are asked for an ego chip."""
    return picked(begun(guest(room("Ann", "Bob"), "Gus", "Bob")))


def test_a_phone_answers_for_whoever_is_waited_for() -> None:
    first = chosen(shared(), BOB, "C")
    assert match(first).state.egos == (None, "C", None)
    second = chosen(first, BOB, "D")
    assert match(second).state.egos == (None, "C", "D")
    third = chosen(second, BOB, "A")  # nobody is waited for: the phone's owner changes theirs
    assert match(third).state.egos == (None, "A", "D")


def test_a_phone_answers_for_the_one_that_is_named() -> None:
    assert match(chosen(shared(), BOB, "C", seat="2")).state.egos == (None, None, "C")
    assert match(chosen(shared(), BOB, "C", seat="1")).state.egos == (None, "C", None)


def test_a_phone_plays_for_its_owner_and_the_guests_who_play() -> None:
    before = shared()
    assert play.seats_of(before, match(before), person(before, "Bob")) == [1, 2]
    assert play.seats_of(before, match(before), person(before, "Ann")) == [0]
    watching = come(before, "Dot")
    assert play.seats_of(watching, match(before), person(watching, "Dot")) == []


def test_a_phone_acts_for_one_seat_at_a_time() -> None:
    before = match(shared())
    one, two = Seat(1), Seat(2)
    assert play.acting(before, []) is None
    assert play.acting(before, [two]) == 2
    assert play.acting(before, [one, two]) == 1
    answered = match(chosen(shared(), BOB, "C"))
    assert play.acting(answered, [one, two]) == 2
    assert play.acting(match(three()), [one, two]) == 1  # Ann is asked, neither of these


# --- pause ---


def test_a_pause_says_who_and_holds_everybody() -> None:
    held = play.pause(picked(three()), ANN, NOW, on=True)
    assert match(held).paused == "ann"
    with pytest.raises(NotNow):
        chosen(held, BOB)
    freed = play.pause(held, ANN, NOW, on=False)
    assert match(freed).paused is None
    assert match(chosen(freed, BOB)).state.egos[1] == "A"
    with pytest.raises(NotYours):
        play.pause(three(), BOB, NOW, on=True)


def test_computers_wait_out_a_pause() -> None:
    asked = picked(with_a_computer())
    turn = play.bot_turn(asked)
    assert turn
    held = play.pause(asked, ANN, NOW, on=True)
    assert match(held).due is None
    assert play.bot_turn(held) is None
    assert play.play_bot(held, turn, Ego("A"), NOW) is held
    assert play.rescheduled(held, LATER) is held
    assert match(play.pause(held, ANN, LATER, on=False)).due == LATER + THINKING


# --- computers ---


def test_a_computer_that_is_waited_for_answers_after_a_while() -> None:
    assert match(with_a_computer()).due is None  # Ann chooses a card
    assert match(picked(with_a_computer())).due == NOW + THINKING
    assert match(three()).due is None


def test_a_computer_knows_what_its_seat_sees() -> None:
    asked = picked(with_a_computer())
    turn = play.bot_turn(asked)
    rules, state = match(asked).rules, match(asked).state
    ask = rules.ask(state, Seat(1))
    assert ask
    seen = rules.view(state, Seat(1))
    assert turn == BotTurn("soulmates", Seat(1), ask, "friendly", seen, "s/1/1")


def test_computers_answer_one_after_the_other_and_then_no_more() -> None:
    asked = picked(with_a_computer())
    for seat in (1, 2):
        turn = play.bot_turn(asked)
        assert turn
        assert turn.seat == seat
        asked = play.play_bot(asked, turn, Ego("B"), LATER)
    assert match(asked).state.egos == (None, "B", "B")
    assert play.bot_turn(asked) is None
    assert match(asked).due is None


def test_an_answer_to_a_question_that_is_gone_changes_nothing() -> None:
    asked = picked(with_a_computer())
    turn = play.bot_turn(asked)
    assert turn
    once = play.play_bot(asked, turn, Ego("B"), LATER)
    assert play.play_bot(once, turn, Ego("C"), LATER) is once
    ended = over(asked)
    assert play.play_bot(ended, turn, Ego("C"), LATER) is ended
    lobby = replace(asked, match=None)
    assert play.play_bot(lobby, turn, Ego("C"), LATER) is lobby
    assert play.bot_turn(lobby) is None
    assert play.bot_turn(ended) is None


def test_a_computer_may_not_answer_what_is_not_asked() -> None:
    asked = picked(with_a_computer())
    turn = play.bot_turn(asked)
    assert turn
    with pytest.raises(Illegal):
        play.play_bot(asked, turn, Pick("x"), LATER)


def test_among_people_computers_leave_what_need_not_be_answered_to_them() -> None:
    """Only where no person plays a computer presses *Next*, after a time to read."""
    crowd = computer(computer(computer(room("Ann"), "a"), "b"), "c")
    playing = begun(people.take_role(crowd, ANN, who("Ann"), "watcher"), "a")
    while turn := play.bot_turn(playing):
        if not turn.ask.waiting:
            break
        assert match(playing).due == NOW + THINKING
        answer = match(playing).rules.bots[turn.strength].play(turn.view, turn.ask, Random(1))
        playing = play.play_bot(playing, turn, answer, NOW)
    assert turn
    assert turn.ask.kinds == {"next"}
    assert match(playing).due == NOW + READING
    with_ann = with_match(playing, seats=("ann", *match(playing).seats[1:]))
    assert play.bot_turn(with_ann) is None


def test_who_is_stood_in_for_is_a_computer_of_the_games_own_strength() -> None:
    asked = picked(three())
    stood = play.stand_in(away(asked, "Bob"), ANN, who("Bob"), LATER, on=True)
    turn = play.bot_turn(stood)
    assert turn
    assert (turn.seat, turn.strength) == (1, "friendly")
    assert match(stood).due == LATER + THINKING
    back = play.stand_in(stood, ANN, who("Bob"), LATER, on=False)
    assert match(back).stand_ins == frozenset()
    assert match(back).due is None
    assert play.bot_turn(back) is None


def test_several_are_stood_in_for_and_one_of_them_comes_back() -> None:
    asked = away(away(picked(three()), "Bob"), "Cid")
    for name in ("Bob", "Cid"):
        asked = play.stand_in(asked, ANN, who(name), NOW, on=True)
    assert match(asked).stand_ins == {1, 2}
    assert match(play.stand_in(asked, ANN, who("Bob"), NOW, on=False)).stand_ins == {2}


def test_who_is_forgotten_is_played_for() -> None:
    gone = replace(picked(three()), members=room("Ann", "Bob").members)
    turn = play.bot_turn(gone)
    assert turn
    assert (turn.seat, turn.strength) == (2, "friendly")


def test_a_computer_that_fails_tries_again_and_then_others_do() -> None:
    watched = begun(computer(room("Ann"), "bot", "fair"), "bot", "soulaween", mode="simple")
    assert play.attempts(watched) == 1 + len(match(watched).rules.bots) == 5
    turns = [play.bot_turn(watched, attempt) for attempt in range(play.attempts(watched))]
    assert [turn and turn.strength for turn in turns] == ["fair", "fair", "easy", "good", "strong"]
    assert [turn and turn.seed for turn in turns] == [
        "s/0/0",
        *(f"s/0/0/{n}" for n in (1, 2, 3, 4)),
    ]
    assert play.attempts(room("Ann")) == 0


def test_a_strength_of_another_game_plays_as_the_games_own() -> None:
    turn = play.bot_turn(begun(computer(room("Ann"), "bot", "friendly"), "bot", "soulaween"))
    assert turn
    assert turn.strength == "good"


def test_when_people_come_and_go_it_is_decided_anew_whose_turn_it_is() -> None:
    asked = picked(three())
    assert play.rescheduled(asked, LATER) is asked
    stood = people.stood_in(asked, who("Bob"), on=True)
    assert match(play.rescheduled(stood, LATER)).due == LATER + THINKING
    due = play.rescheduled(stood, LATER)
    assert play.rescheduled(due, LATER + 5) is due  # it is thinking already
    back = people.stood_in(due, who("Bob"), on=False)
    assert match(play.rescheduled(back, LATER)).due is None
    for quiet in (room("Ann"), over(stood)):
        assert play.rescheduled(quiet, LATER) is quiet


# --- how it ends ---


def test_a_match_with_a_result_has_ended() -> None:
    asked = picked(with_a_computer())
    final = replace(match(asked), state=replace(match(asked).state, phase="over"))
    assert final.result
    done = play.scheduled(asked, final, LATER)
    assert (match(done).ended, match(done).due) == (LATER, None)
    with pytest.raises(NotNow):
        play.running(done)
    with pytest.raises(NotNow):
        play.running(room("Ann"))
    assert play.running(asked) is match(asked)


def test_each_move_has_dice_of_its_own() -> None:
    rolls = {play.luck(seed, number).random() for seed in ("a", "b") for number in range(3)}
    assert len(rolls) == 6
    assert play.luck("a", 1).random() == Random("a/1").random()


def test_a_move_rolls_the_dice_of_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers: list[int] = []
    dice = play.luck

    def counted(seed: str, number: int) -> Random:
        numbers.append(number)
        return dice(seed, number)

    monkeypatch.setattr(play, "luck", counted)
    chosen(chosen(picked(three()), BOB), CID)
    assert numbers == [0, 1, 2, 3]  # 0 set the table
