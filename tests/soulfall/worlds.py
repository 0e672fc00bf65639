"""What the rules keep from whom (SF-27), and tables that differ in nothing but that."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any, TypeAlias

from games.contract import Viewer
from games.soulfall.lords import CARDS
from games.soulfall.table import Before, Draw, Populate, State
from tests.soulfall.notation import ANN, BEN, CID, new, played, table, tribe

Path: TypeAlias = tuple[str | int, ...]


def unknown(state: State, eyes: Viewer) -> set[Path]:
    """Hands of others, the pile, what another has drawn; and how the table was before a move.

    All that knew the table then know it still. But it lies there no more: who is to move sees only
    which beat would be taken back.
    """
    pile = {("pile", place) for place in range(len(state.pile))}
    hands = {
        ("tribes", seat, "hand", place)
        for seat, it in enumerate(state.tribes)
        for place in range(len(it.hand))
        if seat != eyes
    }
    drawn = {("drawn", place) for place in range(len(state.drawn)) if state.mover != eyes}
    last = len(state.before) - 1
    before = {
        ("before", place, *path)
        for place, it in enumerate(state.before)
        for path, _ in leaves(it)
        if (place, path, eyes) != (last, ("beats",), state.mover)
    }
    return pile | hands | drawn | before


def twin(state: State, eyes: Viewer, luck: Random) -> State:
    """The same to `eyes`, other in everything that is `unknown` to them."""
    hidden = unknown(state, eyes)
    places = sorted(path for path in hidden if path[0] != "before")
    known = {*state.discard, state.playing.card if state.playing else ""}
    known |= {card for path, card in cards(state) if path not in hidden}
    others = luck.sample([card for card in CARDS if card not in known], len(places))
    for path, card in zip(places, others, strict=True):
        state = changed(state, path, card)
    return replace(
        state,
        before=tuple(
            other(it, luck, keep=state.mover == eyes and place == len(state.before) - 1)
            for place, it in enumerate(state.before)
        ),
    )


def other(before: Before, luck: Random, *, keep: bool) -> Before:
    """Something else in every place, but for the one that is to be kept."""
    made: Any = before
    for path, value in leaves(before):
        if keep and path == ("beats",):
            continue
        made = changed(
            made, path, luck.randrange(99) if isinstance(value, int) else luck.choice(ANY)
        )
    found: Before = made
    return found


ANY = ("A1", "A2", "B1", "draw", "prosper", "vael-1", "korr-2", "action")


def cards(state: State) -> list[tuple[Path, str]]:
    return [
        *((("pile", place), card) for place, card in enumerate(state.pile)),
        *((("drawn", place), card) for place, card in enumerate(state.drawn)),
        *(
            (("tribes", seat, "hand", place), card)
            for seat, it in enumerate(state.tribes)
            for place, card in enumerate(it.hand)
        ),
    ]


def leaves(value: Any, path: Path = ()) -> list[tuple[Path, Any]]:
    if is_dataclass(value):
        return [
            leaf
            for it in fields(value)
            for leaf in leaves(getattr(value, it.name), (*path, it.name))
        ]
    if isinstance(value, tuple):
        return [leaf for n, part in enumerate(value) for leaf in leaves(part, (*path, n))]
    return [] if value is None else [(path, value)]


def changed(value: Any, path: Path, new: Any) -> Any:
    if not path:
        return new
    step, *rest = path
    if isinstance(step, str):
        return replace(value, **{step: changed(getattr(value, step), tuple(rest), new)})
    return (*value[:step], changed(value[step], tuple(rest), new), *value[step + 1 :])


def _hand(card: str) -> State:
    return table(tribe("D4"), tribe("A1", hand=card), tribe("A4", hand="yshe-1"))


def _pile(card: str) -> State:
    return replace(table(tribe(), tribe("E3")), pile=(card, "yshe-1", "yshe-2"))


def _drawn(card: str) -> State:
    return played(table(tribe(), tribe("E3"), pile=f"{card} yshe-1"), Draw())


def _hands_at_the_start(seed: int) -> State:
    first = new(3)
    spare = Random(seed).sample(first.tribes[1].hand + first.tribes[2].hand, 8)
    hands = (first.tribes[0].hand, tuple(spare[:4]), tuple(spare[4:]))
    tribes = tuple(replace(it, hand=hand) for it, hand in zip(first.tribes, hands, strict=True))
    return replace(first, tribes=tribes)


def _before(space: str) -> State:
    """The same table, with another way back."""
    state = played(table(tribe(), tribe("E3")), Populate("C4"))
    return replace(state, before=(replace(state.before[0], nomads=(space,)),))


EVERYBODY: set[Viewer] = {ANN, BEN, None}
WORLDS: list[tuple[int, State, State, set[Viewer]]] = [
    (3, _hand("vael-1"), _hand("korr-1"), {ANN, CID, None}),
    (2, _pile("vael-1"), _pile("korr-1"), EVERYBODY),
    (2, _drawn("vael-1"), _drawn("korr-1"), {BEN, None}),
    (3, _hands_at_the_start(1), _hands_at_the_start(2), {ANN, None}),
    (2, _before("C3"), _before("C2"), EVERYBODY),
]
"""Players, one world, another, and who is blind to the difference; everybody else must see one."""
