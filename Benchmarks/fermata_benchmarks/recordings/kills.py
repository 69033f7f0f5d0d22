"""The daemon is killed at a random moment while it records in every format; the next one repairs the files."""

import random
import subprocess
import time
from collections import defaultdict
from pathlib import Path

import numpy

from ..sound_system import RATE
from ..waiting import wait_until
from .decoding import decoded
from .studio import Studio

SUFFIXES = ("wav", "flac", "opus", "ogg", "mp3", "aac", "m4a", "mka")
MOST_LOST = 1.5
"""What a crash may cost, in seconds."""
SHORTEST, LONGEST = 0.3, 6.0
"""How long the recordings are, in seconds."""
AMPLITUDE = 0.25


def check(studio: Studio, count: int, dice: random.Random) -> list[str]:
    """Kills so often, and prints the worst losses of each format."""
    tone = _tone(studio.directory / "tone.flac", count * 20 + 60)
    faults: list[str] = []
    before: dict[str, list[float]] = defaultdict(list)
    after: dict[str, list[float]] = defaultdict(list)
    unopened: dict[str, int] = defaultdict(int)
    removed: dict[str, int] = defaultdict(int)
    interrupted = 0
    client = studio.start()
    for number in range(count):
        studio.play_tone(tone)
        takes = _record(client, number, dice.uniform(SHORTEST, LONGEST))
        killed = studio.kill()
        client.close()
        recorded = {suffix: max(0.0, killed - begin) for suffix, (_, begin) in takes.items()}
        for suffix, (path, _) in takes.items():
            length = len(decoded(path, 2, RATE).samples) / RATE
            unopened[suffix] += length == 0
            before[suffix].append(recorded[suffix] - length)
        client = studio.start()
        wait_until("the repair", lambda: not studio.is_repairing, patience=60)
        silences: dict[str, str] = {}
        for suffix, (path, _) in takes.items():
            if not path.exists() and recorded[suffix] <= MOST_LOST:
                # It had no sound yet, and was removed.
                after[suffix].append(recorded[suffix])
                removed[suffix] += 1
                continue
            where = f"kill {number + 1}, {suffix} of {recorded[suffix]:.2f} s"
            found = decoded(path, 2, RATE)
            lost = recorded[suffix] - len(found.samples) / RATE
            after[suffix].append(lost)
            if found.complaint:
                faults.append(f"{where}: ffmpeg says {found.complaint.splitlines()[0]}")
            if lost > MOST_LOST:
                faults.append(f"{where}: {lost:.2f} s are lost")
            if places := _wrong_places(found.samples[:, 0]):
                silences[suffix] = f"{where}: the tone is not there at {places[0]:.2f} s of {len(found.samples) / RATE:.2f}"
            path.unlink(missing_ok=True)
        # If it is missing in several of them, the machine was too busy to play it; the others may have ended before.
        if len(silences) < len(SUFFIXES) // 2:
            faults += silences.values()
        elif silences:
            interrupted += 1
        if (number + 1) % 10 == 0:
            print(f"{number + 1} of {count} kills, {len(faults)} faults", flush=True)
    studio.stop()
    studio.end_tone()
    print(f"{count} kills. The losses in seconds, worst and median:")
    for suffix in SUFFIXES:
        print(
            f"  {suffix:5} left {max(before[suffix]):.2f} {numpy.median(before[suffix]):.2f}   "
            f"repaired {max(after[suffix]):.2f} {numpy.median(after[suffix]):.2f}   "
            f"without a frame {unopened[suffix]}, of which {removed[suffix]} removed")
    if interrupted:
        print(f"  The tone itself was interrupted in {interrupted} runs, in several files at once.")
    for suffix in SUFFIXES:
        if max(before[suffix]) > MOST_LOST:
            faults.append(f"{suffix}: {max(before[suffix]):.2f} s were lost before the repair")
    return faults


def _record(client, number: int, seconds: float) -> dict[str, tuple[Path, float]]:
    """Records in all formats, and answers by suffix the file, and when its first frame was sound.

    That is never told earlier than it was, and less than a twentieth of a second too late, unless the recording is so short that the
    daemon has told nothing yet. Then it is the time of the request, and the loss looks greater than it is.
    """
    paths, begins, ids, asked = {}, {}, {}, {}
    for suffix in SUFFIXES:
        asked[suffix] = time.monotonic()
        started = client.call("record.start", source="output", path=f"kill {number}.{suffix}")
        ids[started["recording"]] = suffix
        paths[suffix] = Path(started["path"])
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for status in client.call("record.list"):
            if status["duration"] > 0:
                suffix = ids[status["recording"]]
                begin = time.monotonic() - status["duration"]
                begins[suffix] = min(begin, begins.get(suffix, begin))
        time.sleep(0.01)
    return {suffix: (paths[suffix], begins.get(suffix, asked[suffix])) for suffix in SUFFIXES}


def _wrong_places(samples: numpy.ndarray) -> list[float]:
    """Where the tone is missing or has another level, in seconds. The beginning may be silent: the stream is not linked yet."""
    length = RATE // 20
    blocks = samples[:len(samples) // length * length].reshape(-1, length)
    levels = numpy.sqrt((blocks.astype(numpy.float64) ** 2).mean(axis=1))
    heard = numpy.flatnonzero(levels > AMPLITUDE / 4)
    # Nor is the tone there yet if a lossy codec begins to sound; its last frame fades out with its window.
    if len(heard) == 0:
        return [0.0] if len(samples) > RATE else []
    inner = numpy.arange(heard[0] + 2, len(levels) - 2)
    wrong = inner[numpy.abs(levels[inner] / (AMPLITUDE / 2 ** 0.5) - 1) > 0.25]
    return [float(place) / 20 for place in wrong]


def _tone(path: Path, seconds: int) -> Path:
    source = f"aevalsrc={AMPLITUDE}*sin(2*PI*997*t):s={RATE}:d={seconds}"
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", source, "-ac", "2", "-sample_fmt", "s16", "-filter:a",
         "pan=stereo|c0=c0|c1=c0", "-compression_level", "0", str(path)], check=True)
    return path
