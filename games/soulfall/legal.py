"""What a tribe can do now, and why not: spaces, cards, targets, and the conditions of the cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.contract import Illegal, Seat
from games.soulfall.board import BOARDS, Space
from games.soulfall.lords import ACTIONS, CARDS, Action, CardId, Condition, Effect, Lord
from games.soulfall.scoring import nomads_played, reserve, score
from games.soulfall.table import SHARDS, State, Tribe


def supply(state: State) -> int:
    return SHARDS - sum(tribe.shards for tribe in state.tribes)


def current_lord(state: State) -> Lord:
    """There always is one (SF-Q11)."""
    return CARDS[state.discard[-1]].lord


def devoted(state: State, lord: Lord) -> Seat | None:
    """Who holds that Devotion; None: it lies on the table (SF-14)."""
    for seat, tribe in enumerate(state.tribes):
        if lord in tribe.devotions:
            return Seat(seat)
    return None


def opponents(state: State, seat: Seat) -> list[tuple[Seat, Tribe]]:
    return [(Seat(other), tribe) for other, tribe in enumerate(state.tribes) if other != seat]


# --- spaces ---


def free(state: State) -> tuple[Space, ...]:
    """In the order of the board, as everything that is a tuple of spaces here."""
    taken = {space for tribe in state.tribes for space in (*tribe.nomads, *tribe.outposts)}
    return tuple(space for space in BOARDS[len(state.tribes)].near if space not in taken)


def habitable(state: State, seat: Seat) -> tuple[Space, ...]:
    """Free and next to an own marker (SF-10)."""
    tribe = state.tribes[seat]
    if not reserve(tribe):
        return ()
    around = _around(state, tribe)
    return tuple(space for space in free(state) if space in around)


def anywhere(state: State, seat: Seat) -> tuple[Space, ...]:
    return free(state) if reserve(state.tribes[seat]) else ()


def buildable(tribe: Tribe) -> tuple[Space, ...]:
    """More Nomads than Outposts, and never the last one (SF-12, SF-Q3)."""
    enough = len(tribe.nomads) > len(tribe.outposts) and len(tribe.nomads) > 1
    return tribe.nomads if enough else ()


def movable(tribe: Tribe) -> tuple[Space, ...]:
    """Which Nomads can leave the board: all, but not the last (SF-20)."""
    return tribe.nomads if len(tribe.nomads) > 1 else ()


def destroyable(state: State, seat: Seat, whom: str = "any") -> tuple[Space, ...]:
    """Nomads of opponents, but nobody's last one, and no Outposts (SF-19)."""
    me = state.tribes[seat]
    found = {
        space
        for _, tribe in opponents(state, seat)
        if whom != "larger" or nomads_played(tribe) > nomads_played(me)
        for space in movable(tribe)
    }
    if whom == "beside":
        found &= _around(state, me)
    return tuple(space for space in BOARDS[len(state.tribes)].near if space in found)


def _around(state: State, tribe: Tribe) -> set[Space]:
    near = BOARDS[len(state.tribes)].near
    return {other for space in (*tribe.nomads, *tribe.outposts) for other in near[space]}


# --- cards and Shards ---


def can_draw(state: State) -> bool:
    """One card stays turned up as the current Lord (SF-Q10)."""
    return len(state.pile) + len(state.discard) > 1


def devotable(tribe: Tribe) -> tuple[CardId, ...]:
    """Cards of Lords whose Devotion is not one's own yet (SF-Q2)."""
    return tuple(card for card in tribe.hand if CARDS[card].lord not in tribe.devotions)


def robbable(state: State, seat: Seat, whom: str = "any") -> tuple[Seat, ...]:
    """Whose Shard can be taken: nobody's last one (SF-20)."""
    mine = state.tribes[seat].shards
    return tuple(
        other
        for other, tribe in opponents(state, seat)
        if tribe.shards > 1 and (whom != "richer" or tribe.shards > mine)
    )


def filchable(state: State, seat: Seat) -> tuple[Seat, ...]:
    mine = len(state.tribes[seat].hand)
    return tuple(other for other, tribe in opponents(state, seat) if len(tribe.hand) > mine)


# --- actions ---


def why_not(state: State, seat: Seat, action: Action) -> Illegal | None:
    """Why this action is impossible now; used or not is another question."""
    tribe = state.tribes[seat]
    match action:
        case "draw" if not can_draw(state):
            return Illegal("There are no cards left to draw.")
        case "populate" if not reserve(tribe):
            return Illegal("All your Nomads are on the board already.")
        case "populate" if not habitable(state, seat):
            return Illegal("There is no free space next to your markers.")
        case "prosper" if not supply(state):
            return Illegal("There are no Shards left in the supply.")
        case "build" if len(tribe.nomads) == 1:
            return Illegal("Your last Nomad has to stay a Nomad.")
        case "build" if not buildable(tribe):
            return Illegal("You need more Nomads than Outposts to build.")
        case "devote" if not tribe.hand:
            return Illegal("You have no Lord card to give.")
        case "devote" if not devotable(tribe):
            return Illegal("You are devoted to all the Lords in your hand already.")
        case "play" if not tribe.hand:
            return Illegal("You have no Lord card to play.")
    return None


def said(reason: Illegal | None) -> str | None:
    """Its message id."""
    return reason.text if reason else None


def open_actions(state: State) -> Iterator[Action]:
    """What the mover may still use an Action card for (SF-6, SF-Q6)."""
    for action in ACTIONS:
        if action not in state.used and why_not(state, state.mover, action) is None:
            yield action


# --- effects and conditions of cards ---


def answers(state: State, seat: Seat, effect: Effect) -> Sequence[Any]:
    """The actions, spaces or seats that the effect lets choose from; a count where it asks nothing.

    Nothing at all: it cannot be performed.
    """
    tribe = state.tribes[seat]
    match effect.deed:
        case "act":
            return [it for it in effect.actions if why_not(state, seat, it) is None]
        case "leap":
            return anywhere(state, seat)
        case "withdraw":
            return movable(tribe)
        case "destroy":
            return destroyable(state, seat, effect.what)
        case "steal":
            return robbable(state, seat, effect.what)
        case "filch":
            return filchable(state, seat)
        case "shards":
            return [effect.count] if supply(state) else []
        case "cards":
            return [effect.count] if can_draw(state) else []
        case "covet":
            owner = devoted(state, current_lord(state))
            return [] if owner in (None, seat) else [1]


def why_idle(state: State, seat: Seat, effect: Effect) -> Illegal | None:
    """Why an effect can do nothing though its condition is met (SF-Q8)."""
    if answers(state, seat, effect):
        return None
    match effect.deed:
        case "act":
            return why_not(state, seat, effect.actions[0])
        case "leap" if not reserve(state.tribes[seat]):
            return Illegal("All your Nomads are on the board already.")
        case "leap":
            return Illegal("There is no free space on the board.")
        case "withdraw":
            return Illegal("Your last Nomad has to stay on the board.")
        case "destroy":
            return Illegal("There is no Nomad to destroy: a tribe’s last one is safe.")
        case "steal":
            return Illegal("There is no Shard to take: a tribe’s last one is safe.")
        case "filch":
            return Illegal("Nobody has more cards in hand than you.")
        case "shards":
            return Illegal("There are no Shards left in the supply.")
        case "cards":
            return Illegal("There are no cards left to draw.")
        case "covet":
            return Illegal("No opponent has that Devotion.")


@dataclass(frozen=True)
class Fact:
    """What a condition looks at, with the numbers of now."""

    met: bool
    mine: int = 0
    other: int = 0
    """What it is compared with: the number on the card, or the most that another has."""
    seat: Seat | None = None
    """Who that is; or who is devoted to the current Lord."""


def fact(state: State, seat: Seat, lord: Lord, condition: Condition) -> Fact:
    """Is the condition met? The card itself is in nobody's hand by now."""
    match condition.when:
        case "favour":
            owner = devoted(state, lord)
            return Fact(owner == seat or current_lord(state) == lord, seat=owner)
        case "current":
            return _claim(devoted(state, current_lord(state)), seat, condition.what)
        case "least":
            mine = _number(state.tribes[seat], condition.what)
            return Fact(mine >= condition.count, mine, condition.count)
        case "most":
            mine = _number(state.tribes[seat], condition.what)
            return Fact(mine <= condition.count, mine, condition.count)
        case "fewer":
            mine = _number(state.tribes[seat], condition.what)
            most, who = _most(opponents(state, seat), condition.what)
            return Fact(mine < most, mine, most, who)
        case "anybody":
            most, who = _most([(Seat(i), it) for i, it in enumerate(state.tribes)], condition.what)
            return Fact(most >= condition.count, condition.count, most, who)
        case "lowest":
            mine = score(state.tribes[seat])
            least, who = min((score(tribe), other) for other, tribe in opponents(state, seat))
            return Fact(mine < least, mine, least, who)
        case "beside":
            around = _around(state, state.tribes[seat])
            met = (who for who, tribe in opponents(state, seat) if around & set(tribe.nomads))
            found = next(met, None)
            return Fact(found is not None, seat=found)
        case "used":
            return Fact(seat == state.mover and condition.what in state.used)


def _claim(owner: Seat | None, seat: Seat, claim: str) -> Fact:
    met = {
        "claimed": owner is not None,
        "unclaimed": owner is None,
        "mine": owner == seat,
        "opponent": owner not in (None, seat),
    }
    return Fact(met[claim], seat=owner)


def _most(tribes: list[tuple[Seat, Tribe]], what: str) -> tuple[int, Seat]:
    """The largest number and whose it is; of equal ones the first seat's."""
    most, lowest = max((_number(tribe, what), -seat) for seat, tribe in tribes)
    return most, Seat(-lowest)


def _number(tribe: Tribe, what: str) -> int:
    match what:
        case "nomads":
            return nomads_played(tribe)
        case "outposts":
            return len(tribe.outposts)
        case "shards":
            return tribe.shards
        case "devotions":
            return len(tribe.devotions)
        case "hand":
            return len(tribe.hand)
    raise ValueError(what)
