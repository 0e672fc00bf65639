"""The real server as people start it, on a free port, with a database of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

ROOT = Path(__file__).parent.parent
STARTS_WITHIN = 20
"""Seconds."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Server:
    folder: Path
    port: int = field(default_factory=free_port)
    env: dict[str, str] = field(default_factory=dict)
    tree: Path = ROOT
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> Path:
        return self.folder / "soulroom.db"

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text("utf-8", "replace")

    def launch(self) -> subprocess.Popen[bytes]:
        """Starts the process and does not wait for it."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "app"],
                cwd=self.tree,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        return self.process

    @property
    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "SOULROOM_DATABASE_URL": f"sqlite:///{self.database}",
            "SOULROOM_PORT": str(self.port),
            "SOULROOM_HOST": "127.0.0.1",
            "SOULROOM_ROOMS_PER_HOUR": "100000",
            **self.env,
        }

    def start(self) -> Server:
        process = self.launch()
        deadline = time.monotonic() + STARTS_WITHIN
        while time.monotonic() < deadline:
            try:
                if httpx.get(f"{self.url}/healthz", timeout=2).is_success:
                    return self
            except httpx.TransportError:
                assert process.poll() is None, self.log
                time.sleep(0.03)
        raise AssertionError(f"no answer in {STARTS_WITHIN} s: {self.log}")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(20)

    def kill(self) -> None:
        self.stop(signal.SIGKILL)


@contextmanager
def serving(folder: Path, **env: str) -> Iterator[Server]:
    folder.mkdir(parents=True, exist_ok=True)
    server = Server(folder, env=env)
    try:
        yield server.start()
    finally:
        if server.process and server.process.poll() is None:
            server.stop()
