"""Templates, one environment a language. They loop and choose; they know what they are given."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app import texts
from app.assets import exists, url
from app.codes import SPOKEN
from app.values import MARKS, SHAPES
from games import GAMES


class Pages:
    """The templates of one deployment, in every language."""

    def __init__(self, base_url: str) -> None:
        self.base_url = base_url
        """Where phones find us, as the QR code says."""
        self.environment = cache(self._environment)

    def render(self, template: str, language: str, **values: Any) -> str:
        return self.environment(language).get_template(template).render(**values)

    def say(self, language: str, text: str, values: dict[str, object]) -> str:
        """A message id and its values, as a sentence in that language."""
        return texts.translations(language).gettext(text).format(**values)

    def _environment(self, language: str) -> Environment:
        pages = Environment(
            loader=FileSystemLoader(texts.ROOT / "templates"),
            extensions=["jinja2.ext.i18n"],
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        pages.policies["ext.i18n.trimmed"] = True
        pages.install_gettext_translations(texts.translations(language), newstyle=True)  # type: ignore[attr-defined]  # added by the extension
        pages.globals |= {
            "address": self.base_url.partition("://")[2],
            "asset": url,
            "has_asset": exists,
            "language": language,
            "direction": texts.direction(language),
            "marks": tuple(zip(MARKS, SHAPES, strict=True)),
            "spoken": SPOKEN,
            "shelf": GAMES,
        }
        return pages
