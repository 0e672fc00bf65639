"""What the pages of Soulmates say, where templates have to think."""

from __future__ import annotations

import re
from dataclasses import replace

from app.draw.eyes import look_at
from games.contract import Seat, Viewer
from games.soulmates.deck import DECK
from games.soulmates.table import State
from tests.every_game import ISLANDS, NAMES, PAGES, moments, room_of, seen
from tests.soulmates.notation import evaluated, onward, over, placed

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


def part(name: str, state: State, eyes: Viewer) -> str:
    """An island as somebody gets it; the panel of nobody is that of who looks on."""
    room = room_of("soulmates", state, state.seats)
    me = room.members[state.seats if eyes is None else eyes]
    return ISLANDS.draw(room, me, "en", board=True)[name].html


def shown_open(panel: str) -> set[tuple[str, str]]:
    """Letter and person, as the strip of open chips has them."""
    strips = re.findall(r'<ul class="soulmates-open">(.*?)</ul>', panel, re.DOTALL)
    items = re.findall(r"<li>(.*?)</li>", "".join(strips), re.DOTALL)
    return {(re.findall(r"<b>(.)</b>", item)[0], words(item).split()[-1]) for item in items}


def words(html: str) -> str:
    return re.sub(r"<[^>]*>", " ", html)


def test_open_chips_stay_in_sight_on_every_phone_until_the_round_ends() -> None:  # SM-19
    """Letter and person; the one just turned is shown large, and in the match all lie open."""
    strips = 0
    for seats, state in moments("soulmates"):
        for eyes in (*map(Seat, range(seats)), None):
            panel = part("panel", state, eyes)
            opened = shown_open(panel)
            if state.phase == "match":
                for seat in range(seats):
                    group = rf"<li><b>{state.egos[seat]}</b>(?:(?!<li>).)*?>{NAMES[seat]}<"
                    assert re.search(group, panel, re.DOTALL)
                assert not opened
            elif state.phase in ("guess", "reveal"):
                before = [(state.first + turn) % seats for turn in range(state.turn)]
                assert opened == {(str(state.egos[seat]), NAMES[seat]) for seat in before}
                strips += bool(opened)
            else:
                assert not opened
    assert strips > 20


def test_the_chip_that_has_just_been_turned_is_shown_large() -> None:  # SM-15
    panel = part("panel", evaluated(placed("BCD"), "-BB"), Seat(2))
    assert '<span class="bubble" data-from="truth"><b>B</b>' in panel
    assert shown_open(panel) == set()


REFILL = "The supply was empty, so 14 chips went back from each board; they still count at the end."


def refilled() -> State:
    """Fifty chips lie and one more is due: 14 are taken from each board."""
    return evaluated(replace(placed("AAA"), chips=(20, 14, 16)), "-AB")


def test_a_refill_is_told_once_on_every_screen_and_only_in_its_step() -> None:  # SM-22
    for name in ("panel", "board", "say"):
        for eyes in (Seat(0), Seat(1), None):
            assert words(part(name, refilled(), eyes)).count(REFILL) == 1
            assert REFILL not in part(name, onward(refilled()), eyes)
    one = evaluated(replace(placed("AAA"), chips=(30, 1, 19)), "-AB")
    assert "so one chip went back from each board; it still counts" in part("say", one, None)


def test_the_count_at_the_end_says_that_it_holds_what_refilled_the_supply() -> None:  # SM-22, SM-26
    said = "The chips that refilled the supply are counted, too."
    end = over((20, 15, 16))
    lying = replace(end, phase="match", egos=("A", "B", "C"), scenario=DECK[0], removed=14)
    counted = replace(end, phase="total", removed=14)
    never = replace(counted, removed=0)
    for state in (counted, replace(end, removed=14)):
        assert part("board", state, None).count(said) == 1
    assert said in part("panel", counted, Seat(1))
    for state in (lying, never, end):
        for name in ("board", "panel"):
            assert said not in part(name, state, None)


def test_no_screen_shows_two_counts_of_one_board() -> None:  # SM-22
    """While it is played what lies, at the end what was earned; in the ring and in the lists."""
    for state, counts in (
        (replace(refilled(), phase="match"), {7, 0, 2}),
        (replace(over((20, 15, 16)), removed=14), {20, 15, 16}),
    ):
        room = room_of("soulmates", state, 3)
        before = r'<g data-until="match-[^"]*"><g class="plaque.*?</g>'
        sky = re.sub(before, "", part("board", state, None), flags=re.DOTALL)
        plaques = re.findall(r'<text x="1.5" y=".8">(\d+)</text>', sky)
        assert {int(count) for count in plaques} == counts
        scores = PAGES.render("scores.html", "en", room=look_at(room, None, "en"), sheet=True)
        listed = re.findall(r"<b>(\d+)", scores)
        assert {int(count) for count in listed} == counts
        assert f"All pairs: {sum(counts)} friend chips" in scores
