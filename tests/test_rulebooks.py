"""Every rule can be read by its number, and no number is cited that stands nowhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.core.values import Room
from app.draw import rulebook as drawing
from app.draw import texts
from app.draw.eyes import look_at
from app.draw.rulebook import rulebook
from games import GAMES
from games.soulaween.rules import PUTS
from games.soulmates.table import CARDS, SUPPLY
from games.soulmates.view import LEVELS
from tests.every_game import PAGES, moments, room_of
from tests.visitors import Visitor

ROOT = texts.ROOT
CITED = re.compile(r"(?<![\w-])(?:G|[A-Z]{2})-[A-Z]?\d+\b")
READ = sorted(
    path
    for pattern in ("app/**/*.py", "games/**/*.*", "templates/**/*.html", "tests/**/*.*", "*.md")
    for path in ROOT.glob(pattern)
    if path.suffix in (".py", ".html", ".md", ".toml")
)


def numbers(slug: str) -> list[str]:
    """Those that an address can lead to."""
    return re.findall(r' id="([^"]+)"', rulebook(slug))


def test_no_rule_is_cited_that_stands_in_no_rulebook() -> None:
    known = {number for slug in GAMES for number in numbers(slug)}
    cited = {
        (number, str(path.relative_to(ROOT)))
        for path in READ
        for number in CITED.findall(path.read_text("utf-8"))
    }
    assert len({number for number, _ in cited}) > 80
    assert {(number, path) for number, path in cited if number not in known} == set()


@pytest.mark.parametrize("text", ["SM-" + "99", "SM-" + "G5", "MM-" + "5", "(G-" + "12)"])
def test_a_number_is_recognised_wherever_it_is_cited(text: str) -> None:
    assert CITED.findall(f"as {text}, it says") == [text.strip("()")]


def test_every_number_stands_once() -> None:
    found = [number for slug in GAMES for number in numbers(slug)]
    assert len(found) == len(set(found)) > 90


@pytest.mark.parametrize("slug", GAMES)
def test_every_line_that_begins_with_a_number_can_be_linked_to(slug: str) -> None:
    """Items and rows alike."""
    written = (ROOT / "games" / slug / "RULES.md").read_text("utf-8")
    lines = re.findall(r"^(?:\* \*\*|\| )((?:G|[A-Z]{2})-Q?\d+)\b", written, re.MULTILINE)
    assert lines == numbers(slug)


def test_the_statement_stands_where_its_number_leads() -> None:  # SM-16, SW-16
    item = rulebook("soulmates").partition('<li id="SM-16">')[2].partition("</li>")[0]
    assert "puts one friend chip on the board those two share" in item
    row = rulebook("soulaween").partition('<tr id="SW-16">')[2].partition("</tr>")[0]
    assert "Little Death and Papa Death reap three patterns" in row


def test_what_looks_like_html_in_rules_stays_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games" / "toy" / "RULES.md"
    file.parent.mkdir(parents=True)
    bad = "<script>alert(1)</script>\n\n* **SM-1** <b onclick=x>hi</b> [x](javascript:alert(1))\n"
    file.write_text(bad, "utf-8")
    monkeypatch.setattr(texts, "ROOT", tmp_path)
    html = rulebook("toy")
    drawing.rulebook.cache_clear()
    assert set(re.findall(r"<(\w+)", html)) == {"p", "ul", "li", "strong"}
    assert '<li id="SM-1">' in html


def test_both_scythes_are_drawn_in_the_rules() -> None:  # SW-Q1
    assert ". . S .       S . . .\n. S . S       S . . .\nS . . .       S S . ." in rulebook(
        "soulaween"
    )


def test_the_rules_are_a_page_for_everybody(table: list[Visitor]) -> None:
    for slug, game in GAMES.items():
        page = table[0].http.get(f"/rules/{slug}")
        assert page.status_code == 200
        assert f"<title>{game.title} · Soulroom</title>" in page.text
        assert rulebook(slug) in page.text
    assert table[0].http.get("/rules/chess").status_code == 404
    assert table[0].http.get("/rules/%2e%2e").status_code == 404


def lobby(slug: str) -> Room:
    seats, state = moments(slug)[0]
    return room_of(slug, state, seats)


def help_of(slug: str) -> str:
    look = look_at(lobby(slug), None, "en")
    return " ".join(PAGES.render("help.html", "en", room=look, sheet=True).split())


@pytest.mark.parametrize("slug", GAMES)
def test_help_leads_to_all_rules(slug: str) -> None:
    assert f'href="/rules/{slug}"' in help_of(slug)


HELP = {
    "soulmates": {
        "SM-9": "looks at two cards, chooses the one that suits you all, and reads it aloud",
        "SM-3": "With two players you play eight rounds, with three six, with four four, and",
        "SM-21": "After each one the next person chooses the card.",
        "SM-25": "If several pairs have equally many, they all are.",
        "SM-22": "every board gives back equally many; at the end all that you ever earned counts",
        "SM-30": "Right or not, it is gone then.",
        "SM-33": "give no hints about an answer that still lies face down",
    },
    "soulaween": {
        "SW-10": "You reap one set a turn",
        "SW-11": "if there is one, you must",
        "SW-17": "One they already have does nothing any more: it stays where it is.",
        "SW-19": "For all others only lines count.",
        "SW-21": "again at the end of each turn of theirs",
        "SW-25": "It lasts until the other takes a token",
        "SW-Q6": "A set of the wrong side stays",
        "SW-Q17": "If nobody has won after 300 souls, it is a draw.",
        "SW-16": "What you reap is a line (needle), a square (cloth) or a scythe: that is its",
        "SW-1": "A soul is tamed or panic: that is its side.",
    },
    "matchy_matchy": {
        "MM-2": "Everybody has the same 42 pictures.",
        "MM-6": "calls a number from 1 to 12, and a theme card turns",
        "MM-8": "How many you put is printed under your fork.",
        "MM-9": "The referent always puts five pictures and has no fork",
        "MM-11": "put them in order, the strongest first",
        "MM-13": "The same picture in the same place: 3 spaces.",
        "MM-14": "2 spaces, once its second copy lies open",
        "MM-22": "of several, whoever is furthest beyond it",
        "MM-Q2": "Whoever has reached the finish when a turn is over wins",
        "MM-Q3": "share the win, or play one more turn with five pictures each",
        "MM-Q8": "does not come again: the next number on its card is taken instead",
        "MM-Q12": "one of you is the referent for the whole match",
        "MM-23": "first of all: but why did you put that?!",
    },
    "sympathie": {
        "SY-5": "One of you chooses a theme, or lets the die decide.",
        "SY-6": "Five photographs are laid out, A to E.",
        "SY-8": "All the others try to put them into the same order.",
        "SY-11": "You get a point for every place with the right photograph.",
        "SY-12": "Four is impossible: whoever has four right has five.",
        "SY-13": "Whoever is being guessed gets nothing for it.",
        "SY-16": "It ends after two or three rounds, or when somebody has reached the number",
        "SY-18": "a row for each reader, a column for each one who is read",
        "SY-Q11": "the open book is read best, the sphinx least",
        "SY-Q12": "You can change your order until the last one is in.",
    },
    "soulfall": {
        "SF-4": "and places one Nomad on any free space",
        "SF-5": "In your turn you do three different actions, in any order",
        "SF-8": "take two Lord cards, keep one. The other one lies open and is the current Lord.",
        "SF-10": "place a Nomad on a free space next to one of your Nomads or Outposts",
        "SF-12": "You need more Nomads than Outposts, and your last Nomad stays a Nomad.",
        "SF-13": "take the Devotion of that Lord, from the table or from whoever has it",
        "SF-16": "the upper half first, then the lower one if its condition is met",
        "SF-18": "uses up none of your three actions",
        "SF-20": "so are a tribe’s last Nomad and its last Shard",
        "SF-21": "with eight Shards, four Outposts or eight markers on the board takes the Tower",
        "SF-22": "All others have one more turn",
        "SF-24": "the two sums are multiplied",
        "SF-25": "If scores are equal, more Shards win, then more Nomads.",
        "SF-Q24": "back to the last time that cards were seen, something was taken or a Nomad was",
    },
}


@pytest.mark.parametrize(
    ("slug", "number"), [(slug, number) for slug, said in HELP.items() for number in said]
)
def test_help_says_what_people_ask(slug: str, number: str) -> None:
    assert number in numbers(slug)
    assert HELP[slug][number] in help_of(slug)


def test_help_knows_the_six_levels() -> None:  # SM-31
    said = re.findall(r"<li><b>(\d+)</b> ([^<]+?) ?</li>", help_of("soulmates"))
    assert [(int(least), level) for least, level in said] == list(LEVELS)


def test_help_knows_the_numbers_of_the_rules() -> None:  # SM-3, SM-6, SW-Q17
    words = dict(zip(range(4, 9), ("four", "five", "six", "seven", "eight"), strict=True))
    assert [words[cards // 2] for cards in CARDS.values()] == ["eight", "six", "four", "five"]
    assert (SUPPLY, PUTS) == (50, 300)
