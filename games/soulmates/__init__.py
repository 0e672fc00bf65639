"""Soulmates: how well do you know each other, and who has most in common?"""

from __future__ import annotations

from games.contract import Game
from games.soulmates import bot, rules

GAME: Game[rules.State, rules.Move, rules.View, rules.Options] = Game(
    title="Soulmates",
    pitch="Answer for yourself, guess the others, and find out who is on the same wavelength.",
    minutes=30,
    seats=range(2, 6),
    state=rules.State,
    moves=(
        rules.Pick,
        rules.Ego,
        rules.Guess,
        rules.Both,
        rules.Joker,
        rules.Reveal,
        rules.Next,
    ),
    view_type=rules.View,
    options=rules.Options,
    setup=rules.setup,
    ask=rules.ask,
    apply=rules.apply,
    view=rules.view,
    result=rules.result,
    memory=rules.memory,
    bots={"friendly": bot.play},
    brings=frozenset({"scenarios"}),
)
