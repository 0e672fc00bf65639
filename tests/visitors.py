"""People at the door, by HTTP: a client each, with cookies of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

JSON = {"Accept": "application/json"}


@dataclass
class Visitor:
    """One device. `room` is where it is, once it has joined."""

    http: httpx.Client
    code: str = ""
    member: str = ""

    @property
    def secret(self) -> str:
        """What its cookie says."""
        [cookie] = self.http.cookies.jar
        return cookie.value or ""

    @property
    def cookie(self) -> str:
        """Its cookie as a header."""
        [cookie] = self.http.cookies.jar
        return f"Cookie: {cookie.name}={cookie.value}"

    def open_room(self) -> str:
        """Opens a room as its host, without joining yet."""
        answer = self.http.post("/rooms", json={}, headers=JSON)
        assert answer.status_code == 201, answer.text
        self.code = answer.json()["code"]
        return self.code

    def join(self, code: str, name: str, **fields: Any) -> Visitor:
        answer = self.http.post(
            f"/rooms/{code}/members", json={"name": name, **fields}, headers=JSON
        )
        assert answer.status_code == 201, answer.text
        self.code, self.member = code, answer.json()["member"]
        return self

    def post(self, verb: str, **fields: Any) -> httpx.Response:
        return self.http.post(f"/rooms/{self.code}/{verb}", json=fields, headers=JSON)

    def look(self) -> dict[str, Any]:
        answer = self.http.get(f"/rooms/{self.code}", headers=JSON)
        assert answer.status_code == 200, answer.text
        look: dict[str, Any] = answer.json()
        return look

    def lasting(self) -> dict[str, Any]:
        """The look, but for what time alone changes: a host without a page is missed after twenty
        seconds, and free to be followed after sixty."""
        look = self.look()
        return look | {"version": 0, "options": look["options"] | {"missed": 0, "free": 0}}

    def page(self) -> str:
        return self.http.get(f"/rooms/{self.code}", headers={"Accept": "text/html"}).text

    @property
    def ask(self) -> dict[str, Any] | None:
        match = self.look()["match"]
        ask: dict[str, Any] | None = match and match["ask"]
        return ask

    def move(self, kind: str, **fields: Any) -> httpx.Response:
        """Answers whatever is asked now."""
        ask = self.ask
        assert ask is not None, "nothing is asked"
        return self.post("moves", ask=ask["id"], kind=kind, **fields)


@contextmanager
def visitors(url: str, count: int) -> Iterator[list[Visitor]]:
    """Devices that have not been anywhere yet."""
    clients = [
        httpx.Client(base_url=url, headers={"Origin": url}, timeout=20, verify=False)
        for _ in range(count)
    ]
    try:
        yield [Visitor(client) for client in clients]
    finally:
        for client in clients:
            client.close()


def gathered(table: list[Visitor]) -> str:
    """All of them in the lobby of one room, the first as host."""
    code = table[0].open_room()
    for guest, name in zip(table, ("Ann", "Bob", "Cid", "Dot", "Eve"), strict=False):
        guest.join(code, name)
    return code


def seated(table: list[Visitor], game: str = "soulmates", **options: Any) -> list[Visitor]:
    """The same, with a match begun by the first."""
    gathered(table)
    answer = table[0].post("matches", game=game, first=table[0].member, **options)
    assert answer.status_code == 201, answer.text
    return table


def answer_all(table: list[Visitor], letter: str = "A") -> None:
    """Everybody who is asked answers once, in the simplest way there is."""
    for guest in table:
        look = guest.look()["match"]
        ask = look["ask"]
        if ask is None:
            continue
        match ask["kinds"]:
            case ["pick"]:
                guest.move("pick", card=look["view"]["offer"][0])
            case ["ego"] | ["guess"]:
                guest.move(ask["kinds"][0], letter=letter)
            case ["both"]:
                guest.move("both", ego=letter, guess=letter)
            case ["joker", "reveal"]:
                guest.move("reveal")
            case ["next"]:
                guest.move("next")
                return
