"""Programs that turn a file of samples into another one, and what of the processor they take for it."""

import os
import resource
import shutil
import struct
import subprocess
import wave
from collections.abc import Sequence
from pathlib import Path

from ..errors import BenchmarkError
from ..tools import ROOT


def run_filters() -> Path:
    """The `run-filters` that $RUN_FILTERS names, else the release build of this checkout."""
    path = Path(os.environ.get("RUN_FILTERS") or ROOT / ".build/release/run-filters")
    if not os.access(path, os.X_OK):
        raise BenchmarkError(f"no run-filters at {path}: swift build -c release --product run-filters, or RUN_FILTERS=path")
    return path


def is_there(program: str) -> bool:
    """Whether somebody has installed it."""
    return shutil.which(program) is not None


def seconds_of(command: Sequence[str], source: Path | None, result: Path | None) -> float:
    """Runs a program to its end, and answers its processor time, user and system, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with (source or Path(os.devnull)).open("rb") as reads, (result or Path(os.devnull)).open("wb") as writes:
        ended = subprocess.run(list(command), stdin=reads, stdout=writes, stderr=subprocess.PIPE)
    if ended.returncode != 0:
        raise BenchmarkError(f"{command[0]} has failed: {ended.stderr.decode(errors='replace')[-500:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def write_wave(path: Path, channels: Sequence[Sequence[float]], rate: int) -> None:
    """Writes samples between −1 and 1 as a WAV file with 16 bits."""
    frames = [round(max(-1.0, min(1.0, value)) * 32_767) for frame in zip(*channels) for value in frame]
    with wave.open(str(path), "wb") as file:
        file.setnchannels(len(channels))
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(struct.pack(f"<{len(frames)}h", *frames))
