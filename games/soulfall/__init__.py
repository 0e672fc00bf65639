"""Soulfall: lead a tribe through the desert; what you have is multiplied at the end."""

from __future__ import annotations

from games.contract import Game, Strength, phrase
from games.soulfall import bot, lords, rules, table, talk, words
from games.soulfall.show import show
from games.soulfall.view import View, view


def _check() -> None:
    lords.check()
    words.check()


GAME: Game[table.State, table.Move, View, table.Options] = Game(
    title="Soulfall",
    pitch=phrase("Lead a tribe through the desert, win the Lords’ favour, and multiply it all."),
    minutes=30,
    seats=range(2, 5),
    credits="John Clowdus; Small Box Games, 2015",
    state=table.State,
    moves=(
        table.Place,
        table.Draw,
        table.Keep,
        table.Populate,
        table.Prosper,
        table.Build,
        table.Devote,
        table.Play,
        table.Choose,
        table.Withdraw,
        table.Destroy,
        table.Steal,
        table.Undo,
        table.EndTurn,
    ),
    view_type=View,
    options=table.Options,
    setup=rules.setup,
    ask=rules.ask,
    apply=rules.apply,
    view=view,
    show=show,
    result=rules.result,
    memory=rules.memory,
    talk=talk.talk,
    moments=talk.moments,
    bots={
        "easy": Strength(phrase("easy"), bot.easy),
        "fair": Strength(phrase("fair"), bot.fair),
        "strong": Strength(phrase("strong"), bot.strong),
    },
    check=_check,
)
