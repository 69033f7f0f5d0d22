"""What a fault is worked on: a playing daemon, its recording, and what it holds."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ..counters import memory
from ..errors import BenchmarkError
from ..json_lines import ControlClient
from ..players import Fermata
from ..sound_system import SoundSystem
from .driven import DrivenRecorder


@dataclass(frozen=True)
class Holdings:
    """What a process holds."""

    private_dirty: float
    """In MB (10⁶ bytes)."""
    threads: int
    descriptors: int


def holdings(pid: int) -> Holdings:
    """What `pid` holds now."""
    return Holdings(
        memory(pid).private_dirty, len(os.listdir(f"/proc/{pid}/task")), len(os.listdir(f"/proc/{pid}/fd")))


class Stage:
    """A daemon that plays into a recorder."""

    def __init__(self, system: SoundSystem, fermata: Fermata, recorder: DrivenRecorder, directory: Path) -> None:
        self.system = system
        self.fermata = fermata
        self.recorder = recorder
        self.directory = directory
        self.slowest = 0.0
        """The slowest answer of the daemon to `status`, in seconds, while it was not frozen itself."""
        self.note = ""
        """What else was seen, for the table."""
        self.jumps: set[int] = set()
        """The numbers of frames to which the music was to jump."""
        self.is_silence_expected = False
        """Whether the fault itself is silence between frames."""

    @property
    def pid(self) -> int:
        """The daemon's."""
        return self.fermata.pid

    def ask(self) -> None:
        """Asks for the status on a connection that is there already, and notes how long that took."""
        start = time.monotonic()
        self.fermata.client.call("status")
        self.slowest = max(self.slowest, time.monotonic() - start)

    def connect(self) -> ControlClient:
        """One more client."""
        return self.fermata.connect()

    def wait(self, seconds: float) -> None:
        """Lets that much more music be heard, and asks for the status meanwhile."""
        for _ in range(max(1, round(seconds * 4))):
            self.recorder.wait(0.25)
            self.ask()

    @contextmanager
    def frozen(self, pid: int) -> Iterator[None]:
        """Inside, a process is stopped."""
        os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(pid, signal.SIGCONT)

    def require_playing(self) -> None:
        """Raises where the first song is not played any more."""
        self.fermata.child.require_running()
        state = self.fermata.client.call("status")["state"]
        if state != "playing":
            raise BenchmarkError(f"the daemon is {state}:\n{self.fermata.child.log_tail()}")
