"""Programs that a run starts, each in a process group of its own, and that end with it whatever happens."""

import os
import shutil
import signal
import subprocess
from pathlib import Path
from types import TracebackType

from .errors import BenchmarkError

# A child whose parent is killed outright is killed by the kernel. Programs whose start is timed go without.
GUARD = ["setpriv", "--pdeathsig", "KILL", "--"]

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals with which people and programs end a run."""


class Child:
    """One running program. What it writes goes to a log file, but for its standard output if `writes` is another."""

    def __init__(
        self, arguments: list[str], environment: dict[str, str], log: Path, guarded: bool = True,
        reads: int = subprocess.DEVNULL, writes: int | None = None,
    ) -> None:
        self.name = Path(arguments[0]).name
        self.log = log
        program = shutil.which(arguments[0]) or arguments[0]
        command = (GUARD if guarded else []) + [program] + arguments[1:]
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                command, env=environment, stdin=reads, stdout=output if writes is None else writes, stderr=output,
                start_new_session=True)

    @property
    def pid(self) -> int:
        """The process, which is also its process group."""
        return self.process.pid

    @property
    def is_running(self) -> bool:
        """Whether it has not ended yet."""
        return self.process.poll() is None

    def require_running(self) -> None:
        """Raises with the end of the log where the program has ended by itself."""
        if not self.is_running:
            raise BenchmarkError(
                f"{self.name} has ended with status {self.process.returncode}:\n{self.log_tail()}")

    def log_tail(self) -> str:
        """The last two kilobytes that it wrote."""
        return self.log.read_text(errors="replace")[-2048:]

    def stop(self, with_signal: signal.Signals = signal.SIGTERM, patience: float = 5.0) -> None:
        """Ends the process, after `patience` seconds by force, and with it whatever it started."""
        if self.is_running:
            os.kill(self.pid, with_signal)
            try:
                self.process.wait(patience)
            except subprocess.TimeoutExpired:
                pass
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()


class Children:
    """All programs of a run, ended in reverse order on the way out."""

    def __init__(self) -> None:
        self._children: list[Child] = []

    def __enter__(self) -> "Children":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Whoever is impatient now would leave programs behind.
        for number in ENDING:
            signal.signal(number, signal.SIG_IGN)
        while self._children:
            self._children.pop().stop()

    def launch(
        self, arguments: list[str], environment: dict[str, str], log: Path, guarded: bool = True,
        reads: int = subprocess.DEVNULL, writes: int | None = None,
    ) -> Child:
        """Starts a program; see Child."""
        child = Child(arguments, environment, log, guarded, reads, writes)
        self._children.append(child)
        return child

    def stop(self, child: Child, with_signal: signal.Signals = signal.SIGTERM) -> None:
        """Ends one program."""
        child.stop(with_signal)
        self._children.remove(child)
