"""What an evening of Soulmates is remembered by, and the moments one would like to see again.

Of all that could be said the least likely is said: each sentence knows how probable it were, had
everybody chosen by dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import compress, groupby, pairwise
from math import perm

from games.contract import Highlight, Seat, Talk
from games.remark import Said, at_least, least_likely, turning_point
from games.soulmates.deck import FACTS, LEANS
from games.soulmates.table import Past, State, pairs, soulmates, target

ONE_OF_FOUR = 1 / 4
"""That two people choose the same letter by luck, or that one guesses right."""
TWICE = 2
"""Once is no habit: from so many cards or rounds on something is said of them."""
FAMILIES = ("temper", "company", "time", "order", "money", "feelings", "pleasures", "habits")
"""What the vocabularies of `facts.toml` are about, in their order there."""
_WORDS = ("bold", "alone", "early", "strict", "save", "tell", "eat", "known")


def talk(state: State) -> Talk | None:
    """The most remarkable thing about a match that is over."""
    return least_likely(sayings(state)) if state.phase == "over" else None


def sayings(state: State) -> Iterator[Said]:
    """Whatever could be said of a match that is over."""
    yield from _pairs(state)
    yield from _people(state)
    yield from _group(state)
    yield from _race(state)


def _pairs(state: State) -> Iterator[Said]:
    rounds, boards = len(state.past), pairs(state.seats)
    for pair, chips in zip(boards, state.chips, strict=True):
        same = [past.egos[pair[0]] == past.egos[pair[1]] for past in state.past]
        count = same.count(True)
        yield (
            at_least(count, rounds, ONE_OF_FOUR) * len(boards),
            Talk("same", pair, count, rounds, _never(state.past, same)),
        )
        run = max((len(list(hits)) for same, hits in groupby(same) if same), default=0)
        if run >= TWICE:
            yield ONE_OF_FOUR**run * (rounds - run + 1) * len(boards), Talk("row", pair, run)
        read = chips - count
        if state.joker == "gone":  # it may have earned two of the chips
            yield 0.4, Talk("joker", pair)
        else:
            yield (
                at_least(read, 2 * rounds, ONE_OF_FOUR) * len(boards),
                Talk("book", pair, read, 2 * rounds),
            )
        if (first := same.index(True) if count else 0) >= TWICE:
            late = (1 - ONE_OF_FOUR) ** first * len(boards)
            yield late, Talk("late", pair, first)
        if count == 0:
            apart = (1 - ONE_OF_FOUR) ** rounds
            best = soulmates(state)[boards.index(pair)] and state.seats > 2
            if best:
                yield apart, Talk("unlike", pair, chips)
            yield apart * len(boards), Talk("apart", pair, rounds)


def _never(rounds: tuple[Past, ...], same: list[bool]) -> str:
    """What two people never agree about, though it came up more than once."""
    asked, agreed = Counter[str](), set[str]()
    for past, hit in zip(rounds, same, strict=True):
        if family := _family(past.scenario):
            asked[family] += 1
            agreed |= {family} if hit else set()
    never = [family for family, count in asked.most_common() if count >= TWICE]
    return next((family for family in never if family not in agreed), "")


def _family(card: str) -> str:
    leans = LEANS.get(card, {}).values()
    return next((f for f, word in zip(FAMILIES, _WORDS, strict=True) if word in leans), "")


def _people(state: State) -> Iterator[Said]:
    rounds, seats = len(state.past), state.seats
    for seat in map(Seat, range(seats)):
        chosen = [past.egos[seat] for past in state.past]
        for letter, count in Counter(chosen).most_common(1):
            by_luck = at_least(count, rounds, ONE_OF_FOUR) * 4 * seats
            yield by_luck, Talk("letter", (seat,), count, rounds, letter)
        if seats > 2:
            alone = sum(past.egos.count(past.egos[seat]) == 1 for past in state.past)
            by_luck = at_least(alone, rounds, (1 - ONE_OF_FOUR) ** (seats - 1)) * seats
            yield by_luck, Talk("alone", (seat,), alone, rounds)


def _group(state: State) -> Iterator[Said]:
    """Rounds in which all chose the same, and rounds in which no two did."""
    rounds, seats = len(state.past), state.seats
    if seats == 2:
        return
    everybody = tuple(map(Seat, range(seats)))
    same = [past.scenario for past in state.past if len(set(past.egos)) == 1]
    if same:
        about = same[0] if len(same) == 1 and same[0] in FACTS else ""  # never what people wrote
        by_luck = ONE_OF_FOUR ** (seats - 1)
        yield at_least(len(same), rounds, by_luck), Talk("all", everybody, len(same), rounds, about)
    split = sum(len(set(past.egos)) == seats for past in state.past)
    if split:
        yield (
            at_least(split, rounds, perm(4, seats) / 4**seats),
            Talk("split", everybody, split, rounds),
        )


def _race(state: State) -> Iterator[Said]:
    """How it ended; something of it can always be said."""
    if state.seats == 2:
        return
    won = _ahead(state)
    first, second = sorted(state.chips, reverse=True)[:2]
    if len(won) > 1:
        yield 0.35 ** (len(won) - 1), Talk("level", (), len(won), first)
    elif first - second == 1:
        yield 0.3, Talk("close", won[0])
    else:
        yield 0.6 ** (first - second), Talk("ahead", won[0], first - second)
    shares = Counter[Seat]()
    for pair, chips in zip(pairs(state.seats), state.chips, strict=True):
        shares.update(dict.fromkeys(pair, chips))
    [(heart, most), (_, next_most)] = shares.most_common(2)
    yield 0.7 ** (1 + most - next_most), Talk("heart", (heart,), most)


def moments(states: tuple[State, ...]) -> tuple[Highlight, ...]:
    """Of every kind the first one, in the order of the match."""
    found: dict[str, Highlight] = {}
    for number, (before, after) in enumerate(pairwise(states), 1):
        if (before.phase, before.turn) != (after.phase, after.turn):
            for moment in _happened(number, after):
                found.setdefault(moment.id, moment)
    if turn := turning_point(states, _ahead):
        found["turn"] = Highlight(turn, "turn", _ahead(states[-1])[0])
    return tuple(sorted(found.values(), key=lambda moment: moment.move))


def _happened(number: int, state: State) -> Iterator[Highlight]:
    """What there is to see in a step that has just been shown."""
    card = state.scenario or ""
    about = card if card in FACTS else ""  # never what people wrote
    if state.phase == "match" and state.seats > 2:
        letters = len(set(state.egos))
        if letters == 1:
            yield Highlight(number, "same", (), about)
        elif letters == state.seats:
            yield Highlight(number, "split", (), about)
    elif state.phase == "match" and state.egos[0] == state.egos[1]:
        yield Highlight(number, "same", (), about)
    elif state.phase == "reveal":
        who = target(state)
        guessed = [guess for seat, guess in enumerate(state.guesses) if seat != who]
        right = guessed.count(state.egos[who])
        if state.seats > 2 and right == len(guessed):
            yield Highlight(number, "book", (who,), about)
        elif state.seats > 2 and not right:
            yield Highlight(number, "nobody", (who,), about)
        elif state.joker == "played" and state.turn and state.guesses == state.egos[::-1]:
            yield Highlight(number, "joker", (), about)
        elif state.seats == 2 and state.turn and state.guesses == state.egos[::-1]:
            yield Highlight(number, "both", (), about)


def _ahead(state: State) -> tuple[tuple[Seat, Seat], ...]:
    return tuple(compress(pairs(state.seats), soulmates(state)))
