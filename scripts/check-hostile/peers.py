"""Peers that connect, call and ask, and do not read, say nothing, or guess."""

import os
import resource
import socket
import struct
import subprocess
import threading
import time

from fermata_benchmarks.errors import BenchmarkError

from target import Attack, MPDConnection, Target

PLAYER = ("org.mpris.MediaPlayer2.fermata", "/org/mpris/MediaPlayer2")
CALLERS = 6
"""Programs that flood the session bus at once."""
SECONDS = 3.0
"""How long they do."""
PATIENCE = 20.0
"""For how many seconds another call may wait: the bus itself is behind with the flood for longer than that lasts."""
SILENT = 1_100
"""Clients of MPD that say nothing: more than the door has places."""

MPD = '[mpd]\nsocket = "{directory}/mpd.sock"\n'
GUARDED = MPD + 'password = ["secret@read,add,control,admin"]\n'


class BusPeer:
    """A program on the session bus that writes messages byte by byte."""

    def __init__(self, address: str) -> None:
        path = address.split("path=", 1)[1].split(",", 1)[0]
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self._serial = 0
        user = str(os.getuid()).encode().hex()
        self.socket.sendall(f"\0AUTH EXTERNAL {user}\r\n".encode())
        if not self.socket.recv(256).startswith(b"OK "):
            raise BenchmarkError("the session bus does not let the peer in")
        self.socket.sendall(b"BEGIN\r\n" + self.message("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello"))
        self.socket.recv(4_096)

    def message(self, name: str, path: str, interface: str, method: str, text: str | None = None) -> bytes:
        """A call with one text at most (D-Bus specification, "Message Format")."""
        self._serial += 1
        fields = b""
        for code, kind, value in ((1, b"o", path), (2, b"s", interface), (3, b"s", method), (6, b"s", name)):
            fields += b"\0" * (-len(fields) % 8) + bytes([code, 1]) + kind + b"\0"
            fields += struct.pack("<I", len(value)) + value.encode() + b"\0"
        body = b""
        if text is not None:
            fields += b"\0" * (-len(fields) % 8) + b"\x08\x01g\0\x01s\0"
            body = struct.pack("<I", len(text)) + text.encode() + b"\0"
        head = b"l\x01\0\x01" + struct.pack("<III", len(body), self._serial, len(fields)) + fields
        return head + b"\0" * (-len(head) % 8) + body


def _flood(peer: BusPeer, until: float) -> None:
    calls = (("org.freedesktop.DBus.Introspectable", "Introspect", None),
             ("org.freedesktop.DBus.Properties", "GetAll", "org.mpris.MediaPlayer2.Player"))
    while time.monotonic() < until:
        batch = b"".join(peer.message(*PLAYER, *call) for _ in range(64) for call in calls)
        try:
            peer.socket.sendall(batch)
        except OSError:
            return


def unread_answers_on_the_bus(target: Target) -> None:
    """Six programs on the session bus call without end and read no answer, while a media key is pressed."""
    address = target.system.environment["DBUS_SESSION_BUS_ADDRESS"]
    until = time.monotonic() + SECONDS
    peers = [BusPeer(address) for _ in range(CALLERS)]
    threads = [threading.Thread(target=_flood, args=(peer, until)) for peer in peers]
    for thread in threads:
        thread.start()
    keys = 0
    while time.monotonic() < until:
        done = subprocess.run(
            ["dbus-send", "--session", "--print-reply", f"--reply-timeout={PATIENCE * 1_000:.0f}", f"--dest={PLAYER[0]}", PLAYER[1],
             "org.freedesktop.DBus.Properties.Get", "string:org.mpris.MediaPlayer2.Player", "string:PlaybackStatus"],
            env=target.system.environment, capture_output=True, check=False)
        target.require(b"Playing" in done.stdout, f"the player answers others on the bus ({done.stderr.decode(errors='replace').strip()})")
        keys += 1
    for thread in threads:
        thread.join()
    for peer in peers:
        peer.socket.close()
    target.require(keys > 0, "others on the bus are answered while the flood lasts")


def _more_descriptors() -> None:
    """Lets this program have as many files open as it may."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _open(path: str) -> socket.socket:
    client = socket.socket(socket.AF_UNIX)
    client.connect(path)
    return client


def silent_clients(target: Target) -> None:
    """Clients of MPD without a password take every place, and say nothing but ping."""
    _more_descriptors()
    path = str(target.directory / "mpd.sock")
    silent = []
    for number in range(SILENT):
        client = _open(path)
        if number % 2:
            client.sendall(b"ping\n")
        silent.append(client)
    # A client has a second to speak.
    target.wait(1.2)
    friend = MPDConnection(path)
    target.require(friend.greeting.startswith("OK MPD"), f"a new client gets a place ({friend.greeting})")
    target.require(friend.call("password secret")[-1] == "OK", "its password is taken")
    target.require(friend.call("status")[-1] == "OK", "it is answered")
    for client in silent:
        client.close()


def every_place(target: Target) -> None:
    """Clients of both doors that speak take every place there is."""
    _more_descriptors()
    path = str(target.directory / "mpd.sock")
    clients: list[socket.socket] = []
    for place, line in ((path, b"status\n"), (str(target.fermata.socket), b'{"id":1,"method":"server.info"}\n')):
        for _ in range(1_100):
            client = _open(place)
            client.sendall(line)
            clients.append(client)
    target.wait(0.3)
    target.client.call("media.probe", uri=str(next(target.system.directory.glob("*.wav"))))
    used = len(os.listdir(f"/proc/{target.pid}/fd"))
    limit = resource.prlimit(target.pid, resource.RLIMIT_NOFILE)[0]
    target.require(limit - used >= 500, f"descriptors are left for media and the state ({used} of {limit} are used)")
    for client in clients:
        client.close()


def guessed_passwords(target: Target) -> None:
    """Fifty clients of MPD guess passwords as fast as they can."""
    path = str(target.directory / "mpd.sock")
    clients = [MPDConnection(path) for _ in range(50)]
    for client in clients:
        client.send("".join(f"password guess{number}\n" for number in range(100)))
    target.wait(3.0)
    looked = 0
    for client in clients:
        client.socket.setblocking(False)
        try:
            looked += client.socket.recv(1 << 20).count(b"incorrect password")
        except OSError:
            pass
    target.require(0 < looked < 20, f"a few guesses are looked at ({looked})")
    for client in clients:
        client.close()


def unread_answers(target: Target) -> None:
    """Clients of both doors ask for long answers, and read none."""
    path = str(target.directory / "mpd.sock")
    clients = []
    for _ in range(15):
        client = _open(path)
        client.setblocking(False)
        other = _open(str(target.fermata.socket))
        other.setblocking(False)
        for one, line in ((client, b"commands\nplaylistinfo\n" * 400), (other, b'{"id":1,"method":"rpc.discover"}\n' * 400)):
            try:
                one.send(line)
            except OSError:
                pass
            clients.append(one)
    target.wait(1.5)
    friend = MPDConnection(path)
    target.require(friend.call("status")[-1] == "OK", "another client is answered")
    for client in clients:
        client.close()


def own_answer(target: Target) -> None:
    """A program that wants to record allows itself to."""
    asker = target.connect()
    asker.send({"id": 1, "method": "record.start", "params": {"source": "player", "path": "stolen.wav"}})
    for client in (target.connect(), target.connect()):
        try:
            client.call("session.answerRecordPermission", allow=True)
            target.require(False, "a program cannot answer its own question")
        except BenchmarkError:
            pass
    child = subprocess.run(
        ["python3", "-c",
         "import socket,sys\ns=socket.socket(socket.AF_UNIX);s.connect(sys.argv[1])\n"
         "s.sendall(b'{\"id\":1,\"method\":\"session.answerRecordPermission\",\"params\":{\"allow\":true}}\\n');print(s.recv(65536))",
         str(target.fermata.socket)], capture_output=True, check=False)
    target.require(b"permission_denied" in child.stdout, f"nor can one that it has started ({child.stdout!r})")
    target.require(target.client.call("session.get")["recordPermission"] == "undetermined", "nobody may record")
    for number in range(1_000):
        asker.send({"id": 2 + number, "method": "session.requestRecordPermission", "params": {"purpose": "x" * 200}})
    refused = [asker.receive() for _ in range(1_000 - 7)]
    target.require(all(reply["error"]["data"]["limit"] == "recordRequests" for reply in refused), "few of its requests wait")
    target.require(len(target.client.call("session.recordPermissionRequests")["requests"]) == 8, "eight of them")
    target.connect().call("session.answerRecordPermission", allow=False)
    target.require("error" in asker.receive(), "the recording was denied")


ATTACKS = [
    Attack(unread_answers_on_the_bus),
    Attack(silent_clients, configuration=GUARDED),
    Attack(every_place, configuration=MPD),
    Attack(guessed_passwords, configuration=GUARDED),
    Attack(unread_answers, configuration=MPD),
    Attack(own_answer, configuration='[session]\nrecord = "ask"\n'),
]
