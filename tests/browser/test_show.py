"""Nothing of a truth is seen, said or heard before its beat: two worlds that differ only in the
truth look alike, pixel for pixel, until then; a reload shows the end; a key cuts short."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page

from app.core.values import Room
from games import GAMES
from games.contract import Seat, Show, Viewer
from games.soulmates.table import State
from tests.browser.phones import alike, shot
from tests.every_game import ISLANDS, room_of
from tests.soulmates.notation import evaluated, over, placed

LAG = 300
"""A phone beside a TV is this many milliseconds later."""


def room_with(state: Any, *, tv: bool = True, game: str = "soulmates") -> Room:
    room = room_of(game, state, state.seats)
    return replace(room, options=replace(room.options, tv=tv))


def arrive(page: Page, room: Room, eyes: Viewer) -> None:
    """The next picture, as the stream brings it."""
    me = None if eyes is None else room.members[eyes]
    islands = ISLANDS.draw(room, me, "en", board=me is None)
    fresh = {name: islands[name].html for name in ("board" if me is None else "panel", "say")}
    page.evaluate(
        """fresh => {
            for (const id in fresh) document.getElementById(id).outerHTML = fresh[id];
            if (document.querySelector("#board .full")) document.body.classList.add("alone");
            soulroomShow.heed();
        }""",
        fresh,
    )


def show_of(state: State) -> Show:
    return GAMES["soulmates"].show(GAMES["soulmates"].view(state, None))


def beats(state: State) -> dict[str, int]:
    return {beat.name: beat.at for beat in show_of(state).beats}


def heard(page: Page) -> str:
    return " ".join((page.locator("#live").text_content() or "").split())


ASKED = placed("ACDB")
"""What is true for four; the first one is read, and all guess."""
WORLDS = (evaluated(ASKED, "-ABB"), evaluated(replace(ASKED, egos=("B", "C", "D", "B")), "-ABB"))
"""In one the first chip says A, in the other B."""


@pytest.mark.parametrize("eyes", [None, Seat(0), Seat(1)])
def test_two_truths_look_alike_until_the_beat_that_tells(screen: Any, eyes: Viewer) -> None:
    at, late = beats(WORLDS[0])["truth"], LAG if eyes is not None else 0
    # whose chip it is knows it anyway
    pages = [screen(room_with(ASKED), None if eyes == 0 else eyes) for _ in WORLDS]
    for page, state in zip(pages, WORLDS, strict=True):
        arrive(page, room_with(state), None if eyes == 0 else eyes)
    for time in (0, 1000, at + (late if eyes != 0 else 0) - 10):
        shots = []
        for page in pages:
            page.clock.run_for(time - int(page.evaluate("window.passed ?? 0")))
            page.evaluate("time => { window.passed = time; }", time)
            shots.append(shot(page))
            assert "chose" not in heard(page)
        assert alike(*shots), f"{time} ms after it began"
    for page in pages:
        page.clock.run_for(1000)
    assert not alike(*(shot(page) for page in pages))
    assert [
        heard(page).count(word) for page, word in zip(pages, ("chose A", "chose B"), strict=True)
    ] == [1, 1]


def test_the_order_in_which_pairs_leave_is_told_by_their_leaving(screen: Any) -> None:
    """All pairs are equal on the stage until the first one goes (SM-28)."""
    end = replace(over((5, 3, 1)), fade=(1, 2))
    other = replace(end, fade=tuple(reversed(end.fade)))
    first = min(at for name, at in beats(end).items() if name.startswith("leave"))
    shots = []
    for state in (end, other):
        page = screen(room_with(replace(end, phase="total")), None)
        arrive(page, room_with(state), None)
        page.clock.run_for(first - 10)
        early = shot(page)
        page.clock.run_for(500)
        shots.append((early, shot(page)))
        assert "Soulmates" not in heard(page)
    before, after = zip(*shots, strict=True)
    assert alike(*before)
    assert not alike(*after)


def test_a_reload_in_mid_show_brings_the_end(screen: Any) -> None:
    page = screen(room_with(WORLDS[0]), None)
    assert page.locator(".truth .front").is_visible()
    assert page.locator(".truth .back").is_hidden()
    assert page.locator(".playing").count() == 0
    assert heard(page) == ""


def test_a_key_cuts_a_show_short_and_the_rest_is_said_once(screen: Any) -> None:
    page = screen(room_with(ASKED), None)
    arrive(page, room_with(WORLDS[0]), None)
    page.keyboard.press("Enter")  # sound is on
    page.clock.run_for(100)
    assert page.locator(".truth .front").is_hidden()
    page.keyboard.press("ArrowRight")
    assert page.locator(".truth .front").is_visible()
    page.clock.run_for(20_000)
    assert heard(page).count("chose A") <= 1
    assert page.locator(".playing").count() == 0


def test_the_same_picture_again_goes_on_where_it_was(screen: Any) -> None:
    page = screen(room_with(ASKED), None)
    arrive(page, room_with(WORLDS[0]), None)
    page.clock.run_for(1000)
    arrive(page, room_with(WORLDS[0]), None)
    assert page.locator(".truth .front").is_hidden()
    page.clock.run_for(beats(WORLDS[0])["truth"] - 1000 + 10)
    page.locator(".truth .front").wait_for()  # it turns, by a clock that does not stand still
