"""What the programs share that check promises: how they run, and what they print."""

import argparse
import signal
import sys
from collections.abc import Callable, Iterable

from .errors import BenchmarkError
from .processes import ENDING
from .tools import require_tools


def run(name: str, tools: Iterable[str], work: Callable[[], list[str]]) -> int:
    """Does the work, which answers the faults that it found; 0 if all was well, 1 with faults, 2 if it could not run."""
    for number in ENDING:
        signal.signal(number, lambda caught, _: sys.exit(128 + caught))
    try:
        require_tools(tools)
        faults = work()
    except BenchmarkError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 2
    for fault in faults:
        print(f"FAULT: {fault}")
    print("failed" if faults else "passed")
    return 1 if faults else 0


def positive(text: str) -> int:
    """An argument that is a whole number above 0."""
    value = int(text)
    if value <= 0:
        raise argparse.ArgumentTypeError("more than 0 is needed")
    return value
