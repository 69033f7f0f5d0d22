"""What an attack is, and the daemon that it is made on.

A module of attacks has a list `ATTACKS`. Each attack is a function that gets a `Target`, a daemon that plays:

    def flood(target: Target) -> None:
        \"\"\"A client sends ten thousand commands and reads no answer.\"\"\"
        client = target.connect()
        ...
        target.require(client.call("status"), "the daemon answers afterwards")

    ATTACKS = [Attack(flood), Attack(bad_song, configuration=LIBRARY, prepare=write_bad_song)]

`configuration` is what the daemon's config.toml says. In it, `{directory}` stands for a directory of the attack's own, in which
`prepare` can write files before the daemon starts. Every attack is over within some seconds. Whatever it does, the daemon has to live,
to play each frame, to answer `status` quickly, to keep its memory within bounds, and to start again with its state: nothing of that
needs to be checked by the attack itself.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from fermata_benchmarks.errors import BenchmarkError
from fermata_benchmarks.faults.driven import DrivenRecorder
from fermata_benchmarks.faults.numbered import heard
from fermata_benchmarks.json_lines import ControlClient
from fermata_benchmarks.players import Fermata
from fermata_benchmarks.sound_system import SoundSystem
from fermata_benchmarks.waiting import wait_until

from watcher import own_memory

MEMORY_LIMIT = 1 << 30
"""In bytes, as the unit has it."""
DESCRIPTORS = "1024:4096"
"""The soft and the hard limit, as the unit has them."""
CGROUPS = Path("/sys/fs/cgroup")
SCAN_PATIENCE = 60.0
"""For how many seconds a scan is waited for."""


@dataclass(frozen=True)
class Bounds:
    """What may become of a daemon that is attacked."""

    slowest: float
    """The slowest answer to `status`, in seconds."""
    growth: float
    """How much more memory it may have at any time, in MB (10⁶ bytes)."""


@dataclass(frozen=True)
class Attack:
    """One attack; see the head of this file."""

    act: Callable[["Target"], None]
    configuration: str = ""
    prepare: Callable[[Path], None] | None = None

    @property
    def name(self) -> str:
        """The function's name, as a person types it."""
        return self.act.__name__.replace("_", "-")

    @property
    def sentence(self) -> str:
        """What happens."""
        return " ".join((self.act.__doc__ or "").split())


@dataclass
class Outcome:
    """What became of it."""

    faults: list[str] = field(default_factory=list)
    figures: str = ""


class Target:
    """The daemon that is attacked."""

    def __init__(self, system: SoundSystem, fermata: "LimitedFermata", recorder: DrivenRecorder, directory: Path) -> None:
        self.system = system
        """The sound system and the session bus: `system.environment` leads a program to them."""
        self.fermata = fermata
        self.directory = directory
        """The attack's own."""
        self.faults: list[str] = []
        self._recorder = recorder

    @property
    def pid(self) -> int:
        """The daemon's."""
        return self.fermata.pid

    @property
    def client(self) -> ControlClient:
        """A connection that behaves."""
        return self.fermata.client

    def connect(self) -> ControlClient:
        """A new connection to the control socket."""
        return self.fermata.connect()

    def mpd(self, address: str | tuple[str, int]) -> "MPDConnection":
        """A new connection of a client of MPD, to a path or to a host and a port that the configuration names."""
        return MPDConnection(address)

    def await_scan(self) -> None:
        """Waits until the library scans no more."""
        deadline = time.monotonic() + SCAN_PATIENCE
        while "scan" in self.client.call("library.statistics"):
            if time.monotonic() > deadline:
                raise BenchmarkError("the scan does not end")
            self.wait(0.05)

    def wait(self, seconds: float) -> None:
        """Lets that much more music be heard."""
        self._recorder.wait(seconds)

    def require(self, holds: object, sentence: str) -> None:
        """Notes a fault unless something holds."""
        if not holds:
            self.faults.append(f"not so: {sentence}")


class MPDConnection:
    """A client of MPD that may stop reading."""

    def __init__(self, address: str | tuple[str, int], patience: float = 30.0) -> None:
        family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
        self.socket = socket.socket(family)
        self.socket.settimeout(patience)
        self.socket.connect(address)
        self._file = self.socket.makefile("rb")
        self.greeting = self._file.readline().decode(errors="replace").strip()

    def send(self, text: str) -> None:
        """Sends text as it is: lines end with a line feed."""
        self.socket.sendall(text.encode(errors="surrogateescape"))

    def answer(self) -> list[str]:
        """The lines of the next answer; the last one is `OK` or an `ACK`."""
        lines = []
        while True:
            line = self._file.readline()
            if not line:
                raise BenchmarkError("the connection was closed while an answer was awaited")
            lines.append(line.decode(errors="replace").rstrip("\n"))
            if lines[-1] == "OK" or lines[-1].startswith("ACK "):
                return lines

    def call(self, command: str) -> list[str]:
        """Sends one command and answers the lines that come back."""
        self.send(f"{command}\n")
        return self.answer()

    def close(self) -> None:
        """Ends the connection."""
        self._file.close()
        self.socket.close()


class LimitedFermata(Fermata):
    """Fermata within the limits of its unit."""

    def __init__(self, system: SoundSystem, executable: Path) -> None:
        super().__init__(system, executable)
        self._group = _memory_group()

    @property
    def command(self) -> list[str]:
        entered = f'echo $$ >"{self._group}/cgroup.procs"; ' if self._group else ""
        return ["sh", "-c", f'{entered}exec "$@"', "sh", "prlimit", f"--nofile={DESCRIPTORS}", *super().command]

    def quit(self) -> None:
        super().quit()
        if self._group:
            os.rmdir(self._group)
            self._group = None

    def restart(self) -> None:
        """Ends it as the service manager does, and starts it again with its state and its configuration."""
        self.leave()
        self.system.children.stop(self.child)
        self.start(self.configuration.read_text(), keeps_state=True)

    @property
    def log(self) -> str:
        """The end of what it wrote."""
        return self._child.log_tail() if self._child else ""


def _memory_group() -> Path | None:
    """A control group with the unit's limit; None where none can be made."""
    # Version 1 has a tree for memory alone.
    root = CGROUPS / "memory" if (CGROUPS / "memory").is_dir() else CGROUPS
    group = root / f"fermata-hostile-{os.getpid()}"
    try:
        group.mkdir()
        limit = group / "memory.limit_in_bytes"
        (limit if limit.exists() else group / "memory.max").write_text(str(MEMORY_LIMIT))
    except OSError:
        return None
    return group


class _Watch:
    """The process that watches the daemon."""

    def __init__(self, fermata: Fermata) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("watcher.py")), str(fermata.socket), str(fermata.pid)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self._process.stdout.readline()

    def end(self) -> tuple[float, float, str]:
        """The slowest answer in seconds, the most memory in MB, and why it had to give up, if it had to."""
        output, _ = self._process.communicate(timeout=60)
        slowest, most, *failure = output.split(maxsplit=2)
        return float(slowest), float(most), failure[0].strip() if failure else ""

    def kill(self) -> None:
        """Ends it, whatever it does."""
        self._process.kill()
        self._process.wait()


def tried(
    attack: Attack, system: SoundSystem, executable: Path, recorder_program: Path, music: Path, bounds: Bounds
) -> Outcome:
    """Makes one attack on a daemon of its own."""
    directory = system.directory / "attack"
    directory.mkdir()
    if attack.prepare:
        attack.prepare(directory)
    fermata = LimitedFermata(system, executable)
    recorder = DrivenRecorder(system, recorder_program)
    target = Target(system, fermata, recorder, directory)
    outcome = Outcome(target.faults)
    watch: _Watch | None = None
    samples = None
    try:
        fermata.start(attack.configuration.replace("{directory}", str(directory)))
        fermata.play(music)
        target.wait(0.5)
        before = own_memory(fermata.pid)
        watch = _Watch(fermata)
        attack.act(target)
        target.wait(0.5)
        slowest, most, failure = watch.end()
        outcome.figures = f"slowest status {slowest * 1_000:.1f} ms, memory {before:.1f} MB, {most:.1f} at most"
        if failure:
            outcome.faults.append(f"`status` was not answered: {failure}")
        if slowest > bounds.slowest:
            outcome.faults.append(f"`status` took {slowest * 1_000:.0f} ms")
        if most - before > bounds.growth:
            outcome.faults.append(f"memory grew from {before:.1f} to {most:.1f} MB")
        fermata.child.require_running()
        if (state := fermata.client.call("status")["state"]) != "playing":
            outcome.faults.append(f"the daemon is {state}")
        samples = recorder.end()
        sound = heard(samples)
        if (sound.lost, sound.inserted, sound.wrong) != (0, 0, 0):
            outcome.faults.append(f"{sound.lost} frames were lost, {sound.inserted} put in, {sound.wrong} wrong")
        fermata.restart()
    except (BenchmarkError, OSError, subprocess.SubprocessError) as error:
        outcome.faults.append(f"{error}\n{fermata.log}")
    finally:
        if watch:
            watch.kill()
        if samples is None:
            recorder.end()
        fermata.quit()
        shutil.rmtree(directory, ignore_errors=True)
    return outcome
