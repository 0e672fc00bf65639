"""How often an address may try. A party shares one address, so players are never counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.requests import HTTPConnection

from app.core.errors import TooMany

WRONG_CODES = parse("10/minute")
WRONG_CODES_IN_ALL = parse("200/minute")
SAME_CODE = parse("1/hour")
HOPS = parse("2/second")
MOST_STREAMS = 40
"""Of people without a seat, from one household."""
MOST_LINES = 10
"""Of one seat: pages give way to newer ones, scripts do not."""
PHOTOS = parse("200/hour")
"""From one household: three rooms full of them."""
MOST_AT_ONCE = 16
"""Photographs on their way: each is in memory until it has arrived."""


class Limits:
    def __init__(self, rooms_per_hour: int) -> None:
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        """The one whose keys in memory are forgotten when their time is over."""
        self._rooms = parse(f"{rooms_per_hour}/hour")
        self._watching: Counter[str] = Counter()
        self._sending: set[str] = set()

    def open_room(self, who: HTTPConnection) -> None:
        if not self._limiter.hit(self._rooms, "rooms", address(who)):
            raise TooMany(
                "Many rooms were opened from here. Join one of them, or try again in an hour."
            )

    def check_codes(self, who: HTTPConnection) -> None:
        """Raises TooMany once too many wrong codes came from this address, or from all together."""
        for limit, key in _code_limits(who):
            if not self._limiter.test(limit, "codes", key):
                raise TooMany("Too many wrong codes. Try again in a minute.")

    def wrong_code(self, who: HTTPConnection, code: str) -> None:
        """One more. Raises TooMany like `check_codes`, so that hits and misses look alike.

        The same wrong code again is no guess: a screen whose room has gone asks for it for hours.
        """
        self.check_codes(who)
        if self._limiter.hit(SAME_CODE, "code", address(who), code):
            for limit, key in _code_limits(who):
                self._limiter.hit(limit, "codes", key)

    def may_hop(self, code: str, who: str) -> bool:
        return self._limiter.hit(HOPS, "hop", code, who)

    @contextmanager
    def watching(self, household: str, seat: str = "") -> Iterator[None]:
        """An open stream, of a seat or of a stranger. Raises TooMany when there are enough."""
        key, most = (seat, MOST_LINES) if seat else (household, MOST_STREAMS)
        if self._watching[key] >= most:
            raise TooMany("Too many screens are open here. Close one of them first.")
        self._watching[key] += 1
        try:
            yield
        finally:
            self._watching[key] -= 1
            if not self._watching[key]:
                del self._watching[key]

    @contextmanager
    def sending(self, who: HTTPConnection, seat: str) -> Iterator[None]:
        """A photograph is on its way from this seat. Raises TooMany while another one is."""
        if len(self._sending) >= MOST_AT_ONCE:
            raise TooMany("Many photos are on their way. Try again in a moment.")
        if seat in self._sending:
            raise TooMany("One photo at a time, please.")
        if not self._limiter.hit(PHOTOS, "photos", address(who)):
            raise TooMany("Many photos came from here. Try again in an hour.")
        self._sending.add(seat)
        try:
            yield
        finally:
            self._sending.discard(seat)


def address(who: HTTPConnection) -> str:
    """One key per household: an IPv6 network of 64 bits counts as one address."""
    host = who.client.host if who.client else "?"
    try:
        ip = ip_address(host)
    except ValueError:
        return host
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or ip.exploded[:19])
    return str(ip)


def _code_limits(who: HTTPConnection) -> tuple[tuple[RateLimitItem, str], ...]:
    return (WRONG_CODES, address(who)), (WRONG_CODES_IN_ALL, "all")
