"""Soulmates: choose what is true for yourself, then guess what is true for the others.

Statement numbers (SM-16 …) name the rules in games/soulmates/RULES.md.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from games.contract import Ask, Illegal, Memory, Result, Seat
from games.soulmates.deck import CHILDREN, DECK
from games.soulmates.table import (
    CARDS,
    SUPPLY,
    Both,
    Ego,
    Guess,
    Joker,
    Letter,
    Move,
    Next,
    Options,
    Past,
    Pick,
    Reveal,
    State,
    nothing,
    pairs,
    replaced,
    soulmates,
    target,
)

JOKER_BONUS = 2  # SM-30


def setup(seats: int, options: Options, memory: Memory, luck: Random) -> State:
    return State(
        seats=seats,
        stack=_draw(CARDS[seats], options, memory, luck),
        chips=(0,) * len(pairs(seats)),
        egos=nothing(seats),
        guesses=nothing(seats),
        gained=(0,) * len(pairs(seats)),
        joker="ready" if seats == 2 else "none",
    )


def ask(state: State, seat: Seat) -> Ask | None:
    here = f"round-{state.round}"
    match state.phase:
        case "pick":
            return Ask(f"{here}/pick", frozenset({"pick"})) if seat == state.first else None
        case "ego":
            return Ask(f"{here}/ego", frozenset({"ego"}), state.egos[seat] is None)
        case "both":
            return Ask(f"{here}/both", frozenset({"both"}), state.egos[seat] is None)
        case "guess":
            if seat == target(state):
                return None
            guess = f"{here}/guess-{state.turn + 1}"
            return Ask(guess, frozenset({"guess"}), state.guesses[seat] is None)
        case "sure":
            return Ask(f"{here}/sure", frozenset({"joker", "reveal"}), seat not in state.wants)
        case "reveal":
            return Ask(f"{here}/reveal-{state.turn + 1}", frozenset({"next"}), waiting=False)
        case "match" | "total":
            return Ask(f"{here}/{state.phase}", frozenset({"next"}), waiting=False)
        case "over":
            return None


def apply(state: State, seat: Seat, move: Move, luck: Random) -> State:
    match move:
        case Pick(card):
            return _pick(state, card)
        case Ego(letter):
            return _ego(state, seat, letter)
        case Guess(letter):
            return _guess(state, seat, letter)
        case Both(ego, guess):
            return _both(state, seat, ego, guess)
        case Joker():
            return _joker(state, seat)
        case Reveal():
            return _show(state)
        case Next():
            return _next(state, luck)


def result(state: State) -> Result | None:
    """The Soulmates; in a tie several pairs of them (SM-24, SM-25)."""
    if state.phase != "over":
        return None
    best = (pair for pair, won in zip(pairs(state.seats), soulmates(state), strict=True) if won)
    return Result(frozenset(seat for pair in best for seat in pair))


def memory(state: State) -> tuple[str, ...]:
    """Only what was read aloud counts as played (SM-34)."""
    now = () if state.scenario is None else (state.scenario,)
    return (*(past.scenario for past in state.past), *now)


def _draw(count: int, options: Options, memory: Memory, luck: Random) -> tuple[str, ...]:
    """A shuffled stack of cards not yet played; when those are too few, they and the ones whose
    turn was longest ago (SM-2, SM-34)."""
    written = CHILDREN if options.cards == "children" else DECK
    deck = [*written, *(item.id for item in memory.brought if options.own)]
    fresh = [card for card in deck if card not in memory.seen]
    played = [card for card in memory.seen if card in deck]
    return tuple(luck.sample(fresh + played[: max(0, count - len(fresh))], count))


def _pick(state: State, card: str) -> State:
    if card not in state.stack[:2]:
        raise Illegal("Choose one of the two cards in front of you.")
    return replace(
        state,
        phase="both" if state.seats == 2 else "ego",
        scenario=card,
        stack=state.stack[2:],
    )


def _ego(state: State, seat: Seat, letter: Letter) -> State:
    """Nobody is evaluated before all chips lie on the table (SM-12)."""
    placed = replace(state, egos=replaced(state.egos, seat, letter))
    return placed if None in placed.egos else replace(placed, phase="guess")


def _guess(state: State, seat: Seat, letter: Letter) -> State:
    """The last card turns them all, then the target's chip (SM-15)."""
    placed = replace(state, guesses=replaced(state.guesses, seat, letter))
    missing = placed.guesses.count(None) - 1  # the target has none
    return placed if missing else _show(placed)


def _both(state: State, seat: Seat, ego: Letter, guess: Letter) -> State:
    placed = replace(
        state, egos=replaced(state.egos, seat, ego), guesses=replaced(state.guesses, seat, guess)
    )
    if None in placed.egos:
        return placed
    return replace(placed, phase="sure") if placed.joker == "ready" else _show(placed)


def _joker(state: State, seat: Seat) -> State:
    """It lies on the table only if both say so (SM-30, SM-Q6)."""
    wants = state.wants | {seat}
    if len(wants) < state.seats:
        return replace(state, wants=wants)
    return _show(replace(state, wants=wants, joker="played"))


def _show(state: State) -> State:
    """The cards before the target turn, then its chip; equal letters earn a chip (SM-15, SM-16)."""
    shown = replace(state, phase="reveal")
    who = target(state)
    right = {s for s in range(state.seats) if s != who and state.guesses[s] == state.egos[who]}
    earned = Counter(pair for pair in pairs(state.seats) if who in pair and right & set(pair))
    if state.joker == "played" and state.turn == 1 and _both_right(state):
        earned[pairs(2)[0]] += JOKER_BONUS
    return _pay(shown, earned)


def _next(state: State, luck: Random) -> State:
    match state.phase:
        case "reveal" if state.turn + 1 < state.seats:
            return _evaluate_next(state)
        case "reveal":
            return _compare(state)
        case "match" if state.stack:
            return _new_round(state)
        case "match":
            return replace(_put_away(state), phase="total")
        case _:
            return _finish(state, luck)


def _evaluate_next(state: State) -> State:
    """Cards go back to their hands; the token stays where it is (SM-13, SM-18)."""
    turned = replace(state, turn=state.turn + 1)
    if state.seats == 2:
        return _show(turned)  # SM-28: the other half
    empty, zero = nothing(state.seats), _zero(state)
    return replace(turned, phase="guess", guesses=empty, gained=zero, refilled=0)


def _compare(state: State) -> State:
    """Equal chips earn every such pair one friend chip (SM-20)."""
    same = Counter(p for p in pairs(state.seats) if state.egos[p[0]] == state.egos[p[1]])
    return _pay(replace(state, phase="match", guesses=nothing(state.seats)), same)


def _new_round(state: State) -> State:
    """The token passes to the left (SM-21)."""
    return replace(
        _put_away(state),
        phase="pick",
        round=state.round + 1,
        first=Seat((state.first + 1) % state.seats),
    )


def _put_away(state: State) -> State:
    egos = tuple(ego for ego in state.egos if ego is not None)
    return replace(
        state,
        scenario=None,
        turn=0,
        egos=nothing(state.seats),
        guesses=nothing(state.seats),
        gained=_zero(state),
        refilled=0,
        wants=frozenset(),
        joker="gone" if state.joker == "played" else state.joker,
        past=(*state.past, Past(state.scenario or "", egos)),
    )


def _finish(state: State, luck: Random) -> State:
    losing = [i for i, won in enumerate(soulmates(state)) if not won]
    luck.shuffle(losing)
    return replace(state, phase="over", fade=tuple(losing))


def _pay(state: State, earned: Counter[tuple[Seat, Seat]]) -> State:
    """Chips come from the supply; when empty it is refilled from every board alike (SM-22)."""
    gained = tuple(earned[pair] for pair in pairs(state.seats))
    lying = [chips - state.removed for chips in state.chips]
    taken = min(lying) if sum(lying) + sum(gained) > SUPPLY else 0
    chips = tuple(had + new for had, new in zip(state.chips, gained, strict=True))
    removed = state.removed + taken
    return replace(state, chips=chips, gained=gained, removed=removed, refilled=taken)


def _both_right(state: State) -> bool:
    return state.guesses == state.egos[::-1]


def _zero(state: State) -> tuple[int, ...]:
    return (0,) * len(state.chips)
