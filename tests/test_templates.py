"""Templates: the same text as plain Jinja's, in every language; and translators get all of it."""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po
from jinja2 import Environment
from lxml import html

from app.core.values import Brought, MemberId
from app.draw import texts
from app.draw.assets import exists
from app.draw.look import Look
from app.draw.render import Pages
from games import GAMES
from games.contract import Objection
from games.soulmates.own import Card
from tests.every_game import ISLANDS, NAMES, moments, room_of
from tests.every_page import Drawn, drawn
from tests.gallery import around, scenes

ROOT = texts.ROOT
PYTHON = (*ROOT.glob("app/**/*.py"), *ROOT.glob("games/**/*.py"))
MEANT_FOR_ALL = re.compile(
    r'<article[^>]* lang="en".*?</article>|'  # rules are tested by their words: English only
    r'<span class="name".*?</span>|<(b|li|text|option)[^>]*>.*?</\1>|content="[^"]*"',
    re.DOTALL,
)
PROPER = {*NAMES, *(word for game in GAMES.values() for word in game.title.split()), "Soulroom"}
PROPER |= {"test", "openapi", "json", "and"}
"""The address is `tv.test`, there is a file for scripts, and *and* is the list rule of English."""
EARLIER = {
    "islands": dict.fromkeys(("panel", "board", "people", "say", "door"), SimpleNamespace(html="")),
    "text": "",
    "said": "",
}
"""What was drawn before the page around it."""
TEMPLATES = ROOT / "templates"


@pytest.fixture(scope="module")
def gallery() -> list[tuple[str, str]]:
    """Every picture by its name."""
    return [(name, page) for name, page, _ in scenes()]


@pytest.fixture(scope="module")
def pages_drawn(tmp_path_factory: pytest.TempPathFactory) -> list[Drawn]:
    return drawn(tmp_path_factory.mktemp("pages"))


@pytest.mark.slow
@pytest.mark.parametrize("language", [texts.ENGLISH, texts.PSEUDO])
def test_all_templates_say_the_same_as_with_plain_jinja(
    language: str, pages_drawn: list[Drawn], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texts, "choosable", lambda: (("en", "English"), ("cs", "Čeština")))
    ours, plain = Pages("http://tv.test"), Pages("http://tv.test", Environment)
    for template, values in pages_drawn:
        given = _in(language, values)
        assert _words(ours.render(template, language, **given)) == _words(
            plain.render(template, language, **given)
        )
    environment = plain.environment(language)
    assert environment.cache is not None
    used = {name for _, name in environment.cache}
    assert used == {str(path.relative_to(TEMPLATES)) for path in TEMPLATES.glob("**/*.html")}


def _in(language: str, values: dict[str, Any]) -> dict[str, Any]:
    return {
        name: replace(value, language=language) if isinstance(value, Look) else value
        for name, value in values.items()
    }


def _words(html: str) -> list[str]:
    return html.split()


@pytest.mark.parametrize("language", [texts.ENGLISH, texts.PSEUDO, "cs"])
@pytest.mark.parametrize(
    "template",
    [
        '{% trans "verb" %}Lock{% endtrans %}',
        '{% trans "verb" who=name %}{{ who }} is 100% <b>sure</b>{% endtrans %}',
        '{% trans "souls" count=n %}one soul{% pluralize %}{{ count }} souls{% endtrans %}',
        "{% trans n=n, who=name %}{{ who }}: one{% pluralize %}{{ who }}: {{ n }}{% endtrans %}",
        '{{ pgettext("verb", "Lock") }}{{ gettext("100%% sure") }}{{ _("100% <sure>") }}',
        '{% set said = pgettext("verb", "%(who)s locks", who=name) %}<i title="{{ said }}">',
        '{{ ngettext("%(num)s soul", "%(num)s souls", n) }}',
        '{{ npgettext("souls", "%(num)s soul", "%(num)s souls", n) }}',
    ],
)
def test_context_and_plurals_say_the_same_as_with_plain_jinja(
    template: str, language: str, czech: None
) -> None:
    ours, plain = Pages("http://tv.test"), Pages("http://tv.test", Environment)
    for number in (1, 2, 5):
        given = {"name": "<Ann>", "n": number}
        assert ours.environment(language).from_string(template).render(given) == (
            plain.environment(language).from_string(template).render(given)
        )


def test_a_word_is_translated_by_its_context_and_a_number_by_the_languages_rule(
    czech: None,
) -> None:
    pages = Pages("http://tv.test").environment("cs")
    verb = pages.from_string('{% trans "verb" %}Lock{% endtrans %}/{{ _("Lock") }}')
    assert verb.render() == "Zamknout/Lock"
    souls = pages.from_string(
        '{% trans "souls" count=n %}one soul{% pluralize %}{{ count }} souls{% endtrans %}'
    )
    assert [souls.render(n=n) for n in (1, 2, 5)] == ["jedna duše", "2 duše", "5 duší"]


# --- what translators get ---

Message = tuple[str | None, str, str | None]
"""Context, message id, plural."""


@pytest.fixture(scope="module")
def extracted(tmp_path_factory: pytest.TempPathFactory) -> set[Message]:
    """As `make messages` does it."""
    [command] = re.findall(
        r"pybabel -q (extract .*?)-o", (ROOT / "Makefile").read_text("utf-8"), re.DOTALL
    )
    target = tmp_path_factory.mktemp("messages") / "soulroom.pot"
    words = command.replace("\\\n", " ").split()
    with contextlib.chdir(ROOT):
        CommandLineInterface().run(  # type: ignore[no-untyped-call]  # as the command does
            ["pybabel", "-q", *words, "-o", str(target), "."]
        )
    with target.open("rb") as file:
        return {
            (message.context, *(message.id if message.pluralizable else (message.id, None)))
            for message in read_po(file)
            if message.id
        }


class Noting(texts.Pseudo):
    """Notes what it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[Message] = set()

    def gettext(self, message: str) -> str:
        self.asked.add((None, message, None))
        return super().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.asked.add((None, msgid1, msgid2))
        return super().ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        self.asked.add((context, message, None))
        return super().gettext(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        self.asked.add((context, msgid1, msgid2))
        return super().ngettext(msgid1, msgid2, n)


def test_translators_get_every_text_that_is_drawn(
    pages_drawn: list[Drawn], extracted: set[Message], monkeypatch: pytest.MonkeyPatch
) -> None:
    noting = Noting()
    monkeypatch.setattr(texts, "translations", lambda language: noting)
    pages = Pages("http://tv.test")
    for template, values in pages_drawn:
        pages.render(template, texts.PSEUDO, **_in(texts.PSEUDO, values))
    assert len(noting.asked) > 300
    alone = {(context, message, None) for context, message, _ in extracted}
    assert noting.asked <= extracted | alone


def test_translators_get_every_text_that_says_no(extracted: set[Message]) -> None:
    said = {message for path in PYTHON for message in refusals(ast.parse(path.read_text("utf-8")))}
    assert len(said) > 50
    assert said <= extracted


def refusals(tree: ast.AST) -> Iterator[Message]:
    """What objections are made of; a text that is put together could not be translated."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=kind), args=[text]) if kind in OBJECTIONS:
                yield None, ast.literal_eval(text), None
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=kind), attr="plural"), args=[one, many]
            ) if kind in OBJECTIONS:
                yield None, ast.literal_eval(one), ast.literal_eval(many)


def kinds(objection: type[Exception]) -> Iterator[str]:
    yield objection.__name__
    for kind in objection.__subclasses__():
        yield from kinds(kind)


OBJECTIONS = {*kinds(Objection), "Sentence", "phrase"}
"""Whatever is made of a message id."""


def test_no_page_says_anything_that_cannot_be_translated(pages_drawn: list[Drawn]) -> None:
    """In the pseudo-language every vowel is accented; what is not stands in no catalogue."""
    pages, plain = Pages("http://tv.test"), set[str]()
    for template, values in pages_drawn:
        html = pages.render(template, texts.PSEUDO, **_in(texts.PSEUDO, values) | EARLIER)
        read = MEANT_FOR_ALL.sub(" ", html)
        heard = re.findall(r'(?:aria-label|alt|title|placeholder)="([^"]*)"', read)
        words = " ".join([re.sub(r"<[^>]*>", " ", read), *heard])
        plain |= set(re.findall(r"[A-Za-z]{3,}", words))
    assert {word for word in plain if re.search("[aeiou]", word)} <= PROPER


def test_who_wrote_a_card_is_named_on_both_screens_when_it_is_revealed() -> None:
    for seats, state in moments("soulmates"):
        room = room_of("soulmates", state, seats)
        if state.phase == "reveal":
            break
    scenario = GAMES["soulmates"].view(state, None).scenario
    card = Card("Tea?", ("Yes", "No", "Both", "Never"))
    for author, named in (
        (room.members[1], True),
        (replace(room.members[1], id=MemberId("gone")), False),
    ):
        written = replace(room, brought=(Brought(scenario, "card", author.id, "", card),))
        board = ISLANDS.draw(written, None, "en", board=True)["board"].html
        panel = ISLANDS.draw(written, written.members[0], "en", board=False)["panel"].html
        for island in (board, panel):
            assert ("wrote this card" in island) is named


def test_the_gallery_has_every_game_and_every_page(gallery: list[tuple[str, str]]) -> None:
    names = [name for name, page in gallery if "</html>" in page]
    assert len(set(names)) == len(names)
    for slug in GAMES:
        assert any(name.startswith(f"{slug} ") for name in names)
        assert f"page keepsake {slug}" in names


def test_no_label_breaks_at_a_name(gallery: list[tuple[str, str]]) -> None:
    """Buttons and verdicts are grids: words beside a name would stand above or below it."""
    for name, text in gallery:
        for button in html.fromstring(text).find_class("button"):
            words = "".join(text or "" for text in (button.text, *(part.tail for part in button)))
            assert not len(button) or not words.strip(), name
        for verdict in html.fromstring(text).find_class("verdict-line"):
            assert not any("name" in part.classes for part in verdict), name


@pytest.mark.parametrize("sheet", ["help", "keepsake", "menu", "scores"])
@pytest.mark.parametrize("slug", GAMES)
def test_a_sheet_that_is_a_page_of_its_own_is_dressed_as_its_game(slug: str, sheet: str) -> None:
    [page] = [page for name, page, _ in around() if name == f"page {sheet} {slug}"]
    for file in (f"{slug}/game.css", f"{slug}/pieces.css"):
        assert (f'/{file}"' in page) == exists(file)
