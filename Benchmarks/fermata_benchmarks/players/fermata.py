"""Fermata itself."""

import shutil
from pathlib import Path
from typing import Any

from ..json_lines import ControlClient
from ..sound_system import SoundSystem
from ..waiting import wait_until
from .player import Player


class Fermata(Player):
    """fermatad with its default configuration, apart from lines given to `start`."""

    name = "Fermata"
    MOST_AT_ONCE = 5_000
    """How many items one message adds: it has to stay below the limit of a message."""

    def __init__(self, system: SoundSystem, executable: Path) -> None:
        super().__init__(system)
        self.executable = executable
        self.socket = system.directory / "fermata.sock"
        self.state = system.directory / "fermata-state"
        self.configuration = system.directory / "fermata.toml"
        self.configuration.touch()
        self._client: ControlClient | None = None
        self.variables: dict[str, str] = {}
        """More environment variables for the daemon."""

    @property
    def client(self) -> ControlClient:
        """The connection over which it is told what to do."""
        if self._client is None:
            self._client = self.connect()
        return self._client

    @property
    def command(self) -> list[str]:
        """How it is started."""
        return [
            str(self.executable), "--config", str(self.configuration), "--socket", str(self.socket),
            "--state-dir", str(self.state),
        ]

    def connect(self) -> ControlClient:
        """A new connection."""
        return ControlClient(self.socket)

    def forget(self) -> None:
        """Removes what an earlier run saved, so that each starts alike."""
        shutil.rmtree(self.state, ignore_errors=True)

    def start(self, configuration: str = "", *, keeps_state: bool = False) -> None:
        self.configuration.write_text(configuration)
        if not keeps_state:
            self.forget()
        self._child = self.system.launch(self.command, **self.variables)
        wait_until("fermatad to answer", self._answers)
        wait_until("fermatad to find a sink", lambda: bool(self.client.call("route.outputs")))

    def leave(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def quit(self) -> None:
        self.leave()
        super().quit()

    def play(self, path: Path) -> None:
        self.client.call("play", uri=str(path))

    def play_all(self, paths: list[Path]) -> None:
        self.client.call("queue.clear")
        for start in range(0, len(paths), self.MOST_AT_ONCE):
            self.client.call("queue.add", uris=[str(path) for path in paths[start:start + self.MOST_AT_ONCE]])
        self.client.call("play")

    def pause(self) -> None:
        self.client.call("pause")

    def stop(self) -> None:
        self.client.call("stop")

    def seek(self, seconds: float) -> None:
        self.client.call("seek", position=seconds)

    def statistics(self) -> dict[str, Any]:
        """What `server.statistics` answers."""
        result: dict[str, Any] = self.client.call("server.statistics")
        return result

    def _answers(self) -> bool:
        self.child.require_running()
        try:
            self.connect().close()
        except OSError:
            return False
        return True
