"""How often an address may try. A party shares one address, so players are never counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.requests import HTTPConnection

from app.core.errors import TooMany

WRONG_CODES = parse("10/minute")
WRONG_CODES_IN_ALL = parse("200/minute")
SAME_CODE = parse("1/hour")
MOST_STREAMS = 40
"""Of people without a seat, from one household."""
MOST_LINES = 10
"""Of one seat: pages give way to newer ones, scripts do not."""


class Limits:
    def __init__(self, rooms_per_hour: int) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._rooms = parse(f"{rooms_per_hour}/hour")
        self._watching: Counter[str] = Counter()

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

    @contextmanager
    def watching(self, who: HTTPConnection, seat: str = "") -> Iterator[None]:
        """An open stream, of a seat or of a stranger. Raises TooMany when there are enough."""
        key, most = (seat, MOST_LINES) if seat else (address(who), MOST_STREAMS)
        if self._watching[key] >= most:
            raise TooMany("Too many screens are open here. Close one of them first.")
        self._watching[key] += 1
        try:
            yield
        finally:
            self._watching[key] -= 1
            if not self._watching[key]:
                del self._watching[key]


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
