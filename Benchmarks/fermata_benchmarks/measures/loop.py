"""Sound that a program hears from an input, and sends back to an output: how late it comes, and what that costs."""

import json
import os
import select
import shutil
import socket
import struct
import threading
import time
from array import array
from collections.abc import Callable

from ..counters import Load, watch
from ..errors import BenchmarkError
from ..players import Fermata
from ..processes import Child
from ..recorder import CHANNELS
from ..results import Measure, Results, percentile99
from ..sound_system import QUANTUM, RATE, SoundSystem

CYCLES = ((256, 0.005), (QUANTUM, 0.02))
"""The cycles of the graph in frames, and the latency that Fermata is asked for, in seconds."""

CLICKS_EVERY = 0.25
"""How far apart the clicks are, in seconds."""

LEVEL = 0.5
"""Of a click at the microphone, and the least sample that counts as one is half of that."""

DEAF = 2_000
"""How many frames behind a click are none."""

SETTLING = 3.0
"""How long a loop runs before it is watched, in seconds."""

HEAD = struct.Struct("<qqI")
"""Before each piece of a recording: its first frame, when that was sound in nanoseconds, and the number of its bytes."""

OUTPUT = "speaker"
MICROPHONE = "microphone"

LOOP = "Microphone to speaker, cycles of {frames} frames, {which}"
CAPTURE = "Microphone to client, cycles of {frames} frames, {which}"
CPU = "CPU, {what}, cycles of {frames} frames"
WAKEUPS = "Wake-ups, {what}, cycles of {frames} frames"


class Clicks:
    """Finds clicks in the left channel of samples that come in parts."""

    def __init__(self, least: float) -> None:
        self._least = least
        self.frame = 0
        """The number of the next frame."""
        self._deaf_until = 0

    def take(self, plane: array) -> list[int]:
        """The numbers of the frames at which it clicks in the next samples."""
        found = []
        if plane and max(plane) > self._least:
            for place, sample in enumerate(plane):
                number = self.frame + place
                if sample > self._least and number >= self._deaf_until:
                    self._deaf_until = number + DEAF
                    found.append(number)
        self.frame += len(plane)
        return found


class Microphone:
    """A source that clicks, with a level between the clicks."""

    def __init__(self, system: SoundSystem, floor: float = 0) -> None:
        self._system = system
        self._floor = floor
        self._maker = system.make_node("Audio/Source/Virtual", MICROPHONE)
        self._feed, self._send = system.feed(
            ["pw-cat", "--playback", "--target", "0", "--latency", "8192", "-P", "{ node.name = clicks }", "--format", "f32", "--rate", str(RATE),
             "--channels", "1", "-"])
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._click, daemon=True)
        self._thread.start()
        for channel in ("FL", "FR"):
            system.link("clicks:output_MONO", f"{MICROPHONE}:input_{channel}")

    def _click(self) -> None:
        samples = array("f", [self._floor] * round(CLICKS_EVERY * RATE))
        samples[0] = LEVEL
        sound = samples.tobytes()
        try:
            while not self._ends.is_set():
                self._send(sound)
        except OSError:
            return

    def close(self) -> None:
        """Takes it out of the graph."""
        self._ends.set()
        self._system.children.stop(self._feed)
        self._thread.join()
        self._system.children.stop(self._maker)


class Relay(threading.Thread):
    """Sends on what it hears, and notes when each click was there; with heads, also when its cycle began.

    A microphone that is none makes all frames of a cycle at its beginning, so that is the time from which they are on their way.
    """

    def __init__(self, source: int, send: Callable[[bytes], object] | None, has_heads: bool) -> None:
        super().__init__(daemon=True)
        self._source = source
        self._send = send
        self._has_heads = has_heads
        self._clicks = Clicks(LEVEL / 2 * 32_768)
        self.heard: list[tuple[float, float | None]] = []
        """When each click had come, and when the cycle began that brought it, on CLOCK_MONOTONIC in seconds."""

    def only_listen(self) -> None:
        """Sends nothing any more."""
        self._send = None

    def run(self) -> None:
        rest = b""
        while True:
            try:
                data = os.read(self._source, 65_536)
                now = time.monotonic()
                if not data:
                    return
                rest = self._take(rest + data, now)
            except OSError:
                return

    def _take(self, data: bytes, now: float) -> bytes:
        """Takes in whole pieces, or else whole frames, and answers the rest."""
        frame_bytes = CHANNELS * 2
        if not self._has_heads:
            whole = len(data) // frame_bytes * frame_bytes
            self._pass(data[:whole], now, None)
            return data[whole:]
        while len(data) >= HEAD.size:
            _, nanoseconds, count = HEAD.unpack_from(data)
            if len(data) < HEAD.size + count:
                break
            self._pass(data[HEAD.size:HEAD.size + count], now, nanoseconds / 1e9)
            data = data[HEAD.size + count:]
        return data

    def _pass(self, sound: bytes, now: float, begin: float | None) -> None:
        send = self._send
        if send is not None and sound:
            send(sound)
        for _ in self._clicks.take(array("h", sound)[0::CHANNELS]):
            self.heard.append((now, begin))


class Ear:
    """Records microphone and speaker beside each other, by one clock."""

    def __init__(self, system: SoundSystem) -> None:
        self._system = system
        self._child, self._reading = system.listen(
            ["pw-record", "--target", "0", "-P", "{ node.name = ear }", "--format", "f32", "--rate", str(RATE), "--channels", "2", "-"])
        system.link(f"{MICROPHONE}:capture_FL", "ear:input_FL")
        system.link(f"{OUTPUT}:monitor_FL", "ear:input_FR")

    def delays(self, seconds: float) -> list[float]:
        """From each click at the microphone to the next one at the speaker, in seconds, within so many seconds from now."""
        at_microphone, at_speaker = Clicks(LEVEL / 2), Clicks(LEVEL / 4)
        begun: list[int] = []
        delays: list[float] = []
        rest = b""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if not select.select([self._reading], [], [], 0.2)[0]:
                continue
            rest += os.read(self._reading, 65_536)
            whole = len(rest) // (CHANNELS * 4) * CHANNELS * 4
            samples = array("f", rest[:whole])
            rest = rest[whole:]
            begun += at_microphone.take(samples[0::CHANNELS])
            for heard in at_speaker.take(samples[1::CHANNELS]):
                before = [click for click in begun if click <= heard]
                if before:
                    delays.append((heard - before[-1]) / RATE)
        return delays

    def close(self) -> None:
        """Ends the recording."""
        self._system.children.stop(self._child)
        os.close(self._reading)


def measure(system: SoundSystem, fermata: Fermata, window: float, results: Results) -> list[str]:
    """Lets Fermata and each peer carry sound from a microphone to the speaker; answers what was left out, and why."""
    left_out = []
    microphone = Microphone(system)
    try:
        for frames, latency in CYCLES:
            system.set_quantum(frames)
            ear = Ear(system)
            fermata.start()
            try:
                _fermata(system, fermata, ear, frames, latency, window, results)
            finally:
                fermata.quit()
            _pipe(system, ear, frames, window, results)
            if shutil.which("pw-loopback"):
                _loopback(system, ear, frames, window, results)
            else:
                left_out.append("pw-loopback: it is not installed")
            ear.close()
    finally:
        system.set_quantum(QUANTUM)
        microphone.close()
    return sorted(set(left_out))


def _fermata(
    system: SoundSystem, fermata: Fermata, ear: Ear, frames: int, latency: float, window: float, results: Results,
) -> None:
    out = _open(fermata, "stream.open", {
        "latency": latency, "format": {"encoding": "s16le", "sampleRate": RATE, "channels": CHANNELS}})
    heard = _open(fermata, "record.open", {
        "input": MICROPHONE, "format": "raw", "latency": latency, "sampleRate": RATE, "channels": CHANNELS})
    relay = Relay(heard.fileno(), out.sendall, has_heads=True)
    relay.start()
    _judge(ear, relay, [fermata.pid], frames, fermata.name, window, results)
    # A capture alone, with that of a peer beside it: the heads tell when each cycle began.
    relay.only_listen()
    out.close()
    child, reading = system.listen(_record(frames))
    peer = Relay(reading, None, has_heads=False)
    peer.start()
    time.sleep(SETTLING)
    relay.heard.clear()
    peer.heard.clear()
    loads: dict[str, Load] = {}
    watchers = [
        threading.Thread(target=lambda name=name, pid=pid: loads.update({name: watch(pid, window)}))
        for name, pid in ((fermata.name, fermata.pid), ("pw-record", child.pid))]
    for watcher in watchers:
        watcher.start()
    for watcher in watchers:
        watcher.join()
    begun = [when for _, when in relay.heard if when is not None]
    for name, listener in ((fermata.name, relay), ("pw-record", peer)):
        delays = [came - before[-1] for came, _ in listener.heard if (before := [when for when in begun if when <= came])]
        _add(results, CAPTURE, name, delays, loads[name], "a capture", frames, window)
    heard.close()
    system.children.stop(child)
    os.close(reading)


def _pipe(system: SoundSystem, ear: Ear, frames: int, window: float, results: Results) -> None:
    child, reading = system.listen(_record(frames))
    player, send = system.feed([
        "pw-cat", "--playback", "--target", OUTPUT, "--format", "s16", "--rate", str(RATE), "--channels", str(CHANNELS),
        "--latency", str(frames), "-"])
    relay = Relay(reading, send, has_heads=False)
    relay.start()
    try:
        _judge(ear, relay, [child.pid, player.pid], frames, "pw-cat", window, results)
    finally:
        system.children.stop(child)
        system.children.stop(player)
        os.close(reading)


def _loopback(system: SoundSystem, ear: Ear, frames: int, window: float, results: Results) -> None:
    child: Child = system.launch(["pw-loopback", "-C", MICROPHONE, "-P", OUTPUT, "--latency", str(round(frames / RATE * 1_000))])
    try:
        _judge(ear, None, [child.pid], frames, "pw-loopback", window, results)
    finally:
        system.children.stop(child)


def _judge(
    ear: Ear, relay: Relay | None, pids: list[int], frames: int, name: str, window: float, results: Results,
) -> None:
    ear.delays(SETTLING)
    loads: list[Load] = []
    watchers = [threading.Thread(target=lambda pid=pid: loads.append(watch(pid, window))) for pid in pids]
    for watcher in watchers:
        watcher.start()
    delays = ear.delays(window)
    for watcher in watchers:
        watcher.join()
    whole = Load(sum(load.cpu_percent for load in loads), sum(load.wakeups for load in loads), {})
    _add(results, LOOP, name, delays, whole, "the loop", frames, window)


def _add(
    results: Results, title: str, name: str, delays: list[float], load: Load, what: str, frames: int, window: float,
) -> None:
    if len(delays) < window / CLICKS_EVERY / 2:
        raise BenchmarkError(f"{name}: {what} had only {len(delays)} clicks within {window:g} s")
    for which, statistic in (("median", None), ("99 of 100", percentile99), ("worst", max)):
        text = title.format(frames=frames, which=which)
        results.add(Measure(text, "ms", statistic) if statistic else Measure(text, "ms"), name, *(d * 1000 for d in delays))
    results.add(Measure(CPU.format(what=what, frames=frames), "% of a core"), name, load.cpu_percent)
    results.add(Measure(WAKEUPS.format(what=what, frames=frames), "1/s"), name, load.wakeups)


def _record(frames: int) -> list[str]:
    return [
        "pw-record", "--target", MICROPHONE, "--format", "s16", "--rate", str(RATE), "--channels", str(CHANNELS),
        "--latency", str(frames), "-"]


def _open(fermata: Fermata, method: str, parameters: dict[str, object]) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(str(fermata.socket))
    connection.sendall(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}).encode() + b"\n")
    reply = b""
    while not reply.endswith(b"\n"):
        reply += connection.recv(1)
    if b'"error"' in reply:
        raise BenchmarkError(f"fermatad refuses {method}: {reply.decode()}")
    return connection
