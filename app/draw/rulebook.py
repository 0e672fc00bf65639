"""A game's RULES.md as a page: written for people and tests, read by number.

An address like ``/rules/soulmates#SM-16`` leads to the statement, because the item or the row that
begins with its number carries it.
"""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from app.draw import texts

NUMBER = re.compile(r"\**((?:G|[A-Z]{2})-Q?\d+)\b")
"""At the start of an item or a row: ``**SM-16**``, ``SW-Q1``."""
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


@cache
def rulebook(slug: str) -> Markup:
    """Whoever wrote the file, what looks like HTML in it stays text."""
    written = (texts.ROOT / "games" / slug / "RULES.md").read_text("utf-8")
    tokens = _markdown.parse(written)
    _number(tokens)
    return Markup(_markdown.renderer.render(tokens, _markdown.options, {}))


def _number(tokens: list[Token]) -> None:
    holder: Token | None = None
    for token in tokens:
        if token.type in ("list_item_open", "tr_open"):
            holder = token
        elif token.type == "inline":
            if holder and (found := NUMBER.match(token.content)):
                holder.attrSet("id", found[1])
            holder = None  # only what comes first in it is its number
