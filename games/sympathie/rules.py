"""Sympathie: rank five photographs with somebody else's eyes.

Statement numbers (SY-11 …) name the rules in games/sympathie/RULES.md.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.contract import Ask, Illegal, Memory, Result, Seat
from games.sympathie.deck import DECK, LAYOUT, OWN
from games.sympathie.reading import besides, points, winners
from games.sympathie.table import (
    FEWEST_POINTS,
    MOST_POINTS,
    PROPOSED,
    THEMES,
    Move,
    Next,
    Options,
    Order,
    Rank,
    Roll,
    Stack,
    State,
    Theme,
    Turn,
    active,
    laid,
    nothing,
)


def setup(seats: int, options: Options, memory: Memory, luck: Random) -> State:
    return State(
        seats=seats,
        stacks=_stacks(options, memory, luck),
        turns=None if options.end == "points" else seats * _rounds(seats, options),
        goal=_goal(seats, options) if options.end == "points" else None,
        orders=nothing(seats),
    )


def ask(state: State, seat: Seat) -> Ask | None:
    here = f"turn-{state.turn}/{state.phase}"
    match state.phase:
        case "theme":
            return Ask(here, frozenset({"theme", "roll"})) if seat == active(state) else None
        case "rank":
            return Ask(here, frozenset({"rank"}), state.orders[seat] is None)
        case "compare" | "winner" | "titles":
            return Ask(here, frozenset({"next"}), waiting=False)
        case "over":
            return None


def apply(state: State, seat: Seat, move: Move, luck: Random) -> State:
    match move:
        case Theme(theme):
            return _deal(state, theme, luck, rolled=False)
        case Roll():
            return _deal(state, luck.choice(state.stacks).theme, luck, rolled=True)
        case Rank(photos):
            return _rank(state, seat, photos)
        case Next():
            return _next(state)


def result(state: State) -> Result | None:
    return Result(winners(state)) if state.phase == "over" else None


def hides(state: State) -> bool:
    """Only orders are secret, until all lie open (SY-7, SY-8)."""
    return state.phase == "rank"


def memory(state: State) -> tuple[str, ...]:
    """Every photograph that was on the table, by its last time."""
    shown = [*(photo for turn in state.past for photo in turn.photos)]
    if state.phase == "rank":
        shown += laid(state)
    return tuple(dict.fromkeys(reversed(shown)))[::-1]


def ends(state: State) -> bool:
    """Is the turn that was just compared the last one (SY-16, SY-17)?"""
    if state.goal is not None:
        return max(points(state)) >= state.goal
    return state.turn == state.turns


def _rounds(seats: int, options: Options) -> int:
    match options.end:
        case "two":
            return 2
        case "three":
            return 3
        case _:
            return 3 if seats < 5 else 2  # SY-Q8


def _goal(seats: int, options: Options) -> int:
    goal = options.points or PROPOSED[seats]
    if not FEWEST_POINTS <= goal <= MOST_POINTS:
        raise Illegal("Play to any number of points from 5 to 100.")
    return goal


def _stacks(options: Options, memory: Memory, luck: Random) -> tuple[Stack, ...]:
    """One pile for each theme, shuffled, what this evening has seen below the rest (SY-2, SY-6)."""
    own = tuple(item.id for item in memory.brought if item.kind == "photo")
    there = {theme: photos for theme, photos in {OWN: own, **DECK}.items() if len(photos) >= LAYOUT}
    if len(set(options.themes)) < len(options.themes) or len(options.themes) > THEMES:
        raise Illegal.plural(
            "Choose one theme at most.",
            "Choose {count} different themes at most.",
            count=THEMES,
        )
    wanted = options.themes or tuple(there)[:THEMES]
    if not (found := [theme for theme in wanted if theme in there]):
        raise Illegal("Choose at least one theme that has photographs.")
    return tuple(Stack(theme, _shuffled(there[theme], memory, luck)) for theme in found)


def _shuffled(photos: Order, memory: Memory, luck: Random) -> Order:
    fresh = [photo for photo in photos if photo not in memory.seen]
    seen = [photo for photo in photos if photo in memory.seen]
    return (*luck.sample(fresh, len(fresh)), *luck.sample(seen, len(seen)))


def _deal(state: State, theme: str, luck: Random, *, rolled: bool) -> State:
    """Five photographs from the top of the pile (SY-6); what the die says, holds (SY-Q2)."""
    if theme not in [pile.theme for pile in state.stacks]:
        raise Illegal("That theme is not in play.")
    stacks = tuple(_dealt(pile, luck) if pile.theme == theme else pile for pile in state.stacks)
    return replace(state, phase="rank", stacks=stacks, theme=theme, rolled=rolled)


def _dealt(pile: Stack, luck: Random) -> Stack:
    """Where fewer than five are left, the used ones come shuffled under them (SY-Q4)."""
    left, used = pile.photos[pile.dealt :], pile.photos[: pile.dealt]
    if len(left) >= LAYOUT:
        return replace(pile, dealt=pile.dealt + LAYOUT)
    return replace(pile, photos=(*left, *luck.sample(used, len(used))), dealt=LAYOUT)


def _rank(state: State, seat: Seat, photos: Order) -> State:
    """The last one opens all of them (SY-10)."""
    if sorted(photos) != sorted(laid(state)):
        raise Illegal("Put each of the five photographs in one place.")
    orders = (*state.orders[:seat], photos, *state.orders[seat + 1 :])
    placed = tuple(order for order in orders if order is not None)
    if len(placed) < state.seats:
        return replace(state, orders=orders)
    turn = Turn(active(state), state.theme or "", laid(state), placed)
    return replace(state, phase="compare", orders=nothing(state.seats), past=(*state.past, turn))


def _next(state: State) -> State:
    match state.phase:
        case "compare" if not ends(state):
            return _next_turn(state)
        case "compare":
            return replace(_cleared(state), phase="winner")
        case "winner" if besides(state):
            return replace(state, phase="titles")
        case _:
            return replace(state, phase="over")


def _next_turn(state: State) -> State:
    return replace(_cleared(state), phase="theme", turn=state.turn + 1)


def _cleared(state: State) -> State:
    return replace(state, theme=None, rolled=False)
