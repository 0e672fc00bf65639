"""Catalogues for a test: languages that are there as long as it runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from app.draw import texts


@contextmanager
def speaking(folder: Path, monkeypatch: pytest.MonkeyPatch, **languages: Catalog) -> Iterator[None]:
    """The app has these catalogues, and has never read others."""
    monkeypatch.setattr(texts, "CATALOGUES", folder)
    for language, catalogue in languages.items():
        file = folder / language.replace("_", "-") / "LC_MESSAGES" / "messages.mo"
        file.parent.mkdir(parents=True)
        written = BytesIO()
        write_mo(written, catalogue)
        file.write_bytes(written.getvalue())
    _forget()
    yield
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    for kept in (texts.languages, texts.choosable, texts.translations, texts.content):
        kept.cache_clear()


def czech() -> Catalog:
    catalogue = Catalog(locale="cs")
    catalogue.add("Lock", "Zamknout", context="verb")
    catalogue.add(
        ("one soul", "%(count)s souls"),
        ("jedna duše", "%(count)s duše", "%(count)s duší"),
        context="souls",
    )
    catalogue.add(
        ("Shorter, please: one letter at most.", "Shorter, please: {count} letters at most."),
        ("Kratší, prosím: {count} písmeno.", "Kratší: {count} písmena.", "Kratší: {count} písmen."),
    )
    return catalogue
