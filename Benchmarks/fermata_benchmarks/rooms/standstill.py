"""How long the machine itself stands still: a virtual machine that is not run for a while runs nobody, whatever a program's priority.

A process for each processor sleeps for 2 ms again and again, before everything else (`SCHED_FIFO`), and writes down when it came too
late, and by how much. Who is late by that much at the same time could not help it."""

import os
import re
import signal
import sys
import time
from dataclasses import dataclass
from datetime import datetime

from ..processes import Child
from .house import House

NAP_SECONDS = 0.002
COUNTED_SECONDS = 0.02
"""From when on it is counted: a piece of sound of Snapcast's, if its file says nothing else."""


SLACK_SECONDS = 0.01
"""How much longer a standstill may have been than was found, and how much longer a server may be late by it."""
TOLD_SECONDS = 0.3
"""How long after the machine has gone on a server may take to say that it was late."""


@dataclass(frozen=True)
class Standstill:
    """What was found on all processors."""

    moments: tuple[tuple[float, float], ...]
    """When the machine went on, in seconds since 1970, and for how many seconds it had stood still: the long ones, and each that was the
    longest so far."""

    @property
    def count(self) -> int:
        """How often the machine stood still; on several processors at the same time is once."""
        count, before = 0, 0.0
        for end, seconds in sorted(self.moments):
            if seconds >= COUNTED_SECONDS:
                count += end - seconds > before
                before = end
        return count

    @property
    def longest(self) -> float:
        return max((seconds for _, seconds in self.moments), default=0.0)

    def excuses(self, line: str, piece: float) -> bool:
        """Whether the machine had just stood still for so long when a server wrote this line that the server could not help it. The line
        begins with the local time, and ends with by how much the server was late beyond a piece of sound of so many seconds."""
        amount = re.search(r"([\d.]+) ms\s*$", line)
        try:
            written = datetime.strptime(line[:23], "%Y-%m-%d %H-%M-%S.%f").timestamp()
        except ValueError:
            return False
        if amount is None:
            return False
        late = piece + float(amount[1]) / 1_000
        return any(
            stood + NAP_SECONDS + SLACK_SECONDS >= late and end - SLACK_SECONDS <= written <= end + TOLD_SECONDS
            for end, stood in self.moments)

    def __str__(self) -> str:
        return (
            f"the machine itself stood still {self.count} times for {1_000 * COUNTED_SECONDS:g} ms or longer, "
            f"and for {1_000 * self.longest:.1f} ms at most")


class StandstillWatch:
    """Watches from its making on."""

    def __init__(self, house: House) -> None:
        self._house = house
        # As a module: its package is found by the path of this process.
        self._children: list[Child] = [
            house.launch(
                "bridge", [sys.executable, "-m", __name__, str(processor)], house.directory / f"standstill-{processor}.log")
            for processor in sorted(os.sched_getaffinity(0))]

    def end(self) -> Standstill:
        """Ends the watch."""
        for child in self._children:
            child.require_running()
            self._house.children.stop(child)
        return summary("".join(child.log.read_text() for child in self._children))


def summary(log: str) -> Standstill:
    """What lines say that each have a time and a number of seconds."""
    return Standstill(tuple((float(end), float(late)) for end, late in map(str.split, log.splitlines())))


def _watch(processor: int) -> None:
    os.sched_setaffinity(0, {processor})
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(os.sched_get_priority_max(os.SCHED_FIFO)))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    longest = 0.0
    while True:
        due = time.monotonic() + NAP_SECONDS
        # No wait for anything: how late the sleep ends is what is measured.
        time.sleep(NAP_SECONDS)
        late = time.monotonic() - due
        if late >= COUNTED_SECONDS or late > longest:
            longest = max(longest, late)
            print(time.time(), late, flush=True)


if __name__ == "__main__":
    _watch(int(sys.argv[1]))
