"""Soulmates: choose what is true for yourself, then guess what is true for the others.

Statement numbers (SM-16 …) name the rules in games/soulmates/RULES.md.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations
from random import Random
from typing import Literal, TypeAlias

from games.contract import Ask, Illegal, Memory, Result, Seat, Viewer
from games.soulmates.deck import DECK

Letter: TypeAlias = Literal["A", "B", "C", "D"]
Phase: TypeAlias = Literal[
    "pick",  # the first player chooses one of two cards
    "ego",  # everybody: what is true for me?
    "guess",  # everybody but the target: what is true for them?
    "both",  # two players: ego and guess at once
    "sure",  # two players: play the joker?
    "reveal",  # the target's chip and the cards that lie before it
    "match",  # who chose the same for themselves?
    "total",  # how much the whole group has in common
    "over",  # the Soulmates
]

BEGINS = Seat(0)  # SM-8
CARDS = {2: 16, 3: 12, 4: 8, 5: 10}  # SM-2, by the number of players
SUPPLY = 50  # SM-6
JOKER_BONUS = 2  # SM-30
LEVELS = (  # SM-31: from this many chips on
    (0, "First Steps"),
    (5, "Solid Connection"),
    (8, "Same Wavelength"),
    (11, "Thick as Thieves"),
    (14, "One Heart and Soul"),
    (18, "100% Soulmates"),
)


@dataclass(frozen=True)
class Options:
    own: bool = True
    """Mix in the scenarios that this room wrote itself (SM-Q10)."""


@dataclass(frozen=True)
class Pick:
    card: str
    kind: Literal["pick"] = "pick"


@dataclass(frozen=True)
class Ego:
    letter: Letter
    kind: Literal["ego"] = "ego"


@dataclass(frozen=True)
class Guess:
    letter: Letter
    kind: Literal["guess"] = "guess"


@dataclass(frozen=True)
class Both:
    ego: Letter
    guess: Letter
    kind: Literal["both"] = "both"


@dataclass(frozen=True)
class Joker:
    kind: Literal["joker"] = "joker"


@dataclass(frozen=True)
class Reveal:
    kind: Literal["reveal"] = "reveal"


@dataclass(frozen=True)
class Next:
    kind: Literal["next"] = "next"


Move: TypeAlias = Pick | Ego | Guess | Both | Joker | Reveal | Next


@dataclass(frozen=True)
class Past:
    """A round that is over, as everybody saw it."""

    scenario: str
    egos: tuple[Letter, ...]


@dataclass(frozen=True)
class State:
    """The table. Letters are None where no chip or card lies."""

    seats: int
    stack: tuple[str, ...]
    """Scenario cards, face down; the top ones first."""
    chips: tuple[int, ...]
    """Friend chips ever earned by each pair, in the order of `pairs`."""
    phase: Phase = "pick"
    round: int = 1
    first: Seat = BEGINS
    scenario: str | None = None
    turn: int = 0
    """How many people were evaluated before the target in this round."""
    egos: tuple[Letter | None, ...] = ()
    guesses: tuple[Letter | None, ...] = ()
    """By evaluator, about the target (with two players: about the other)."""
    gained: tuple[int, ...] = ()
    """What each pair earned in the step just shown."""
    removed: int = 0
    """Taken from every board alike to refill the supply (SM-22)."""
    joker: Literal["none", "ready", "played", "gone"] = "none"
    """`played`: lies on the table in this round."""
    wants: frozenset[Seat] = frozenset()
    """Who has said yes to the joker in this round."""
    past: tuple[Past, ...] = ()
    fade: tuple[int, ...] = ()
    """The order in which the boards that did not win leave the stage: luck, never rank."""


@dataclass(frozen=True)
class Board:
    """What one pair shares."""

    pair: tuple[Seat, Seat]
    chips: int
    """What lies on it now (SM-22)."""
    earned: int
    """What was ever put on it: this ranks the pairs (SM-Q1)."""
    gained: int
    """How many of them came in the step just shown."""
    soulmates: bool
    fades: int | None
    """Its place in the order of leaving in the final sequence."""


@dataclass(frozen=True)
class View:
    """The table through one seat's eyes, built field by field from what that seat may know."""

    me: Viewer
    seats: int
    phase: Phase
    round: int
    rounds: int
    first: Seat
    target: Seat | None
    turn: int
    scenario: str | None
    offer: tuple[str, ...]
    """The two cards to choose from: only for the first player while choosing (SM-9)."""
    ego: Letter | None
    """My own chip."""
    guess: Letter | None
    """My card for the target."""
    locked: frozenset[Seat]
    """Who has answered; never what (SM-G5)."""
    open: tuple[Letter | None, ...]
    """The chips that lie face up, by seat (SM-19)."""
    cards: tuple[Letter | None, ...]
    """The revealed cards before the target, by evaluator."""
    boards: tuple[Board, ...]
    total: int
    """Chips on all boards, ever earned (SM-26)."""
    supply: int
    joker: Literal["none", "ready", "played", "gone"]
    wants: frozenset[Seat]
    level: str | None
    """Two players, at the end: how close (SM-31)."""
    past: tuple[Past, ...]


def setup(seats: int, options: Options, memory: Memory, luck: Random) -> State:
    return State(
        seats=seats,
        stack=_draw(CARDS[seats], memory, luck, own=options.own),
        chips=(0,) * len(pairs(seats)),
        egos=_none(seats),
        guesses=_none(seats),
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


def view(state: State, viewer: Viewer) -> View:
    me = viewer
    return View(
        me=me,
        seats=state.seats,
        phase=state.phase,
        round=state.round,
        rounds=CARDS[state.seats] // 2,
        first=state.first,
        target=target(state) if state.phase in ("guess", "reveal") else None,
        turn=state.turn,
        scenario=state.scenario,
        offer=state.stack[:2] if state.phase == "pick" and me == state.first else (),
        ego=None if me is None else state.egos[me],
        guess=None if me is None else state.guesses[me],
        locked=_locked(state),
        open=_open(state),
        cards=_put(state.guesses, target(state), None)
        if state.phase == "reveal"
        else _none(state.seats),
        boards=_boards(state),
        total=sum(state.chips),
        supply=max(0, SUPPLY - sum(state.chips) + state.removed * len(state.chips)),
        joker=state.joker,
        wants=state.wants,
        level=level(state.chips[0])
        if state.seats == 2 and state.phase in ("total", "over")
        else None,
        past=state.past,
    )


def result(state: State) -> Result | None:
    """The Soulmates; in a tie several pairs of them (SM-24, SM-25)."""
    if state.phase != "over":
        return None
    best = (pair for pair, won in zip(pairs(state.seats), soulmates(state), strict=True) if won)
    return Result(frozenset(seat for pair in best for seat in pair))


def memory(state: State) -> frozenset[str]:
    """Only what was read aloud counts as played (SM-34)."""
    now = frozenset() if state.scenario is None else frozenset({state.scenario})
    return now | {past.scenario for past in state.past}


@cache
def pairs(seats: int) -> tuple[tuple[Seat, Seat], ...]:
    """One shared board for every two players (SM-5)."""
    return tuple((Seat(a), Seat(b)) for a, b in combinations(range(seats), 2))


def target(state: State) -> Seat:
    """Who is being evaluated: the first player first, then clockwise (SM-13)."""
    return Seat((state.first + state.turn) % state.seats)


def level(chips: int) -> str:
    return [name for least, name in LEVELS if chips >= least][-1]


def soulmates(state: State) -> tuple[bool, ...]:
    """By pair: has it most chips? Two players are each other's in any case (SM-Q12)."""
    return tuple(chips == max(state.chips) for chips in state.chips)


def _draw(count: int, memory: Memory, luck: Random, *, own: bool) -> tuple[str, ...]:
    """A shuffled stack of cards not yet played; when too few are left, of all (SM-2, SM-34)."""
    deck = [*DECK, *(memory.brought if own else ())]
    fresh = [card for card in deck if card not in memory.seen]
    return tuple(luck.sample(fresh if len(fresh) >= count else deck, count))


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
    placed = replace(state, egos=_put(state.egos, seat, letter))
    return placed if None in placed.egos else replace(placed, phase="guess")


def _guess(state: State, seat: Seat, letter: Letter) -> State:
    """The last card turns them all, then the target's chip (SM-15)."""
    placed = replace(state, guesses=_put(state.guesses, seat, letter))
    missing = placed.guesses.count(None) - 1  # the target has none
    return placed if missing else _show(placed)


def _both(state: State, seat: Seat, ego: Letter, guess: Letter) -> State:
    placed = replace(
        state, egos=_put(state.egos, seat, ego), guesses=_put(state.guesses, seat, guess)
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
    return replace(turned, phase="guess", guesses=_none(state.seats), gained=_zero(state))


def _compare(state: State) -> State:
    """Equal chips earn every such pair one friend chip (SM-20)."""
    same = Counter(p for p in pairs(state.seats) if state.egos[p[0]] == state.egos[p[1]])
    return _pay(replace(state, phase="match", guesses=_none(state.seats)), same)


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
        egos=_none(state.seats),
        guesses=_none(state.seats),
        gained=_zero(state),
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
    removed, lying = state.removed, [chips - state.removed for chips in state.chips]
    if sum(lying) + sum(gained) > SUPPLY:
        removed += min(lying)
    chips = tuple(had + new for had, new in zip(state.chips, gained, strict=True))
    return replace(state, chips=chips, gained=gained, removed=removed)


def _both_right(state: State) -> bool:
    return state.guesses == state.egos[::-1]


def _boards(state: State) -> tuple[Board, ...]:
    over = state.phase == "over"
    won = soulmates(state) if over else (False,) * len(state.chips)
    return _laid_out(state.seats, state.chips, state.gained, state.removed, won, state.fade)


@lru_cache(maxsize=1024)
def _laid_out(
    seats: int,
    chips: tuple[int, ...],
    gained: tuple[int, ...],
    removed: int,
    won: tuple[bool, ...],
    fade: tuple[int, ...],
) -> tuple[Board, ...]:
    """The boards change once a reveal, and all eyes see the same."""
    fades = {board: place for place, board in enumerate(fade)}
    return tuple(
        Board(pair, earned - removed, earned, gained[i], won[i], fades.get(i))
        for i, (pair, earned) in enumerate(zip(pairs(seats), chips, strict=True))
    )


def _locked(state: State) -> frozenset[Seat]:
    """Who has answered the question that is open now."""
    match state.phase:
        case "ego" | "both":
            answers = state.egos
        case "guess":
            answers = state.guesses
        case _:
            return state.wants if state.phase == "sure" else frozenset()
    return frozenset(Seat(seat) for seat, letter in enumerate(answers) if letter is not None)


def _open(state: State) -> tuple[Letter | None, ...]:
    """A revealed chip stays face up until the end of the round (SM-19)."""
    evaluated = state.turn + (state.phase in ("reveal", "match"))
    letters: tuple[Letter | None, ...] = _none(state.seats)
    for turn in range(evaluated):
        seat = Seat((state.first + turn) % state.seats)
        letters = _put(letters, seat, state.egos[seat])
    return letters


def _put(
    letters: tuple[Letter | None, ...], seat: Seat, letter: Letter | None
) -> tuple[Letter | None, ...]:
    return (*letters[:seat], letter, *letters[seat + 1 :])


def _none(seats: int) -> tuple[None, ...]:
    return (None,) * seats


def _zero(state: State) -> tuple[int, ...]:
    return (0,) * len(state.chips)
