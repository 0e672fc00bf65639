"""Names, codes and languages: what people type and what they read."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core import codes, names
from app.core.errors import BadName
from app.draw import texts
from games import GAMES


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ann  ", "Ann"),
        ("Zoë 💫", "Zoë 💫"),
        ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),
        ("李小龍", "李小龍"),
        ("<script>", "<script>"),
        ("a\u202eb\u200bc\x00d", "abcd"),
        ("two\nlines", "twolines"),
        ("tab\there", "tabhere"),
    ],
)
def test_a_name_keeps_what_can_be_read(typed: str, shown: str) -> None:
    assert names.clean(typed) == shown


@pytest.mark.parametrize(
    "typed",
    ["", "   ", "\u200b\u202e", "\u0301\u0301", "thirteen lett", "x" * 10**6, "a" + "\u0301" * 40],
)
def test_a_name_that_says_nothing_or_too_much_is_refused(typed: str) -> None:
    with pytest.raises(BadName):
        names.clean(typed)


@given(st.text(max_size=60))
def test_any_text_is_a_clean_name_or_none(typed: str) -> None:
    try:
        name = names.clean(typed)
    except BadName:
        return
    assert name == names.clean(name)
    assert not any(char in name for char in "\n\r\u2028\u202e\u200b\0")


@pytest.mark.parametrize(
    "other", ["ben", "BEN", "Bén", "Вen", "Ｂｅｎ", "B en", "Host", "TV", "h0st"]
)
def test_a_name_that_looks_like_another_is_taken(other: str) -> None:
    assert names.clash(other, ["Ben"])


def test_a_taken_name_comes_with_two_free_ones() -> None:
    first, second = names.suggestions("Ben", ["Ben", "Ben B"])
    assert first != second
    assert not names.clash(first, ["Ben", "Ben B"])
    assert names.clean(first) == first


@pytest.mark.parametrize(
    ("live", "length"), [(0, 4), (16, 4), (17, 5), (320, 5), (321, 6), (6400, 6), (6401, 7)]
)
def test_a_code_is_as_long_as_the_number_of_live_rooms_asks(live: int, length: int) -> None:
    assert codes.length(live) == length
    assert live * codes.RISK <= len(codes.LETTERS) ** length


@pytest.mark.parametrize(
    "typed",
    [
        "KLMR",
        "klmr",
        " k l m r ",
        "KL-MR",
        "ｋｌｍｒ",
        "http://192.168.1.20:8000/KLMR",
        "192.168.1.20:8000/rooms/klmr/",
        "https://play.example.org/KLMR?utm=x#top",
        "Kite Lamp Moon Rain",
        "kite, lamp, moon, rain",
    ],
)
def test_a_code_is_understood_however_it_was_typed(typed: str) -> None:
    assert codes.read(typed) == "KLMR"


@pytest.mark.parametrize("typed", ["", "  ", "12 34", "aeiou", "http://192.168.1.20:8000/"])
def test_what_holds_no_code_is_none(typed: str) -> None:
    assert codes.read(typed) == ""


def test_codes_are_of_consonants_and_never_rude_or_taken() -> None:
    drawn = [codes.draw(0, lambda _: False) for _ in range(2000)]
    assert set("".join(drawn)) == set(codes.LETTERS)
    assert not any(rude in code for code in drawn for rude in ("SS", "KK", "FCK"))
    assert len(set(drawn)) > 1900


@pytest.mark.parametrize(
    ("typed", "code"), [("klmr", "KLMR"), (" kl-mr ", "KLMR"), ("K0LOMIR1", "KLMR")]
)
def test_a_typed_code_is_read_as_it_was_meant(typed: str, code: str) -> None:
    assert codes.read(typed) == code


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("", "en"), ("xx", "en"), ("en-GB,en;q=0.9", "en"), ("en-XA", "en-XA"), ("*", "en")],
)
def test_everybody_gets_the_best_language_there_is(accepted: str, language: str) -> None:
    assert texts.negotiate(accepted) == language


def test_the_pseudo_language_is_longer_and_keeps_placeholders() -> None:
    said = texts.translations("en-XA").gettext("Pick exactly {count} pictures.")
    assert len(said) >= 1.35 * len("Pick exactly {count} pictures.")
    assert said.format(count=3).count("3") == 1
    assert "%(who)s" in texts.translations("en-XA").gettext("Waiting for %(who)s now")


def test_every_scenario_has_a_question_and_four_different_answers() -> None:
    cards = texts.content("soulmates", "en")["scenarios"]
    assert len(cards) == 125
    assert list(cards) == [f"scenario-{n:03}" for n in range(1, 126)]
    for card in cards.values():
        assert len(card.question) <= 85
        assert len(set(card.answers)) == 4
        assert all(0 < len(answer) <= 34 for answer in card.answers)
    assert not any(a.question == b.question for a, b in pairwise(sorted(cards.values(), key=str)))


def test_the_shelf_begins_with_what_most_tables_can_begin_with() -> None:
    first, *others = GAMES
    assert first == "soulmates"
    assert others == sorted(others)


def test_every_game_says_how_it_is_played() -> None:
    for slug in GAMES:
        for name in ("panel", "board", "scores", "help", "settings", "say", "first"):
            assert (texts.ROOT / "templates" / slug / f"{name}.html").is_file(), (
                f"{slug}/{name}.html"
            )
