"""The photographs that the set-up brings (photos.py, photos.toml): which, whence, and what happens
where some cannot be had."""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image

import photos
from games.sympathie.deck import FACTS, THEMES
from games.sympathie.table import THEMES as IN_PLAY

LIST: dict[str, Any] = tomllib.loads((photos.ROOT / "photos.toml").read_text("utf-8"))


def plain(colour: str) -> bytes:
    written = BytesIO()
    Image.new("RGB", (1200, 900), colour).save(written, "PNG")
    return written.getvalue()


FILES = {"a.png": plain("red"), "b.png": plain("blue")}


def test_every_photograph_has_a_source_and_facts() -> None:
    assert LIST["photos"].keys() == FACTS.keys()
    assert {one["package"] for one in LIST["photos"].values()} == LIST["packages"].keys()
    sources = Counter((one["package"], one["file"]) for one in LIST["photos"].values())
    assert max(sources.values()) == 1


def test_pip_alone_brings_a_hundred_and_twenty_in_six_themes() -> None:  # SY-2
    debian = {name for name, facts in LIST["packages"].items() if facts.get("debian")}
    anywhere = [id for id, one in LIST["photos"].items() if one["package"] not in debian]
    counted = Counter(FACTS[id].theme for id in anywhere)
    assert set(counted.values()) == {20}
    assert (len(counted), len(anywhere)) == (IN_PLAY, 120)
    assert {FACTS[id].theme for id in FACTS} == set(THEMES)


@pytest.fixture
def setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Two packages, each with a picture; which were asked for, and which cannot be had."""
    found: dict[str, list[str]] = {"asked": [], "gone": []}
    for name, at in (("FOLDER", "out"), ("MISSING", "missing.txt"), ("STAMP", "stamp")):
        monkeypatch.setattr(photos, name, tmp_path / at)
    monkeypatch.setattr(photos, "ROOT", tmp_path)
    lines = []
    for letter in "ab":
        file = f"{letter}.png"
        sha = hashlib.sha256(FILES[file]).hexdigest()
        lines.append(f'packages.{letter} = {{name="{letter}", mb=1, author="x", licence="MIT"}}')
        lines.append(f'photos.of-{letter} = {{package="{letter}", file="{file}", sha256="{sha}"}}')
    (tmp_path / "photos.toml").write_text("\n".join(lines))

    def fetched(facts: dict[str, Any], folder: Path) -> photos.Read:
        found["asked"].append(facts["name"])
        if facts["name"] in found["gone"]:
            raise OSError("no such host")
        return FILES.__getitem__

    monkeypatch.setattr(photos, "_pypi", fetched)
    return found


def size_of(file: Path) -> tuple[int, int]:
    with Image.open(file) as image:
        return image.size


def test_a_heavy_photograph_is_made_light_enough_for_phones() -> None:
    """Grain, which no photograph has more of."""
    size, most = photos.SIZES["-small"]
    grain = Image.frombytes("RGB", (140, 105), Random(1).randbytes(140 * 105 * 3))
    assert len(photos._cut(grain, size, (0.5, 0.5), 10**9)) > 2 * most
    assert len(photos._cut(grain, size, (0.5, 0.5), most)) <= most == 40_000


def test_each_is_made_in_two_sizes(setup: dict[str, list[str]]) -> None:
    photos.build()
    assert size_of(photos.FOLDER / "of-a-small.webp") == (560, 420)
    assert size_of(photos.FOLDER / "of-a.webp") == (960, 720)
    assert photos.MISSING.read_text() == ""
    assert "of-b: x, MIT (b)" in (photos.FOLDER / "CREDITS.txt").read_text()


def test_a_source_that_cannot_be_had_is_left_out_in_a_line_and_tried_again(
    setup: dict[str, list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    setup["gone"] = ["b"]
    photos.build()
    line = "photos: 1 of 1 pictures of b are left out: no such host"
    assert capsys.readouterr().err.strip() == line
    assert photos.MISSING.read_text() == "of-b\n"
    setup["gone"] = []
    photos.build()
    photos.build()
    assert setup["asked"] == ["a", "b", "b"]
    assert photos.MISSING.read_text() == ""


def test_where_nothing_can_be_had_nothing_is_missing(setup: dict[str, list[str]]) -> None:
    setup["gone"] = ["a", "b"]
    photos.build()
    assert not photos.MISSING.exists()
    assert not photos.STAMP.exists()


def test_a_file_that_nobody_looked_at_is_left_out(
    setup: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(FILES, "a.png", plain("green"))
    photos.build()
    assert photos.MISSING.read_text() == "of-a\n"
