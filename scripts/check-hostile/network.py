"""Servers and stations that mean no good, and clients of MPD over the network that want to look behind the daemon."""

import contextlib
import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from fermata_benchmarks.errors import BenchmarkError
from fermata_benchmarks.json_lines import Events

from target import Attack, Target

CPU_SHARE = 0.3
"""How much of a core a server may keep busy, beside the music."""
SECRET = "hidden-word"
MARKS = ["\x1b", "\\u001b", "\x07", "\\u0007", "\u009b", "\u202e"]
"""What no terminal is to get, as it is and as JSON has it."""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


MPD_PORT = _free_port()
MPD = f'[mpd]\nlisten = ["127.0.0.1:{MPD_PORT}"]\n[library]\ndirectories = ["{{directory}}/music"]\nplaylists = "{{directory}}/lists"\n'


class _Server:
    """Says something to everybody who connects, and counts them."""

    def __init__(self, head: bytes, body: bytes) -> None:
        self.count = 0
        self._head, self._body = head, body
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = int(self._socket.getsockname()[1])
        threading.Thread(target=self._serve, daemon=True).start()

    def address(self, name: str) -> str:
        return f"http://127.0.0.1:{self.port}/{name}"

    def close(self) -> None:
        self._socket.close()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.count += 1
            threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError), connection:
            connection.recv(1 << 16)
            connection.sendall(self._head)
            while self._body:
                connection.sendall(self._body)


@contextlib.contextmanager
def _server(head: bytes, body: bytes = b"") -> Iterator[_Server]:
    server = _Server(head, body)
    try:
        yield server
    finally:
        server.close()


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _told(call: Callable[[], Any]) -> str:
    """What a call answers, as JSON has it, or the sentence with which it was refused."""
    try:
        return json.dumps(call(), ensure_ascii=False)
    except BenchmarkError as error:
        return str(error)


def _probe(target: Target, address: str, seconds: float) -> None:
    """Has the address looked into, and looks how much of a core that takes."""
    client = target.connect()
    before, start = _cpu_seconds(target.pid), time.monotonic()
    client.send({"jsonrpc": "2.0", "id": 1, "method": "media.probe", "params": {"uri": address}})
    target.wait(seconds)
    share = (_cpu_seconds(target.pid) - before) / (time.monotonic() - start)
    target.require(share < CPU_SHARE, f"the probe takes {share:.2f} of a core, which is less than {CPU_SHARE}")
    client.close()


def padded_chunks(target: Target) -> None:
    """A server answers a probe with chunks of one byte, each with 16 kB of extensions that mean nothing."""
    head = b"HTTP/1.1 200 x\r\nContent-Type: audio/mpeg\r\nTransfer-Encoding: chunked\r\n\r\n"
    with _server(head, (b"1;" + b"x" * 16_000 + b"\r\n\0\r\n") * 16) as server:
        _probe(target, server.address("a.mp3"), 3)
        target.require(server.count == 1, "it is not asked again")


def text_after_each_byte(target: Target) -> None:
    """A station answers a probe with a text of 4 kB after each byte of sound."""
    head = b"ICY 200 OK\r\ncontent-type: audio/mpeg\r\nicy-metaint: 1\r\n\r\n"
    with _server(head, (b"\0\xff" + b"x" * 4_080) * 32) as server:
        _probe(target, server.address("a.mp3"), 3)
        target.require(server.count == 1, "it is not asked again")


def terminal_titles(target: Target) -> None:
    """A station's name and the titles of a list have controls and marks in them that a terminal obeys."""
    hidden = "\x1b]0;x\x07\u009b2J\u202e"
    head = f"HTTP/1.0 200 OK\r\ncontent-type: audio/mpeg\r\nicy-name: A{hidden}\r\n\r\n".encode()
    frame = b"\xff\xfb\x90\x64" + b"\0" * 413
    with _server(head, frame * 100) as server:
        told = _told(lambda: target.connect().call("media.probe", uri=server.address("a.mp3")))
        target.require(not any(mark in told for mark in MARKS), f"no probe shows them: {told!r}")
    (target.directory / "list.m3u").write_text(f"#EXTINF:1,B{hidden} - C{hidden}\n/nowhere/a.flac\n", encoding="utf-8")
    client = target.connect()
    client.call("queue.add", uris=[str(target.directory / "list.m3u")])
    items = _told(lambda: client.call("queue.list"))
    target.require("nowhere" in items and not any(mark in items for mark in MARKS), f"no item of the queue has them: {items!r}")
    client.close()


def passwords_of_jobs(target: Target) -> None:
    """A job is about an address with a password."""
    events = Events(target.connect(), "job.")
    client = target.connect()
    address = f"http://user:{SECRET}@127.0.0.1:{_free_port()}/a.flac"
    answers = [client.call("media.convert", uri=address, path="a.wav"), client.call("media.extract", uri=address)]
    target.wait(0.5)
    told = str(answers) + str(client.call("job.list")) + str(events.so_far())
    target.require("/a.flac" in told and SECRET not in told, "nobody is shown the password")
    client.close()


def look_behind(target: Target) -> None:
    """A client of MPD over the network names addresses of this machine, and files in playlists of the library."""
    remote = target.mpd(("127.0.0.1", MPD_PORT))
    with _server(b"HTTP/1.0 404 x\r\n\r\n") as server:
        ports = [server.port, _free_port()]
        for command in ["readcomments", "getfingerprint", "load"]:
            answers = [
                [line.replace(str(port), "PORT") for line in remote.call(f'{command} "http://127.0.0.1:{port}/a.m3u"')]
                for port in ports
            ]
            target.require(answers[0] == answers[1], f"{command} does not tell an open port from a closed one")
        remote.call(f'playlistadd p "http://127.0.0.1:{server.port}/a.mp3"')
        remote.call("load p")
        target.require(server.count == 0, "nobody connects to this machine")
    length = len(remote.call("playlist"))
    remote.call("load list.m3u")
    target.require(len(remote.call("playlist")) == length, "no file elsewhere comes into the queue")
    for command in ['readcomments "gone.flac"', 'getfingerprint "gone.flac"', 'getfingerprint "list.m3u"']:
        answer = str(remote.call(command))
        target.require(str(target.directory) not in answer, f"{command} shows no path")
    remote.close()


def _library(directory: Path) -> None:
    (directory / "music").mkdir()
    (directory / "lists").mkdir()
    (directory / "music" / "list.m3u").write_text("/etc/passwd\nfile:///etc/hostname\n../../../etc/passwd\n")


ATTACKS = [
    Attack(padded_chunks), Attack(text_after_each_byte), Attack(terminal_titles), Attack(passwords_of_jobs),
    Attack(look_behind, configuration=MPD, prepare=_library),
]
