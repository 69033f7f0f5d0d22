"""A disk that hangs under what is being decoded."""

import shutil
import signal
import subprocess
import time
from pathlib import Path

from ..sound_system import RATE
from ..waiting import wait_until
from .limits import NotHere
from .numbered import numbered_file
from .stage import Stage

ON_DISK, BEHIND = 5_400_000, 7_000_000
"""The numbers with which the file on the disk begins and the one behind it; those before belong to the file that plays first."""

HELD, HELD_SECONDS, HANG_SECONDS = 1_000_000, (30, 40), 60
"""The number with which two files begin that are read ahead, one behind the other, their lengths, and how long their disk hangs."""


def hanging_decoder(stage: Stage) -> None:
    """The disk (FUSE) under what plays hangs, and nothing is read ahead; `next` goes on to an item on another, and `status` is answered meanwhile."""
    below, disk = stage.directory / "below", stage.directory / "disk"
    below.mkdir()
    disk.mkdir()
    numbered_file(below, 30, first=ON_DISK, name="hanging.wav")
    behind = numbered_file(stage.directory, 30, first=BEHIND, name="behind.wav")
    stage.jumps |= {ON_DISK, BEHIND}
    stage.is_silence_expected = True
    process = _mount(below, disk)
    try:
        client = stage.fermata.client
        client.call("queue.add", uris=[str(disk / "hanging.wav"), str(behind)])
        client.call("next")
        stage.wait(1)
        process.send_signal(signal.SIGSTOP)
        # What was decoded ahead, and what the kernel has read ahead, is heard first.
        wait_until("the music to run dry", lambda: _stands(stage), patience=60)
        stage.wait(1)
        start = time.monotonic()
        client.call("next")
        stage.note = f"`next` took {(time.monotonic() - start) * 1_000:.0f} ms"
        stage.wait(2)
    finally:
        process.send_signal(signal.SIGCONT)
        stage.wait(1)
        subprocess.run(["fusermount", "-u", "-z", str(disk)], capture_output=True)
        process.terminate()
        process.wait()
        shutil.rmtree(below)
        disk.rmdir()
        behind.unlink()


def hidden_hang(stage: Stage) -> None:
    """The disk (FUSE) under what plays and what comes next hangs for 60 s, and all of it is read ahead."""
    below, disk = stage.directory / "below", stage.directory / "disk"
    below.mkdir()
    disk.mkdir()
    first, second = HELD_SECONDS
    numbered_file(below, first, first=HELD, name="first.wav")
    numbered_file(below, second, first=HELD + first * RATE, name="second.wav")
    stage.jumps |= {HELD}
    process = _mount(below, disk)
    try:
        client = stage.fermata.client
        client.call("queue.add", uris=[str(disk / "first.wav"), str(disk / "second.wav")])
        client.call("next")
        stage.wait(3)
        process.send_signal(signal.SIGSTOP)
        for _ in range(HANG_SECONDS):
            stage.ask()
            stage.wait(1)
        stage.note = f"hung for {HANG_SECONDS} s, under the join of two files too"
    finally:
        process.send_signal(signal.SIGCONT)
        stage.wait(1)
        subprocess.run(["fusermount", "-u", "-z", str(disk)], capture_output=True)
        process.terminate()
        process.wait()
        shutil.rmtree(below)
        disk.rmdir()


def _mount(below: Path, disk: Path) -> subprocess.Popen[bytes]:
    try:
        process = subprocess.Popen(["bindfs", "-f", str(below), str(disk)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError as error:
        raise NotHere("bindfs is not installed") from error
    deadline = time.monotonic() + 5
    while not disk.is_mount():
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            raise NotHere("no FUSE file system can be mounted")
        time.sleep(0.02)
    return process


def _stands(stage: Stage) -> bool:
    stage.ask()
    first = stage.fermata.client.call("status")["position"]["seconds"]
    stage.recorder.wait(0.5)
    return bool(first == stage.fermata.client.call("status")["position"]["seconds"])
