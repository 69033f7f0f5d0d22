"""Attacks by what stands in the place of files, by directories that are swapped, and by a Snapcast server."""

import json
import os
import shutil
import socket
import threading
import time
import wave
from pathlib import Path

from fermata_benchmarks.errors import BenchmarkError

from target import Attack, Target

STRANGERS = ["link", "pipe", "directory"]
ROOMS = 1_000
PORT = 17_051
RECORDINGS = '[recording]\ndirectory = "{directory}/recordings"\n'
SECONDS = 3.0
"""How long each attack lasts."""


def links_and_pipes(target: Target) -> None:
    """Links, pipes and directories stand in the place of the daemon's own files, while it saves them."""
    victim = target.directory / "victim"
    victim.write_text("mine")
    state = target.fermata.state
    state.mkdir(mode=0o700, exist_ok=True)
    names = ["state.json.new", "state.previous.json.new", "place.json", "state.json", "state.previous.json", "state.journal"]
    for stranger in STRANGERS:
        for name in names:
            path = state / name
            _clear(path)
            if stranger == "link":
                path.symlink_to(victim)
            elif stranger == "pipe":
                os.mkfifo(path)
            else:
                path.mkdir()
        target.client.call("queue.add", uris=[f"/nothing/{stranger}.flac"], missing=True)
        # The daemon gathers changes for a second.
        target.wait(1.5)
    target.require(victim.read_text() == "mine", "no other file is written to")
    target.require((state / "state.json").is_file() and not (state / "state.json").is_symlink(), "the state is saved")


def swapped_directory(target: Target) -> None:
    """A directory below that of recordings is swapped for a link, again and again, while jobs write there."""
    outside = target.directory / "outside"
    outside.mkdir()
    inside = target.directory / "recordings"
    inside.mkdir()
    show = inside / "show"
    song = _tone(target.directory / "tone.wav")
    over = threading.Event()

    away = inside / "away"
    show.mkdir()

    def swap() -> None:
        while not over.is_set():
            show.rename(away)
            try:
                show.symlink_to(outside)
                show.unlink()
                away.rename(show)
            except OSError:
                # A job has made the directory meanwhile.
                shutil.rmtree(away)

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        end = time.monotonic() + SECONDS
        number = 0
        while time.monotonic() < end:
            number += 1
            try:
                target.client.call("media.convert", uri=str(song), path=f"show/{number}/take.wav", end=0.1)
            except BenchmarkError:
                # Refused: the link was there at the wrong moment, or too many jobs wait.
                continue
    finally:
        over.set()
        thread.join()
    target.require(not list(outside.iterdir()), "nothing is made outside of the recordings")


def statuses(target: Target) -> None:
    """A Snapcast server sends whole statuses of a thousand rooms, as fast as they are read."""
    server = _Snapcast()
    try:
        server.wait()
        before = _processor_seconds(target.pid)
        target.wait(SECONDS)
        first = _processor_seconds(target.pid)
        target.wait(SECONDS)
        spent = _processor_seconds(target.pid) - first
        target.require(spent < SECONDS / 3, f"it costs little for long: {first - before:.1f} s, then {spent:.1f} s of {SECONDS:.0f} s")
    finally:
        server.close()


def _clear(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        path.rmdir()
    else:
        path.unlink(missing_ok=True)


def _tone(path: Path) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(48_000)
        file.writeframes(bytes(9_600))
    return path


def _processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _status(name: str) -> dict[str, object]:
    def room(number: int) -> dict[str, object]:
        return {
            "config": {"instance": 1, "latency": 0, "name": f"{name} {number}", "volume": {"muted": False, "percent": 50}},
            "connected": True, "host": {"arch": "x86_64", "ip": "127.0.0.1", "mac": "00:00:00:00:00:00", "name": "h", "os": "Debian"},
            "id": f"room-{number}", "lastSeen": {"sec": 1, "usec": 2},
            "snapclient": {"name": "Snapclient", "protocolVersion": 2, "version": "0.26.0"},
        }

    groups = [
        {"clients": [room(number)], "id": f"group-{number}", "muted": False, "name": "", "stream_id": "s"} for number in range(ROOMS)
    ]
    return {"server": {"groups": groups, "server": {"host": {}}, "streams": [{"id": "s", "status": "idle"}]}}


class _Snapcast:
    """A server that answers the first question, and then sends its status again and again."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", PORT))
        self._asked = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def wait(self) -> None:
        """Returns once a client has asked."""
        if not self._asked.wait(30):
            raise BenchmarkError("the daemon does not ask the Snapcast server")

    def close(self) -> None:
        """Ends it."""
        self._listener.close()

    def _serve(self) -> None:
        update = json.dumps(
            {"jsonrpc": "2.0", "method": "Server.OnUpdate", "params": _status("Room")}, separators=(",", ":")).encode() + b"\r\n"
        while True:
            try:
                connection, _ = self._listener.accept()
                with connection, connection.makefile("rb") as lines:
                    number = json.loads(lines.readline())["id"]
                    answer = {"id": number, "jsonrpc": "2.0", "result": _status("Room")}
                    connection.sendall(json.dumps(answer, separators=(",", ":")).encode() + b"\r\n")
                    self._asked.set()
                    while True:
                        connection.sendall(update)
            except (OSError, ValueError):
                if self._listener.fileno() < 0:
                    return


ATTACKS = [
    Attack(links_and_pipes),
    Attack(swapped_directory, configuration=RECORDINGS),
    Attack(statuses, configuration=f'[snapcast]\ncontrol = "127.0.0.1:{PORT}"\n'),
]
