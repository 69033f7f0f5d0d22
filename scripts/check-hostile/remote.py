"""Clients of the door for the network that mean no good: crowds, requests that never end, frames that lie, and guesses."""

import contextlib
import json
import os
import socket
import struct
import threading
from collections.abc import Iterator

from target import Attack, Target


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


PORT = _free_port()
HOST = f"127.0.0.1:{PORT}"
REMOTE = f'[remote]\nlisten = ["{HOST}"]\n'
ELSEWHERE = "X-Forwarded-For: 192.0.2.1\r\n"
"""What makes of this user anybody."""
UPGRADE = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"


def _connect(seconds: float = 20.0) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", PORT), timeout=seconds)
    connection.settimeout(seconds)
    return connection


def _status(connection: socket.socket) -> int:
    """The number of the answer; 0 if the connection ended without one."""
    with contextlib.suppress(OSError):
        line = connection.makefile("rb").readline().split()
        return int(line[1]) if len(line) > 1 else 0
    return 0


def _request(path: str, lines: str = "", body: bytes | None = None, method: str = "GET") -> int:
    """Sends a request over a connection of its own, and returns the number of its answer."""
    with _connect() as connection:
        head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\n{lines}"
        if body is not None:
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        with contextlib.suppress(OSError):
            connection.sendall(head.encode() + b"\r\n" + (body or b""))
        return _status(connection)


def _websocket() -> socket.socket:
    connection = _connect()
    connection.sendall(f"GET /rpc HTTP/1.1\r\nHost: {HOST}\r\n{UPGRADE}\r\n".encode())
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += connection.recv(1)
    return connection


def _frame(first: int, payload: bytes) -> bytes:
    length = len(payload)
    size = bytes([0x80 | length]) if length < 126 else b"\xfe" + struct.pack(">H", length) if length < 1 << 16 else b"\xff" + struct.pack(">Q", length)
    return bytes([first]) + size + b"\0\0\0\0" + payload


@contextlib.contextmanager
def _all(connections: list[socket.socket]) -> Iterator[list[socket.socket]]:
    try:
        yield connections
    finally:
        for connection in connections:
            connection.close()


def crowd(target: Target) -> None:
    """A thousand connections come and say nothing, or half a head."""
    with _all([]) as connections:
        for number in range(1_000):
            with contextlib.suppress(OSError):
                connection = _connect(2)
                if number % 2:
                    connection.sendall(b"GET / HTTP/1.1\r\nHost: ")
                connections.append(connection)
        target.require(target.connect().call("status"), "the control socket has room meanwhile")
        target.wait(2)
    target.require(_request("/") == 200, "the page is there afterwards")


def endless_heads(target: Target) -> None:
    """Clients send heads that never end, and bodies byte by byte."""
    with _all([_connect() for _ in range(20)]) as connections:
        for connection in connections:
            connection.sendall(f"GET / HTTP/1.1\r\nHost: {HOST}\r\n".encode())
        for _ in range(400):
            for connection in connections:
                with contextlib.suppress(OSError):
                    connection.sendall(b"X-More: " + b"a" * 500 + b"\r\n")
        refused = [_status(connection) in (431, 0) for connection in connections]
    target.require(all(refused), "heads that are too long are refused")
    with _connect() as slow:
        slow.sendall(f"POST /rpc HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n".encode())
        for _ in range(20):
            slow.sendall(b" ")
            target.wait(0.05)
    target.require(_request("/") == 200, "the page is there meanwhile")


def large_texts(target: Target) -> None:
    """Fifty clients begin texts as long as may be and end none, and others send frames that claim to be endless."""
    with _all([_websocket() for _ in range(50)]) as connections:
        for connection in connections:
            with contextlib.suppress(OSError):
                connection.sendall(_frame(0x01, b" " * ((1 << 20) - 1)))
        for first in [0x81, 0x01, 0x82, 0x89]:
            with _websocket() as liar, contextlib.suppress(OSError):
                liar.sendall(bytes([first, 0xFF]) + struct.pack(">Q", 1 << 62) + b"\0\0\0\0" + b"x" * 1_000)
        target.wait(1)
        target.require(target.connect().call("status"), "the control socket answers meanwhile")


def pings(target: Target) -> None:
    """A client sends pings without end and reads no answer, and another one asks for events and does the same."""
    def flood(connection: socket.socket, bytes_: bytes) -> None:
        connection.settimeout(0.5)
        with contextlib.suppress(OSError):
            while True:
                connection.sendall(bytes_)

    with _all([_websocket() for _ in range(4)]) as connections:
        bursts = [_frame(0x89, b"x" * 125) * 500, _frame(0x81, b'{"id":1,"method":"rpc.discover"}') * 50]
        threads = [
            threading.Thread(target=flood, args=(connection, bursts[number % 2]), daemon=True)
            for number, connection in enumerate(connections)]
        for thread in threads:
            thread.start()
        target.wait(3)
    for thread in threads:
        thread.join(10)


def guesses(target: Target) -> None:
    """Somebody tries out the digits of a pairing, and tokens."""
    code = target.connect().call("remote.pair", role="admin")["code"]
    statuses = []
    for number in range(300):
        guess = f"{number:06}"
        if guess != code:
            statuses.append(_request("/pair", ELSEWHERE, json.dumps({"code": guess, "name": "x"}).encode(), "POST"))
    target.require(set(statuses) <= {403, 429} and statuses[-1] == 429, f"guesses are refused, and then not looked at: {set(statuses)}")
    statuses = [_request("/rpc", ELSEWHERE + f"Authorization: Bearer {os.urandom(32).hex()}\r\n", b"{}", "POST") for _ in range(300)]
    target.require(set(statuses) == {401}, "no token is guessed")
    target.require(not target.connect().call("remote.list"), "no device is paired")


def strange_requests(target: Target) -> None:
    """Requests come that no browser sends, one after the other."""
    host = f"Host: {HOST}\r\nContent-Type: application/json\r\n"
    texts = [
        "\0" * 5_000, "GET / HTTP/9.9\r\n\r\n", "GET " + "/" * 9_000 + " HTTP/1.1\r\n" + host + "\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        f"POST /rpc HTTP/1.1\r\n{host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        f"POST /rpc HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", f"POST /rpc HTTP/1.1\r\n{host}Content-Length: 99999999999999999999\r\n\r\n",
        f"POST /rpc HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n1;{'x' * 30_000}\r\n \r\n0\r\n\r\n",
        f"GET / HTTP/1.1\r\n{host}" + "A: b\r\n" * 5_000 + "\r\n", f"GET /../../etc/passwd HTTP/1.1\r\n{host}\r\n",
        f"GET /picture/song/99999999999999999999 HTTP/1.1\r\n{host}\r\n", f"GET / HTTP/1.1\r\n{host}Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
        f"CONNECT example.org:443 HTTP/1.1\r\n{host}\r\n", f"GET / HTTP/1.1\r\n{host}Expect: 100-continue\r\n\r\n" * 200,
    ]
    for text in texts * 3:
        with _connect(3) as connection, contextlib.suppress(OSError):
            connection.sendall(text.encode())
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(1 << 16):
                pass
    for payload in [os.urandom(size) for size in range(1, 400, 7)]:
        with _websocket() as connection, contextlib.suppress(OSError):
            connection.sendall(payload)
    target.require(_request("/") == 200, "the page is there afterwards")


ATTACKS = [
    Attack(crowd, configuration=REMOTE), Attack(endless_heads, configuration=REMOTE), Attack(large_texts, configuration=REMOTE),
    Attack(pings, configuration=REMOTE), Attack(guesses, configuration=REMOTE), Attack(strange_requests, configuration=REMOTE),
]
