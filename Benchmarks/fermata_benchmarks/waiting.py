"""Waiting for a state instead of for a time."""

import time
from collections.abc import Callable

from .errors import BenchmarkError


def wait_until(what: str, condition: Callable[[], bool], patience: float = 20.0, poll: float = 0.01) -> None:
    """Returns once `condition` holds, looking every `poll` seconds; raises after `patience` seconds."""
    deadline = time.monotonic() + patience
    while not condition():
        if time.monotonic() > deadline:
            raise BenchmarkError(f"waited {patience:g} s in vain for {what}")
        time.sleep(poll)
