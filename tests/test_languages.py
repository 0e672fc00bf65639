"""Languages: who reads which, and what each does by its own rules."""

from __future__ import annotations

from types import SimpleNamespace

from jinja2.filters import do_striptags as striptags
from markupsafe import Markup

from app.core.errors import BadForm, sentence
from app.draw.render import Pages
from games.contract import Illegal
from tests.every_game import NAMES

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


def people(count: int, language: str) -> str:
    """As the macro names them, without the markup that each name stands in."""
    names = PAGES.environment(language).from_string(
        '{% import "_macros.html" as m %}{{ m.names(people) }}'
    )
    said = names.render(people=[SimpleNamespace(name=name) for name in NAMES[:count]])
    assert said.count('<span class="name" dir="auto" translate="no">') == min(count, 3)
    return striptags(said)


def test_people_are_listed_by_the_rule_of_the_language(czech: None) -> None:
    assert [people(count, "en") for count in (1, 2, 3, 4, 5)] == [
        "Ann",
        "Ann and Bob",
        "Ann, Bob and Cid",
        "Ann, Bob, Cid and one more",
        "Ann, Bob, Cid and 2 more",
    ]
    assert people(3, "cs") == "Ann, Bob a Cid"


def test_a_name_in_a_list_is_still_only_a_name() -> None:
    listed = PAGES.environment("en").from_string("{{ names|joined }}")
    assert listed.render(names=["<b>", "{0}", Markup("<i>")]) == "&lt;b&gt;, {0} and <i>"
