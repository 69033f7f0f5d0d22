"""Questions in the protocol of MPD, which both daemons answer."""

import socket
import time
from pathlib import Path

from ..errors import BenchmarkError, EndedError

PATIENCE = 120.0
"""Seconds that an answer may take."""


class Conversation:
    """A connection to MPD, or to fermatad's door for its clients."""

    def __init__(self, path: Path, patience: float = PATIENCE) -> None:
        """Connects; `patience` is how many seconds the greeting may take, because MPD reads its database before it greets."""
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(str(path))
        self._socket.settimeout(patience)
        self._read()
        self._socket.settimeout(PATIENCE)

    def close(self) -> None:
        """Ends the connection."""
        self._socket.close()

    def ask(self, command: str) -> bytes:
        """The whole answer to a command."""
        self.send(command)
        return self._read()

    def send(self, command: str) -> None:
        """Sends a command and reads nothing."""
        self._socket.sendall(command.encode() + b"\n")

    def timed(self, command: str) -> float:
        """How long the whole answer takes, in milliseconds."""
        begun = time.perf_counter()
        self.send(command)
        # To put a long answer together would take a good part of what is measured.
        self._read(is_kept=False)
        return (time.perf_counter() - begun) * 1000

    def begun(self, command: str) -> float:
        """How long the first bytes of an answer take, in milliseconds. The rest is read as well."""
        begun = time.perf_counter()
        self.send(command)
        self._socket.recv(1, socket.MSG_PEEK)
        milliseconds = (time.perf_counter() - begun) * 1000
        self._read(is_kept=False)
        return milliseconds

    def updated(self, command: str) -> float:
        """Seconds from an `update` or a `rescan` to its end."""
        begun = time.perf_counter()
        self.ask(command)
        # Asking again and again would take a good part of one processor from what is measured.
        while b"updating_db" in self.ask("status"):
            self.ask("idle update")
        return time.perf_counter() - begun

    def _read(self, is_kept: bool = True) -> bytes:
        parts: list[bytes] = []
        tail = b""
        while True:
            part = self._socket.recv(1 << 20)
            if not part:
                raise EndedError("the connection was closed while an answer was awaited")
            if is_kept:
                parts.append(part)
            tail = (tail + part[-4_096:])[-4_096:]
            line = tail.rsplit(b"\n", 2)
            if tail.endswith(b"\n") and (line[-2].startswith(b"OK") or line[-2].startswith(b"ACK ")):
                if line[-2].startswith(b"ACK "):
                    raise BenchmarkError(line[-2].decode())
                return b"".join(parts)
