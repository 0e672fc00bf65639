"""Each of the 36 Lord cards, with its condition met and not met, by what is written on it."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import pytest

from games.contract import Seat
from games.soulfall.lords import CARDS, LORDS, Card, CardId
from games.soulfall.table import (
    Build,
    Choose,
    Destroy,
    Devote,
    Keep,
    Move,
    Play,
    Populate,
    State,
    Withdraw,
)
from tests.soulfall.notation import ANN, BEN, done, numbers, played, table, tribe

KEEP = Keep("")
"""The first of the cards drawn; the other one is the current Lord then."""


class Scene(NamedTuple):
    """Ann plays the card, and answers what it asks; what both have then."""

    answers: tuple[Move, ...]
    ann: tuple[int, int, int, int, int]
    """Nomads, Outposts, Shards, Devotions, cards in hand."""
    ben: tuple[int, int, int, int, int] = (2, 0, 2, 0, 1)
    mine: str = "C3 C2"
    devotions: str = ""
    more: int = 1
    """Other cards in Ann's hand."""
    theirs: str = "E3 E2"
    shards: int = 2
    """Ben's."""
    claims: str = ""
    """Ben's Devotions."""
    cards: int = 1
    """In Ben's hand."""
    current: CardId = "namu-3"
    used: str = ""
    drawn: str = "bohn"
    """The Lord of the cards on the pile."""


GO, AND = Populate("C4"), Populate("B2")
P, B, S, D = Choose("populate"), Choose("build"), Choose("prosper"), Choose("draw")
FOUR = "E3 E2 E1 D4"

MET: dict[CardId, Scene] = {
    "vael-1": Scene((P, GO, Populate("A1")), (4, 0, 2, 0, 1), current="vael-2"),
    "vael-2": Scene((P, GO, Populate("A1")), (4, 0, 2, 0, 1), (2, 0, 2, 1, 1), claims="namu"),
    "vael-3": Scene((GO, AND), (4, 0, 2, 0, 1), (4, 0, 2, 0, 1), theirs=FOUR),
    "ashkar-1": Scene(
        (Withdraw("B2"), Destroy("E3")), (3, 0, 4, 0, 1), (1, 0, 2, 0, 1), mine="C3 C2 C4 B2"
    ),
    "ashkar-2": Scene((S,), (2, 0, 3, 0, 1), (1, 0, 2, 0, 1), theirs="D3 E2"),
    "ashkar-3": Scene((GO, Destroy("E3")), (3, 0, 2, 0, 1), (1, 0, 2, 0, 1), current="ashkar-1"),
    "oruun-1": Scene((Build("C3"),), (1, 1, 3, 0, 1)),
    "oruun-2": Scene((S, P, GO), (3, 0, 3, 0, 1), current="oruun-1"),
    "oruun-3": Scene((Build("C3"),), (2, 1, 3, 0, 1), mine="C3 C2 C4"),
    "sirel-1": Scene((), (2, 0, 4, 0, 1), (2, 0, 4, 0, 1), shards=4),
    "sirel-2": Scene((KEEP,), (2, 0, 3, 1, 2), (2, 0, 1, 0, 1), devotions="sirel"),
    "sirel-3": Scene((KEEP,), (2, 0, 3, 0, 2), (2, 0, 2, 1, 1), claims="bohn"),
    "namu-1": Scene((GO, AND), (4, 0, 2, 0, 1), used="populate"),
    "namu-2": Scene((S, GO), (3, 0, 3, 1, 1), devotions="namu", current="vael-1"),
    "namu-3": Scene((KEEP,), (5, 0, 3, 0, 2), mine="C3 C2 C4 B2 B3", current="vael-1"),
    "thessa-1": Scene((KEEP,), (2, 0, 2, 0, 4)),
    "thessa-2": Scene((D, KEEP, S), (2, 0, 3, 1, 2), devotions="thessa"),
    "thessa-3": Scene((KEEP,), (2, 0, 3, 0, 2), (2, 0, 2, 0, 2), cards=2),
    "korr-1": Scene((D, KEEP), (2, 0, 3, 2, 2), devotions="korr vael"),
    "korr-2": Scene((KEEP,), (2, 0, 2, 1, 2), claims="bohn"),
    "korr-3": Scene((GO, Devote("qirra-1")), (3, 0, 2, 1, 0), current="korr-1"),
    "ilmane-1": Scene((S, P, GO), (3, 0, 3, 1, 1), devotions="namu"),
    "ilmane-2": Scene((KEEP, B, Build("C3")), (1, 1, 2, 1, 2), devotions="ilmane"),
    "ilmane-3": Scene((KEEP, Devote("qirra-1")), (2, 0, 2, 1, 1)),
    "dral-1": Scene((P, GO, Destroy("E1")), (3, 0, 2, 0, 1), (3, 0, 2, 0, 1), theirs=FOUR),
    "dral-2": Scene((), (2, 0, 3, 0, 1), (1, 0, 2, 0, 1), theirs="D3 E2", current="dral-1"),
    "dral-3": Scene((GO,), (3, 0, 2, 0, 2), (2, 0, 2, 0, 1), cards=2),
    "yshe-1": Scene((Withdraw("B2"),), (3, 0, 5, 0, 1), mine="C3 C2 C4 B2"),
    "yshe-2": Scene((GO, Withdraw("C2")), (2, 0, 4, 0, 1), current="yshe-1"),
    "yshe-3": Scene((P, GO), (3, 0, 3, 0, 1), (2, 0, 3, 0, 1), shards=3),
    "bohn-1": Scene((KEEP,), (2, 0, 3, 0, 2), shards=3, drawn="oruun"),
    "bohn-2": Scene((), (2, 0, 4, 0, 1), (2, 0, 1, 0, 1), current="bohn-3"),
    "bohn-3": Scene((P, GO, AND), (4, 0, 2, 0, 1), (2, 0, 3, 0, 1), shards=3),
    "qirra-1": Scene((S, P, GO), (3, 0, 3, 0, 1), (2, 0, 6, 0, 1), shards=6),
    "qirra-2": Scene((S,), (2, 0, 4, 0, 1), current="qirra-3"),
    "qirra-3": Scene((S, S), (2, 0, 4, 0, 1), (2, 0, 4, 0, 1), shards=4),
}
NOT_MET: dict[CardId, Scene] = {
    "vael-1": Scene((P, GO), (3, 0, 2, 0, 1)),
    "vael-2": Scene((P, GO), (3, 0, 2, 0, 1)),
    "vael-3": Scene((GO,), (3, 0, 2, 0, 1), (3, 0, 2, 0, 1), theirs="E3 E2 E1"),
    "ashkar-1": Scene((), (3, 0, 3, 0, 1), mine="C3 C2 C4"),
    "ashkar-2": Scene((S,), (2, 0, 3, 0, 1)),
    "ashkar-3": Scene((GO,), (3, 0, 2, 0, 1)),
    "oruun-1": Scene((), (1, 0, 2, 0, 1), mine="C3"),
    "oruun-2": Scene((S,), (2, 0, 3, 0, 1)),
    "oruun-3": Scene((), (2, 0, 3, 0, 1)),
    "sirel-1": Scene((), (2, 0, 3, 0, 1), (2, 0, 3, 0, 1), shards=3),
    "sirel-2": Scene((KEEP,), (2, 0, 2, 0, 2), current="sirel-1"),
    "sirel-3": Scene((KEEP,), (2, 0, 2, 1, 2), devotions="bohn"),
    "namu-1": Scene((GO,), (3, 0, 2, 0, 1), used="prosper"),
    "namu-2": Scene((S,), (2, 0, 3, 0, 1), (2, 0, 2, 1, 1), claims="namu", current="vael-1"),
    "namu-3": Scene((KEEP,), (4, 0, 2, 0, 2), mine="C3 C2 C4 B2", current="vael-1"),
    "thessa-1": Scene((KEEP,), (2, 0, 2, 0, 3), more=2),
    "thessa-2": Scene((D, KEEP), (2, 0, 2, 0, 2)),
    "thessa-3": Scene((), (2, 0, 3, 0, 1)),
    "korr-1": Scene((D, KEEP), (2, 0, 2, 1, 2), devotions="korr"),
    "korr-2": Scene((KEEP,), (2, 0, 2, 0, 2), (2, 0, 2, 1, 1), claims="namu"),
    "korr-3": Scene((GO,), (3, 0, 2, 0, 1)),
    "ilmane-1": Scene((S,), (2, 0, 3, 0, 1), (2, 0, 2, 1, 1), claims="namu"),
    "ilmane-2": Scene((KEEP,), (2, 0, 2, 0, 2), current="ilmane-1"),
    "ilmane-3": Scene((KEEP,), (2, 0, 2, 0, 2), (2, 0, 2, 1, 1), claims="bohn"),
    "dral-1": Scene((P, GO), (3, 0, 2, 0, 1), (3, 0, 2, 0, 1), theirs="E3 E2 E1"),
    "dral-2": Scene((), (2, 0, 3, 0, 1), theirs="D3 E2"),
    "dral-3": Scene((GO,), (3, 0, 2, 0, 1)),
    "yshe-1": Scene((), (3, 0, 3, 0, 1), mine="C3 C2 C4"),
    "yshe-2": Scene((GO,), (3, 0, 2, 0, 1)),
    "yshe-3": Scene((P, GO), (3, 0, 2, 0, 1)),
    "bohn-1": Scene((KEEP,), (2, 0, 2, 0, 2), drawn="oruun"),
    "bohn-2": Scene((), (2, 0, 3, 0, 1)),
    "bohn-3": Scene((P, GO), (3, 0, 2, 0, 1)),
    "qirra-1": Scene((S,), (2, 0, 3, 0, 1), (2, 0, 5, 0, 1), shards=5),
    "qirra-2": Scene((S,), (2, 0, 3, 0, 1)),
    "qirra-3": Scene((S,), (2, 0, 3, 0, 1), (2, 0, 3, 0, 1), shards=3),
}
SPARE = ("qirra-1", "qirra-2", "dral-3", "dral-2", "sirel-1")


def before(card: CardId, scene: Scene) -> State:
    spare = [other for other in SPARE if other != card]
    mine, theirs = spare[: scene.more], spare[scene.more : scene.more + scene.cards]
    ann = tribe(scene.mine, 2, scene.devotions, " ".join([card, *mine]))
    ben = tribe(scene.theirs, scene.shards, scene.claims, " ".join(theirs))
    drawn = [f"{scene.drawn}-{n}" for n in (1, 2, 3) if f"{scene.drawn}-{n}" != card]
    used = tuple(scene.used.split())
    return table(ann, ben, current=scene.current, pile=" ".join(drawn[:2]), used=used)


def performed(card: CardId, scene: Scene) -> State:
    state = played(before(card, scene), Play(card))
    for answer in scene.answers:
        state = played(state, Keep(state.drawn[0]) if answer is KEEP else answer)
    return state


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("met", [True, False])
def test_a_card_does_what_it_says(card: CardId, met: bool) -> None:  # SF-15, SF-16, SF-Q8
    scene = (MET if met else NOT_MET)[card]
    after = performed(card, scene)
    assert after.playing is None
    assert numbers(after.tribes[ANN]) == scene.ann
    assert numbers(after.tribes[BEN]) == scene.ben
    assert ("open" in done(after.log)) == met
    assert ("shut" in done(after.log)) != met
    assert after.discard[-1] == card


def test_every_card_is_tried_both_ways() -> None:  # SF-Q17
    assert set(MET) == set(NOT_MET) == set(CARDS)
    assert len(CARDS) == 36
    assert len(LORDS) == 12


@pytest.mark.parametrize("lord", LORDS)
def test_the_three_cards_of_a_lord_are_told_apart(lord: str) -> None:
    facts = [CARDS[f"{lord}-{n}"] for n in (1, 2, 3)]
    assert len(set(facts)) == 3
    assert {it.lord for it in facts} == {lord}
    assert sum(it.condition.when == "favour" for it in facts) == 1


def test_no_favour_offers_all_that_another_one_does() -> None:
    for one, other in permutations([it for it in CARDS.values() if favour(it)], 2):
        assert not offers(one) <= offers(other), (one, other)


def favour(card: Card) -> bool:
    return card.condition.when == "favour"


def offers(card: Card) -> set[tuple[int, str, str]]:
    """What may be done, by the half of the card; who may do it to any may do it to some."""
    wide: dict[str, tuple[str, ...]] = {"any": ("any", "beside", "larger", "richer")}
    return {
        (min(step, 1), it.deed, what)
        for step, it in enumerate(card.effects)
        for what in (it.actions or wide.get(it.what, (it.what,)))
    }


def favoured(
    card: CardId, *, mine: bool = False, theirs: bool = False, current: bool = False
) -> bool:
    """Does the lower ability work?"""
    lord = CARDS[card].lord
    other = next(it for it in CARDS if it != card and (CARDS[it].lord == lord) == current)
    scene = MET[card]._replace(
        devotions=lord if mine else "", claims=lord if theirs else "", current=other
    )
    state = played(before(card, scene), Play(card))
    while state.playing and "open" not in done(state.log):
        state = played(state, P if state.phase == "choose" else GO)
    return "open" in done(state.log)


@pytest.mark.parametrize("card", ["vael-1", "namu-2", "korr-3", "bohn-2"])
def test_a_favour_is_a_devotion_of_my_own_or_the_current_lord(card: CardId) -> None:  # SF-14
    assert favoured(card, mine=True)
    assert favoured(card, current=True)
    assert favoured(card, theirs=True, current=True)
    assert not favoured(card, theirs=True)
    assert not favoured(card)


def test_of_several_tribes_the_card_means_any_opponent() -> None:
    """More Nomads than I: one of three opponents is enough, and only that one is hit."""
    state = table(tribe("D3 D4", hand="dral-1"), tribe("A1 A2"), tribe("G1 G2 G3 F1"), tribe("A4"))
    asked = played(state, Play("dral-1"), P, Populate("D5"))
    assert asked.phase == "destroy"
    after = played(asked, Destroy("G1"))
    assert [len(it.nomads) for it in after.tribes] == [3, 2, 3, 1]
    assert after.log[-2].other == Seat(2)
