"""A sound system of the tests' own, with a daemon that they can kill and start again. Nothing of the user's is touched."""

import contextlib
import math
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import wave
from collections.abc import Callable
from pathlib import Path

DEADLINE = 30.0
ROOT = Path(__file__).resolve().parents[3]
# What would lead to the user's own sound system, message bus or daemon.
FOREIGN = ("XDG_", "PIPEWIRE_", "PULSE_", "DBUS_", "FERMATA", "NOTIFY_", "LISTEN_", "WIREPLUMBER_")


def daemon_program() -> Path:
    """The daemon that FERMATAD names, else the newest built one."""
    if given := os.environ.get("FERMATAD"):
        return Path(given)
    built = [path for path in ROOT.glob(".build*/*/fermatad") if path.is_file()]
    if not built:
        raise FileNotFoundError("no fermatad is built; name one in FERMATAD")
    return max(built, key=lambda path: path.stat().st_mtime)


def wait_until(condition: Callable[[], bool], what: str) -> None:
    """Waits for a condition, from a thread that may wait."""
    end = time.monotonic() + DEADLINE
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.02)


def free_port() -> int:
    """A port of loopback at which nobody listens."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


class SoundSystem:
    """A message bus, PipeWire, WirePlumber and two sinks below one directory, and a daemon in it."""

    def __init__(self, configuration: str = "") -> None:
        self.directory = Path(tempfile.mkdtemp(prefix="fermata-python-"))
        self.music = self.directory / "music"
        self.music.mkdir()
        self._processes: list[subprocess.Popen[bytes]] = []
        self.daemon: subprocess.Popen[bytes] | None = None
        self._runtime = self.directory / "run"
        self._runtime.mkdir(mode=0o700)
        self._environment = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
        self._bus = f"unix:path={self._runtime}/bus"
        self._environment |= {"HOME": str(self.directory), "XDG_RUNTIME_DIR": str(self._runtime), "DBUS_SESSION_BUS_ADDRESS": self._bus}
        settings = self.directory / ".config/fermata"
        settings.mkdir(parents=True)
        (settings / "config.toml").write_text(f'[library]\ndirectories = ["{self.music}"]\n{configuration}', encoding="utf-8")
        self.socket = str(self._runtime / "fermata/control.sock")
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    def _run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, env=self._environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=DEADLINE, check=False)

    def _spawn(self, *command: str) -> subprocess.Popen[bytes]:
        with (self.directory / f"{Path(command[0]).name}.log").open("ab") as log:
            process = subprocess.Popen(command, env=self._environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self._processes.append(process)
        return process

    def _start(self) -> None:
        self._spawn("dbus-daemon", "--session", "--nofork", f"--address={self._bus}")
        wait_until((self._runtime / "bus").exists, "no message bus")
        self._spawn("pipewire")
        wait_until((self._runtime / "pipewire-0").exists, "no PipeWire")
        self._spawn("wireplumber")
        for name in ("Speaker", "Headphones"):
            properties = f"object.linger=true audio.position=[FL FR] node.name={name} node.description={name}"
            made = self._run("pw-cli", "create-node", "adapter", f"{{ factory.name=support.null-audio-sink media.class=Audio/Sink {properties} }}")
            if made.returncode:
                raise RuntimeError(f"no sink: {made.stderr}")
        wait_until(lambda: all(f'"{name}"' in self._run("pw-dump").stdout for name in ("Speaker", "Headphones")), "no sinks")
        wait_until(lambda: "default.audio.sink" in self._run("pw-metadata", "0").stdout, "no default sink")
        self.start_daemon()

    def start_daemon(self) -> None:
        """Starts the daemon, and waits until it listens."""
        self.daemon = self._spawn(str(daemon_program()))
        try:
            wait_until(self._listens, "the daemon does not listen")
        except TimeoutError as error:
            raise RuntimeError(f"no daemon: {self.log()}") from error

    def _listens(self) -> bool:
        with contextlib.closing(socket.socket(socket.AF_UNIX)) as connection:
            try:
                connection.connect(self.socket)
            except OSError:
                return False
        return True

    def kill_daemon(self) -> None:
        """Kills the daemon as a crash would."""
        assert self.daemon is not None
        self.daemon.kill()
        self.daemon.wait(DEADLINE)

    def log(self) -> str:
        """What the daemon has said."""
        path = self.directory / "fermatad.log"
        return path.read_text(encoding="utf-8", errors="replace")[-4000:] if path.exists() else ""

    def close(self) -> None:
        """Ends everything."""
        for process in reversed(self._processes):
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.directory, ignore_errors=True)

    def song(self, name: str, seconds: float = 20.0, **tags: str) -> str:
        """Writes a tone into the directory of music, and answers with its path. With tags it is a FLAC file, made by ffmpeg."""
        path = self.music / f"{name}.wav"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_tone(path, seconds)
        if not tags:
            return str(path)
        tagged = path.with_suffix(".flac")
        options = [word for key, value in tags.items() for word in ("-metadata", f"{key}={value}")]
        made = self._run("ffmpeg", "-v", "error", "-y", "-i", str(path), *options, str(tagged))
        if made.returncode:
            raise RuntimeError(made.stderr)
        path.unlink()
        return str(tagged)


def write_tone(path: Path, seconds: float, rate: int = 8000) -> None:
    """Writes a soft tone of 440 Hz as WAV."""
    period = [struct.pack("<h", int(3000 * math.sin(2 * math.pi * 440 * frame / rate))) for frame in range(rate)]
    whole = b"".join(period)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((whole * (int(seconds) + 1))[: int(seconds * rate) * 2])
