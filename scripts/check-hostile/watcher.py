"""Watches a daemon from a process of its own, which no attack holds up: asks for the status again and again, and looks at the memory.

Prints the slowest answer in seconds and the most memory in MB (10⁶ bytes) when its standard input ends.
"""

import select
import sys
import time
from pathlib import Path

from fermata_benchmarks.errors import BenchmarkError
from fermata_benchmarks.json_lines import ControlClient

PAUSE = 0.02
"""Seconds between two looks."""


def own_memory(pid: int) -> float:
    """The pages that a process has for itself, in MB."""
    text = Path(f"/proc/{pid}/status").read_text()
    line = next((line for line in text.splitlines() if line.startswith("RssAnon:")), "RssAnon: 0 kB")
    return int(line.split()[1]) * 1_024 / 1e6


def _watch(socket: Path, pid: int) -> None:
    client = ControlClient(socket)
    slowest = most = 0.0
    print("ready", flush=True)
    failure = ""
    while not failure and not select.select([sys.stdin], [], [], PAUSE)[0]:
        start = time.monotonic()
        try:
            client.call("status")
            most = max(most, own_memory(pid))
        except (OSError, BenchmarkError) as error:
            failure = str(error) or type(error).__name__
        slowest = max(slowest, time.monotonic() - start)
    print(f"{slowest} {most} {failure}", flush=True)


if __name__ == "__main__":
    _watch(Path(sys.argv[1]), int(sys.argv[2]))
