"""What is played: a track whose every frame is known, and can be told from all others."""

import wave
from dataclasses import dataclass
from pathlib import Path

import numpy

from fermata_benchmarks.faults.numbered import SCALE
from fermata_benchmarks.sound_system import RATE

SECONDS = 180
"""A longer track would have numbers that 24 bits do not hold."""
NOISE_HERTZ = 2_000
"""The noise has nothing above: between its frames it is known too, which a resampler needs."""
NOISE_PEAK = 0.5


@dataclass(frozen=True)
class Track:
    """Frame n holds n + 1 on the left, in steps of 24 bits, and noise on the right."""

    samples: numpy.ndarray
    """Frames × 2, exactly as they are played at full level: floats of 32 bits."""

    @property
    def length(self) -> int:
        """How many frames there are."""
        return len(self.samples)


def write_track(path: Path, seed: int) -> Track:
    """Writes the track as a WAV file of 24 bits."""
    count = SECONDS * RATE
    spectrum = numpy.zeros(count // 2 + 1, numpy.complex128)
    highest = NOISE_HERTZ * SECONDS
    dice = numpy.random.default_rng(seed)
    spectrum[1:highest] = dice.normal(size=highest - 1) + 1j * dice.normal(size=highest - 1)
    noise = numpy.fft.irfft(spectrum, count)
    values = numpy.empty((count, 2), "<i4")
    values[:, 0] = numpy.arange(1, count + 1)
    values[:, 1] = numpy.rint(noise * (NOISE_PEAK * SCALE / numpy.abs(noise).max()))
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(3)
        file.setframerate(RATE)
        # The lower three of four bytes.
        file.writeframes(values.view(numpy.uint8).reshape(-1, 4)[:, :3].tobytes())
    return Track((values / SCALE).astype(numpy.float32))
