"""Templates, one environment a language. They loop and choose; they know what they are given.

A picture is put together from pieces: `piece(macro, …)` is that macro's markup, drawn once for
these arguments in this language and kept. So a piece may show nothing but its arguments, and those
are values.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from functools import cache, lru_cache
from gettext import NullTranslations
from pathlib import PurePosixPath
from typing import Any, NamedTuple

import regex
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from jinja2.runtime import Context
from markupsafe import Markup, escape

from app.core.codes import SPOKEN
from app.core.values import MARKS, appearance
from app.draw import texts
from app.draw.assets import exists, url
from app.draw.compiler import Writer
from app.draw.souls import mark, soul
from games import GAMES
from games.contract import Show

LONG = 9
"""From more letters on a name is written smaller, and a word may break in the middle."""
_CLUSTER = regex.compile(r"\X")


class Pages:
    """The templates of one deployment, in every language."""

    def __init__(
        self,
        base_url: str,
        engine: type[Environment] | None = None,
        *,
        at_home: bool = False,
        wifi: bool = False,
    ) -> None:
        self.base_url = base_url
        """Where phones find us, as the QR code says."""
        self._engine = engine or _Environment
        """What compiles them; a test puts plain Jinja here."""
        self.at_home = at_home
        """Only from the same network can it be reached."""
        self._wifi = wifi
        """There is a QR code by which phones join that network."""
        self.environment = cache(self._environment)

    def render(self, template: str, language: str, **values: Any) -> str:
        return self.environment(language).get_template(template).render(**values)

    def say(self, language: str, text: str, values: Mapping[str, object], many: str = "") -> str:
        """A message id and its values as a sentence in that language; `many` for other counts."""
        said, count = texts.translations(language), values.get("count")
        if many and isinstance(count, int):
            return said.ngettext(text, many, count).format(**values)
        return said.gettext(text).format(**values)

    def _environment(self, language: str) -> Environment:
        said = texts.translations(language)
        pages = self._engine(
            loader=FileSystemLoader(texts.ROOT / "templates"),
            extensions=["jinja2.ext.i18n"],
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        pages.extend(said=said)
        pages.policies["ext.i18n.trimmed"] = True
        pages.install_gettext_translations(said, newstyle=True)  # type: ignore[attr-defined]  # added by the extension
        pages.filters |= {
            "asset": url,
            "called": lambda who: _name(who.name),
            "icon": _icon,
            "joined": lambda items: _joined(tuple(items), language),
            "beats": _beats,
            "mark": lambda who: mark(who.colour, who.shape),
            "tag": lambda who: _tag(who.name),
            "narrow": lambda who: _narrow(who.name),
            "person": lambda who: _person(who.name, who.colour, who.shape, who.here),
        }
        pages.globals |= {
            "_": cache(lambda text: escape(said.gettext(text))),
            "address": self.base_url.partition("://")[2],
            "at_home": self.at_home,
            "direction": texts.direction(language),
            "has_asset": exists,
            "language": language,
            "languages": texts.choosable(),
            "marks": tuple(Mark(*appearance(mark)) for mark in range(MARKS)),
            "piece": lru_cache(maxsize=8192)(operator.call),
            "site": self.base_url,
            "soul": _soul,
            "shelf": GAMES,
            "spoken": SPOKEN,
            "wifi": self._wifi,
        }
        return pages


class Mark(NamedTuple):
    """Nobody yet: a place with the colour and shape that somebody may take."""

    colour: str
    shape: str
    bot: bool = False


class _Template(Template):
    """Forgets its macros when it has been drawn, unless it is there to lend them (`_parts.html`).

    A macro knows the context it was made in, which holds the macro: left alone, each picture is a
    circle with a look in it, and Python's search for circles stops the server for 20 ms at a time.
    """

    root_render_func: Callable[[Context], Iterator[str]]

    @classmethod
    def _from_namespace(
        cls,
        environment: Environment,
        namespace: MutableMapping[str, Any],
        globals: MutableMapping[str, Any],
    ) -> Template:
        made = super()._from_namespace(environment, namespace, globals)
        draw = made.root_render_func

        def drawn(context: Context) -> Iterator[str]:
            yield from draw(context)
            context.vars.clear()

        if not PurePosixPath(made.name or "").name.startswith("_"):
            made.root_render_func = drawn
        return made


class _Environment(Environment):
    code_generator_class = Writer
    template_class = _Template
    said: NullTranslations
    call = operator.call
    escaped = staticmethod(lru_cache(maxsize=4096, typed=True)(escape))

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._kept: dict[str, Template] = {}

    def get_template(  # type: ignore[override]  # all are named, and none has globals of its own
        self, name: str, parent: str | None = None, globals: None = None
    ) -> Template:
        """Looked up a dozen times at each move, and the same as long as the process lives."""
        if name not in self._kept:
            self._kept[name] = super().get_template(name)
        return self._kept[name]

    def make_globals(self, own: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """A plain dict: Jinja's chain of maps is walked in Python at every render and import."""
        return {**self.globals, **own} if own else self.globals


@cache
def _icon(name: str) -> Markup:
    sprite = url("sprite.svg")
    return Markup('<svg class="icon" aria-hidden="true"><use href="{}#i-{}"/></svg>').format(
        sprite, name
    )


@lru_cache(maxsize=4096)
def _name(name: str) -> Markup:
    return _named(escape(name))


def _named(words: Markup) -> Markup:
    """A name in running text: of any script, and never translated."""
    return Markup('<span class="name" dir="auto" translate="no">{}</span>').format(words)


@lru_cache(maxsize=4096)
def _tag(name: str) -> Markup:
    """The name below a soul."""
    long = " long" if len(name) > LONG else ""
    return Markup('<span class="tag{}">{}</span>').format(long, _narrow(name))


@lru_cache(maxsize=4096)
def _narrow(name: str) -> Markup:
    """A name where there is little room: rather "Barthol|omäus" than a last letter by itself."""
    return _named(Markup(" ").join(map(_halved, name.split(" "))))


def _halved(word: str) -> Markup:
    letters = _CLUSTER.findall(word)
    if len(letters) <= LONG:
        return escape(word)
    middle = len(letters) // 2
    return Markup("{}<wbr>{}").format("".join(letters[:middle]), "".join(letters[middle:]))


@lru_cache(maxsize=4096)
def _joined(items: tuple[str, ...], language: str) -> Markup:
    """What is put between them is the language's; what is not markup yet is escaped."""
    return Markup(texts.joined([escape(item) for item in items], language))


@lru_cache(maxsize=4096)
def _person(name: str, colour: str, shape: str, here: bool) -> Markup:
    away = "" if here else " away"
    return Markup('<span class="person{}">{}{}</span>').format(
        away, mark(colour, shape), _name(name)
    )


def _soul(
    who: Any, mood: str, *, tall: bool = True, sticker: bool = False, classes: str = ""
) -> Markup:
    """Somebody with that face."""
    return soul(
        who.colour, who.shape, mood, tall=tall, bot=who.bot, sticker=sticker, classes=classes
    )


@lru_cache(maxsize=4096)
def _beats(show: Show) -> Markup:
    """The attributes by which a picture comes to light: see show.js."""
    beats = ";".join(
        f"{beat.at} {beat.name} {beat.cue} {','.join(map(str, beat.seats))}".rstrip()
        for beat in show.beats
    )
    return Markup('data-show="{}" data-beats="{}"').format(show.id, beats)
