"""What the kernel counts about a process: processor time, wake-ups, memory."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

from .scheduling import is_realtime


@dataclass(frozen=True)
class Snapshot:
    """The counters of a process at one moment."""

    monotonic: float
    """CLOCK_MONOTONIC, in seconds."""
    cpu: float
    """Processor time of all threads, ended ones too, user and system, in seconds."""
    wakeups: dict[int, int]
    """Voluntary context switches by thread: how often it went to sleep, and so was woken."""
    names: dict[int, str]
    """The threads' names; the real-time ones are marked, because PipeWire's data thread bears the name of its maker."""


@dataclass(frozen=True)
class Load:
    """What a process did between two snapshots."""

    cpu_percent: float
    """Of one core."""
    wakeups: float
    """A second, all threads."""
    by_thread: dict[str, float]
    """Wake-ups a second by the threads' names."""


@dataclass(frozen=True)
class Memory:
    """Memory of a process, in MB (10⁶ bytes)."""

    pss: float
    """Its own pages, and its share of those it shares."""
    private_dirty: float
    """Pages that exist for it alone and cannot be dropped."""


def snapshot(pid: int) -> Snapshot:
    """Reads the counters of `pid`."""
    wakeups: dict[int, int] = {}
    names: dict[int, str] = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            text = (task / "status").read_text()
            mark = " (real-time)" if is_realtime(int(task.name)) else ""
        except (FileNotFoundError, ProcessLookupError):
            continue
        fields = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
        thread = int(task.name)
        names[thread] = fields["Name"].strip() + mark
        wakeups[thread] = int(fields["voluntary_ctxt_switches"])
    return Snapshot(time.monotonic(), process_seconds(pid), wakeups, names)


def load_between(before: Snapshot, after: Snapshot) -> Load:
    """The load from `before` to `after`. A thread that ended in between does not count towards the wake-ups."""
    seconds = after.monotonic - before.monotonic
    by_thread: dict[str, float] = {}
    for thread, count in after.wakeups.items():
        name = after.names[thread]
        delta = count - before.wakeups.get(thread, 0)
        by_thread[name] = by_thread.get(name, 0.0) + delta / seconds
    return Load((after.cpu - before.cpu) / seconds * 100, sum(by_thread.values()), by_thread)


def watch(pid: int, seconds: float) -> Load:
    """The load of `pid` over the next `seconds`."""
    before = snapshot(pid)
    time.sleep(seconds)
    return load_between(before, snapshot(pid))


def memory(pid: int) -> Memory:
    """The memory of `pid` now."""
    return parse_memory(Path(f"/proc/{pid}/smaps_rollup").read_text())


def parse_memory(text: str) -> Memory:
    """Reads the text of `smaps_rollup`."""
    kibibytes = {line.split()[0]: int(line.split()[1]) for line in text.splitlines() if line.endswith(" kB")}
    return Memory(kibibytes["Pss:"] * 1024 / 1e6, kibibytes["Private_Dirty:"] * 1024 / 1e6)


def load_average() -> float:
    """The machine's load over the last minute: how many threads wanted to run."""
    return os.getloadavg()[0]


def process_seconds(pid: int) -> float:
    """Processor time of all threads of `pid`, ended ones too, user and system, in seconds."""
    # The process's CPU-time clock, as clock_getcpuclockid(3) makes it: in nanoseconds, where /proc/PID/stat has ticks of 10 ms.
    return time.clock_gettime(~pid << 3 | 2)
