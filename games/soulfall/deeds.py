"""What the mover can do to the table, one deed a function. Whether it is legal was asked before."""

from __future__ import annotations

from random import Random
from typing import Any

from games.contract import Seat
from games.soulfall.board import Space
from games.soulfall.legal import current_lord, devoted, supply
from games.soulfall.lords import CARDS, CardId, Lord
from games.soulfall.table import Barrier, Beat, Done, Playing, State, Tribe, changed


def place(state: State, space: Space) -> State:
    return _settle(state, space, "place")


def populate(state: State, space: Space) -> State:
    return _settle(state, space, "populate")


def leap(state: State, space: Space) -> State:
    return _settle(state, space, "leap")


def prosper(state: State, count: int = 1) -> State:
    """As many Shards as the supply still has (SF-11, SF-Q18)."""
    me, count = _me(state), min(count, supply(state))
    mine = changed(me, shards=me.shards + count)
    return _done(state, "prosper", _changed(state, mine), count=count)


def build(state: State, space: Space) -> State:
    me = _me(state)
    mine = changed(me, nomads=_without(me.nomads, space), outposts=(*me.outposts, space))
    return _done(state, "build", _changed(state, mine), space=space)


def withdraw(state: State, space: Space) -> State:
    me = _me(state)
    mine = changed(me, nomads=_without(me.nomads, space))
    return _done(state, "withdraw", _changed(state, mine), space=space)


def destroy(state: State, space: Space) -> State:
    """It goes back to its owner's reserve (SF-19)."""
    seat, tribe = next((i, it) for i, it in enumerate(state.tribes) if space in it.nomads)
    hit = {Seat(seat): changed(tribe, nomads=_without(tribe.nomads, space))}
    other = Seat(seat)
    return _done(_barred(state, "destroyed"), "destroy", hit, space=space, other=other)


def steal(state: State, seat: Seat) -> State:
    """A Shard."""
    me, them = _me(state), state.tribes[seat]
    both = _changed(state, changed(me, shards=me.shards + 1))
    both[seat] = changed(them, shards=them.shards - 1)
    return _done(_barred(state, "stolen"), "steal", both, other=seat)


def filch(state: State, seat: Seat, luck: Random) -> State:
    """A card out of that hand, by luck. Only these two know which."""
    me, them = _me(state), state.tribes[seat]
    card = luck.choice(them.hand)
    both = _changed(state, changed(me, hand=(*me.hand, card)))
    both[seat] = changed(them, hand=_without(them.hand, card))
    return _done(_barred(state, "stolen"), "filch", both, other=seat)


def devote(state: State, card: CardId) -> State:
    """The card becomes the current Lord; its Lord's Devotion comes from wherever it is (SF-13)."""
    me, lord = _me(state), CARDS[card].lord
    owner = devoted(state, lord)
    moved = _taken(state, changed(me, hand=_without(me.hand, card)), lord, owner)
    barred = _barred(state, "turned" if owner is None else "stolen")
    thrown = changed(barred, discard=(*barred.discard, card))
    return _done(thrown, "devote", moved, card=card, other=owner)


def covet(state: State) -> State:
    lord = current_lord(state)
    owner = devoted(state, lord)
    moved = _taken(state, _me(state), lord, owner)
    return _done(_barred(state, "stolen"), "covet", moved, card=state.discard[-1], other=owner)


def draw(state: State, luck: Random) -> State:
    """Two to keep one of (SF-8); a single one is kept at once (SF-Q10)."""
    state = _refilled(state, 2, luck)
    drawn = state.pile[:2]
    state = changed(_barred(state, "drawn"), pile=state.pile[2:], drawn=drawn, phase="keep")
    state = _done(state, "draw", count=len(drawn))
    return keep(state, drawn[0]) if len(drawn) == 1 else state


def keep(state: State, card: CardId) -> State:
    """The other one becomes the current Lord."""
    me, thrown = _me(state), _without(state.drawn, card)
    state = changed(state, drawn=(), discard=state.discard + thrown, phase="action")
    mine = changed(me, hand=(*me.hand, card))
    return _done(state, "keep", _changed(state, mine), card=thrown[0] if thrown else None)


def cards(state: State, count: int, luck: Random) -> State:
    """Drawn and kept, all of them."""
    state, me = _refilled(state, count, luck), _me(state)
    drawn = state.pile[:count]
    state = changed(_barred(state, "drawn"), pile=state.pile[count:])
    mine = changed(me, hand=me.hand + drawn)
    return _done(state, "cards", _changed(state, mine), count=len(drawn))


def reveal(state: State, card: CardId) -> State:
    """A Lord card is played: until it has been performed it lies nowhere (SF-17)."""
    me = _me(state)
    mine = changed(me, hand=_without(me.hand, card))
    barred = changed(_barred(state, "turned"), playing=Playing(card))
    return _done(barred, "play", _changed(state, mine), card=card)


def lay_down(state: State) -> State:
    """The Lord card that was performed becomes the current Lord (SF-15)."""
    assert state.playing
    card = state.playing.card
    laid = changed(state, playing=None, discard=(*state.discard, card))
    return _done(laid, "discard", card=card)


def told(state: State, done: Done, card: CardId | None = None, count: int = 0) -> State:
    """Something happened that moves nothing."""
    return _done(state, done, card=card, count=count)


def _done(
    state: State,
    done: Done,
    tribes: dict[Seat, Tribe] | None = None,
    *,
    space: Space | None = None,
    card: CardId | None = None,
    other: Seat | None = None,
    count: int = 0,
) -> State:
    by = state.playing.card if state.playing and done != "play" else None
    beat = Beat(state.turn, state.mover, done, space, card, other, count, by)
    after: dict[str, Any] = {"log": (*state.log, beat), "fresh": state.fresh + 1}
    if tribes:
        after["tribes"] = tuple(
            tribes.get(Seat(seat), tribe) for seat, tribe in enumerate(state.tribes)
        )
    return changed(state, **after)


def _barred(state: State, barrier: Barrier) -> State:
    """From here nothing is undone."""
    return changed(state, before=(), barrier=barrier)


def _me(state: State) -> Tribe:
    return state.tribes[state.mover]


def _changed(state: State, mine: Tribe) -> dict[Seat, Tribe]:
    return {state.mover: mine}


def _settle(state: State, space: Space, done: Done) -> State:
    me = _me(state)
    mine = changed(me, nomads=(*me.nomads, space))
    return _done(state, done, _changed(state, mine), space=space)


def _taken(state: State, me: Tribe, lord: Lord, owner: Seat | None) -> dict[Seat, Tribe]:
    """The Devotion is mine now."""
    both = _changed(state, changed(me, devotions=(*me.devotions, lord)))
    if owner is not None:
        them = state.tribes[owner]
        both[owner] = changed(them, devotions=_without(them.devotions, lord))
    return both


def _refilled(state: State, count: int, luck: Random) -> State:
    """The discards, shuffled, go under a pile that is too small; its top one is turned (SF-9)."""
    if len(state.pile) >= count:
        return state
    pile = (*state.pile, *luck.sample(state.discard, len(state.discard)))
    return _done(changed(state, pile=pile[1:], discard=pile[:1]), "reshuffle", card=pile[0])


def _without(things: tuple[str, ...], thing: str) -> tuple[str, ...]:
    place = things.index(thing)
    return things[:place] + things[place + 1 :]
