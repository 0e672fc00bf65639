"""What every game promises. A new folder in games/ is under test the moment it exists."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from itertools import groupby
from random import Random

import pytest
from pydantic import ValidationError

from app.core.codec import codec
from app.core.values import Room
from app.draw.islands import Islands
from games import GAMES
from games.contract import Illegal, Seat
from tests.every_game import PAGES, everyone, moments, played_on, playthrough, room_of, seen
from tests.forms import forms

pytestmark = pytest.mark.parametrize("slug", GAMES)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_computers_reach_a_result_with_any_number_of_players(slug: str, seed: int) -> None:
    for seats in GAMES[slug].seats:
        *_, last = playthrough(slug, seats, seed)
        assert last.move is None


def test_every_answer_of_a_computer_is_of_a_kind_that_was_asked_for(slug: str) -> None:
    for seats in GAMES[slug].seats:
        for step in playthrough(slug, seats, 5):
            assert step.move is None or (step.ask and step.move.kind in step.ask.kinds)


def test_the_same_luck_plays_the_same_match(slug: str) -> None:
    seats = max(GAMES[slug].seats)
    assert list(playthrough(slug, seats, 1)) == list(playthrough(slug, seats, 1))


def test_states_moves_and_options_survive_being_written_down(slug: str) -> None:
    writer, options = codec(slug), GAMES[slug].options()
    assert writer.load_options(writer.dump_options(options)) == options
    for step in playthrough(slug, max(GAMES[slug].seats), 2):
        assert writer.load_state(writer.dump_state(step.state)) == step.state
        assert step.move is None or writer.load_move(writer.dump_move(step.move)) == step.move


def test_nobody_is_asked_after_the_result(slug: str) -> None:
    seats = min(GAMES[slug].seats)
    *_, last = playthrough(slug, seats, 3)
    assert not any(GAMES[slug].ask(last.state, Seat(seat)) for seat in range(seats))


def test_a_move_made_twice_under_one_ask_is_illegal_or_changes_nothing(slug: str) -> None:
    game = GAMES[slug]
    for seats in game.seats:
        for step in playthrough(slug, seats, 6):
            if step.seat is None:
                continue
            once = game.apply(step.state, step.seat, step.move, Random(1))
            still = game.ask(once, step.seat)
            if still and step.ask and still.id == step.ask.id and step.move.kind in still.kinds:
                with suppress(Illegal):
                    assert game.apply(once, step.seat, step.move, Random(1)) == once


def test_an_ask_changes_its_id_when_its_kinds_change(slug: str) -> None:
    game, kinds = GAMES[slug], dict[tuple[Seat, str], frozenset[str]]()
    for step in playthrough(slug, max(game.seats), 7):
        if step.seat is not None and step.ask is not None:
            assert kinds.setdefault((step.seat, step.ask.id), step.ask.kinds) == step.ask.kinds


def test_a_question_that_is_over_never_comes_back(slug: str) -> None:
    """So a late answer to it counts for nothing."""
    game = GAMES[slug]
    for seats in game.seats:
        states = [step.state for step in playthrough(slug, seats, 8)]
        for seat in map(Seat, range(seats)):
            ids = [ask.id for state in states if (ask := game.ask(state, seat))]
            questions = [id for id, _ in groupby(ids)]
            assert len(set(questions)) == len(questions)


def test_state_move_view_and_options_are_frozen_values(slug: str) -> None:
    game = GAMES[slug]
    for kind in (game.state, game.view_type, game.options, *game.moves):
        assert is_dataclass(kind)
        assert kind.__dataclass_params__.frozen  # type: ignore[attr-defined]  # every dataclass has it
        assert not hasattr(kind, "__slots__")


def test_a_view_holds_no_state(slug: str) -> None:
    _, state = moments(slug)[0]
    assert not isinstance(GAMES[slug].view(state, None), GAMES[slug].state)
    assert state not in [
        getattr(GAMES[slug].view(state, None), f.name) for f in fields(GAMES[slug].view_type)
    ]


@pytest.mark.parametrize("language", ["en", "en-XA"])
def test_every_moment_can_be_drawn_for_every_pair_of_eyes(slug: str, language: str) -> None:
    for seats, state in moments(slug):
        room = room_of(slug, state, seats)
        for eyes in (*everyone(seats), seats):  # the last one is the watcher
            assert seen(room, Seat(eyes) if eyes is not None else None, language)


def test_while_a_match_is_paused_nobody_is_shown_a_move(slug: str) -> None:
    for seats, state in moments(slug):
        room = room_of(slug, state, seats)
        assert room.match
        paused = replace(room, match=replace(room.match, paused=room.members[0].id))
        for member in room.members[:2]:
            panel = Islands(PAGES).draw(paused, member, "en", board=False)["panel"].html
            assert not [form for form in forms(panel) if form.verb == "moves"]


def test_while_a_match_is_paused_what_is_sealed_stays_sealed(slug: str) -> None:
    game = GAMES[slug]
    for seats, state in moments(slug):
        room = room_of(slug, state, seats)
        assert room.match
        paused = replace(room, match=replace(room.match, paused=room.members[0].id))
        for seat in map(Seat, range(seats)):
            ask = game.ask(state, seat)
            if ask and not ask.waiting:
                assert letter(paused, seat) == letter(room, seat)


def letter(room: Room, seat: Seat) -> list[str]:
    """What lies in envelopes on this seat's phone."""
    panel = Islands(PAGES).draw(room, room.members[seat], "en", board=False)["panel"].html
    return re.findall(r'class="letter">(.*?)<span class="front">', panel, re.DOTALL)


def test_a_panel_that_is_not_drawn_anew_would_look_the_same(slug: str) -> None:
    """Other people's moves leave most panels alone; that must never leave an old picture."""
    seats = max(GAMES[slug].seats)
    states = [step.state for step in playthrough(slug, seats, 11)]
    first = room_of(slug, states[0], seats)
    for member in first.members[-3:]:  # two players and the watcher
        islands = Islands(PAGES)
        for state in states:
            room = played_on(first, state)
            kept, anew = (
                {name: island.wire for name, island in drawn.items()}
                for drawn in (
                    islands.draw(room, member, "en", board=False),
                    Islands(PAGES).draw(room, member, "en", board=False),
                )
            )
            assert kept == anew


def test_a_guess_that_is_not_the_last_leaves_the_others_panels_alone(slug: str) -> None:
    if slug != "soulmates":
        return
    states = [step.state for step in playthrough(slug, 4, 11)]
    first, islands, kept = room_of(slug, states[0], 4), Islands(PAGES), 0
    before = None
    for state in states:
        own = islands.draw(played_on(first, state), first.members[0], "en", board=False)["panel"]
        kept += own is before
        before = own
    assert kept > len(states) // 4


def test_options_have_defaults_and_refuse_what_they_do_not_know(slug: str) -> None:
    with pytest.raises(ValidationError):
        codec(slug).read_settings({"no-such-option": "1"})
    assert codec(slug).options(codec(slug).read_settings({})) == GAMES[slug].options()
