"""Steps of the wall clock, as the daemon sees it: the machine's own is left alone (libfaketime)."""

import os
import subprocess
import time
from pathlib import Path

from .limits import NotHere
from .stage import Stage

HOURS = [3, -5, 26, -24]
"""What the wall clock is ahead of the machine's own, one after the other."""


def library() -> Path | None:
    """Debian's libfaketime for programs with threads."""
    return next(iter(sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))), None)


def variables(directory: Path) -> dict[str, str]:
    """What has a program see the wall clock as `_set` says, and the monotonic one as it is; nothing without the library."""
    name = library()
    return {} if name is None else {
        "LD_PRELOAD": str(name), "FAKETIME_TIMESTAMP_FILE": str(_set(directory, 0)), "FAKETIME_NO_CACHE": "1",
        "DONT_FAKE_MONOTONIC": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }


def clock_steps(stage: Stage) -> None:
    """The daemon's wall clock is stepped by hours while it plays, forwards and backwards, four times."""
    if library() is None:
        raise NotHere("libfaketime is not installed (Debian package faketime)")
    if "libfaketimeMT" not in Path(f"/proc/{stage.pid}/maps").read_text():
        raise NotHere("the daemon does not load libfaketime")
    environment = os.environ | variables(stage.directory)
    steps, before = [], 0.0
    for hours in HOURS:
        _set(stage.directory, hours)
        # Another program with the same variables sees what the daemon does.
        seen = subprocess.run(["date", "+%s"], env=environment, capture_output=True, text=True, check=True).stdout
        now = round((float(seen) - time.time()) / 3_600)
        steps.append(now - before)
        before = now
        stage.wait(1)
    stage.note = "steps of " + ", ".join(f"{hours:+.0f} h" for hours in steps)


def _set(directory: Path, hours: int) -> Path:
    """Puts the clock that many hours ahead; the file that tells it."""
    file = directory / "clock-offset"
    new = file.with_suffix(".new")
    new.write_text(f"{hours * 3_600:+}\n")
    # It is read at any moment: never half a number.
    new.rename(file)
    return file
