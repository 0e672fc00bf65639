"""Templates and their compiler: the same text as plain Jinja's, in every language."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from jinja2 import Environment

from app.draw import texts
from app.draw.look import Look
from app.draw.render import Pages
from tests.every_page import Drawn, drawn

TEMPLATES = texts.ROOT / "templates"


@pytest.fixture(scope="module")
def pages_drawn(tmp_path_factory: pytest.TempPathFactory) -> list[Drawn]:
    return drawn(tmp_path_factory.mktemp("pages"))


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
