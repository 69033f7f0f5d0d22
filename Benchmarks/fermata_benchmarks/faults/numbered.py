"""A file of which every frame names its number, and what became of them in a recording."""

import struct
from array import array
from collections.abc import Set
from dataclasses import dataclass
from pathlib import Path

from ..sound_system import RATE

SCALE = 1 << 23
"""One step of 24 bits: such a sample is exact as a 32-bit float."""


def numbered_file(directory: Path, seconds: int, first: int = 1, name: str = "numbered.wav") -> Path:
    """Writes a stereo WAV file of 24 bits whose frame n is n + `first` on the left and the negative of it on the right."""
    path = directory / name
    frames = seconds * RATE
    with path.open("wb") as file:
        size = frames * 6
        file.write(b"RIFF" + struct.pack("<I", 36 + size) + b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 2, RATE, RATE * 6, 6, 24))
        file.write(b"data" + struct.pack("<I", size))
        for start in range(0, frames, RATE):
            file.write(b"".join(
                (first + n).to_bytes(3, "little") + (-first - n).to_bytes(3, "little", signed=True)
                for n in range(start, start + RATE)))
    return path


@dataclass(frozen=True)
class Heard:
    """What a recording holds of the numbered frames, from the first that sounds on."""

    frames: int
    """How many were heard."""
    lost: int
    """How many are missing between the first and the last."""
    inserted: int
    """How many frames of silence stand between two that were heard."""
    wrong: int
    """How many are neither silent nor a frame that could come next."""


def heard(samples: array, jumps: Set[int] = frozenset()) -> Heard:
    """Follows the numbers through interleaved stereo samples. What is left out before one of `jumps` was to be."""
    left, right = samples[0::2], samples[1::2]
    first = next((place for place, sample in enumerate(left) if sample != 0), len(left))
    last = next((place for place in range(len(left) - 1, first, -1) if left[place] != 0), first)
    frames = lost = inserted = wrong = 0
    following = None
    for place in range(first, min(last + 1, len(left))):
        number = left[place] * SCALE
        if left[place] == 0 and right[place] == 0:
            inserted += 1
        elif right[place] != -left[place] or number != int(number) or (following is not None and number < following):
            wrong += 1
        else:
            lost += 0 if following is None or int(number) in jumps else int(number) - following
            following = int(number) + 1
            frames += 1
    return Heard(frames, lost, inserted, wrong)
