"""Arrows point one way: app → games → contract, and within app from the top layer down."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY = {"web": "web live draw store core", "live": "live store core", "draw": "draw core"}
MAY |= {"store": "store core", "core": "core"}
"""Which packages of the app each of them may import; `main` wires all of them."""


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Import(names=names):
                found |= {name.name for name in names}
            case ast.ImportFrom(module=str(module), names=names):
                found |= {f"{module}.{name.name}" for name in names}
    return found


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("games/*/*.py")), ids=lambda p: f"{p.parent.name}/{p.stem}"
)
def test_a_game_knows_only_the_language_the_contract_and_itself(path: Path) -> None:
    """And `games.remark`, which says nothing of any game."""
    own = (
        "games.contract.",
        "games.remark.",
        f"games.{path.parent.name}.",
        f"games.{path.parent.name}",
    )
    for name in imports(path):
        assert name.split(".")[0] in sys.stdlib_module_names or name.startswith(own), name


@pytest.mark.parametrize("path", sorted(ROOT.glob("app/*/*.py")), ids=lambda p: p.stem)
def test_the_app_imports_downwards(path: Path) -> None:
    inside = (name.split(".")[1] for name in imports(path) if name.startswith("app."))
    assert set(inside) <= set(MAY[path.parent.name].split())


def test_only_the_core_calls_a_game() -> None:
    """Drawing asks for views, computers think elsewhere; nobody else decides anything."""
    callers = {
        path.parent.name
        for path in ROOT.glob("app/*/*.py")
        for verb in (".apply(", ".setup(")
        if verb in path.read_text("utf-8")
    }
    assert callers == {"core"}


def test_pages_have_no_inline_script_or_style_and_no_address_outside() -> None:
    for path in (*ROOT.glob("templates/**/*.html"), *ROOT.glob("static/*.js")):
        text = path.read_text("utf-8")
        for forbidden in ("style=", "onclick", "hx-on", "|safe", "js:", "http://", "https://"):
            assert forbidden not in text, f"{forbidden} in {path.name}"


def test_nothing_of_others_is_committed() -> None:
    """Front-end files are fetched: see assets.json."""
    ignored = (ROOT / ".gitignore").read_text("utf-8").split()
    assert "static/vendor/" in ignored


def test_the_map_in_the_readme_is_the_tree() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for path in ROOT.glob("app/**/*.py"):
        if not path.stem.startswith("__"):
            assert f"`{path.stem}`" in readme, f"README's map lacks {path}"
    for package, may in MAY.items():
        others = may.partition(" ")[2]
        assert f"| `{package}` | {others and f'`{others}`'} |".replace("|  |", "| |") in readme


SCRIPTS_OF_TVS = ("tv.js", "tv_new.js", "line.js", "wake.js", "show.js", "sound.js", "life.js")


@pytest.mark.parametrize("name", SCRIPTS_OF_TVS)
def test_a_tv_of_2019_can_read_its_scripts(name: str) -> None:
    """Chromium 79: one `?.` and the whole file is lost."""
    script = (ROOT / "static" / name).read_text("utf-8")
    for later in ("?.", "??", "||=", "&&=", "replaceAll", ".at(", "replaceChildren"):
        assert later not in script, later


STYLES_OF_TVS = (
    ROOT / "static/app.css",
    *sorted(ROOT.glob("static/**/stage.css")),
    *sorted(ROOT.glob("static/*/pieces.css")),
)


@pytest.mark.parametrize("path", STYLES_OF_TVS, ids=lambda p: p.parent.name + p.stem)
def test_a_tv_of_2019_can_read_its_styles(path: Path) -> None:
    text = path.read_text("utf-8")
    for later in ("aspect-ratio", "inset:", ":is(", ":has(", "@layer", "@container", "color-mix"):
        assert later not in text, later


DRAWN: tuple[str, ...] = (
    ".tv ",
    ".stage ",
    "[dir",
    ".sa-",
    ".soul ",
    ".two-faced",
    ".couple ",
    ".seal ",
)
DRAWN += (".envelope ", ".peek ", ".bubble::before")
"""Pictures are the same in every language; so is the stage."""
VALUE = re.compile(r"(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+")


@pytest.mark.parametrize(
    "path",
    [ROOT / "static/app.css", ROOT / "static/phone.css", *sorted(ROOT.glob("static/*/game.css"))],
    ids=lambda path: path.parent.name,
)
def test_a_page_has_a_start_and_an_end_and_not_left_and_right(path: Path) -> None:
    """Both sides alike, or logical; the TV alone may say left. The mat is the same everywhere."""
    for selector, rule in re.findall(r"([^{}]+)\{([^{}]*)\}", path.read_text("utf-8")):
        if selector.strip().startswith(DRAWN):
            continue
        assert not re.search(r"text-align: (left|right)", rule), selector
        for edge in ("margin", "padding"):
            sides = [VALUE.findall(all_four) for all_four in re.findall(rf"{edge}: ([^;]*)", rule)]
            lopsided = any(len(four) == 4 and four[1] != four[3] for four in sides)
            one = (f"{edge}-left:" in rule) != (f"{edge}-right:" in rule)
            assert f"{edge}-inline" in rule or not (lopsided or one), selector
        placed = {side for side in ("left", "right") if re.search(rf"(^|[ ;]){side}:", rule)}
        assert len(placed) != 1 or f'[dir="rtl"] {selector.strip()} {{' in path.read_text("utf-8")
