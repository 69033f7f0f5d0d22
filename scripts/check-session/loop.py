"""The loop from a microphone through a client to the speaker for a long time: clocks that go apart, a server that restarts, busy cores."""

import json
import os
import statistics
import subprocess
import sys
import time
from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fermata_benchmarks.errors import BenchmarkError
from fermata_benchmarks.json_lines import Events
from fermata_benchmarks.measures.loop import MICROPHONE, OUTPUT, Ear, Microphone
from fermata_benchmarks.sound_system import RATE
from fermata_benchmarks.waiting import wait_until

from stage import Stage

CYCLE = 512
LATENCY = 0.01

SILENT = 1e-4
"""The client sends nothing that is so quiet."""

AWAY = (0.5, 4.0)
"""In seconds, before the server ends and behind the time at which it and the recordings are back: what is silent there is nobody's gap,
because devices, microphone and streams come one after the other."""

NEAR = 0.5
"""In seconds: how far apart the times may be that an event and the recording give for a gap. The event comes before the sound is heard."""

DRIFT = 0.1
"""In seconds: by how much the clocks of microphone and machine may go apart in the sum of what a capture lost."""

SHORTEST_RUN = 2.0
"""In minutes."""

SHORTEST = 0.001
"""In seconds: the shortest silence that counts as a gap, and by how much its length may be another one in the recording."""


@dataclass(frozen=True)
class Gap:
    """Silence that was told, or is in a recording."""

    begin: float
    """In seconds, on CLOCK_MONOTONIC."""

    seconds: float


class Client:
    """The program in loop_client.py, which sends back what it hears."""

    def __init__(self, stage: Stage) -> None:
        out, _ = stage.push(latency=LATENCY)
        heard, reply = stage.open(
            "record.open", input=MICROPHONE, format="raw", latency=LATENCY, sampleRate=RATE, channels=2, fillGaps=False,
            followInput=True)
        self.recording: int = reply["recording"]
        self.jumps: list[float] = []
        """By how many seconds the times of two pieces are apart that came one behind the other."""
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("loop_client.py")), str(heard.fileno()), str(out.fileno())],
            env=stage.system.environment | {"PYTHONPATH": os.environ["PYTHONPATH"]}, pass_fds=(heard.fileno(), out.fileno()),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        heard.close()
        out.close()

    def order(self, word: str) -> None:
        """Sends it an order."""
        assert self._process.stdin
        self._process.stdin.write(f"{word}\n")
        self._process.stdin.flush()

    def late(self) -> tuple[float, float]:
        """How late the pieces came to it since the last time, in seconds: the median and the worst."""
        assert self._process.stdout
        self.order("report")
        report = json.loads(self._process.stdout.readline())
        self.jumps += report["jumps"]
        return report["median"], report["worst"]

    def close(self) -> None:
        """Ends it, and with it both streams."""
        self.order("end")
        self._process.wait(timeout=30)


def check(stage: Stage, minutes: float, restarts: int) -> None:
    """Lets the loop run, and prints the delay of each minute."""
    stage.system.set_quantum(CYCLE)
    events = stage.events("player.gap", "recording.marked")
    client = Client(stage)
    recording = stage.call(
        "record.start", path="loop.wav", bits="float", followInput=True, source="output", output=OUTPUT)["recording"]
    busy = [stage.system.launch(["python3", "-c", "while True: pass"]) for _ in range(2)]
    for child in busy:
        # Niceness counts within a session only; this is that of the session.
        Path(f"/proc/{child.pid}/autogroup").write_text("19")
    end = time.monotonic() + minutes * 60
    medians: list[float] = []
    away: list[tuple[float, float]] = []
    seen: list[tuple[str, dict[str, Any]]] = []
    for part in range(restarts + 1):
        if part == restarts // 2 + 1:
            client.order("slower")
        until = time.monotonic() + (end - time.monotonic()) / (restarts + 1 - part)
        medians += _listen(stage, client, events, until, seen)
        if part < restarts:
            away.append(_restart(stage))
    for child in busy:
        stage.children.stop(child)
    running = next(each for each in stage.call("record.list") if each["recording"] == recording)
    ended = stage.call("record.stop", recording=recording)
    client.close()
    seen += events.so_far()
    events.close()
    middle = statistics.median(medians)
    stage.hears("the delay stays within a cycle of where it was", all(abs(each - middle) <= CYCLE / RATE for each in medians),
                f"{min(medians) * 1000:.1f} to {max(medians) * 1000:.1f} ms")
    runs = _runs(Path(ended["path"]), running["sampleRate"], running["firstFrameAt"])
    # What the recording itself has missed is silence in it, too, and told as such.
    missed = [
        Gap(details["time"] - details["filled"] / running["sampleRate"], details["filled"] / running["sampleRate"])
        for name, details in seen
        if name == "recording.marked" and details["recording"] == recording and details["cause"] in ("missed", "dropped")]
    _compare_gaps(stage, seen, missed, runs, away)
    _compare_input(stage, seen, client)


def _listen(
    stage: Stage, client: Client, events: Events, until: float, seen: list[tuple[str, dict[str, Any]]],
) -> list[float]:
    """The median of the delay in each minute until then."""
    medians = []
    ear = _ear(stage)
    client.late()
    while (left := until - time.monotonic()) > 3:
        delays = ear.delays(min(60, left))
        median, worst = client.late()
        if delays:
            medians.append(statistics.median(delays))
            print(f"     delay {medians[-1] * 1000:.1f} ms, worst {max(delays) * 1000:.1f} ms; at the client after "
                  f"{median * 1000:.1f} ms, worst {worst * 1000:.1f} ms", flush=True)
        # A client that does not read loses events.
        seen += events.so_far()
    ear.close()
    return medians


def _ear(stage: Stage) -> Ear:
    """An ear that hears clicks. A microphone whose clicks do not begin, as they do not behind one restart in some twenty, is replaced."""
    for _ in range(3):
        ear = Ear(stage.system)
        if ear.delays(4):
            return ear
        ear.close()
        print("     no click is heard: the microphone is made anew", flush=True)
        stage.microphone.close()
        stage.microphone = Microphone(stage.system)
    raise BenchmarkError("no click comes from the microphone through the client to the speaker")


def _restart(stage: Stage) -> tuple[float, float]:
    """Restarts the sound server; answers from when to when it and the recordings were away."""
    print("     the sound server restarts", flush=True)
    begun = time.monotonic()
    stage.microphone.close()
    stage.system.restart()
    stage.system.set_quantum(CYCLE)
    stage.microphone = Microphone(stage.system)
    wait_until("all recordings to go on", lambda: all(each["state"] == "recording" for each in stage.call("record.list")))
    return begun, time.monotonic()


def _compare_gaps(
    stage: Stage, seen: list[tuple[str, dict[str, Any]]], missed: list[Gap], runs: list[Gap], away: list[tuple[float, float]],
) -> None:
    told = missed + [
        Gap(details["time"] - details["silence"], details["silence"]) for name, details in seen
        if name == "player.gap" and details["silence"] >= SHORTEST]
    told, runs = (
        [each for each in gaps if all(each.begin + each.seconds < lost - AWAY[0] or each.begin > back + AWAY[1] for lost, back in away)]
        for gaps in (told, runs))
    unheard: list[Gap] = []
    left = list(runs)
    for gap in told:
        match = min(
            (each for each in left if abs(each.begin - gap.begin) <= NEAR and abs(each.seconds - gap.seconds) <= SHORTEST),
            key=lambda each: abs(each.begin - gap.begin), default=None)
        if match is None:
            unheard.append(gap)
        else:
            left.remove(match)
    for text, gaps in (("told, and not in the recording", unheard), ("in the recording, and not told", left)):
        for gap in gaps[:20]:
            print(f"     {text}: {gap.seconds * 1000:.1f} ms at {gap.begin:.3f} s")
    stage.hears(
        "the gaps that are told are those of the recording", bool(told) and not unheard and not left,
        f"{len(told)} of {sum(each.seconds for each in told) * 1000:.1f} ms told, "
        f"{len(runs)} of {sum(each.seconds for each in runs) * 1000:.1f} ms in the recording")


def _compare_input(stage: Stage, seen: list[tuple[str, dict[str, Any]]], client: Client) -> None:
    missing = [
        details["missing"] for name, details in seen
        if name == "recording.marked" and details["recording"] == client.recording and details["missing"] > 0]
    stage.hears(
        "the frames that a capture lost are told, and are those that the times of its pieces leave out",
        bool(missing) and abs(sum(missing) / RATE - sum(client.jumps)) <= DRIFT,
        f"{len(missing)} gaps of {sum(missing) / RATE:.3f} s told, {len(client.jumps)} of {sum(client.jumps):.3f} s left out")


def _runs(path: Path, rate: int, begun: float) -> list[Gap]:
    """The silences of a recording behind its first sound."""
    gaps: list[Gap] = []
    run, has_begun, place = 0, False, 0
    with path.open("rb") as file:
        head = file.read(4_096)
        file.seek(head.find(b"data") + 8)
        while data := file.read(1 << 20):
            samples = array("f", data[:len(data) // 8 * 8])[0::2]
            if run == 0 and has_begun and min(samples) > SILENT:
                place += len(samples)
                continue
            for sample in samples:
                place += 1
                if abs(sample) <= SILENT:
                    run += 1
                    continue
                # Before the first sound nothing was pushed yet.
                if has_begun and run >= SHORTEST * rate:
                    gaps.append(Gap(begun + (place - 1 - run) / rate, run / rate))
                run, has_begun = 0, True
    return gaps
