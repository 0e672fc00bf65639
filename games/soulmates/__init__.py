"""Soulmates: how well do you know each other, and who has most in common?"""

from __future__ import annotations

from games.contract import Game, Strength, phrase
from games.soulmates import bot, deck, own, rules, table
from games.soulmates.view import View, view

GAME: Game[table.State, table.Move, View, table.Options] = Game(
    title="Soulmates",
    pitch=phrase(
        "Answer for yourself, guess the others, and find out who is on the same wavelength."
    ),
    minutes=30,
    seats=range(2, 6),
    credits="Julien Gupta, Johannes Berger; Chili Island, 2022",
    state=table.State,
    moves=(
        table.Pick,
        table.Ego,
        table.Guess,
        table.Both,
        table.Joker,
        table.Reveal,
        table.Next,
    ),
    view_type=View,
    options=table.Options,
    setup=rules.setup,
    ask=rules.ask,
    apply=rules.apply,
    view=view,
    result=rules.result,
    memory=rules.memory,
    bots={"friendly": Strength(phrase("friendly"), bot.play)},
    brings={"card": own.CARDS},
    check=deck.check,
)
