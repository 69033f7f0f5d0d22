"""The files that are played: synthesised for each run, so that nobody has to own or ship any."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

from .errors import BenchmarkError

CODECS = {
    "wav": ("wav", ["-c:a", "pcm_s16le"]),
    "flac": ("flac", ["-c:a", "flac", "-sample_fmt", "s16"]),
    "mp3": ("mp3", ["-c:a", "libmp3lame", "-b:a", "192k"]),
    "aac": ("m4a", ["-c:a", "aac", "-b:a", "192k"]),
}
"""By codec: the file's extension, and what ffmpeg is told."""

MORE_CODECS = {
    "alac": ("m4a", ["-c:a", "alac"]),
    "vorbis": ("ogg", ["-c:a", "libvorbis", "-q:a", "6"]),
    "opus": ("opus", ["-c:a", "libopus", "-b:a", "160k"]),
}
"""Those that are played only where it is about the format."""

SECONDS = 180
"""How long a file plays; longer than any window."""

TURN = 30
"""In seconds: where the sound of the file made by `place_file` goes from the left channel to the right."""

# Tones that move, with noise under them: neither a constant, which costs a decoder nothing, nor pure noise.
MUSIC = (
    "aevalsrc=exprs='0.25*sin(2*PI*(220*t+30*sin(t/2)))+0.12*sin(2*PI*1320*t)*sin(3*t)"
    "|0.25*sin(2*PI*(277*t+30*sin(t/3)))+0.12*sin(2*PI*1760*t)*sin(2*t)':s={rate}[tones];"
    "anoisesrc=color=pink:amplitude=0.15:seed=7:r={rate},pan=stereo|c0=c0|c1=c0[noise];"
    "[tones][noise]amix=inputs=2:duration=first:normalize=0"
)

# The cosine is not zero at its start: the first frame of each half can be told from silence.
PLACE = (
    "aevalsrc=exprs='lt(t,{turn})*(0.3*cos(2*PI*440*t)+0.1)|gte(t,{turn})*(0.3*cos(2*PI*440*(t-{turn}))+0.1)':s={rate}"
)


TRACK_FRAMES = 57_331
"""The length of a track made by `track_file`, a multiple of nothing."""

CLICK_FRAMES = 11_025
"""How far behind a track's start, or before its end, it clicks."""

# A quiet tone, so that no codec drops what is before the click.
TRACK = "aevalsrc=exprs='0.03*sin(2*PI*440*t)+0.9*eq(n,{click})':s={rate}:c=stereo,atrim=end_sample={frames}"


@dataclass(frozen=True)
class MediaFile:
    """A file to play, and what it is called in tables."""

    codec: str
    rate: int
    path: Path

    @property
    def title(self) -> str:
        """Such as `44.1 kHz FLAC`."""
        return f"{self.rate / 1000:g} kHz {self.codec.upper()}"


def music_file(directory: Path, codec: str, rate: int) -> MediaFile:
    """Synthesises some minutes of stereo music at `rate` hertz."""
    extension, options = CODECS[codec]
    path = directory / f"music-{rate}.{extension}"
    _synthesise(MUSIC.format(rate=rate), SECONDS, options, path)
    return MediaFile(codec, rate, path)


def place_file(directory: Path, codec: str, rate: int) -> MediaFile:
    """Synthesises a file that sounds on the left before `TURN` seconds and on the right after: a listener knows the place."""
    extension, options = _options(codec)
    path = directory / f"place-{codec}-{rate}.{extension}"
    _synthesise(PLACE.format(turn=TURN, rate=rate), 4 * TURN, options, path)
    return MediaFile(codec, rate, path)


def track_file(directory: Path, codec: str, rate: int, last: bool) -> MediaFile:
    """Synthesises a track that clicks shortly before its end or, where it is the last of two, shortly after its start."""
    extension, options = _options(codec)
    path = directory / f"track-{codec}-{int(last)}.{extension}"
    click = CLICK_FRAMES if last else TRACK_FRAMES - CLICK_FRAMES
    _synthesise(TRACK.format(click=click, rate=rate, frames=TRACK_FRAMES), 10, options, path)
    return MediaFile(codec, rate, path)


def short_file(directory: Path, rate: int, frames: int) -> MediaFile:
    """Synthesises a FLAC file of so many frames."""
    extension, options = CODECS["flac"]
    path = directory / f"short.{extension}"
    _synthesise(f"aevalsrc=exprs='0.1*sin(2*PI*440*t)':s={rate}:c=stereo,atrim=end_sample={frames}", 10, options, path)
    return MediaFile("flac", rate, path)


def _options(codec: str) -> tuple[str, list[str]]:
    return (CODECS | MORE_CODECS)[codec]


def _synthesise(graph: str, seconds: int, options: list[str], path: Path) -> None:
    command = ["ffmpeg", "-v", "error", "-nostdin", "-y", "-filter_complex", graph, "-t", str(seconds), *options, str(path)]
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if result.returncode != 0:
        raise BenchmarkError(f"ffmpeg could not make {path.name}: {result.stderr.strip()}")
