"""A WebSocket, as browsers speak it: one JSON message in each text frame (RFC 6455)."""

import base64
import json
import os
import socket
import struct
from typing import Any

from ..errors import BenchmarkError

FINAL, MASKED = 0x80, 0x80
CONTINUATION, TEXT, CLOSE, PING, PONG = 0x0, 0x1, 0x8, 0x9, 0xA
LONGEST = 1 << 24


class WebSocket:
    """The client's side of one, over a connection that is there."""

    def __init__(self, connection: socket.socket, host: str, path: str) -> None:
        self._connection = connection
        self._received = b""
        key = base64.b64encode(os.urandom(16)).decode()
        connection.sendall((
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        while b"\r\n\r\n" not in self._received:
            self._receive_more()
        head, self._received = self._received.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise BenchmarkError(f"no WebSocket at {path}: {head.decode(errors='replace')}")

    def close(self) -> None:
        """Ends the connection."""
        self._connection.close()

    def send(self, message: Any) -> None:
        """Sends a message."""
        self._send_frame(TEXT, json.dumps(message).encode())

    def receive(self) -> Any:
        """The next message; raises `TimeoutError` if none comes within the time of the connection."""
        data = b""
        while True:
            kind, is_final, part = self._frame()
            if kind == PING:
                self._send_frame(PONG, part)
            elif kind == CLOSE:
                raise BenchmarkError("the server has closed the WebSocket")
            elif kind in (TEXT, CONTINUATION):
                data += part
                if is_final:
                    return json.loads(data)

    def _send_frame(self, kind: int, data: bytes) -> None:
        mask = os.urandom(4)
        length = struct.pack("!B", MASKED | len(data)) if len(data) < 126 else struct.pack("!BH", MASKED | 126, len(data))
        body = bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))
        self._connection.sendall(bytes([FINAL | kind]) + length + mask + body)

    def _frame(self) -> tuple[int, bool, bytes]:
        first, second = self._take(2)
        length = second & 0x7F
        if length == 126:
            (length,) = struct.unpack("!H", self._take(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", self._take(8))
        if length > LONGEST:
            raise BenchmarkError(f"the server sends a message of {length} bytes")
        return first & 0x0F, bool(first & FINAL), self._take(length)

    def _take(self, count: int) -> bytes:
        while len(self._received) < count:
            self._receive_more()
        data, self._received = self._received[:count], self._received[count:]
        return data

    def _receive_more(self) -> None:
        part = self._connection.recv(1 << 16)
        if not part:
            raise BenchmarkError("the server has closed the connection")
        self._received += part
