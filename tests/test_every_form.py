"""Every form of every panel, at every moment of every game, sent as a browser sends it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from app.core import play
from app.core.values import Match, Member, MemberId, Room
from app.draw.eyes import look_at
from games import GAMES
from games.contract import Seat
from tests.every_game import ISLANDS, moments, room_of
from tests.forms import forms, posted

pytestmark = pytest.mark.parametrize("slug", GAMES)


def two_on_a_phone(room: Room, hands: int) -> Room:
    """The second plays on the first one's phone, which is now in the hands of one of them."""
    host, guest, *others = room.members
    host = replace(host, hands=MemberId(f"m{hands}"))
    return replace(room, members=(host, replace(guest, device=None, keeper=host.id), *others))


def tables(slug: str) -> Iterator[Room]:
    for seats, state in moments(slug):
        room = room_of(slug, state, seats)
        yield from (room, two_on_a_phone(room, 0), two_on_a_phone(room, 1))


def match_of(room: Room) -> Match:
    assert room.match
    return room.match


def panel(room: Room, me: Member) -> str:
    return str(ISLANDS.draw(room, me, "en", board=False)["panel"].html)


def test_answers_for_the_seat_whose_panel_it_is(slug: str) -> None:
    wrong, sent = [], 0
    for room in tables(slug):
        for me in (member for member in room.people if member.device):
            shown = look_at(room, me, "en").match
            assert shown
            for form in (form for form in forms(panel(room, me)) if form.verb == "moves"):
                for pairs in form.ways():
                    played = play.play(room, me.device, posted(pairs), 0.0)
                    sent += 1
                    if played is not room and match_of(played).fresh[-1][0] != shown.seat:
                        wrong.append((match_of(room).state, me.name, pairs))
    assert sent > 500
    assert wrong == []


def test_a_device_of_two_shows_each_form_to_the_one_who_is_asked(slug: str) -> None:
    """While one of the two is waited for, the device lets that one answer, once it is in hand."""
    for room in tables(slug):
        me = room.members[0]
        match = match_of(room)
        held = play.seats_of(room, match, me)
        asks = {s: match.rules.ask(match.state, Seat(s)) for s in held}
        waited = [seat for seat, ask in asks.items() if ask and ask.waiting]
        if len(held) < 2 or not waited:
            continue
        look = look_at(room, me, "en").match
        assert look
        assert (look.curtain.seat if look.curtain else look.seat) == waited[0]


def test_every_form_of_a_panel_is_sent_the_same_way_with_scripts_and_without(slug: str) -> None:
    for room in tables(slug):
        for me in (member for member in room.people if member.device):
            page = panel(room, me)
            assert page.count('method="post"') == page.count("hx-post=") == len(forms(page))
            for form in forms(page):
                assert f'hx-post="{form.address}"' in page
