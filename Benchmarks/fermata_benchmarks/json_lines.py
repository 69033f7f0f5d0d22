"""JSON messages, one a line, over a Unix socket: what both fermatad and mpv speak."""

import json
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .errors import BenchmarkError


class JSONLines:
    """A connection that sends and receives one object a line."""

    def __init__(self, path: Path, patience: float = 30.0) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        # The patience comes second: with it connect() fails at once where the listener's backlog is full.
        self._socket.connect(str(path))
        self._socket.settimeout(patience)
        self._received = b""

    def close(self) -> None:
        """Ends the connection."""
        self._socket.close()

    def send(self, message: dict[str, Any]) -> None:
        """Sends `message`."""
        self._socket.sendall(json.dumps(message).encode() + b"\n")

    def receive(self) -> dict[str, Any]:
        """The next message."""
        while b"\n" not in self._received:
            part = self._socket.recv(1 << 20)
            if not part:
                raise BenchmarkError("the connection was closed while an answer was awaited")
            self._received += part
        line, self._received = self._received.split(b"\n", 1)
        message: dict[str, Any] = json.loads(line)
        return message

    def send_some(self, message: dict[str, Any]) -> None:
        """Sends `message` where there is room for it, and else as much as there is room for; a closed connection is none."""
        try:
            self._socket.send(json.dumps(message).encode() + b"\n", socket.MSG_DONTWAIT)
        except OSError:
            pass

    def send_lines(self, lines: bytes) -> None:
        """Sends finished lines."""
        self._socket.sendall(lines)

    def receive_lines(self, count: int) -> None:
        """Reads until so many lines have come, and forgets them."""
        while count > 0:
            part = self._socket.recv(1 << 20)
            if not part:
                raise BenchmarkError("the connection was closed while answers were awaited")
            count -= part.count(b"\n")

    def exchange_line(self, line: bytes) -> None:
        """Sends a finished line and reads until one has come back: the least work between two looks at a clock."""
        self._socket.sendall(line)
        while not self._socket.recv(1 << 16).endswith(b"\n"):
            pass


class ControlClient(JSONLines):
    """A client of fermatad."""

    def __init__(self, path: Path, patience: float = 30.0) -> None:
        super().__init__(path, patience)
        self._last = 0

    def call(self, method: str, **parameters: Any) -> Any:
        """Calls a method and answers its result; raises with the error's sentence."""
        self._last += 1
        self.send({"jsonrpc": "2.0", "id": self._last, "method": method, "params": parameters})
        answer = self.receive()
        if "error" in answer:
            raise BenchmarkError(f"fermatad refused {method}: {answer['error']['message']}")
        return answer["result"]


class Events:
    """A connection of fermatad that only gets events: all, or those of some types. They are read when somebody asks for them."""

    def __init__(self, client: ControlClient, *types: str) -> None:
        self._client = client
        client.call("events.subscribe", **({"types": types} if types else {}))

    def close(self) -> None:
        """Ends the connection."""
        self._client.close()

    def until(self, ends: Callable[[str, dict[str, Any]], bool]) -> list[tuple[str, dict[str, Any]]]:
        """All events through the first for which `ends` holds."""
        events = []
        while True:
            try:
                message = self._client.receive()
            except TimeoutError as error:
                raise BenchmarkError("an event that was awaited has not come") from error
            if "method" not in message:
                continue
            events.append((message["method"], message.get("params", {})))
            if ends(*events[-1]):
                return events

    def so_far(self) -> list[tuple[str, dict[str, Any]]]:
        """All events that have come until now."""
        # The daemon answers behind the events that it has sent.
        self._client.send({"jsonrpc": "2.0", "id": "so far", "method": "status"})
        events = []
        while (message := self._client.receive()).get("id") != "so far":
            if "method" in message:
                events.append((message["method"], message.get("params", {})))
        return events
