"""Matchy Matchy: choose pictures for a theme, and hope that somebody chose the same."""

from __future__ import annotations

from games.contract import Game, phrase
from games.matchy_matchy import bot, deck, rules, table, talk
from games.matchy_matchy.show import show
from games.matchy_matchy.view import View, view

GAME: Game[table.State, table.Move, View, table.Options] = Game(
    title="Matchy Matchy",
    pitch=phrase("One theme, forty-two pictures: put the same ones in the same places."),
    minutes=30,
    seats=range(3, 9),
    credits="Craig Browne; Cocktail Games, 2026",
    state=table.State,
    moves=(table.Number, table.Rank, table.Next, table.More),
    view_type=View,
    options=table.Options,
    setup=rules.setup,
    ask=rules.ask,
    apply=rules.apply,
    view=view,
    result=rules.result,
    show=show,
    hides=rules.hides,
    talk=talk.talk,
    moments=talk.moments,
    memory=rules.memory,
    bots=bot.BOTS,
    teams=table.teams,
    check=deck.check,
)
