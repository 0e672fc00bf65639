"""What people say, who they are and where they come from is in no log, whatever goes wrong."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.server import Server, serving
from tests.test_photos import photo, send
from tests.visitors import JSON, Visitor, answer_all, seated, visitors

HOMES = ("203.0.113.77", "2001:db8:77:7777::1")
NAME, WORD, TYPED = "Quetzal", "Wolpertinger", "ZYXWVUTS"
CARD = {"kind": "card", "question": f"{WORD}?", "answers": [f"{WORD} {n}" for n in range(4)]}
VERBS, TABLES = (
    ("INSERT", "UPDATE"),
    ("rooms", "members", "matches", "moves", "brought", "pictures"),
)
SPOILT = (
    f"UPDATE matches SET state = json_set(state, '$.{WORD}', '{WORD}')",
    f'UPDATE brought SET content = \'{{"{WORD}": "{WORD}"}}\'',
    f"UPDATE rooms SET knocks = '[{{\"{WORD}\": 1}}]'",
    f"UPDATE members SET name = CAST('{WORD}' || x'ff' AS TEXT)",
)
"""One after the other: each leaves less that can be read."""


def test_f70_no_log_says_what_people_say_or_who_they_are(tmp_path: Path) -> None:
    with serving(tmp_path) as server, visitors(server.url, 4) as four:
        for number, guest in enumerate(four):
            guest.http.headers["X-Forwarded-For"] = HOMES[number % 2]
        *table, watcher = four
        seated(table, own=True)
        watcher.join(table[0].code, NAME, role="watcher")
        answer_all(table[:1])
        assert 503 not in everything_said(four)
        with broken(server.database):
            assert 503 in everything_said(four)
        assert "Traceback" in server.log
        for damage in SPOILT:
            spoil(server, damage)
            assert table[0].http.get(f"/rooms/{table[0].code}").status_code in (200, 404)
        everything_said(four)
        assert server.log.count("cannot be read") >= len(SPOILT) - 1
        secrets = [*HOMES, NAME, WORD, TYPED, table[0].code, *(guest.secret for guest in four)]
        assert [one for one in secrets if one in server.log] == []


def everything_said(four: list[Visitor]) -> set[int]:
    """All that people can say, and some that nobody should; how it is answered."""
    ann, bob, cid, watcher = four
    answers = (
        *(guest.post("rename", name=f"{NAME} {n}") for n, guest in enumerate((ann, cid, watcher))),
        bob.post("guests", name=f"{NAME} 7"),
        bob.post("members", name=f"{NAME} 8"),
        bob.post("knock", name=f"{NAME} 9", member=WORD),
        bob.post("brought", **CARD),
        send(bob, photo(), caption=WORD),
        ann.http.post("/rooms", json={"game": WORD, WORD: WORD}, headers=JSON),
        ann.http.get(f"/rooms/{TYPED}", headers=JSON),
        ann.http.get("/join", params={"code": TYPED}),
        ann.http.get(f"/rooms/{ann.code}/{WORD}"),
        ann.http.get(f"/rooms/{ann.code}", headers=JSON),
        *(bob.post("moves", ask="round-1/ego", kind="ego", letter=one) for one in (WORD, *"ABC")),
        bob.post("matches", game=WORD),
    )
    return {answer.status_code for answer in answers}


@contextmanager
def broken(database: Path) -> Iterator[None]:
    """No row can be written, and each try is a line in the log. A full disk would have no room for
    the log, either."""
    triggers = {f"no_{verb}_{table}": (verb, table) for verb in VERBS for table in TABLES}
    with closing(sqlite3.connect(database)) as db:
        for name, (verb, table) in triggers.items():
            fails = "BEGIN SELECT RAISE(ABORT, 'no'); END"
            db.execute(f"CREATE TRIGGER {name} BEFORE {verb} ON {table} {fails}")
        yield
        for name in triggers:
            db.execute(f"DROP TRIGGER {name}")


def spoil(server: Server, damage: str) -> None:
    server.kill()
    with closing(sqlite3.connect(server.database)) as db, db:
        db.execute(damage)
    server.start()
