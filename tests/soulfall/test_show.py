"""When what is shown: in milliseconds from the start of a picture, the same for all eyes."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.contract import Beat
from games.soulfall import GAME
from games.soulfall.rules import result
from games.soulfall.table import EndTurn, Play, Populate, Prosper, State
from games.soulfall.view import view
from tests.every_game import everyone, moments
from tests.soulfall.notation import ANN, BEN, CID, played, table, tribe

EIGHT = "A1 A2 A3 B1 B2 B3 C1 C2"


def beats(state: State) -> dict[str, Beat]:
    return {beat.name: beat for beat in GAME.show(view(state, None)).beats}


def test_a_marker_lands_at_once_with_its_owners_note() -> None:
    after = played(table(tribe("C3"), tribe("A1")), Populate("C4"))
    assert beats(after)["deed-0"] == Beat(0, "deed-0", "tent", (ANN,))


def test_a_lord_is_read_before_anything_it_does_is_seen() -> None:  # SF-16
    """Oruun's Quarry: Prosper, and with three Nomads Build."""
    state = table(tribe("C3", hand="oruun-3"), tribe("A1"))
    after = beats(played(state, Play("oruun-3")))
    assert [after[name].at for name in ("lord", "upper", "lower", "laid")] == [0, 600, 1300, 2000]
    assert after["lower"].cue == "tick"  # one Nomad: the lower half stays shut
    deeds = [beat.at for name, beat in after.items() if name.startswith("deed")]
    assert min(deeds) == 2000


def test_an_eye_that_opens_sounds_otherwise_than_one_that_stays_shut() -> None:
    state = table(tribe("C3 C2 B2", hand="oruun-3"), tribe("A1"))
    assert beats(played(state, Play("oruun-3")))["lower"].cue == "eye"


def test_the_tower_rises_before_the_next_turn_is_shown() -> None:  # SF-21
    used = ("draw", "populate", "prosper")
    state = table(tribe(EIGHT), tribe("E5"), phase="end", used=used)
    after = beats(played(state, EndTurn()))
    assert after["rise"].cue == "tower"
    assert after["risen"].seats == (ANN,)
    assert after["rise"].at < after["risen"].at < after["owned"].at < after["order"].at
    assert after["gone"].at <= after["after"].at


def over(*shards: int) -> State:
    """Ann has the Tower, and Cid ends the last turn; one Nomad each."""
    tribes = [tribe(space, own) for space, own in zip(("A1", "A2", "A3"), shards, strict=True)]
    used = ("draw", "devote", "play")
    return played(table(*tribes, mover=CID, phase="end", tower=ANN, used=used), EndTurn())


def test_scores_are_told_the_lowest_first_and_the_tower_last() -> None:  # SF-24
    """9 with the Tower, 2, 3."""
    told = beats(over(4, 2, 3))
    assert told["total-1"].at < told["total-2"].at < told["total-0"].at
    assert told["left-0"].at < told["right-0"].at < told["total-0"].at < told["tower-0"].at
    assert "tower-1" not in told
    assert told["tower-0"].at < told["moons"].at < told["winner"].at < told["named"].at
    assert told["winner"].seats == (ANN,)


def test_a_shared_win_has_both_notes() -> None:  # SF-Q16
    assert beats(over(2, 7, 7))["winner"].seats == (BEN, CID)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_beats_come_one_after_the_other_and_alike_for_all(seats: int) -> None:
    for number, state in moments("soulfall"):
        if number != seats:
            continue
        shown = {GAME.show(view(state, eyes)) for eyes in everyone(seats)}
        assert len(shown) == 1
        [show] = shown
        assert all(one.at <= other.at for one, other in pairwise(show.beats))
        names = [beat.name for beat in show.beats]
        assert len(set(names)) == len(names)


def test_every_picture_is_another_show() -> None:
    """Else its beats would count as passed."""
    states = [state for seats, state in moments("soulfall") if seats == 2]
    ids = [GAME.show(view(state, None)).id for state in states]
    assert len(set(ids)) == len(ids)
    assert result(states[-1])


def test_what_needs_no_beat_is_over_at_once() -> None:
    after = played(table(tribe("C3"), tribe("A1")), Prosper())
    assert [beat.at for beat in beats(after).values()] == [0, 600]
