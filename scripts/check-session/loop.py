"""The loop from a microphone through a client to the speaker for a long time: clocks that go apart, a server that restarts, busy cores."""

import json
import socket
import statistics
import threading
import time
from array import array
from pathlib import Path
from typing import Any

from fermata_benchmarks.measures.loop import HEAD, MICROPHONE, OUTPUT, Ear, Microphone
from fermata_benchmarks.sound_system import RATE
from fermata_benchmarks.waiting import wait_until

from stage import Stage

CYCLE = 512
LATENCY = 0.01
PARTS_PER_MILLION = 200
"""By how much the client's clock is faster in the first half, and slower in the second."""

DAWDLES = (5.0, 0.06)
"""How often the client is late, and by how much, in seconds, so that there are gaps to be told."""

FLOOR = 0.004
"""What the microphone hears between its clicks, so that silence is a gap."""

SILENT = 1e-4
SETTLING = 4.0
"""In seconds: how long behind a restart silence is nobody's gap, because devices, microphone and streams come one after the other."""

SHORTEST_RUN = 2.0
"""In minutes."""

SHORTEST = 48
"""In frames: the shortest silence that counts as a gap."""


class Client(threading.Thread):
    """Sends back what it hears, with a clock of its own, and notes how late each piece comes to it."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(daemon=True)
        self._out, _ = stage.push(latency=LATENCY)
        self._heard, _ = stage.open(
            "record.open", input=MICROPHONE, format="raw", latency=LATENCY, sampleRate=RATE, channels=2, fillGaps=False,
            followInput=True)
        self.faster = True
        self.late: list[float] = []
        self.start()

    def run(self) -> None:
        data, frames, dawdled = b"", 0, time.monotonic()
        try:
            while part := self._heard.recv(65_536):
                data += part
                if time.monotonic() - dawdled > DAWDLES[0]:
                    dawdled = time.monotonic()
                    time.sleep(DAWDLES[1])
                while len(data) >= HEAD.size and len(data) >= HEAD.size + HEAD.unpack_from(data)[2]:
                    _, begun, count = HEAD.unpack_from(data)
                    sound, data = data[HEAD.size:HEAD.size + count], data[HEAD.size + count:]
                    self.late.append(time.monotonic() - begun / 1e9)
                    frames += count // 4
                    if frames >= 1_000_000 // PARTS_PER_MILLION:
                        frames -= 1_000_000 // PARTS_PER_MILLION
                        sound = sound[:4] + sound if self.faster else sound[4:]
                    self._out.sendall(sound)
        except OSError:
            return

    def close(self) -> None:
        """Ends both streams."""
        for connection in (self._heard, self._out):
            connection.shutdown(socket.SHUT_RDWR)
        self.join()


def check(stage: Stage, minutes: float, restarts: int) -> None:
    """Lets the loop run, and prints the delay of each minute."""
    stage.system.set_quantum(CYCLE)
    stage.microphone.close()
    microphone = Microphone(stage.system, FLOOR)
    wait_until("the microphone", lambda: any(each["uid"] == MICROPHONE for each in stage.call("route.inputs")))
    events = stage.events("player.gap", "recording.marked")
    client = Client(stage)
    recordings = [
        stage.call("record.start", path=f"{name}.wav", bits="float", followInput=True, **source)["recording"]
        for name, source in (("loop", {"source": "output", "output": OUTPUT}), ("microphone", {"input": MICROPHONE}))]
    busy = [stage.system.launch(["python3", "-c", "while True: pass"]) for _ in range(2)]
    for child in busy:
        # Niceness counts within a session only; this is that of the session.
        Path(f"/proc/{child.pid}/autogroup").write_text("19")
    end = time.monotonic() + minutes * 60
    medians: list[float] = []
    restarted: list[float] = []
    for part in range(restarts + 1):
        client.faster = part <= restarts // 2
        until = time.monotonic() + (end - time.monotonic()) / (restarts + 1 - part)
        ear = Ear(stage.system)
        ear.delays(2)
        while (left := until - time.monotonic()) > 3:
            client.late.clear()
            delays = ear.delays(min(60, left))
            if delays and client.late:
                medians.append(statistics.median(delays))
                print(f"     delay {medians[-1] * 1000:.1f} ms, worst {max(delays) * 1000:.1f} ms; at the client after "
                      f"{statistics.median(client.late) * 1000:.1f} ms, worst {max(client.late) * 1000:.1f} ms", flush=True)
        ear.close()
        if part < restarts:
            print("     the sound server restarts", flush=True)
            microphone.close()
            stage.system.restart()
            stage.system.set_quantum(CYCLE)
            microphone = Microphone(stage.system, FLOOR)
            restarted.append(time.monotonic())
            wait_until("all recordings to go on", lambda: all(each["state"] == "recording" for each in stage.call("record.list")))
    for child in busy:
        stage.children.stop(child)
    ended = [stage.call("record.stop", recording=each) for each in recordings]
    client.close()
    microphone.close()
    seen = events.so_far()
    events.close()
    middle = statistics.median(medians)
    stage.hears("the delay stays within a cycle of where it was", all(abs(each - middle) <= CYCLE / RATE for each in medians),
                f"{min(medians) * 1000:.1f} to {max(medians) * 1000:.1f} ms")
    told = sum(
        details["silence"] for name, details in seen
        if name == "player.gap" and all(not when - SETTLING <= details["time"] <= when + SETTLING for when in restarted)) * RATE
    silent, unheard = (_silence(Path(each["path"]), each, seen) for each in ended)
    # No verdict: around restarts, silence of the microphone is in both files, and what the loop leaves out of it is in neither.
    print(f"     away from restarts {told:.0f} frames of silence were told; the recording has {silent}, and the microphone's own {unheard}")


def _silence(path: Path, ended: dict[str, Any], seen: list[tuple[str, dict[str, Any]]]) -> int:
    """How many frames of the file are silent for another reason than that they are missing, or that the server has just restarted."""
    marks = [details for name, details in seen if name == "recording.marked" and details["recording"] == ended["recording"]]
    around = 2 * SETTLING * RATE
    lost = [
        (mark["frame"] - around, mark["frame"] + mark["filled"] + around) for mark in marks if mark["cause"] in ("serverLost", "inputLost")]
    filled = sum(mark["filled"] for mark in marks if all(not first <= mark["frame"] <= last for first, last in lost))
    total, run, begun, place = 0, 0, False, 0
    with path.open("rb") as file:
        head = file.read(4_096)
        file.seek(head.find(b"data") + 8)
        while data := file.read(1 << 20):
            samples = array("f", data[:len(data) // 8 * 8])[0::2]
            if run == 0 and begun and min(samples) > SILENT:
                place += len(samples)
                continue
            for sample in samples:
                place += 1
                if abs(sample) <= SILENT:
                    run += 1
                    continue
                # Before the first sound nothing was pushed yet.
                if begun and run >= SHORTEST and all(not first <= place - run <= last for first, last in lost):
                    total += run
                run, begun = 0, True
    print(f"     {path.name}: {json.dumps({'silent': total, 'filled': filled})}")
    return total - filled
