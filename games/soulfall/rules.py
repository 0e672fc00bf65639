"""Soulfall: lead a tribe through the desert, three different actions a turn.

Statement numbers (SF-16 …) name the rules in games/soulfall/RULES.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from games.contract import Ask, Illegal, Memory, Result, Seat
from games.soulfall import abilities, checks, deeds, undo
from games.soulfall.board import Space
from games.soulfall.legal import (
    answers,
    buildable,
    devotable,
    filchable,
    habitable,
    movable,
    open_actions,
    why_not,
)
from games.soulfall.lords import CARDS, Action, CardId
from games.soulfall.scoring import reaches, winners
from games.soulfall.table import (
    HAND,
    TURN,
    Build,
    Choose,
    Destroy,
    Devote,
    Draw,
    EndTurn,
    Keep,
    Move,
    Options,
    Phase,
    Place,
    Play,
    Populate,
    Prosper,
    State,
    Steal,
    Tribe,
    Undo,
    Withdraw,
)

BEGINS = Seat(0)
KINDS: Mapping[Phase, frozenset[str]] = {
    "place": frozenset({"place"}),
    "action": frozenset(
        {"draw", "populate", "prosper", "build", "devote", "play", "undo", "end_turn"}
    ),
    "keep": frozenset({"keep", "undo"}),
    "end": frozenset({"end_turn", "undo"}),
    "choose": frozenset({"choose", "undo"}),
    "populate": frozenset({"populate", "undo"}),
    "leap": frozenset({"populate", "undo"}),
    "build": frozenset({"build", "undo"}),
    "devote": frozenset({"devote", "undo"}),
    "withdraw": frozenset({"withdraw", "undo"}),
    "destroy": frozenset({"destroy", "undo"}),
    "steal": frozenset({"steal", "undo"}),
    "filch": frozenset({"steal", "undo"}),
}
"""What answers each question."""


def setup(seats: int, options: Options, memory: Memory, luck: Random) -> State:
    deck = tuple(luck.sample([*CARDS], len(CARDS)))
    hands = [deck[start : start + HAND] for start in range(0, seats * HAND, HAND)]
    rest = deck[seats * HAND :]
    return State(
        tribes=tuple(Tribe(hand=hand) for hand in hands),
        pile=rest[1:],
        discard=rest[:1],
        mover=Seat(luck.randrange(1, seats)),  # whoever stands for the youngest (SF-4, SF-Q14)
        last_round=options.last_round,
        hints=options.hints,
    )


def ask(state: State, seat: Seat) -> Ask | None:
    if state.phase == "over" or seat != state.mover:
        return None
    return Ask(f"move-{state.moves + 1}/{state.phase}", KINDS[state.phase])


def apply(state: State, seat: Seat, move: Move, luck: Random) -> State:
    asked = ask(state, seat)
    if asked is None or move.kind not in asked.kinds:
        raise Illegal("That has to wait: something else comes first.")
    state = replace(state, moves=state.moves + 1, fresh=0)
    match move:
        case Place(space):
            return _place(state, space)
        case Keep(card):
            return _keep(state, card, luck)
        case Undo():
            return undo.undo(state)
        case EndTurn():
            return _end_turn(state)
    state = replace(state, before=(*state.before, undo.before(state)))
    return _settled(_answer(state, move, luck) if state.playing else _use(state, move, luck))


def result(state: State) -> Result | None:
    if state.phase != "over":
        return None
    return Result(frozenset(winners(state)))


def memory(state: State) -> tuple[str, ...]:
    return ()


# --- the first Nomads ---


def _place(state: State, space: Space) -> State:
    """Any free space (SF-4)."""
    checks.free(state, space)
    state = deeds.place(state, space)
    if not all(tribe.nomads for tribe in state.tribes):
        return replace(state, mover=_left_of(state, state.mover))
    return _settled(replace(state, mover=BEGINS, turn=1, phase="action"))


# --- an Action card ---


def _use(state: State, move: Move, luck: Random) -> State:
    """One of the six actions, each once a turn (SF-5, SF-6)."""
    action = _action(move)
    if action in state.used:
        raise Illegal("You have used this action in this turn already.")
    if reason := why_not(state, state.mover, action):
        raise reason
    spent = replace(state, used=(*state.used, action))
    match move:
        case Play(card):
            checks.held(state, card)
            return abilities.play(spent, card, luck)
        case Draw():
            return deeds.draw(spent, luck)
        case Prosper():
            return deeds.prosper(spent)
        case _:
            return _with_target(spent, move)


def _action(move: Move) -> Action:
    match move.kind:
        case "draw" | "populate" | "prosper" | "build" | "devote" | "play" as action:
            return action
        case _:
            raise AssertionError(move)  # no phase asks for it here


def _with_target(state: State, move: Move) -> State:
    me = state.tribes[state.mover]
    match move:
        case Populate(space):
            checks.free(state, space)
            if space not in habitable(state, state.mover):
                raise Illegal("That space is not next to one of your markers.")
            return deeds.populate(state, space)
        case Build(space):
            if space not in buildable(me):
                raise Illegal("Choose one of your Nomads on the board.")
            return deeds.build(state, space)
        case Devote(card):
            checks.held(state, card)
            if card not in devotable(me):
                raise Illegal("You are devoted to that Lord already.")
            return deeds.devote(state, card)
        case _:
            raise AssertionError(move)


def _keep(state: State, card: CardId, luck: Random) -> State:
    if card not in state.drawn:
        raise Illegal("Keep one of the cards that you have drawn.")
    state = deeds.keep(state, card)
    return _settled(abilities.acted(state, luck) if state.playing else state)


# --- what a Lord card asks ---


def _answer(state: State, move: Move, luck: Random) -> State:
    match move:
        case Choose(action):
            if action not in answers(state, state.mover, abilities.effect(state)):
                raise Illegal("The card does not offer that now.")
            return abilities.choose(state, action, luck)
        case Populate(space) if state.phase == "leap":
            checks.free(state, space)
            return abilities.answered(state, "leap", space, luck)
        case Withdraw(space):
            if space not in movable(state.tribes[state.mover]):
                raise Illegal("Choose one of your Nomads on the board.")
            return abilities.answered(state, "withdraw", space, luck)
        case Destroy(space):
            checks.target(state, space)
            return abilities.answered(state, "destroy", space, luck)
        case Steal(whom) if state.phase == "filch":
            if whom not in filchable(state, state.mover):
                raise Illegal("Choose somebody with more cards in hand than you.")
            return abilities.answered(state, "filch", whom, luck)
        case Steal(whom):
            checks.victim(state, whom)
            return abilities.answered(state, "steal", whom, luck)
        case _:
            return abilities.acted(_with_target(state, move), luck)


# --- the end of a turn ---


def _settled(state: State) -> State:
    """Between two actions: is there another one (SF-7, SF-Q6)?"""
    if state.phase != "action" or state.playing:
        return state
    another = len(state.used) < TURN and next(open_actions(state), None)
    return state if another else replace(state, phase="end")


def _end_turn(state: State) -> State:
    left = TURN - len(state.used)
    if state.phase == "action":
        raise Illegal.plural(
            "Use your last Action card first.",
            "Use your {count} Action cards first.",
            count=left,
        )
    if left:
        state = deeds.told(state, "forfeit", count=left)
    if state.tower is None and reaches(state.tribes[state.mover]):
        state = deeds.told(state, "tower")
        state = replace(state, tower=state.mover, last=_followers(state))
    if state.tower is None:
        return _begin_turn(state, _left_of(state, state.mover), ())
    if not state.last:
        return replace(state, phase="over", before=(), used=(), barrier="turn")
    following, *rest = state.last
    return _begin_turn(state, following, tuple(rest))


def _followers(state: State) -> tuple[Seat, ...]:
    """Who plays once more: all others (SF-22), or those who have had a turn less (SF-Q13)."""
    seats, mover = len(state.tribes), state.mover
    if state.last_round == "equal":
        return tuple(map(Seat, range(mover + 1, seats)))
    return tuple(Seat((mover + step) % seats) for step in range(1, seats))


def _begin_turn(state: State, mover: Seat, last: tuple[Seat, ...]) -> State:
    turn, seats = state.turn + 1, len(state.tribes)
    return _settled(
        replace(
            state,
            phase="action",
            mover=mover,
            last=last,
            turn=turn,
            used=(),
            before=(),
            barrier="turn",
            log=tuple(beat for beat in state.log if beat.turn >= turn - seats),
        )
    )


def _left_of(state: State, seat: Seat) -> Seat:
    return Seat((seat + 1) % len(state.tribes))
