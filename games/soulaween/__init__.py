"""Soulaween: put, flip and reap souls; the first to reap three sets wins."""

from __future__ import annotations

from games.contract import Game, Strength, phrase
from games.soulaween import bot, rules, table, turning
from games.soulaween.view import View, view

GAME: Game[table.State, table.Move, View, table.Options] = Game(
    title="Soulaween",
    pitch=phrase("Put a soul, turn its neighbours, and be the first to reap three sets of four."),
    minutes=15,
    seats=range(2, 3),
    credits="Shi Chen; Play With Us Design, 2019",
    state=table.State,
    moves=(table.Wear, table.Put, table.Reap),
    view_type=View,
    options=table.Options,
    setup=rules.setup,
    ask=rules.ask,
    apply=rules.apply,
    view=view,
    result=rules.result,
    hides=rules.hides,
    memory=rules.memory,
    bots={
        "easy": Strength(phrase("easy"), bot.easy),
        "fair": Strength(phrase("fair"), bot.fair),
        "good": Strength(phrase("good"), bot.good),
        "strong": Strength(phrase("strong"), bot.strong),
    },
    turning=turning.point,
)
