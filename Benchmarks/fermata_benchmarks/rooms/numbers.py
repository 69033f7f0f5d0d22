"""Tracks whose frames have numbers, and what became of them in a room."""

import wave
from dataclasses import dataclass
from pathlib import Path

import numpy

from .house import RATE

TRACK_SHIFT = 24
"""A frame is the number of its track above these bits, and its own number in them, from 1 on."""


def write_numbered(path: Path, track: int, seconds: float) -> None:
    """Writes a track of numbered frames, in the format of the rooms: the lower half of a number is the left sample."""
    count = int(seconds * RATE)
    numbers = (numpy.arange(1, count + 1, dtype=numpy.uint32)) | numpy.uint32(track << TRACK_SHIFT)
    _write(path, RATE, numbers.astype("<u4").tobytes())


def write_tone(path: Path, rate: int, seconds: float) -> None:
    """Writes a tone at another rate than that of the rooms. Its frames have no numbers."""
    times = numpy.arange(int(seconds * rate)) / rate
    left = (numpy.sin(2 * numpy.pi * 440 * times) * 8_000).astype("<i2")
    _write(path, rate, numpy.column_stack((left, left)).tobytes())


def _write(path: Path, rate: int, data: bytes) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(data)


def heard(path: Path) -> numpy.ndarray:
    """The frames that a room has played, as numbers; 0 is silence."""
    size = path.stat().st_size // 4
    return numpy.fromfile(path, dtype="<u4", count=size)


@dataclass
class Run:
    """Frames in a row whose numbers follow each other, but for corrections."""

    place: int
    """The first frame's place in what was heard."""
    length: int
    first: int
    last: int
    corrections: int
    """How often the client left out or doubled a frame, to keep in step."""


def runs(frames: numpy.ndarray, tracks: set[int], shortest: int = 240) -> list[Run]:
    """The runs in what a room has played. Shorter ones are what a fade makes of numbers, by chance."""
    track = frames >> TRACK_SHIFT
    numbered = numpy.isin(track, list(tracks)) & ((frames & ((1 << TRACK_SHIFT) - 1)) != 0)
    step = numpy.diff(frames.astype(numpy.int64))
    follows = numbered[1:] & numbered[:-1] & (step >= 0) & (step <= 2)
    edges = numpy.flatnonzero(numpy.diff(numpy.concatenate(([False], follows, [False])).astype(numpy.int8)))
    found = []
    for begin, end in zip(edges[::2], edges[1::2]):
        length = int(end - begin) + 1
        if length >= shortest:
            corrections = int(numpy.count_nonzero(step[begin:end] != 1))
            found.append(Run(int(begin), length, int(frames[begin]), int(frames[end]), corrections))
    return found


def unheard(found: list[Run]) -> int:
    """How many of the numbers from the first to the highest that was heard are in no run. What is heard twice is heard."""
    missing, highest = 0, None
    for run in sorted(found, key=lambda run: run.first):
        if highest is not None:
            missing += max(0, run.first - highest - 1)
        highest = run.last if highest is None else max(highest, run.last)
    return missing
