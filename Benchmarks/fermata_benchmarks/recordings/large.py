"""A WAV file that exceeds 4 GiB."""

import shutil
import subprocess
import time
from pathlib import Path

import numpy

from ..errors import BenchmarkError
from .numbers import expected, first_number
from .studio import Studio

CHANNELS, RATE = 8, 384_000
"""The most bytes a second that a source here can have: 12 MB."""
FRAME_BYTES = CHANNELS * 4


def check(studio: Studio, directory: Path, gigabytes: float) -> list[str]:
    """Records the file below `directory`, has ffmpeg read all of it, and removes it."""
    place = directory.resolve() / "check-recordings"
    goal = int(gigabytes * 1e9)
    if shutil.disk_usage(directory).free < goal * 1.2:
        raise BenchmarkError(f"{directory} has less than {goal * 1.2 / 1e9:.1f} GB of room")
    place.mkdir()
    try:
        return _check(studio, place, goal)
    finally:
        studio.stop()
        studio.end_source()
        shutil.rmtree(place)


def _check(studio: Studio, place: Path, goal: int) -> list[str]:
    client = studio.start(place)
    studio.play_numbers(client, CHANNELS, RATE)
    started = client.call("record.start", path="large.wav", bits="float", channels=CHANNELS, sampleRate=RATE)
    path = Path(started["path"])
    told = time.monotonic()
    while path.stat().st_size < goal:
        time.sleep(0.5)
        studio.require_running()
        if not client.call("record.list"):
            raise BenchmarkError(f"the recording has ended by itself:\n{studio.log}")
        if time.monotonic() - told > 30:
            told = time.monotonic()
            print(f"  {path.stat().st_size / 1e9:.2f} of {goal / 1e9:.2f} GB", flush=True)
    ended = client.call("record.stop", recording=started["recording"])
    client.close()
    with path.open("rb") as file:
        mark = file.read(4)
    print(f"A file of {path.stat().st_size} bytes, {mark.decode()}: {ended['frames']} frames, {ended['missedFrames']} missed, "
          f"{ended['droppedFrames']} dropped", flush=True)
    faults = []
    if path.stat().st_size > 1 << 32 and mark != b"RF64":
        faults.append(f"a file above 4 GiB begins with {mark!r}")
    frames, wrong, silent = _read(path)
    print(f"  ffmpeg reads {frames} frames, {wrong} of them wrong, {silent} silent")
    if frames != ended["frames"]:
        faults.append(f"ffmpeg reads {frames} frames of {ended['frames']}")
    if wrong > 0:
        faults.append(f"{wrong} frames are not in their place")
    # The first cycle may be silent.
    if silent > ended["missedFrames"] + ended["droppedFrames"] + 8_192:
        faults.append(f"{silent} frames are silent")
    return faults


def _read(path: Path) -> tuple[int, int, int]:
    """How many frames ffmpeg reads, how many are neither silent nor in their place, and how many are silent."""
    command = ["ffmpeg", "-nostdin", "-v", "error", "-i", str(path), "-f", "f32le", "-"]
    frames = wrong = silent = 0
    start: int | None = None
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        while data := process.stdout.read(FRAME_BYTES << 17):
            samples = numpy.frombuffer(data[:len(data) // FRAME_BYTES * FRAME_BYTES], "<f4").reshape(-1, CHANNELS)
            is_silent = ~samples.any(axis=1)
            if start is None and not is_silent.all():
                start = first_number(samples, frames)
            silent += int(is_silent.sum())
            if start is not None:
                wanted = expected(start + frames, len(samples), CHANNELS)
                wrong += int(((samples != wanted).any(axis=1) & ~is_silent).sum())
            frames += len(samples)
    return frames, wrong, silent
