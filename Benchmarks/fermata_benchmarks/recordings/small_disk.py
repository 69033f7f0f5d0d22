"""A recording fills its disk."""

import os
import subprocess

from ..errors import BenchmarkError
from ..json_lines import Events
from .decoding import decoded
from .studio import Studio

MEGABYTES = 5
MOST_LOST = 1.5


def check(studio: Studio) -> list[str]:
    """Records until the disk is full, then once more when there is room again."""
    disk = studio.directory / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", str(disk)], capture_output=True, text=True, check=False)
    if mounted.returncode != 0:
        print(f"SKIPPED: a full disk, because none can be mounted here ({mounted.stderr.strip()})")
        return []
    try:
        return _check(studio, disk)
    finally:
        studio.stop()
        studio.end_source()
        subprocess.run(["umount", str(disk)], check=False)


def _check(studio: Studio, disk) -> list[str]:
    faults = []
    client = studio.start(disk)
    studio.play_numbers(client, 2, 48_000)
    events = Events(studio.connect())
    started = client.call("record.start", path="full.wav", bits="float")
    found = events.until(lambda name, _: name == "recording.ended")
    ended = found[-1][1]
    sentences = [error["message"] for _, values in found if (error := values.get("error"))]
    print(f"A disk of {MEGABYTES} MB: {'; '.join(sentences)}")
    if len(sentences) != 1 or ended["reason"] != "failed":
        faults.append(f"the end is told by {len(sentences)} errors, and its reason is {ended['reason']}")
    samples = decoded(disk / "full.wav", 2).samples
    recorded = ended["duration"]
    lost = recorded - len(samples) / 48_000
    print(f"  {recorded:.2f} s recorded, {lost:.2f} s lost, {os.path.getsize(started['path'])} bytes")
    if lost > MOST_LOST:
        faults.append(f"{lost:.2f} s are lost on a full disk")
    # The daemon goes on, and so does the next recording once there is room.
    (disk / "full.wav").unlink()
    try:
        again = client.call("record.start", path="again.wav", bits="float", maxDuration=2)
        ended = events.until(lambda name, values: name == "recording.ended" and values["recording"] == again["recording"])[-1][1]
        if ended["reason"] != "maxDuration" or len(decoded(disk / "again.wav", 2).samples) != 96_000:
            faults.append(f"the next recording is not whole: {ended}")
    except BenchmarkError as error:
        faults.append(f"nothing is recorded behind the full disk: {error}")
    client.close()
    events.close()
    return faults
