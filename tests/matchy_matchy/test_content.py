"""The deck and the themes: enough of both, short, and no theme that only one picture answers."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain

import pytest

from app.draw.texts import ROOT, content
from games.matchy_matchy import deck
from games.matchy_matchy.deck import CARDS, NAMES, PICTURES, SENSES, THEMES, WORDS

SPRITE = (ROOT / "static" / "matchy_matchy" / "deck.svg").read_text("utf-8")
INKS = (ROOT / "static" / "matchy_matchy" / "pieces.css").read_text("utf-8")
SAID = [theme for card in CARDS for theme in WORDS[card]["themes"]]
ASKED = list(chain(*THEMES.values()))
LONGEST = 28
HEAVIEST = 30_000


def test_every_picture_and_every_theme_has_a_text() -> None:
    assert list(content("matchy_matchy", "en")["pictures"]) == list(PICTURES)
    assert list(content("matchy_matchy", "en")["themes"]) == list(CARDS)
    deck.check()


@pytest.mark.parametrize(
    ("texts", "broken", "told"),
    [
        ("NAMES", {**NAMES, "extra": {"name": "More"}}, "extra has either texts or senses"),
        ("NAMES", {**NAMES, "cat": {"name": ""}}, "cat in pictures.en.toml lacks a name"),
        ("WORDS", {**WORDS, "card-01": {"themes": ["One"]}}, "card-01 has not 12 themes"),
        ("WORDS", dict(list(WORDS.items())[1:]), "card-01 has either texts or senses"),
    ],
)
def test_what_is_missing_is_said_at_the_start(
    texts: str, broken: object, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deck, texts, broken)
    with pytest.raises(ValueError, match=told):
        deck.check()


# ---- themes ----


def test_there_are_288_themes_and_none_comes_twice() -> None:  # MM-5
    assert len(SAID) == len({theme.casefold() for theme in SAID}) == 288


def test_a_theme_is_short() -> None:
    assert max(map(len, SAID)) <= LONGEST
    assert sum(map(len, SAID)) / len(SAID) <= 14


def test_no_theme_names_a_picture() -> None:
    """Else that one would be the answer."""
    named = {word for text in NAMES.values() for word in words(text["name"])}
    assert [theme for theme in SAID if named & words(theme)] == []


def words(text: str) -> set[str]:
    """Without the small ones and the plural."""
    found = (word.rstrip("s") for word in re.findall(r"\w+", text.lower()))
    return {word for word in found if word in PICTURES or len(word) > 3} - {"with", "from", "into"}


def test_for_every_theme_eight_pictures_can_be_argued_for() -> None:
    for theme, senses in zip(SAID, ASKED, strict=True):
        assert sum(fit > 0 for fit in fits(senses)) >= 8, theme


def test_no_theme_has_the_one_picture() -> None:
    """At least four fit in more than one way."""
    for theme, senses in zip(SAID, ASKED, strict=True):
        assert sum(fit > 1 for fit in fits(senses)) >= 4, theme


def fits(senses: frozenset[str]) -> list[int]:
    """By picture: how many senses it shares."""
    return [len(senses.intersection(SENSES[picture])) for picture in PICTURES]


def test_every_picture_is_asked_for() -> None:
    """Each is among those that fit best at five themes or more."""
    best = Counter[str]()
    for senses in ASKED:
        found = fits(senses)
        best.update(p for p, fit in zip(PICTURES, found, strict=True) if fit == max(found))
    assert min(best[picture] for picture in PICTURES) >= 5


def test_senses_are_shared() -> None:
    """A word that only pictures have, or only themes, brings nobody together."""
    of_pictures, of_themes = Counter(chain(*SENSES.values())), Counter(chain(*ASKED))
    assert of_pictures.keys() == of_themes.keys()
    assert min(of_pictures.values()) >= 5
    assert min(of_themes.values()) >= 5


def test_a_theme_has_three_senses_and_a_picture_at_least_eight() -> None:
    assert {len(senses) for senses in ASKED} == {3}
    assert all(len(senses) == len({*senses}) >= 8 for senses in SENSES.values())


# ---- pictures ----


def test_there_are_42_pictures_each_drawn_once() -> None:  # MM-2
    drawn = re.findall(r'<symbol id="(\w+)" viewBox="0 0 64 48">', SPRITE)
    assert drawn == list(PICTURES)
    assert len(drawn) == 42


def test_the_sprite_is_light() -> None:
    assert len(SPRITE.encode()) <= HEAVIEST


def test_it_is_printed_in_the_inks_of_its_card() -> None:
    """No colour of its own, so that a style can change them."""
    painted = re.findall(r'(?:fill|stroke)="([^"]+)"', SPRITE)
    assert set(painted) == {"none", *(f"var(--{ink})" for ink in ("kp", "k1", "k2", "k3"))}
    assert "style" not in SPRITE


def test_no_two_pictures_are_printed_in_the_same_inks() -> None:
    pairs = {picture: (inks(picture)["k1"], inks(picture)["k2"]) for picture in PICTURES}
    assert len(set(pairs.values())) == 42


def test_whoever_sees_no_colours_sees_the_same_steps_of_grey() -> None:
    """Each kind of ink is equally light on all cards; between the kinds it is a wide step."""
    for picture in PICTURES:
        paper, light, deep, both = (
            lightness(inks(picture)[ink]) for ink in ("kp", "k2", "k1", "k3")
        )
        assert (round(light, 1), round(deep, 1)) == (0.8, 0.5)
        assert paper > 0.95
        assert both < 0.31


def inks(picture: str) -> dict[str, str]:
    """What the style sheet says for it."""
    found = dict[str, str]()
    for selectors, rules in re.findall(r"([^{}]*)\{([^}]*)\}", INKS):
        if {".pic", f".pic.k-{picture}"} & set(re.findall(r"\.pic[-.\w]*", selectors)):
            found |= dict(re.findall(r"--(\w+): (#\w+)", rules))
    return found


def lightness(colour: str) -> float:
    """L of OKLab, from 0 to 1."""
    red, green, blue = (linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    long = 0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue
    middle = 0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue
    short = 0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue
    return float(
        0.2104542553 * long ** (1 / 3)
        + 0.793617785 * middle ** (1 / 3)
        - 0.0040720468 * short ** (1 / 3)
    )


def linear(value: float) -> float:
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
