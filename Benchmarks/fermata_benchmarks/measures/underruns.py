"""Playing while every core is busy."""

import os
import sys
import time

from ..errors import BenchmarkError
from ..media import MediaFile
from ..players import Fermata
from ..results import Measure, Results
from ..scheduling import realtime_threads, without_realtime
from ..sound_system import QUANTUM, RATE

BUSY_LOOP = "while True: pass"


def underruns(quantum: int, realtime: bool) -> Measure:
    """What the daemon counts: times that the callback found the ring empty."""
    return Measure(f"Underruns, all cores busy, {_situation(quantum, realtime)}", "", max)


def missed_cycles(quantum: int, realtime: bool) -> Measure:
    """Graph cycles that fell out, by the number of callbacks; whoever of graph and player was late."""
    return Measure(f"Missed cycles, all cores busy, {_situation(quantum, realtime)}", "%", max)


SITUATIONS = ((256, False), (64, True))
"""Quantum in frames, and whether the data threads of server and player are real-time."""


def measure(player: Fermata, file: MediaFile, window: float, results: Results) -> None:
    """Plays for `window` seconds in each situation beside one endless loop a core."""
    server = player.system.server.pid
    for quantum, realtime in SITUATIONS:
        player.start()
        player.system.set_quantum(quantum)
        player.play(file.path)
        time.sleep(1)
        if realtime:
            if not (realtime_threads(server) and realtime_threads(player.pid)):
                raise BenchmarkError(
                    "PipeWire's data threads are not real-time; run as a user with the right to it, as with prlimit --rtprio=95")
            _add_busy(player, window, quantum, realtime, results)
        else:
            with without_realtime(server, player.pid):
                _add_busy(player, window, quantum, realtime, results)
        player.system.set_quantum(QUANTUM)
        player.quit()


def _add_busy(player: Fermata, window: float, quantum: int, realtime: bool, results: Results) -> None:
    loops = [player.system.launch([sys.executable, "-c", BUSY_LOOP]) for _ in range(os.cpu_count() or 1)]
    time.sleep(0.5)
    begun, before = time.monotonic(), player.statistics()
    time.sleep(window)
    after, seconds = player.statistics(), time.monotonic() - begun
    for loop in loops:
        player.system.children.stop(loop)
    expected = seconds * RATE / quantum
    missed = 1 - (after["callbacks"] - before["callbacks"]) / expected
    results.add(underruns(quantum, realtime), player.name, after["underruns"] - before["underruns"])
    results.add(missed_cycles(quantum, realtime), player.name, max(0.0, missed * 100))


def _situation(quantum: int, realtime: bool) -> str:
    return f"quantum {quantum} {'with' if realtime else 'without'} real-time priority"
