"""Languages: who reads which, and what each does by its own rules."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2.filters import do_striptags as striptags
from markupsafe import Markup

from app.core.errors import BadForm, sentence
from app.draw import negotiation, texts
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


OFFERED = ("en", "en-XA", "de", "fr", "he", "pt", "pt-BR", "sr-Latn", "zh-Hans", "zh-Hant")


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("zh-TW", "zh-Hant"),
        ("zh-HK,zh;q=0.9", "zh-Hant"),
        ("zh-Hant-TW", "zh-Hant"),
        ("zh", "zh-Hans"),
        ("zh-CN", "zh-Hans"),
        ("zh-SG;q=0.9,zh-TW;q=0.8", "zh-Hans"),
        ("sr", "en"),  # in Cyrillic
        ("sr-Latn-RS", "sr-Latn"),
        ("sh", "sr-Latn"),
        ("iw", "he"),
        ("de-CH", "de"),
        ("DE-ch", "de"),
        ("pt-BR", "pt-BR"),
        ("pt-PT", "pt"),
        ("en-GB", "en"),
        ("en-XA", "en-XA"),
        ("fr;q=0.3, de;q=0.8, en;q=0.5", "de"),
        ("de ; q = 0.2 , fr", "fr"),
        ("fr;q=0, de;q=0.1", "de"),
        ("xx, fr", "fr"),
        ("de-1996-x-private", "de"),
    ],
)
def test_a_reader_gets_the_dearest_of_the_languages_there_are(accepted: str, language: str) -> None:
    assert negotiation.best(accepted, OFFERED) == language


@pytest.mark.parametrize(
    "accepted",
    [
        "",
        "*",
        "*, de;q=0.5",
        "*;q=0",
        ",;,=",
        "de;q=2",
        "de;q=nan",
        "de;q=",
        "1",
        "d" * 9,
        "x-y",
        "é",
    ],
)
def test_no_wish_any_wish_and_garbage_are_english(accepted: str) -> None:
    assert negotiation.best(accepted, OFFERED) == "en"


@given(st.text(max_size=80) | st.from_regex(r"[a-z*;=q0-9., -]{0,60}", fullmatch=True))
def test_whatever_a_browser_sends_is_answered_in_a_language_there_is(accepted: str) -> None:
    assert negotiation.best(accepted, OFFERED) in OFFERED


def test_a_header_without_end_is_not_read_to_the_end(czech: None) -> None:
    assert texts.negotiate("xx," * 10 + "cs") == "cs"
    assert texts.negotiate("xx," * 100_000 + "cs") == "en"
