"""What ffmpeg makes of a recording."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy


@dataclass(frozen=True)
class Decoded:
    """A decoded file."""

    samples: numpy.ndarray
    """Frames × channels."""
    complaint: str
    """What ffmpeg wrote about errors."""


def decoded(path: Path, channels: int, rate: int | None = None, sample: str = "f32le") -> Decoded:
    """The samples of a file, as floats or as 32-bit integers; none where ffmpeg cannot open it."""
    command = ["ffmpeg", "-nostdin", "-v", "error", "-threads", "1", "-i", str(path), "-map", "0:a"]
    if rate is not None:
        command += ["-ar", str(rate)]
    result = subprocess.run([*command, "-f", sample, "-"], capture_output=True, check=False)
    kind = numpy.dtype("<f4" if sample == "f32le" else "<i4")
    whole = len(result.stdout) // (kind.itemsize * channels) * kind.itemsize * channels
    samples = numpy.frombuffer(result.stdout[:whole], kind).reshape(-1, channels)
    return Decoded(samples, result.stderr.decode(errors="replace").strip())
