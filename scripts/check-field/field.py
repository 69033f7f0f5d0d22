"""One case: its folder, a daemon of its own, and its server."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fermata_benchmarks.errors import BenchmarkError
from fermata_benchmarks.json_lines import Events
from fermata_benchmarks.players.fermata import Fermata
from fermata_benchmarks.sound_system import SoundSystem
from fermata_benchmarks.waiting import wait_until

PORT = 8899
"""Some cases write addresses with this port into what they send."""


class Field:
    """What a check has at hand; a daemon runs while it is entered."""

    def __init__(self, system: SoundSystem, fermata: Fermata, folder: Path, directory: Path) -> None:
        self.fermata = fermata
        self.directory = directory
        self.faults: list[str] = []
        self._system = system
        self._folder = folder
        self._server: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Field":
        self.directory.mkdir()
        self.fermata.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.fermata.quit()
        if self._server is not None:
            self._server.kill()
            self._server.wait()

    def restart(self, configuration: str) -> None:
        """Starts the daemon anew, with these lines of configuration."""
        self.fermata.quit()
        self.fermata.start(configuration)

    def make(self, *arguments: str) -> Path:
        """Runs the case's `make.py`, and answers the directory with what it has made."""
        self._run([sys.executable, str(self._folder / "make.py"), *(arguments or [str(self.directory)])])
        return self.directory

    def serve(self) -> str:
        """Starts the case's `serve.py`, and answers its address, which ends in a slash."""
        environment = os.environ | {"PORT": str(PORT)}
        self._server = subprocess.Popen(
            [sys.executable, str(self._folder / "serve.py")], env=environment, stdout=subprocess.DEVNULL, cwd=self.directory)
        wait_until("the case's server to listen", _listens)
        return f"http://127.0.0.1:{PORT}/"

    def call(self, method: str, **parameters: Any) -> Any:
        """What the daemon answers."""
        return self.fermata.client.call(method, **parameters)

    def refusal(self, method: str, **parameters: Any) -> str | None:
        """The words with which the daemon refuses; `None` if it does not."""
        try:
            self.call(method, **parameters)
        except BenchmarkError as error:
            return str(error)
        return None

    def events(self, *types: str) -> Events:
        """The events of these types from now on."""
        return Events(self.fermata.connect(), *types)

    def require(self, holds: object, sentence: str) -> None:
        """Notes a fault unless something holds."""
        if not holds:
            self.faults.append(f"not so: {sentence}")

    def eventually(self, sentence: str, condition: Callable[[], bool], patience: float = 10.0) -> None:
        """Notes a fault unless something holds before long."""
        try:
            wait_until(sentence, condition, patience, 0.05)
        except BenchmarkError:
            self.faults.append(f"not so within {patience:g} s: {sentence}")

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.directory)
        if done.returncode:
            raise BenchmarkError(f"{command[1]} failed: {done.stderr.strip()[-300:]}")


def _listens() -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", PORT)) == 0
