"""Clients of the door for the network that mean no good where it speaks TLS, listens to a microphone, or streams what plays."""

import contextlib
import os
import socket
import ssl
import struct
import threading

from remote import HOST, PORT, REMOTE
from target import Attack, Target

TLS = REMOTE + "tls = true\n"
STREAM = REMOTE + "stream = true\n"
TRUSTING = ssl.create_default_context()
TRUSTING.check_hostname, TRUSTING.verify_mode = False, ssl.CERT_NONE
"""Trusts everybody: what is attacked is the daemon."""


def _connect(seconds: float = 20.0) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", PORT), timeout=seconds)
    connection.settimeout(seconds)
    return connection


def _secure() -> ssl.SSLSocket:
    return TRUSTING.wrap_socket(_connect(), server_hostname="localhost")


def _answer(connection: socket.socket, request: bytes) -> bytes:
    """The beginning of what comes back; nothing if the connection ends before."""
    with contextlib.suppress(OSError):
        connection.sendall(request)
        return connection.recv(1 << 12)
    return b""


def _get(path: str = "/") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()


def _is_there() -> bool:
    with _secure() as connection:
        return b" 200 " in _answer(connection, _get())


def _hello() -> bytes:
    """What a client says first."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    with contextlib.suppress(ssl.SSLWantReadError):
        TRUSTING.wrap_bio(incoming, outgoing, server_hostname="localhost").do_handshake()
    return outgoing.read()


def half_handshakes(target: Target) -> None:
    """Four hundred connections begin to speak TLS and fall silent: before a byte, in the first record, or behind it."""
    hello = _hello()
    with contextlib.ExitStack() as held:
        for number in range(400):
            with contextlib.suppress(OSError):
                connection = held.enter_context(_connect(2))
                connection.sendall(hello[: (number * 7) % (len(hello) + 1)])
        target.wait(2)
        target.require(target.connect().call("status"), "the control socket has room meanwhile")
    target.require(_is_there(), "the page is there afterwards")


def many_handshakes(target: Target) -> None:
    """Four clients make one handshake after the other, as fast as they can."""
    over = threading.Event()

    def shake() -> None:
        while not over.is_set():
            with contextlib.suppress(OSError), _secure():
                pass

    threads = [threading.Thread(target=shake, daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    target.wait(3)
    over.set()
    for thread in threads:
        thread.join(20)
    target.require(_is_there(), "the page is there afterwards")


def strange_records(target: Target) -> None:
    """Records come that no client sends: too long, of no kind, empty, alerts, a heartbeat, plain HTTP, and noise behind a handshake."""
    hello = _hello()
    texts = [
        b"\x16\x03\x01\xff\xff" + b"x" * 70_000, b"\x16\x03\x01\x00\x00" * 5_000, b"\x15\x03\x03\x00\x02\x02\x28" * 1_000, b"\x18\x03\x03\x00\x03\x01\xff\xff",
        b"\x14\x03\x03\x00\x01\x01" * 1_000, b"\x17\x03\x03\x40\x00" + b"x" * 0x4000, b"\x80\x2e\x01\x00\x02" + b"x" * 46, _get() * 100, b"\0" * 100_000,
        hello[:5] + b"\xff" * 600, hello[:60] + os.urandom(400), hello + hello, hello + b"\x17\x03\x03\x00\x10" + b"x" * 16,
        # A message of a handshake that claims 16 MB, in records of one byte.
        b"\x16\x03\x01\x00\x04\x01\xff\xff\xff" + b"\x16\x03\x01\x00\x01a" * 20_000,
    ]
    for text in texts * 2:
        with _connect(3) as connection, contextlib.suppress(OSError):
            connection.sendall(text)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(1 << 16):
                pass
    for size in [1, 5, 17, 300, 20_000]:
        with _secure() as connection, contextlib.suppress(OSError):
            # Past the layer that would encrypt it.
            os.write(connection.fileno(), struct.pack(">BHH", 0x17, 0x0303, min(size, 0x4000)) + os.urandom(size))
            while connection.recv(1 << 16):
                pass
    with _connect() as plain:
        target.require(b" 400 " in _answer(plain, _get()), "a request without TLS is refused with a sentence")
    target.require(_is_there(), "the page is there afterwards")


def deaf_over_tls(target: Target) -> None:
    """Clients ask for much over TLS and read nothing of it."""
    request = b'{"id":1,"method":"rpc.discover"}'
    post = f"POST /rpc HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\nContent-Length: {len(request)}\r\n\r\n".encode() + request
    with contextlib.ExitStack() as held:
        connections = [held.enter_context(_secure()) for _ in range(20)]
        for connection in connections:
            connection.settimeout(0.2)
            with contextlib.suppress(OSError):
                for _ in range(50):
                    connection.sendall(post)
        target.wait(2)
    target.require(_is_there(), "the page is there afterwards")


def deaf_listeners(target: Target) -> None:
    """Sixty listeners come, of whom half read nothing, and two hundred more that leave at once."""
    kinds = ["mp3", "opus", "flac"]
    with contextlib.ExitStack() as held:
        listeners = [held.enter_context(_connect()) for _ in range(60)]
        answers = [_answer(listener, _get(f"/listen.{kinds[number % 3]}")) for number, listener in enumerate(listeners)]
        heard = [b" 200 " in answer for answer in answers]
        target.require(any(heard) and not all(heard), f"{sum(heard)} of 60 are let in")
        over = threading.Event()

        def listen(listener: socket.socket) -> None:
            with contextlib.suppress(OSError):
                while not over.is_set() and listener.recv(1 << 14):
                    pass

        threads = [threading.Thread(target=listen, args=(listener,), daemon=True) for listener in listeners[::2]]
        for thread in threads:
            thread.start()
        for number in range(200):
            with contextlib.suppress(OSError), _connect(2) as connection:
                connection.sendall(_get(f"/listen.{kinds[number % 3]}"))
        target.wait(3)
        over.set()
    for thread in threads:
        thread.join(10)
    with _connect() as connection:
        target.require(b" 404 " in _answer(connection, _get("/listen.wav")), "no other format is there")


def long_words(target: Target) -> None:
    """Sounds to announce come that never end, are too long, or are none."""
    head = f"POST /announce HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: audio/wav\r\n"
    bodies = [
        ("Content-Length: 99999999999\r\n", b"x"), ("Content-Length: 3000000\r\n", b"x" * 3_000_000), ("Transfer-Encoding: chunked\r\n", b"10000\r\n" + b"x" * 65_536 + b"\r\n"),
        ("Content-Length: 0\r\n", b""), ("Content-Length: 500\r\n", os.urandom(500)),
        ("Content-Length: 900\r\n", b"#EXTM3U\nfile:///etc/passwd\n".ljust(900)), ("Content-Length: 1000\r\n", b"RIFF"),
    ]
    for line, body in bodies * 3:
        with _connect(2) as connection, contextlib.suppress(OSError):
            connection.sendall((head + line + "\r\n").encode())
            for _ in range(60 if "chunked" in line else 1):
                connection.sendall(body)
            status = connection.recv(100)
            target.require(b" 2" not in status[:13], f"no such sound is taken: {status[:20]!r}")
    with _connect() as connection:
        target.require(b" 200 " in _answer(connection, _get()), "the page is there afterwards")


ATTACKS = [
    Attack(half_handshakes, configuration=TLS), Attack(many_handshakes, configuration=TLS), Attack(strange_records, configuration=TLS),
    Attack(deaf_over_tls, configuration=TLS), Attack(deaf_listeners, configuration=STREAM), Attack(long_words, configuration=REMOTE),
]
