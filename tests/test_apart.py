"""Eight who look at the same instant: each sees the own hand, and nobody a byte of another's."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass

from tests.bench.phone import connected
from tests.bench.wire import Line, post, request
from tests.loop import run
from tests.server import Server
from tests.visitors import Visitor, visitors

SEATS = 8
ROUNDS = 25
"""Cold, and as many warm; `python -m tests.drills apart` makes a thousand of each."""
HAND = re.compile(rb"pic k-(\w+)")
SEAT = re.compile(rb'name="seat" value="(\d+)"')
LOOKS = (("/islands", "Accept: */*"), ("", "Accept: text/html"))
"""What the stream says next, and the whole page."""
JSON = "Accept: application/json"


def test_f34_eight_who_look_at_once_see_their_own(server: Server) -> None:
    assert foreign(server, ROUNDS) == 0


def foreign(server: Server, rounds: int) -> int:
    """How many answers have anything of another seat in them."""
    with visitors(server.url, SEATS) as guests:
        code = guests[0].open_room()
        for number, guest in enumerate(guests):
            guest.join(code, f"P{number}")
        return run(Eight(guests, code, guests[0].http.base_url.netloc.decode()).foreign(rounds))


@dataclass
class Eight:
    """One table of Matchy Matchy, where each hand lies in an order of its own."""

    guests: list[Visitor]
    code: str
    host: str

    async def foreign(self, rounds: int) -> int:
        self.lines = [await connected(self.host, Line()) for _ in self.guests]
        wrong = 0
        for number in range(rounds):
            await self.deal()
            hands = await self.hands()
            wrong += self.strange(await self.look(number), hands)  # nobody has looked before
        for number in range(rounds):
            wrong += self.strange(await self.look(number), hands)
        for line in self.lines:
            line.close()
        return wrong

    async def deal(self) -> None:
        """Another match, in which all are asked to put pictures."""
        await self.act("end")
        await self.act("matches", game="matchy_matchy", first=self.guests[0].member)
        await self.act("moves", ask="turn-1/call", kind="number", number=3)

    async def act(self, verb: str, **fields: object) -> None:
        path, who = f"/rooms/{self.code}/{verb}", self.guests[0].cookie
        answer = await self.lines[0].send(post(path, self.host, who, JSON, **fields))
        assert answer.status < 300 or verb == "end", answer

    async def hands(self) -> list[list[bytes]]:
        """As scripts are told, which nothing is kept for. No two begin alike."""
        looks = [json.loads(body) for body in await self.all_ask("", JSON)]
        hands = [[id.encode() for id in look["match"]["view"]["deck"]] for look in looks]
        assert len({hand[0] for hand in hands}) == SEATS
        return hands

    async def look(self, number: int) -> list[bytes]:
        return await self.all_ask(*LOOKS[number % len(LOOKS)])

    async def all_ask(self, path: str, accept: str) -> list[bytes]:
        """At the same instant."""
        asking = (
            line.send(request("GET", f"/rooms/{self.code}{path}", self.host, guest.cookie, accept))
            for guest, line in zip(self.guests, self.lines, strict=True)
        )
        return [answer.body for answer in await asyncio.gather(*asking)]

    @staticmethod
    def strange(bodies: list[bytes], hands: list[list[bytes]]) -> int:
        shown = [
            (HAND.findall(body.partition(b"matchy-deck")[2]), {*SEAT.findall(body)})
            for body in bodies
        ]
        own = [(hand, {b"%d" % seat}) for seat, hand in enumerate(hands)]
        return sum(one != other for one, other in zip(shown, own, strict=True))
