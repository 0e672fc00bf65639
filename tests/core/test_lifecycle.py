"""The life of a room: what is chosen, how a match starts, ends and starts again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.core import brought, door, hosting, lifecycle, people, play
from app.core.errors import NoSuchThing, NotNow, NotYours
from app.core.lifecycle import Start
from app.core.values import HOST_MISSED, KNOCK_PATIENCE, Room
from games import GAMES
from games.contract import Item
from tests.core.notation import (
    ANN,
    BOB,
    LATER,
    NOW,
    away,
    begun,
    come,
    computer,
    match,
    over,
    person,
    room,
    who,
    with_match,
)

CARD = {"question": "Tea?", "answers": ["Yes", "No", "Both", "Never"]}


def again(room: Room) -> Room:
    return lifecycle.again(room, ANN, Start("n", "t", LATER))


def test_a_room_opens_empty() -> None:
    opened = lifecycle.open_room("KLMR", ANN, NOW)
    assert (opened.code, opened.opener, opened.created, opened.touched) == ("KLMR", ANN, NOW, NOW)
    assert (opened.version, opened.members, opened.host, opened.match) == (1, (), None, None)


def test_a_closed_room_has_neither_match_nor_door() -> None:
    knocked = door.knock(
        begun(room("Ann", "Bob")), b"d", id="d", name="Dot", mark=None, who=None, now=NOW
    )
    closed = lifecycle.close(knocked, ANN, LATER)
    assert (closed.closed, closed.match, closed.knocks) == (LATER, None, ())
    with pytest.raises(NotYours):
        lifecycle.close(knocked, BOB, LATER)


def test_the_host_chooses_what_is_played() -> None:
    assert lifecycle.choose(room("Ann"), ANN, "soulaween").options.game == "soulaween"
    with pytest.raises(NoSuchThing):
        lifecycle.choose(room("Ann"), ANN, "chess")
    with pytest.raises(NotYours):
        lifecycle.choose(room("Ann", "Bob"), BOB, "soulaween")


def test_what_is_set_up_is_kept_for_the_next_match_and_for_each_game() -> None:
    chosen = lifecycle.set_up(room("Ann", "Bob"), ANN, "soulmates", "bob", {"cards": "children"})
    assert (chosen.options.game, chosen.options.first) == ("soulmates", "bob")
    assert chosen.settings["soulmates"]["cards"] == "children"
    other = lifecycle.set_up(chosen, ANN, "soulaween", "", {"mode": "standard"})
    assert (other.options.game, other.options.first) == ("soulaween", None)
    assert other.settings["soulaween"]["mode"] == "standard"
    assert other.settings["soulmates"]["cards"] == "children"
    more = lifecycle.set_up(chosen, ANN, "soulmates", "", {"own": False})
    assert more.settings["soulmates"] == {**chosen.settings["soulmates"], "own": False}


def test_what_is_set_up_is_the_hosts_and_of_this_room() -> None:
    with pytest.raises(NotYours):
        lifecycle.set_up(room("Ann", "Bob"), BOB, "soulmates", "", {})
    with pytest.raises(NoSuchThing):
        lifecycle.set_up(room("Ann"), ANN, "chess", "", {})
    with pytest.raises(NoSuchThing):
        lifecycle.set_up(room("Ann"), ANN, "soulmates", "nobody", {})


def test_a_match_starts_with_who_is_there_from_whoever_begins() -> None:
    started = begun(room("Ann", "Bob", "Cid"), "Bob")
    begins = match(started)
    assert begins.seats == ("bob", "cid", "ann")
    assert (begins.id, begins.seed, begins.game) == ("m", "s", "soulmates")
    assert (begins.number, started.matches) == (1, 1)
    assert (begins.started, begins.ended, begins.made) == (NOW, None, 0)
    assert begins.options == GAMES["soulmates"].options()
    assert started.options.game == "soulmates"
    assert begins.state == GAMES["soulmates"].setup(
        3, begins.options, begins.memory, play.luck("s", 0)
    )


def test_only_who_plays_has_a_seat() -> None:
    crowd = come(room("Ann", "Bob"), "Cid", role="watcher")
    assert match(begun(crowd)).seats == ("ann", "bob")


def test_who_begins_is_named_at_the_start_else_in_the_lobby_else_luck() -> None:
    wished = lifecycle.set_up(room("Ann", "Bob", "Cid"), ANN, "soulmates", "cid", {})

    def seats(room: Room, first: str | None, seed: str = "s") -> tuple[str, ...]:
        start = Start("m", seed, NOW, who(first) if first else None)
        return match(lifecycle.start(room, ANN, "soulmates", {}, start)).seats

    assert seats(wished, None) == ("cid", "ann", "bob")
    assert seats(wished, "bob") == ("bob", "cid", "ann")
    luck = {seats(room("Ann", "Bob", "Cid"), None, str(seed))[0] for seed in range(40)}
    assert luck == {"ann", "bob", "cid"}
    gone = people.leave(wished, person(wished, "Cid").device or b"")
    assert seats(gone, None)[0] in ("ann", "bob")
    with pytest.raises(NoSuchThing):
        seats(wished, "nobody")


def test_the_wish_who_begins_is_used_up() -> None:
    wished = lifecycle.set_up(room("Ann", "Bob"), ANN, "soulmates", "bob", {})
    assert begun(wished).options.first is None


def test_settings_sent_with_the_start_count_and_are_kept() -> None:
    started = begun(room("Ann", "Bob"), game="soulaween", mode="standard")
    assert match(started).options.mode == "standard"
    assert started.settings["soulaween"]["mode"] == "standard"
    assert started.options.game == "soulaween"


@pytest.mark.parametrize(("count", "starts"), [(1, False), (2, True), (5, True), (6, False)])
def test_a_match_needs_the_right_number_of_people(count: int, starts: bool) -> None:
    crowd = room(*["Ann", "Bob", "Cid", "Dot", "Eve", "Flo"][:count])
    if starts:
        assert len(match(begun(crowd)).seats) == count
    else:
        with pytest.raises(NotNow):
            begun(crowd)


def test_nobody_at_all_is_too_few() -> None:
    watching = people.take_role(room("Ann"), ANN, who("Ann"), "watcher")
    with pytest.raises(NotNow):
        lifecycle.start(watching, ANN, "soulmates", {}, Start("m", "s", NOW))


def test_the_host_starts_and_not_while_a_match_is_under_way() -> None:
    with pytest.raises(NotYours):
        lifecycle.start(room("Ann", "Bob"), BOB, "soulmates", {}, Start("m", "s", NOW))
    with pytest.raises(NotNow):
        begun(begun(room("Ann", "Bob")))
    assert match(begun(over(begun(room("Ann", "Bob"))))).number == 2


def test_what_people_brought_is_told_to_its_game_alone() -> None:
    with_card = brought.bring(room("Ann", "Bob"), ANN, "card", "", CARD, id="own-1")
    assert match(begun(with_card)).memory.brought == (Item("own-1", "card"),)
    assert match(begun(with_card, game="soulaween")).memory.brought == ()


def test_a_computer_that_begins_is_due_at_once() -> None:
    started = begun(computer(room("Ann")), "bot", now=LATER)
    assert match(started).due == LATER + play.THINKING


# --- again ---


def test_again_is_the_same_with_the_next_one_first() -> None:
    first = over(begun(room("Ann", "Bob", "Cid"), "Bob", cards="children"))
    second = match(again(first))
    assert second.seats == ("cid", "ann", "bob")
    assert (second.id, second.seed, second.number) == ("n", "t", 2)
    assert (second.game, second.options.cards, second.started) == ("soulmates", "children", LATER)


def test_again_goes_without_those_who_left_and_with_those_who_came() -> None:
    first = over(begun(room("Ann", "Bob", "Cid")))
    left = people.leave(first, person(first, "Bob").device or b"")
    assert match(again(come(left, "Dot"))).seats == ("cid", "ann", "dot")
    watching = people.take_role(first, ANN, who("Bob"), "watcher")
    assert match(again(watching)).seats == ("cid", "ann")


def test_again_is_the_hosts_and_needs_a_match_that_is_over() -> None:
    with pytest.raises(NotYours):
        lifecycle.again(over(begun(room("Ann", "Bob"))), BOB, Start("n", "t", LATER))
    for early in (room("Ann", "Bob"), begun(room("Ann", "Bob"))):
        with pytest.raises(NotNow):
            again(early)


# --- the end ---


def test_the_end_leads_back_to_the_lobby_whether_finished_or_not() -> None:
    for before in (begun(room("Ann", "Bob")), over(begun(room("Ann", "Bob")))):
        ended = lifecycle.end(before, ANN)
        assert ended.match is None
        assert ended.matches == 1
    with pytest.raises(NotYours):
        lifecycle.end(begun(room("Ann", "Bob")), BOB)


def test_computers_that_were_taken_out_are_forgotten_with_the_match() -> None:
    playing = begun(computer(room("Ann", "Bob")))
    out = hosting.remove(playing, ANN, who("bot"))
    assert out.member("bot")
    assert lifecycle.end(out, ANN).member("bot") is None
    assert begun(over(out)).member("bot") is None


def test_what_a_match_used_is_remembered_the_newest_last_and_once() -> None:  # SM-34
    playing = begun(room("Ann", "Bob"))
    before = replace(playing, seen={"soulmates": ("x", "y", "z"), "other": ("o",)})
    used = with_match(before, state=replace(match(before).state, scenario="y"))
    assert lifecycle.end(used, ANN).seen == {"soulmates": ("x", "z", "y"), "other": ("o",)}


# --- computers, and what happens by itself ---


def test_a_computer_is_as_strong_as_was_said_else_as_the_chosen_game_has_it() -> None:
    def strength(room: Room, named: str) -> str | None:
        return person(lifecycle.add_bot(room, ANN, named, id=who("bot"), now=LATER), "bot").bot

    lobby = lifecycle.choose(room("Ann"), ANN, "soulaween")
    assert strength(lobby, "easy") == "easy"
    assert strength(lobby, "friendly") == "friendly"
    assert strength(lobby, "") == "good" == GAMES["soulaween"].stand_in
    assert strength(room("Ann"), "") == next(iter(GAMES.values())).stand_in
    with pytest.raises(NoSuchThing):
        strength(lobby, "godlike")
    with pytest.raises(NotYours):
        lifecycle.add_bot(room("Ann", "Bob"), BOB, "", id=who("bot"), now=LATER)
    seated = lifecycle.add_bot(lobby, ANN, "", id=who("bot"), now=LATER)
    assert person(seated, "bot").joined == LATER


def test_by_itself_the_door_gets_quiet_and_the_host_is_missed() -> None:
    waiting = door.knock(
        away(room("Ann", "Bob"), "Ann"), b"d", id="d", name="Dot", mark=None, who=None, now=NOW
    )
    missed = lifecycle.elapsed(waiting, NOW + HOST_MISSED)
    assert (missed.options.missed, len(missed.knocks)) == (True, 1)
    later = lifecycle.elapsed(waiting, NOW + KNOCK_PATIENCE)
    assert (later.options.free, later.knocks) == (True, ())
    quiet = room("Ann", "Bob")
    assert lifecycle.elapsed(quiet, LATER) is quiet
