"""Faults that a machine at its limits makes."""

import os
import resource
import shutil
import subprocess
from pathlib import Path

from ..errors import BenchmarkError
from ..waiting import wait_until
from .stage import Stage

CGROUPS = Path("/sys/fs/cgroup")
MEMORY_LIMIT = 128 << 20
"""Bytes; what the unit allows is not less."""


class NotHere(Exception):
    """The machine, or its user's rights, does not allow this fault."""


def no_descriptors(stage: Stage) -> None:
    """No descriptor is left while clients come and media are added; they are there again afterwards."""
    pid = stage.pid
    before = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    used = max(int(name) for name in os.listdir(f"/proc/{pid}/fd")) + 1
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (used, before[1]))
    clients = []
    for _ in range(20):
        try:
            clients.append(stage.connect())
        except OSError:
            break
    stage.fermata.client.call("queue.add", uris=[str(stage.directory / "numbered.wav")])
    stage.wait(2)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, before)
    for client in clients:
        client.close()
    stage.wait(1)
    late = stage.connect()
    late.call("status")
    late.close()


def little_memory(stage: Stage) -> None:
    """With a memory limit (cgroup), 95,000 items are queued, listed and removed."""
    group = _group(stage.pid)
    client = stage.fermata.client
    try:
        for start in range(0, 95_000, 5_000):
            client.call("queue.add", uris=[f"/nowhere/{number:06}.flac" for number in range(start, start + 5_000)], missing=True)
        client.call("queue.list", limit=1_000)
        stage.ask()
        client.call("queue.deduplicate")
        stage.wait(1)
        # The ids are given in order, and the first item plays.
        for start in range(2, 95_002, 10_000):
            client.call("queue.remove", ids=list(range(start, min(start + 10_000, 95_002))))
        peak = group / "memory.max_usage_in_bytes"
        peak = peak if peak.exists() else group / "memory.peak"
        if peak.exists():
            stage.note = f"peak {int(peak.read_text()) / 1e6:.0f} of {MEMORY_LIMIT / 1e6:.0f} MB, page cache included"
    finally:
        (group.parent / "cgroup.procs").write_text(str(stage.pid))
        os.rmdir(group)


def _group(pid: int) -> Path:
    # Version 1 has a tree for memory alone.
    root = CGROUPS / "memory" if (CGROUPS / "memory").is_dir() else CGROUPS
    group = root / f"fermata-faults-{os.getpid()}"
    try:
        group.mkdir()
        limit = group / "memory.limit_in_bytes"
        (limit if limit.exists() else group / "memory.max").write_text(str(MEMORY_LIMIT))
        (group / "cgroup.procs").write_text(str(pid))
    except OSError as error:
        raise NotHere("no cgroup of its own can be made") from error
    return group


def full_disk(stage: Stage) -> None:
    """The disk of the state is full while the queue changes; it is saved once there is room."""
    state = stage.fermata.state
    if not state.is_mount():
        raise NotHere("no small disk can be mounted")
    client = stage.fermata.client
    filler = state / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4_096)):
                pass
        except OSError:
            pass
    for number in range(20):
        client.call("queue.add", uris=[f"/nowhere/{number}.flac"], missing=True)
        stage.wait(0.25)
    filler.unlink(missing_ok=True)
    client.call("queue.add", uris=["/nowhere/last.flac"], missing=True)
    try:
        wait_until("the state to be saved", lambda: b"last.flac" in (state / "state.json").read_bytes())
        stage.note = "saved once there was room"
    except (BenchmarkError, OSError):
        stage.note = "NOT saved once there was room"


def mount_small_disk(state: Path) -> bool:
    """Mounts a disk of half a megabyte where the daemon keeps its state; whether that may be done here."""
    state.mkdir(parents=True, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", "size=512k,mode=700", "tmpfs", str(state)]
    return shutil.which("mount") is not None and subprocess.run(command, capture_output=True).returncode == 0


def unmount_small_disk(state: Path) -> None:
    """The way back."""
    if state.is_mount():
        subprocess.run(["umount", "-l", str(state)], capture_output=True)
