"""How server-sent events are written (WHATWG HTML, 9.2)."""

from __future__ import annotations


def lines(before: str, text: bytes, after: str = "") -> bytes:
    """Text as data of an event. Whatever ends a line in it must not end the event."""
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if b"\n" in text:
        text = text.replace(b"\n", b"\ndata: ")
    return b"data: %b%b%b\n" % (before.encode(), text, after.encode())


def message(version: int, *data: bytes) -> bytes:
    """One event, made of `lines`; its id is the room's version."""
    return b"".join((b"id: %d\n" % version, *data, b"\n"))
