"""How fast jobs are beside the ffmpeg program on one thread."""

import resource
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from ..counters import process_seconds
from ..errors import BenchmarkError
from ..media import MUSIC
from ..players import Fermata
from ..results import Measure, Results
from ..sound_system import RATE, SoundSystem

SECONDS = 600
"""The length of each source."""


@dataclass(frozen=True)
class Task:
    """One job, and the same with ffmpeg."""

    title: str
    source: str
    result: str
    options: tuple[str, ...]
    """What ffmpeg is told."""
    is_copy: bool = False


TASKS = (
    Task("FLAC to WAV", "music.flac", "wav", ("-c:a", "pcm_s16le")),
    Task("FLAC to AAC", "music.flac", "m4a", ("-c:a", "aac", "-b:a", "160k")),
    Task("FLAC to Opus", "music.flac", "opus", ("-c:a", "libopus", "-b:a", "128k")),
    Task("Opus to WAV", "music.opus", "wav", ("-c:a", "pcm_s16le")),
    Task("AAC out of MP4", "film.mp4", "m4a", ("-vn", "-c:a", "copy"), is_copy=True),
    Task("Opus out of Matroska", "film.mkv", "opus", ("-vn", "-c:a", "copy"), is_copy=True),
)


def measure(system: SoundSystem, fermata: Fermata, tries: int, results: Results) -> None:
    """Does each task so often, in turn with ffmpeg."""
    sources = system.directory / "sources"
    sources.mkdir(exist_ok=True)
    _make(sources)
    place = system.directory / "converted"
    fermata.start(f'[recording]\ndirectory = "{place}"\n')
    for task in TASKS:
        cpu, wall = Measure(f"{task.title}, processor time", "s"), Measure(f"{task.title}, time", "s")
        for number in range(tries):
            source = sources / task.source
            used, passed = _job(fermata, task, source, f"{number}.{task.result}")
            results.add(cpu, fermata.name, used)
            results.add(wall, fermata.name, passed)
            used, passed = _program([
                "ffmpeg", "-nostdin", "-v", "error", "-y", "-threads", "1", "-i", str(source), "-threads", "1", *task.options,
                str(place / f"peer.{task.result}")])
            results.add(cpu, "ffmpeg", used)
            results.add(wall, "ffmpeg", passed)
            for file in place.iterdir():
                file.unlink()
    fermata.quit()


def _job(fermata: Fermata, task: Task, source: Path, path: str) -> tuple[float, float]:
    # A client that asked again and again would cost the daemon time.
    watcher = fermata.connect()
    watcher.call("events.subscribe", types=["job.changed"])
    before, begin = process_seconds(fermata.pid), time.monotonic()
    job = fermata.client.call("media.extract" if task.is_copy else "media.convert", uri=str(source), path=path)
    while job["state"] in ("waiting", "running"):
        job = watcher.receive().get("params", job)
    watcher.close()
    if job["state"] != "done":
        raise BenchmarkError(f"{task.title} has failed: {job}")
    return process_seconds(fermata.pid) - before, time.monotonic() - begin


def _program(command: list[str]) -> tuple[float, float]:
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.monotonic() - begin


def _make(directory: Path) -> None:
    music = directory / "music.flac"
    if music.exists():
        return
    _run("-filter_complex", MUSIC.format(rate=RATE) + ",aformat=sample_fmts=s16", "-t", str(SECONDS), str(music))
    _run("-i", str(music), "-b:a", "128k", str(directory / "music.opus"))
    picture = ("-f", "lavfi", "-i", f"testsrc=size=320x180:rate=10:duration={SECONDS}")
    _run(*picture, "-i", str(music), "-c:v", "mpeg4", "-c:a", "aac", str(directory / "film.mp4"))
    _run(
        "-i", str(directory / "film.mp4"), "-i", str(directory / "music.opus"), "-map", "0:v", "-map", "1:a", "-c", "copy",
        str(directory / "film.mkv"))


def _run(*arguments: str) -> None:
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *arguments], check=True)
