"""Playing while every core is busy."""

import os
import sys
import time

from ..counters import is_realtime, snapshot
from ..errors import BenchmarkError
from ..media import MediaFile
from ..players import Fermata
from ..results import Measure, Results
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
    for quantum, realtime in SITUATIONS:
        player.start()
        player.system.set_quantum(quantum)
        player.play(file.path)
        time.sleep(1)
        threads = _realtime_threads(player.system.server.pid)
        ours = _realtime_threads(player.pid)
        if realtime and not (threads and ours):
            raise BenchmarkError(
                "PipeWire's data threads are not real-time; run as a user with the right to it, as with prlimit --rtprio=95")
        saved = [(thread, os.sched_getscheduler(thread), os.sched_getparam(thread)) for thread in threads]
        if not realtime:
            for thread in threads + ours:
                os.sched_setscheduler(thread, os.SCHED_OTHER, os.sched_param(0))
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
        for thread, policy, parameters in saved:
            os.sched_setscheduler(thread, policy, parameters)
        player.system.set_quantum(QUANTUM)
        player.quit()


def _situation(quantum: int, realtime: bool) -> str:
    return f"quantum {quantum} {'with' if realtime else 'without'} real-time priority"


def _realtime_threads(pid: int) -> list[int]:
    return [thread for thread in snapshot(pid).names if is_realtime(thread)]
