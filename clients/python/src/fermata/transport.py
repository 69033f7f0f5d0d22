"""Ways to the daemon: a Unix stream socket, on which a message is a line. websocket.py has the other one."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Mapping
from typing import Protocol

from .errors import ConnectFailed, ConnectionLost, ProtocolViolation

__all__ = ["LONGEST_MESSAGE", "Transport", "UnixTransport", "socket_path"]

# The daemon's longest answers are some hundred kilobytes; a picture of 1 MiB takes 1.4 in base64.
LONGEST_MESSAGE = 8 * 1024 * 1024
# How long the other side may take to take what is sent: the daemon closes after 10 s by its own rules.
SENDING = 30.0


class Transport(Protocol):
    """A way for messages in both directions. One task sends at a time, and one receives."""

    async def send(self, text: str) -> None:
        """Sends one message. Raises ConnectionLost."""

    async def receive(self) -> str | None:
        """The next message, or None at the end. Raises ConnectionLost, or ProtocolViolation if a message is too long or no text."""

    async def close(self) -> None:
        """Ends the connection; no error if it has ended."""


def socket_path(environment: Mapping[str, str] = os.environ) -> str:
    """Where the daemon's socket is: FERMATA_SOCKET, else that of FERMATA_INSTANCE, else that of the user's daemon."""
    if path := environment.get("FERMATA_SOCKET"):
        return path
    runtime = environment.get("XDG_RUNTIME_DIR")
    if not runtime:
        raise ConnectFailed("neither FERMATA_SOCKET nor XDG_RUNTIME_DIR says where the daemon's socket is")
    instance = environment.get("FERMATA_INSTANCE")
    return f"{runtime}/fermata{f'@{instance}' if instance else ''}/control.sock"


class UnixTransport:
    """A connection to the daemon's socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, path: str, longest: int = LONGEST_MESSAGE) -> UnixTransport:
        """Connects to the socket at `path`. Raises ConnectFailed. `longest` bounds a message, in bytes."""
        try:
            reader, writer = await asyncio.open_unix_connection(path, limit=longest)
        except (OSError, ValueError) as error:
            raise ConnectFailed(f"no fermatad answers at {path}: {error}") from error
        return cls(reader, writer)

    async def send(self, text: str) -> None:
        """Sends one message as a line."""
        try:
            self._writer.write(text.encode() + b"\n")
            async with asyncio.timeout(SENDING):
                await self._writer.drain()
        except (OSError, TimeoutError) as error:
            raise ConnectionLost(f"the daemon takes nothing any more: {error!r}") from error

    async def receive(self) -> str | None:
        """The next line, without blank ones."""
        while True:
            try:
                line = await self._reader.readuntil(b"\n")
            except asyncio.IncompleteReadError as error:
                if error.partial.strip():
                    raise ConnectionLost("the connection ended in the middle of a message") from error
                return None
            except asyncio.LimitOverrunError as error:
                raise ProtocolViolation("the daemon has sent a message that is too long") from error
            except OSError as error:
                raise ConnectionLost(f"the connection broke: {error}") from error
            if line.strip():
                break
        try:
            return line.decode()
        except UnicodeDecodeError as error:
            raise ProtocolViolation("the daemon has sent what is no UTF-8") from error

    async def close(self) -> None:
        """Ends the connection."""
        self._writer.close()
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(1):
                await self._writer.wait_closed()

    def streams(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Both halves, for a connection that carries media from now on."""
        return self._reader, self._writer
