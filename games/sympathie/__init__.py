"""Sympathie: rank five photographs, and see them with somebody else's eyes."""

from __future__ import annotations

from games.contract import Game, Strength, phrase
from games.sympathie import bot, deck, own, rules, table, talk
from games.sympathie.show import show
from games.sympathie.view import View, view

GAME: Game[table.State, table.Move, View, table.Options] = Game(
    title="Sympathie",
    pitch=phrase("Rank five photographs, and see them through somebody else’s eyes."),
    minutes=40,
    seats=range(3, 7),
    credits="K. Ludescher; Ravensburger, 1981",
    state=table.State,
    moves=(table.Theme, table.Roll, table.Rank, table.Next),
    view_type=View,
    options=table.Options,
    setup=rules.setup,
    ask=rules.ask,
    apply=rules.apply,
    view=view,
    show=show,
    result=rules.result,
    hides=rules.hides,
    talk=talk.talk,
    moments=talk.moments,
    memory=rules.memory,
    bots={
        "easy": Strength(phrase("easy"), bot.easy),
        "fair": Strength(phrase("fair"), bot.fair),
        "strong": Strength(phrase("strong"), bot.strong),
    },
    brings={"photo": own.PHOTOS},
    check=deck.check,
)
