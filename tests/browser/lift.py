"""A phone's way to the server that can be cut as in a lift: nothing passes, and nobody is told.

Or it is a proxy that holds event streams back, as some do always and others until much has come.
Chromium's own switch for being offline leaves streams alone that are already open; a lift does not.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Thread

from playwright.sync_api import Page


@dataclass(eq=False)
class Lift:
    server: int
    name: str
    """What this machine is called in the browser."""
    holds: float = 0
    """Of a stream, nothing passes before so many bytes have come."""
    listener: socket.socket = field(default_factory=lambda: socket.create_server(("127.0.0.1", 0)))
    lines: list[socket.socket] = field(default_factory=list)
    streams: set[socket.socket] = field(default_factory=set)
    """Both ends of the lines that carry an open stream."""
    silent: set[socket.socket] = field(default_factory=set)

    def __post_init__(self) -> None:
        Thread(target=self._serve, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://{self.name}:{self.listener.getsockname()[1]}"

    @contextmanager
    def ride(self, page: Page) -> Iterator[None]:
        """No network, and the browser knows. What was open is closed only on the way out."""
        lost = self.lines.copy()
        self.silent.update(lost)
        page.context.set_offline(True)
        yield
        hang_up(lost)
        page.context.set_offline(False)

    def silence(self) -> None:
        """Streams that are open say nothing any more and do not end; everything else works."""
        self.silent.update(self.streams)

    def close(self) -> None:
        hang_up([self.listener, *self.lines])

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self.listener.accept()
                there = socket.create_connection(("127.0.0.1", self.server))
                self.lines += [here, there]
                for one, other in ((here, there), (there, here)):
                    Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        held = b""
        with suppress(OSError):
            while data := one.recv(65536):
                if data.startswith(b"GET /rooms/") and b"/events?" in data.partition(b"\r\n")[0]:
                    self.streams |= {one, other}
                elif one in self.streams:
                    held += data
                    if len(held) < self.holds:
                        continue
                    data, held = held, b""
                if one not in self.silent:
                    other.sendall(data)
            if one not in self.silent:
                other.shutdown(socket.SHUT_WR)


def hang_up(lines: list[socket.socket]) -> None:
    for line in lines:
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
        line.close()
