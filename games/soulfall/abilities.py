"""A Lord card is performed: the upper ability, then the lower one if its condition is met.

Whatever has only one possible answer is not asked (SF-16, SF-Q8), unless that would tell the
others what is in a hand (SF-27).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, cast

from games.soulfall import deeds
from games.soulfall.legal import answers, buildable, fact, habitable
from games.soulfall.lords import CARDS, Action, CardId, Deed, Effect
from games.soulfall.table import Phase, Playing, State


def play(state: State, card: CardId, luck: Random) -> State:
    return _perform(deeds.reveal(state, card), luck)


def effect(state: State) -> Effect:
    """What the card that is played asks for now."""
    assert state.playing
    return CARDS[state.playing.card].effects[state.playing.step]


def choose(state: State, action: Action, luck: Random) -> State:
    return _after(_act(replace(state, phase="action"), action, luck), luck)


def answered(state: State, deed: Deed, answer: Any, luck: Random) -> State:
    """The target of an effect is named."""
    return _after(_do(replace(state, phase="action"), deed, answer, luck), luck)


def acted(state: State, luck: Random) -> State:
    """The action that was asked for is done."""
    return _after(replace(state, phase="action"), luck)


def _after(state: State, luck: Random) -> State:
    """Goes on, unless something is asked."""
    if state.phase != "action":
        return state
    assert state.playing
    following = replace(state.playing, step=state.playing.step + 1)
    return _perform(replace(state, playing=following), luck)


def _perform(state: State, luck: Random) -> State:
    """From this effect on, up to the next question or to the end of the card."""
    assert state.playing
    name, first = state.playing.card, state.playing.step
    effects = CARDS[name].effects
    for step in range(first, len(effects)):
        state = replace(state, phase="action", playing=Playing(name, step))
        if step == 1:
            state, works = _opened(state)
            if not works:
                break
        found = answers(state, state.mover, effects[step])
        if found:
            state = _begin(state, effects[step], found, luck)
        if state.phase != "action":
            return state
    return deeds.lay_down(state)


def _opened(state: State) -> tuple[State, bool]:
    """The lower ability: the condition is looked at now, after the upper one (SF-Q8)."""
    assert state.playing
    name, card = state.playing.card, CARDS[state.playing.card]
    if not fact(state, state.mover, card.lord, card.condition).met:
        return deeds.told(state, "shut", name), False
    if not answers(state, state.mover, card.effects[1]):
        return deeds.told(state, "idle", name), False
    return deeds.told(state, "open", name), True


def _begin(state: State, effect: Effect, found: Sequence[Any], luck: Random) -> State:
    """Asks which, or does the only one there is."""
    if len(found) > 1 or _hangs_on_a_hand(effect):
        return replace(state, phase="choose" if effect.deed == "act" else cast(Phase, effect.deed))
    if effect.deed == "act":
        return _act(state, found[0], luck)
    return _do(state, effect.deed, found[0], luck)


def _hangs_on_a_hand(effect: Effect) -> bool:
    """Would a choice that is not asked say whether a card can be devoted (SF-27)?"""
    return "devote" in effect.actions and len(effect.actions) > 1


def _act(state: State, action: Action, luck: Random) -> State:
    """An action that a card grants; it uses up nothing (SF-18)."""
    me = state.tribes[state.mover]
    match action:
        case "prosper":
            return deeds.prosper(state)
        case "draw":
            return deeds.draw(state, luck)
        case "populate":
            spaces = habitable(state, state.mover)
            return deeds.populate(state, *spaces) if len(spaces) == 1 else _asking(state, action)
        case "build":
            spaces = buildable(me)
            return deeds.build(state, *spaces) if len(spaces) == 1 else _asking(state, action)
        case _:
            return _asking(state, "devote")  # one card, too: how many there are is secret (SF-27)


def _asking(state: State, phase: Phase) -> State:
    return replace(state, phase=phase)


def _do(state: State, deed: Deed, answer: Any, luck: Random) -> State:
    match deed:
        case "leap":
            return deeds.leap(state, answer)
        case "withdraw":
            return deeds.withdraw(state, answer)
        case "destroy":
            return deeds.destroy(state, answer)
        case "steal":
            return deeds.steal(state, answer)
        case "filch":
            return deeds.filch(state, answer, luck)
        case "shards":
            return deeds.prosper(state, answer)
        case "cards":
            return deeds.cards(state, answer, luck)
        case _:
            return deeds.covet(state)
