"""Sound that is pushed in real time: how late it is heard, and what that costs."""

import json
import shutil
import socket
import threading
import time
from array import array
from collections.abc import Callable

from ..counters import watch
from ..errors import BenchmarkError
from ..players import Fermata
from ..recorder import CHANNELS, Recorder
from ..results import Measure, Results, percentile99
from ..sound_system import QUANTUM, RATE, SoundSystem
from .recording import pulse_server

PIECES = (0.005, 0.02)
"""The pieces in which the sound comes, in seconds."""

CLICKS_EVERY = 0.25
"""How far apart the clicks are by which the sound is found again, in seconds."""

FROM_PULSE = "ffplay"
"""The peer that plays through PulseAudio's interface."""

SETTLING = 3.0
"""How long a stream runs before it is watched, in seconds."""

LEVEL = 12_000
"""Of a click, in 16 bits."""

CPU = "CPU, pushed in pieces of {piece:g} ms"
WAKEUPS = "Wake-ups, pushed in pieces of {piece:g} ms"
LATENCY = "Last byte to sink, pieces of {piece:g} ms, {which}"


class Sender(threading.Thread):
    """Sends silence in real time, with a click at the beginning of some pieces, and notes when each of those was sent."""

    def __init__(self, send: Callable[[bytes], object], piece: float) -> None:
        super().__init__(daemon=True)
        self._send = send
        self._piece = round(piece * RATE)
        self._ends = threading.Event()
        self.sent: list[float] = []

    def run(self) -> None:
        silent = bytes(self._piece * CHANNELS * 2)
        click = array("h", silent)
        click[0] = click[1] = LEVEL
        click[2] = click[3] = -LEVEL
        loud = click.tobytes()
        every = max(1, round(CLICKS_EVERY * RATE / self._piece))
        begun = time.monotonic()
        number = 0
        while not self._ends.is_set():
            wait = begun + number * self._piece / RATE - time.monotonic()
            if wait > 0:
                time.sleep(wait)
            try:
                self._send(loud if number % every == 0 else silent)
            except OSError:
                return
            if number % every == 0:
                self.sent.append(time.monotonic())
            number += 1

    def end(self) -> None:
        """Ends the sending."""
        self._ends.set()
        self.join()


def measure(system: SoundSystem, fermata: Fermata, recorder: Recorder, window: float, results: Results) -> list[str]:
    """Pushes sound to Fermata and to each peer, at the same cycle of the graph; answers what was left out, and why."""
    left_out = []
    for piece in PIECES:
        fermata.start()
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(str(fermata.socket))
        order = {
            "jsonrpc": "2.0", "id": 1, "method": "stream.open",
            "params": {"latency": piece, "format": {"encoding": "s16le", "sampleRate": RATE, "channels": CHANNELS}}}
        connection.sendall(json.dumps(order).encode() + b"\n")
        if b"error" in connection.recv(4_096):
            raise BenchmarkError("fermatad refuses the stream")
        _watch(recorder, connection.sendall, fermata.name, fermata.pid, piece, window, results)
        connection.close()
        fermata.quit()
        for name, command in _peers():
            if shutil.which(command[0]) is None:
                left_out.append(f"{name}: {command[0]} is not installed")
                continue
            if name == FROM_PULSE and shutil.which("pipewire-pulse") is None:
                left_out.append(f"{name}: pipewire-pulse, through which it would play, is not installed")
                continue
            with pulse_server(system, name == FROM_PULSE):
                child, send = system.feed(command)
                try:
                    _watch(recorder, send, name, child.pid, piece, window, results)
                finally:
                    system.children.stop(child)
    return sorted(set(left_out))


def _peers() -> list[tuple[str, list[str]]]:
    sound = ["--format", "s16", "--rate", str(RATE), "--channels", str(CHANNELS)]
    return [
        ("pw-cat", ["pw-cat", "--playback", *sound, "--latency", str(QUANTUM), "-"]),
        ("ffplay", [
            "ffplay", "-v", "error", "-nodisp", "-fflags", "nobuffer", "-f", "s16le", "-ar", str(RATE), "-ac", str(CHANNELS), "-"]),
    ]


def _watch(
    recorder: Recorder, send: Callable[[bytes], object], name: str, pid: int, piece: float, window: float, results: Results,
) -> None:
    sender = Sender(send, piece)
    sender.start()
    recorder.listen(SETTLING)
    sender.sent.clear()
    heard: list[float] = []
    follower = threading.Thread(target=lambda: heard.extend(recorder.click_times(window)))
    follower.start()
    load = watch(pid, window)
    follower.join()
    sender.end()
    delays = [delay for time_ in heard if (delay := _delay(time_, sender.sent)) is not None]
    if len(delays) < window / CLICKS_EVERY / 2:
        raise BenchmarkError(f"{name}: of {len(sender.sent)} clicks only {len(delays)} were heard")
    milliseconds = {"piece": piece * 1000}
    for which, statistic in (("median", None), ("99 of 100", percentile99), ("worst", max)):
        title = LATENCY.format(which=which, **milliseconds)
        results.add(Measure(title, "ms", statistic) if statistic else Measure(title, "ms"), name, *(d * 1000 for d in delays))
    results.add(Measure(CPU.format(**milliseconds), "% of a core"), name, load.cpu_percent)
    results.add(Measure(WAKEUPS.format(**milliseconds), "1/s"), name, load.wakeups)


def _delay(heard: float, sent: list[float]) -> float | None:
    """From the newest click that was sent before."""
    before = [when for when in sent if when <= heard]
    return heard - before[-1] if before else None
