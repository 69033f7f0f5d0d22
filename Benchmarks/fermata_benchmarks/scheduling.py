"""Real-time threads, and what happens without their priority."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def is_realtime(thread: int) -> bool:
    """Whether the thread comes before all usual ones."""
    return os.sched_getscheduler(thread) & ~os.SCHED_RESET_ON_FORK in (os.SCHED_FIFO, os.SCHED_RR)


def realtime_threads(pid: int) -> list[int]:
    """The threads of `pid` that are real-time."""
    return [thread for task in Path(f"/proc/{pid}/task").iterdir() if is_realtime(thread := int(task.name))]


@contextmanager
def without_realtime(*pids: int) -> Iterator[None]:
    """Inside, the real-time threads of those processes are scheduled like all others."""
    saved = [
        (thread, os.sched_getscheduler(thread), os.sched_getparam(thread))
        for pid in pids for thread in realtime_threads(pid)
    ]
    for thread, _, _ in saved:
        os.sched_setscheduler(thread, os.SCHED_OTHER, os.sched_param(0))
    try:
        yield
    finally:
        for thread, policy, parameters in saved:
            os.sched_setscheduler(thread, policy, parameters)
