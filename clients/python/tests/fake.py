"""A daemon that sends what no Fermata sends, and takes what it gets."""

import asyncio
import json
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

STATUS: dict[str, Any] = {
    "state": "stopped", "reason": "none", "item": None, "position": None, "duration": None, "volume": {"level": 1.0, "muted": False},
    "queue": {"length": 0, "index": None, "revision": 0, "repeat": "off", "shuffle": False, "consume": False},
    "format": None, "output": None, "resumeExpected": False, "stopAfter": None, "notice": None,
    "options": {"crossfade": 0, "crossfadeBy": "time", "replayGain": "off", "speed": 1, "rewind": 0, "skipSilence": "off", "shuffleWeights": [], "endless": "off",
                "passthrough": []},
    "speed": {"speed": 1, "from": "all"}}

Answer = Callable[["Peer", dict[str, Any]], Awaitable[None]]


class Peer:
    """One connection of a client, from the daemon's side."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.sequence = 0

    async def send(self, what: object) -> None:
        """Sends bytes as they are, or anything else as a line of JSON."""
        self.writer.write(what if isinstance(what, bytes) else json.dumps(what).encode() + b"\n")
        await self.writer.drain()

    async def answer(self, request: dict[str, Any], result: object) -> None:
        """Answers a request."""
        await self.send({"jsonrpc": "2.0", "id": request["id"], "result": result})

    async def event(self, name: str, **members: object) -> None:
        """Sends an event."""
        self.sequence += 1
        await self.send({"jsonrpc": "2.0", "method": name, "params": {"sequence": self.sequence, "time": 1.0} | members})

    def hang_up(self) -> None:
        """Ends the connection at once."""
        self.writer.transport.abort()


class FakeDaemon:
    """Listens on a socket of its own, and has `answer` say what comes back to each request."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._directory = tempfile.TemporaryDirectory(prefix="fermata-fake-")
        self.path = str(Path(self._directory.name) / "control.sock")
        self.requests: list[dict[str, Any]] = []
        self.peers: list[Peer] = []
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> "FakeDaemon":
        self._server = await asyncio.start_unix_server(self._serve, self.path, limit=1 << 22)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for peer in self.peers:
            peer.writer.close()
        self._directory.cleanup()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        peer = Peer(reader, writer)
        self.peers.append(peer)
        try:
            while line := await reader.readline():
                request = json.loads(line)
                self.requests.append(request)
                await self._answer(peer, request)
        except (OSError, ValueError):
            pass
        finally:
            writer.close()


async def well(peer: Peer, request: dict[str, Any]) -> None:
    """Answers the calls that a client makes by itself, and `status`, as a daemon does."""
    if request["method"] == "events.subscribe":
        await peer.answer(request, {"sequence": peer.sequence, "status": STATUS})
    elif request["method"] == "status":
        await peer.answer(request, STATUS)
    else:
        await peer.answer(request, {})
