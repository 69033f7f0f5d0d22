"""A sound system with a microphone that clicks, a daemon, and clients of both kinds."""

import json
import os
import socket
import subprocess
import threading
import time
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fermata_benchmarks.errors import BenchmarkError
from fermata_benchmarks.json_lines import Events
from fermata_benchmarks.measures.loop import HEAD, MICROPHONE, Microphone
from fermata_benchmarks.players import Fermata
from fermata_benchmarks.processes import Child, Children
from fermata_benchmarks.sound_system import RATE, SoundSystem
from fermata_benchmarks.tools import client_beside
from fermata_benchmarks.waiting import wait_until

LEVEL = 12_000
"""Of a click that is pushed, in 16 bits."""


class Stage:
    """The daemon and what is around it; `faults` has a sentence for each promise that it does not keep."""

    def __init__(self, directory: Path, children: Children, program: Path) -> None:
        self.directory = directory
        self.children = children
        self.system = SoundSystem(directory, children)
        self.system.set_quantum(512)
        self.microphone = Microphone(self.system)
        self.fermata = Fermata(self.system, program)
        self._client = client_beside(program)
        self.faults: list[str] = []
        self._start("")

    def restart(self, configuration: str = "") -> None:
        """Starts the daemon with such a configuration, and an empty state."""
        self.fermata.quit()
        self._start(configuration)

    def _start(self, configuration: str) -> None:
        self.fermata.start(f'[recording]\ndirectory = "{self.directory}/made"\n{configuration}')
        wait_until("the microphone", lambda: any(each["uid"] == MICROPHONE for each in self.call("route.inputs")))

    def call(self, method: str, **parameters: Any) -> Any:
        """Calls a method and answers its result."""
        return self.fermata.client.call(method, **parameters)

    def refusal(self, method: str, **parameters: Any) -> str:
        """The sentence with which a call is refused; empty if it is not."""
        try:
            self.call(method, **parameters)
        except BenchmarkError as error:
            return str(error)
        return ""

    def events(self, *types: str) -> Events:
        """The events of some types from now on."""
        return Events(self.fermata.connect(), *types)

    def command(self, *words: str, at: Path | None = None, **options: Any) -> subprocess.CompletedProcess[str]:
        """Runs the command `fermata` to its end, for the daemon at a socket."""
        return subprocess.run(
            [str(self._client), "--socket", str(at or self.fermata.socket), *words], env=self.system.environment, capture_output=True,
            timeout=60, check=False, **{"stdin": subprocess.DEVNULL, "text": True, **options})

    def launch(self, *words: str) -> Child:
        """Starts the command `fermata`."""
        return self.system.launch([str(self._client), "--socket", str(self.fermata.socket), *words])

    def hears(self, sentence: str, holds: bool, figure: object = "") -> None:
        """Prints a promise, whether it is kept, and the figure."""
        print(f"{'ok  ' if holds else 'FAIL'} {sentence}{f': {figure}' if figure != '' else ''}", flush=True)
        if not holds:
            self.faults.append(sentence)

    def open(self, method: str, **parameters: Any) -> tuple[socket.socket, dict[str, Any]]:
        """Has a connection carry a stream; answers it and the reply."""
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(30)
        connection.connect(str(self.fermata.socket))
        connection.sendall(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}).encode() + b"\n")
        line = b""
        while not line.endswith(b"\n"):
            line += connection.recv(1)
        reply = json.loads(line)
        if "error" in reply:
            raise BenchmarkError(f"fermatad refused {method}: {reply['error']['message']}")
        return connection, reply["result"]

    def push(self, **parameters: Any) -> tuple[socket.socket, int]:
        """Begins a stream of stereo samples; answers its connection and its item."""
        connection, reply = self.open(
            "stream.open", format={"encoding": "s16le", "sampleRate": RATE, "channels": 2}, **parameters)
        return connection, reply["item"]

    def tone(self, name: str, *options: str, seconds: int = 5) -> Path:
        """Makes a file that sounds, with options of ffmpeg for it."""
        path = self.directory / name
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"sine=frequency=440:sample_rate={RATE}:duration={seconds}",
             *(options or ("-ac", "2")), str(path)],
            check=True, stdin=subprocess.DEVNULL, timeout=60)
        return path


class Ear(threading.Thread):
    """Hears what an output plays, or an input, in pieces with their times."""

    def __init__(self, stage: Stage, **order: Any) -> None:
        super().__init__(daemon=True)
        self._connection, self.reply = stage.open(
            "record.open", **{"source": "output", "format": "raw", "latency": 0.005, "sampleRate": RATE, "channels": 2, **order})
        self.pieces: list[tuple[int, int, int]] = []
        """First frame, time in nanoseconds, number of frames."""
        self.clicks: list[float] = []
        """When each click was sound, on CLOCK_MONOTONIC in seconds."""
        self.first: float | None = None
        """When the first sound was."""
        self._deaf_until = 0.0
        self.start()

    def run(self) -> None:
        data = b""
        while True:
            try:
                part = self._connection.recv(65_536)
            except OSError:
                return
            if not part:
                return
            data += part
            while len(data) >= HEAD.size and len(data) >= HEAD.size + HEAD.unpack_from(data)[2]:
                frame, begin, count = HEAD.unpack_from(data)
                self._hear(frame, begin / 1e9, array("h", data[HEAD.size:HEAD.size + count])[0::2])
                self.pieces.append((frame, begin, count // 4))
                data = data[HEAD.size + count:]

    def _hear(self, frame: int, begin: float, plane: array) -> None:
        if not plane or max(plane) == 0 == min(plane):
            return
        for place, sample in enumerate(plane):
            when = begin + place / RATE
            if sample != 0 and self.first is None:
                self.first = when
            if sample > LEVEL // 2 and when >= self._deaf_until:
                self.clicks.append(when)
                self._deaf_until = when + 0.05

    def close(self) -> None:
        """Hears nothing any more."""
        # Closing it would not end it while the thread reads.
        self._connection.shutdown(socket.SHUT_RDWR)
        self.join()
        self._connection.close()


def every(seconds: float, count: int, work: Callable[[int], object]) -> None:
    """Does the work so many times, in real time."""
    begun = time.monotonic()
    for number in range(count):
        wait = begun + number * seconds - time.monotonic()
        if wait > 0:
            time.sleep(wait)
        work(number)


def samples(frames: int, click: bool = False) -> bytes:
    """So many frames of next to nothing, perhaps with a click at their beginning."""
    sound = array("h", [1] * (frames * 2))
    if click:
        sound[0] = sound[1] = LEVEL
    return sound.tobytes()


def memory(pid: int) -> int:
    """The process's own memory, in bytes."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:")) * 1_024


def threads(pid: int) -> int:
    """How many threads the process has."""
    return len(os.listdir(f"/proc/{pid}/task"))
