"""Brings a room to a phase by HTTP, as fast as it goes, so that pages can be looked at there."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.browser.phones import await_news
from tests.visitors import Visitor

PHASES = ("pick", "ego", "guess", "reveal", "match", "total", "over")


PHASES_OF_TWO = ("both", "sure", "reveal", "over")

USUAL = "AABCD"
"""What is true for whom; all guess A. One pair is the Soulmates."""
ALIKE = "AAAAA"
"""Every pair is."""


def hurry(table: list[Visitor], phase: str, letters: str = USUAL) -> None:
    """Plays on until that phase."""
    while (view := seen(table))["phase"] != phase:
        here = f"round-{view['round']}"
        match view["phase"]:
            case "pick":
                first = table[view["first"]]
                first.move("pick", card=first.look()["match"]["view"]["offer"][0])
            case "ego":
                for guest, letter in zip(table, letters, strict=False):
                    guest.post("moves", ask=f"{here}/ego", kind="ego", letter=letter)
            case "guess":
                for guest in table:
                    ask = f"{here}/guess-{view['turn'] + 1}"
                    guest.post("moves", ask=ask, kind="guess", letter="A")
            case "both":
                for guest, letter in zip(table, letters, strict=False):
                    guest.post("moves", ask=f"{here}/both", kind="both", ego=letter, guess="A")
            case "sure":
                table[0].post("moves", ask=f"{here}/sure", kind="reveal")
            case _:
                table[0].move("next")


def seen(table: list[Visitor]) -> dict[str, Any]:
    view: dict[str, Any] = table[0].look()["match"]["view"]
    return view


def hurry_all(table: list[Visitor], phase: str, screens: list[Page], letters: str = USUAL) -> None:
    """The same, until all of these show it."""
    hurry(table, phase, letters)
    for screen in screens:
        await_news(screen)
