"""What a Lord card asks tells nobody which cards are in a hand (SF-27, SF-Q25)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from games.soulfall.legal import devotable
from games.soulfall.lords import CARDS, LORDS, CardId
from games.soulfall.moves import moves
from games.soulfall.table import Choose, Devote, Move, Play, Populate, State
from games.soulfall.view import view
from tests.soulfall.notation import ANN, BEN, played, refused, table, tribe

DEVOUT = [card for card, it in CARDS.items() if any("devote" in e.actions for e in it.effects)]
"""The cards that let devote."""
FAR = tribe("E3")


def look_alike(here: State, there: State) -> bool:
    return all(view(here, eyes) == view(there, eyes) for eyes in (BEN, None))


def holding(*hand: CardId, devotions: str = "korr", current: CardId = "thessa-1") -> State:
    pile = "bohn-1 bohn-2 bohn-3"
    return table(tribe("C3", 2, devotions, " ".join(hand)), FAR, current=current, pile=pile)


def test_a_choice_with_one_answer_is_asked_where_a_hand_decides() -> None:  # SF-Q25
    """Constellation, with a card to devote and without."""
    with_one, without = holding("thessa-2", "yshe-1"), holding("thessa-2", "korr-1")
    here, there = (played(state, Play("thessa-2")) for state in (with_one, without))
    assert (here.phase, there.phase) == ("choose", "choose")
    assert look_alike(here, there)
    assert refused(there, Choose("devote")) == "The card does not offer that now."
    assert [it.action for it in view(there, ANN).targets] == ["draw"]


def test_the_only_card_that_can_be_devoted_is_asked_for() -> None:  # SF-Q25
    """Iron Covenant, with two cards that can be devoted and with one."""
    two, one = (holding("korr-3", "yshe-1", it, current="korr-2") for it in ("vael-1", "korr-1"))
    here, there = (played(state, Play("korr-3"), Populate("C4")) for state in (two, one))
    assert (here.phase, there.phase) == ("devote", "devote")
    assert look_alike(here, there)
    after = played(there, Devote("yshe-1"))
    assert after.tribes[ANN].devotions == ("korr", "yshe")


def pairs(card: CardId, luck: Random) -> Iterator[tuple[State, State]]:
    """Tables that differ in one hand only, as large, and in the pile below its top."""
    for _ in range(60):
        mine = luck.sample(LORDS, 5)
        size = luck.randint(0, 2)
        rest = [it for it in CARDS if it != card]
        cards = luck.sample(rest, 2 * size + 6)
        current, *pile = cards[2 * size :]
        hands = cards[:size], cards[size : 2 * size]
        made = [
            table(
                tribe("C3 C2", 2, " ".join(mine), " ".join([card, *hand])),
                FAR,
                current=current,
                pile=" ".join(pile),
            )
            for hand in hands
        ]
        yield made[0], made[1]


@pytest.mark.parametrize("card", DEVOUT)
def test_others_see_the_same_whatever_the_hand(card: CardId) -> None:  # SF-27
    luck, compared = Random(card), 0
    for here, there in pairs(card, luck):
        before = here
        move: Move = Play(card)
        while True:
            here, there = played(here, move), played(there, move)
            if can_devote(here) != can_devote(there) and only_devotes(card):
                break  # what can be done must be done: that it is not done tells it (SF-Q8)
            assert look_alike(here, there), (before, move)
            compared += 1
            common = [it for it in moves(here) if it in moves(there) and it.kind != "devote"]
            if not here.playing or not common:
                break
            move = luck.choice(common)
    assert compared > 60


def can_devote(state: State) -> bool:
    return bool(devotable(state.tribes[ANN]))


def only_devotes(card: CardId) -> bool:
    return any(effect.actions == ("devote",) for effect in CARDS[card].effects)
