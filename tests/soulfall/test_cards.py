"""The vocabulary of the Lord cards: they say what they do, and an unknown word is refused."""

from __future__ import annotations

import pytest

from games.soulfall import GAME, lords, words
from games.soulfall.lords import CARDS, DEEDS, LORDS, TEXTS, WHEN, look_through, read
from games.soulfall.words import Said


def test_all_cards_can_be_performed_and_read() -> None:
    GAME.check()


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"top": "draw", "if": "raining", "then": ["draw"]}, "no condition is called 'raining'"),
        ({"top": "draw", "if": "", "then": ["draw"]}, "no condition is called ''"),
        (
            {"top": "draw", "if": "fewer friends", "then": ["draw"]},
            "no condition is called 'fewer friends'",
        ),
        (
            {"top": "draw", "if": "least nomads", "then": ["draw"]},
            "no condition is called 'least nomads'",
        ),
        (
            {"top": "draw", "if": "favour 2", "then": ["draw"]},
            "no condition is called 'favour 2'",
        ),
        ({"top": "draw", "if": "favour", "then": ["dance"]}, "no effect is called 'dance'"),
        (
            {"top": "draw", "if": "favour", "then": ["destroy all"]},
            "no effect is called 'destroy all'",
        ),
        ({"top": "draw", "if": "favour", "then": ["shards"]}, "no effect is called 'shards'"),
        ({"top": "draw", "if": "favour", "then": ["play"]}, "no effect is called 'act'"),
        ({"top": "draw", "if": "favour", "then": []}, "the top is actions but Play"),
        ({}, "the top is actions but Play"),
        ({"top": "draw", "then": ["draw"]}, "no condition is called ''"),
        ({"top": "leap", "if": "favour", "then": ["draw"]}, "the top is actions but Play"),
        ({"top": "draw or play", "if": "favour", "then": ["draw"]}, "the top is actions but Play"),
    ],
)
def test_an_unknown_word_refuses_to_start_with_one_clear_line(
    facts: dict[str, object], said: str
) -> None:
    with pytest.raises(ValueError, match=said) as wrong:
        look_through("vael-1", read("vael-1", facts))
    assert str(wrong.value).startswith("vael-1 in cards.toml: ")
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize("card", CARDS)
def test_every_card_of_the_game_is_within_the_vocabulary(card: str) -> None:
    look_through(card, CARDS[card])


def test_a_card_without_a_name_refuses_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lords, "CARDS", {**CARDS, "vael-4": CARDS["vael-1"]})
    with pytest.raises(ValueError, match="vael-4 is in only one of"):
        lords.check()


@pytest.mark.parametrize("gone", ["name", "title", "cards"])
def test_a_lord_without_a_name_refuses_to_start(gone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    less = {key: value for key, value in TEXTS["vael"].items() if key != gone}
    monkeypatch.setattr(lords, "TEXTS", {**TEXTS, "vael": less})
    with pytest.raises(ValueError, match=r"vael in lords\.en\.toml lacks"):
        lords.check()


def test_a_card_that_nobody_could_read_refuses_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = read("vael-9", {"top": "build or draw", "if": "favour", "then": ["leap"]})
    monkeypatch.setattr(words, "CARDS", {"vael-9": odd})
    with pytest.raises(ValueError, match=r"vael-9 in cards\.toml: words\.py lacks words for"):
        words.check()


def test_every_word_of_the_vocabulary_is_used_by_a_card() -> None:
    """Nothing stands there that nobody plays with."""
    conditions = {(it.condition.when, it.condition.what) for it in CARDS.values()}
    assert conditions == {(word, what) for word, all in WHEN.items() for what in all}
    effects = {
        (effect.deed, effect.what)
        for it in CARDS.values()
        for effect in it.effects
        if effect.deed != "act"
    }
    assert effects == {(word, what) for word, all in DEEDS.items() for what in all}


def test_the_words_of_a_card_are_made_of_its_facts() -> None:
    said = words.words("ashkar-1")
    assert said.top == Said("Prosper.")
    assert said.condition.many == "If you have {count} or more Nomads on the board:"
    assert said.condition.count == 4
    assert [it.text for it in said.then] == [
        "Return one of your Nomads to your reserve.",
        "Destroy an opponent’s Nomad.",
        "Take a Shard.",
    ]
    assert words.words("vael-1").condition == Said(
        "If you are devoted to {lord}, or {lord} is the current Lord:", lord="vael"
    )
    assert words.words("yshe-1").then[1] == Said("Take a Shard.", "Take {count} Shards.", 2)


def test_no_two_cards_of_the_game_say_the_same() -> None:
    assert len({words.words(card) for card in CARDS}) == 36


def test_every_lord_has_names_of_its_own() -> None:
    names = [name for text in TEXTS.values() for name in (text["name"], *text["cards"])]
    assert len(set(names)) == len(names) == 48
    assert all(0 < len(text["title"]) <= 24 for text in TEXTS.values())
    assert tuple(TEXTS) == LORDS
