"""Soulaween: put a soul, turn its neighbours, reap four alike. Three sets win.

Statement numbers (SW-16 …) name the rules in games/soulaween/RULES.md.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.contract import Ask, Illegal, Memory, Result, Seat
from games.soulaween import guides
from games.soulaween.guides import Character, Guide
from games.soulaween.mat import (
    CELLS,
    Hat,
    Side,
    bits,
    cells,
    flips,
    is_taken,
    leaving,
    lift,
    put,
    shown,
)
from games.soulaween.patterns import PATTERNS, SoulSet
from games.soulaween.table import Move, Options, Phase, Put, Reap, State, Turn, Wear

PUTS = 300  # SW-Q17


def setup(seats: int, options: Options, memory: Memory, luck: Random) -> State:
    first, second = _deal(options, luck)
    pair = (Guide(first), Guide(second))
    phase: Phase = "hats" if any(guide.ability == "wuchang" for guide in pair) else "put"
    return State(guides=pair, scythe=options.scythe, phase=phase)


def ask(state: State, seat: Seat) -> Ask | None:
    match state.phase:
        case "hats" if state.guides[seat].ability == "wuchang":
            return Ask("hats", frozenset({"hat"}), state.guides[seat].hat is None)
        case "put" | "reap" | "hat" if seat == mover(state):
            return Ask(f"turn-{state.turn}/{state.phase}", frozenset({state.phase}))
        case _:
            return None


def apply(state: State, seat: Seat, move: Move, luck: Random) -> State:
    match move:
        case Wear(side):
            return _hat(state, seat, side)
        case Put(cell, side):
            return _put(state, cell, side)
        case Reap(four):
            return _reap(state, tuple(sorted(four)))


def result(state: State) -> Result | None:
    """Nobody wins a match that does not end by itself (SW-Q17)."""
    if state.phase != "over":
        return None
    won = (Seat(seat) for seat, guide in enumerate(state.guides) if guides.has_won(guide))
    return Result(frozenset(won))


def hides(state: State) -> bool:
    """Only the first of two hats, until the other is chosen as well (SW-Q11)."""
    return state.phase == "hats" and all(guide.ability == "wuchang" for guide in state.guides)


def memory(state: State) -> tuple[str, ...]:
    return ()


def mover(state: State) -> Seat:
    """Strictly alternating (SW-4)."""
    return Seat((state.turn - 1) % 2)


def choices(state: State) -> tuple[SoulSet, ...]:
    """What the mover may reap now."""
    return guides.reapable(state.mat, state.guides[mover(state)], state.scythe)


def _deal(options: Options, luck: Random) -> tuple[Character, Character]:
    """The cards are shuffled (SW-3), but for those that were asked for (SW-Q14)."""
    if options.mode == "simple":
        return "teacher_vulture", "teacher_vulture"
    if options.first_card == options.second_card != "random":
        raise Illegal("There is only one card of each character: choose two different ones.")
    pile = [card for card in guides.CARDS if card not in (options.first_card, options.second_card)]
    one, two = luck.sample(pile, 2)
    return (
        one if options.first_card == "random" else options.first_card,
        two if options.second_card == "random" else options.second_card,
    )


def _hat(state: State, seat: Seat, side: Hat) -> State:
    """For the own next flip (SW-21); the first ones are shown together (SW-Q11)."""
    pair = _seated(seat, replace(state.guides[seat], hat=side), state.guides[1 - seat])
    if state.phase == "hat":
        last = state.last and replace(state.last, new="nothing")
        return replace(state, guides=pair, phase="put", turn=state.turn + 1, last=last)
    missing = any(guide.ability == "wuchang" and guide.hat is None for guide in pair)
    return replace(state, guides=pair, phase="hats" if missing else "put")


def _seated(seat: Seat, guide: Guide, rival: Guide) -> tuple[Guide, Guide]:
    return (guide, rival) if seat == 0 else (rival, guide)


def _put(state: State, cell: int, side: Side) -> State:
    """Put and flip; a single set is reaped at once, of several the mover chooses (SW-10)."""
    if cell not in CELLS:
        raise Illegal("There is no such cell: the mat has sixteen.")
    if is_taken(state.mat, cell):
        raise Illegal("A soul lies there already. Choose an empty cell.")
    seat = mover(state)
    hat = guides.hat(state.guides[seat])
    turn = Turn(seat, cell, side, flips(state.mat, cell, hat))
    flipped = replace(state, mat=put(state.mat, cell, side, hat), last=turn)
    match choices(flipped):
        case ():
            return _clean_up(flipped, turn)
        case (only,):
            return _take(flipped, turn, only)
        case _:
            return replace(flipped, phase="reap")


def _reap(state: State, four: tuple[int, ...]) -> State:
    assert state.last  # the put that made the choice
    for souls in choices(state):
        if souls.cells == four:
            return _take(state, replace(state.last, new="reap"), souls)
    raise _refusal(state, four)


def _take(state: State, turn: Turn, souls: SoulSet) -> State:
    """The third token wins at once (SW-12); otherwise four cells are empty now (SW-14)."""
    seat = mover(state)
    me, rival = guides.reap(state.guides[seat], state.guides[1 - seat], souls)
    one, two = state.jars
    first, second = state.guides
    taken = replace(
        state,
        guides=_seated(seat, me, rival),
        mat=lift(state.mat, bits(souls.cells)),
        last=replace(turn, reaped=souls, token=me.tokens[-1], bound=(first.bound, second.bound)),
        jars=((*one, souls.side), two) if seat == 0 else (one, (*two, souls.side)),
    )
    return replace(taken, phase="over") if guides.has_won(me) else _end(taken)


def _clean_up(state: State, turn: Turn) -> State:
    gone = leaving(state.mat, turn.side)
    if not gone:
        return _end(state)
    last = replace(turn, cleaned=cells(gone))
    return _end(replace(state, mat=lift(state.mat, gone), last=last))


def _end(state: State) -> State:
    if state.turn == PUTS:
        return replace(state, phase="over")
    if state.guides[mover(state)].ability == "wuchang":
        return replace(state, phase="hat")  # SW-21
    return replace(state, phase="put", turn=state.turn + 1)


def _refusal(state: State, four: tuple[int, ...]) -> Illegal:
    guide = state.guides[mover(state)]
    kind = PATTERNS[state.scythe].get(four)
    mat = shown(state.mat)
    if kind is None or {mat[cell] for cell in four} not in ({"tamed"}, {"panic"}):
        return Illegal("Those are not four souls of one side that can be reaped together.")
    if kind not in guides.wanted(guide):
        if kind in guide.tokens:
            return Illegal("You have that token already.")
        return Illegal("Only Little Death and Papa Death can reap that.")
    if guide.bound == "tamed":
        return Illegal("The other player’s token lets you reap only tamed souls next.")
    return Illegal("The other player’s token lets you reap only panic souls next.")
