"""mpv as a player without a window, told what to do over its JSON socket."""

from pathlib import Path
from typing import Any

from ..errors import BenchmarkError
from ..json_lines import JSONLines
from ..sound_system import SoundSystem
from ..waiting import wait_until
from .player import Player


class Mpv(Player):
    """mpv without the user's configuration."""

    name = "mpv"

    def __init__(self, system: SoundSystem) -> None:
        super().__init__(system)
        self._path = system.directory / "mpv.sock"
        self._list = system.directory / "mpv.m3u"
        self._connection: JSONLines | None = None

    def start(self) -> None:
        self._path.unlink(missing_ok=True)
        self._child = self.system.launch([
            "mpv", "--no-config", "--no-terminal", "--no-video", "--ao=pipewire", "--idle=yes",
            f"--input-ipc-server={self._path}",
        ])
        wait_until("mpv to answer", self._connects)
        # Events would wake it and us for nothing.
        self._tell("disable_event", "all")

    def quit(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        super().quit()

    def play(self, path: Path) -> None:
        self._tell("set_property", "pause", False)
        self._tell("loadfile", str(path))

    def play_all(self, paths: list[Path]) -> None:
        self._tell("set_property", "pause", False)
        self._list.write_text("".join(f"{path}\n" for path in paths))
        self._tell("loadlist", str(self._list))

    def pause(self) -> None:
        self._tell("set_property", "pause", True)

    def stop(self) -> None:
        self._tell("stop")

    def seek(self, seconds: float) -> None:
        self._tell("seek", seconds, "absolute+exact")

    def _connects(self) -> bool:
        self.child.require_running()
        try:
            self._connection = JSONLines(self._path)
        except OSError:
            return False
        return True

    def _tell(self, *command: Any) -> None:
        if self._connection is None:
            raise BenchmarkError("mpv was told something before it was started")
        self._connection.send({"command": list(command)})
        while "error" not in (answer := self._connection.receive()):
            pass
        if answer["error"] != "success":
            raise BenchmarkError(f"mpv refused {command[0]}: {answer['error']}")
