"""Sinks whose devices have clocks of their own, a recorder that takes in all of them on one time line, and a daemon."""

import os
import re
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy

from fermata_benchmarks.errors import BenchmarkError
from fermata_benchmarks.faults.driven import recorder_program
from fermata_benchmarks.players import Fermata
from fermata_benchmarks.processes import Child, Children
from fermata_benchmarks.sound_system import RATE, SoundSystem
from fermata_benchmarks.tools import client_beside
from fermata_benchmarks.waiting import wait_until

POSITIONS = ["FL", "FR", "FC", "LFE", "RL", "RR", "SL", "SR"]
DRIFTS = (200.0, -200.0, 100.0, -100.0)
"""By how many millionths the devices are faster than the graph."""
MOST = len(DRIFTS)
TIME_LINE = "timeline"


@dataclass(frozen=True)
class Sink:
    """A sink, and by how many millionths its device is faster than the graph."""

    name: str
    drift: float
    latencies: tuple[int, int] = (0, 0)
    """By how many milliseconds its device tells to be late: at first, and after every other change."""


def drifting(count: int) -> list[Sink]:
    """So many sinks whose devices are not late."""
    return [Sink(f"device-{place}", drift) for place, drift in enumerate(DRIFTS[:count], start=1)]


class Stage:
    """The recorder of the time line drives the graph: a cycle begins once the one before is complete, so no frame is missing because
    the machine is busy. It takes in what each sink gets of the graph; what its adapter makes of that for its device is a file of its
    own."""

    def __init__(self, directory: Path, children: Children, program: Path, sinks: list[Sink]) -> None:
        self.directory = directory
        self.system = SoundSystem(directory, children)
        self.sinks = sinks
        self.names = [sink.name for sink in self.sinks]
        self._children = children
        self._recorders: dict[str, Child] = {}
        for sink in self.sinks:
            at_first, later = sink.latencies
            self._record(
                sink.name, "FL,FR", "--priority", "2", "--sleeps", f"--drift={sink.drift}", "--latency", str(at_first),
                "--next-latency", str(later))
        self._record(TIME_LINE, ",".join(POSITIONS[:2 * len(sinks)]), "--priority", "1")
        for place, name in enumerate(self.names):
            for channel in (0, 1):
                self._link(f"{name}:monitor_{POSITIONS[channel]}", f"{TIME_LINE}:playback_{POSITIONS[2 * place + channel]}")
        self.player = Fermata(self.system, program)
        self._client = client_beside(program)

    @property
    def frames(self) -> int:
        """How many frames of the time line are recorded."""
        path = self._path(TIME_LINE)
        return path.stat().st_size // (8 * len(self.sinks)) if path.exists() else 0

    @property
    def reached(self) -> set[str]:
        """The sinks with which the daemon's streams are linked, in both channels. The route tells where sound goes in the end, which
        here is the recorder."""
        links = self.system.run("pw-link", "-i", "-l").split("\n")
        inputs: dict[str, set[str]] = {}
        for line in links:
            if "|<-" not in line:
                port = line
            elif line.split()[-1].startswith("fermata:"):
                sink, _, channel = port.partition(":")
                inputs.setdefault(sink, set()).add(channel)
        return {sink for sink, channels in inputs.items() if len(channels) == 2}

    def wait(self, seconds: float) -> None:
        """Returns once that much more is recorded: time of the music, which a busy machine stretches."""
        goal = self.frames + int(seconds * RATE)

        def is_there() -> bool:
            self.player.child.require_running()
            return self.frames >= goal

        wait_until(f"{seconds:g} s of recording", is_there, patience=60 + 20 * seconds)

    @property
    def repeated_cycles(self) -> int:
        """How many cycles the recorder of the time line has begun again because no answer came; known at its end."""
        log = self.directory / "sink-recorder.log"
        return sum(map(int, re.findall(r"^(\d+) cycles were begun again", log.read_text(), re.MULTILINE))) if log.exists() else 0

    def change_latency(self, name: str) -> None:
        """Has a sink tell the other one of its latencies."""
        recorder = self._recorders[name]
        recorder.require_running()
        os.kill(recorder.pid, signal.SIGUSR2)

    def command(self, *arguments: str) -> None:
        """Runs the command `fermata`."""
        result = subprocess.run(
            [str(self._client), "--socket", str(self.player.socket), *arguments], env=self.system.environment,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        if result.returncode != 0:
            raise BenchmarkError(f"fermata {' '.join(arguments)} failed: {result.stderr.strip()}")

    def end(self) -> tuple[numpy.ndarray, dict[str, numpy.ndarray]]:
        """Ends the recordings, and answers the time line, frames × 2 channels of each sink, and what each device got."""
        # The devices have to get all that the time line has.
        for name in (TIME_LINE, *self.names):
            self._children.stop(self._recorders.pop(name))
        return self._samples(TIME_LINE, 2 * len(self.sinks)), {name: self._samples(name, 2) for name in self.names}

    def _record(self, name: str, positions: str, *options: str) -> None:
        self._recorders[name] = self.system.launch([
            str(recorder_program()), "--name", name, "--rate", str(RATE), "--positions", positions, *options,
            str(self._path(name))])
        wait_until(f"the sink {name}", lambda: f"{name}:playback_" in self.system.run("pw-link", "-i"))

    def _link(self, output: str, port: str) -> None:
        def is_linked() -> bool:
            self.system.run("pw-link", output, port)
            return f"|<- {output}\n" in self.system.run("pw-link", "-i", "-l")

        wait_until(f"the link from {output}", is_linked, poll=0.1)

    def _path(self, name: str) -> Path:
        return self.directory / f"{name}.f32"

    def _samples(self, name: str, channels: int) -> numpy.ndarray:
        path = self._path(name)
        return numpy.memmap(path, numpy.float32, "r", shape=(path.stat().st_size // (4 * channels), channels))
