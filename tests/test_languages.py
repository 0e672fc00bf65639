"""Languages: who reads which, and what each does by its own rules."""

from __future__ import annotations

from app.core.errors import BadForm, sentence
from app.draw.render import Pages
from games.contract import Illegal

PAGES = Pages("http://tv.test")


def shorter(count: int) -> BadForm:
    return BadForm.plural(
        "Shorter, please: one letter at most.",
        "Shorter, please: {count} letters at most.",
        count=count,
    )


def test_a_refusal_with_a_number_has_the_plural_forms_of_its_language(czech: None) -> None:
    said = [PAGES.say("cs", *sentence(shorter(count))) for count in (1, 2, 5)]
    assert said == ["Kratší, prosím: 1 písmeno.", "Kratší: 2 písmena.", "Kratší: 5 písmen."]


def test_a_refusal_in_english_knows_one_and_many() -> None:
    said = [PAGES.say("en", *sentence(shorter(count))) for count in (1, 2)]
    assert said == ["Shorter, please: one letter at most.", "Shorter, please: 2 letters at most."]


def test_a_game_says_plurals_as_the_app_does() -> None:
    error = Illegal.plural("Pick one picture.", "Pick {count} {kind}.", count=3, kind="pictures")
    assert PAGES.say("en", *sentence(error)) == "Pick 3 pictures."
