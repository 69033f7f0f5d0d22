"""What every player can be told."""

from abc import ABC, abstractmethod
from pathlib import Path

from ..errors import BenchmarkError
from ..processes import Child
from ..sound_system import SoundSystem


class Player(ABC):
    """A player in a sound system. Its commands return once it has answered."""

    name: str
    """What it is called in tables."""
    stays = True
    """Whether it runs without a file to play: only then it can be paused, stopped and seeked."""
    codecs: frozenset[str] | None = None
    """The codecs it plays, or None for all."""

    def __init__(self, system: SoundSystem) -> None:
        self.system = system
        self._child: Child | None = None

    @property
    def child(self) -> Child:
        """Its process."""
        if self._child is None:
            raise BenchmarkError(f"{self.name} does not run")
        return self._child

    @property
    def is_running(self) -> bool:
        """Whether it was started, and neither ended nor quit."""
        return self._child is not None and self._child.is_running

    @property
    def pid(self) -> int:
        """Its process's number."""
        self.child.require_running()
        return self.child.pid

    def plays(self, codec: str) -> bool:
        """Whether it plays files of `codec`."""
        return self.codecs is None or codec in self.codecs

    def leave(self) -> None:
        """Ends the connection over which it is told what to do, if it notices that; the next command makes a new one."""

    def quit(self) -> None:
        """Ends it."""
        if self._child is not None:
            self.system.children.stop(self._child)
            self._child = None

    @abstractmethod
    def start(self) -> None:
        """Starts it, and waits until it takes commands."""

    @abstractmethod
    def play(self, path: Path) -> None:
        """Plays a file from its beginning, in place of whatever plays."""

    def play_all(self, paths: list[Path]) -> None:
        """Plays files one behind the other, in place of whatever plays."""
        raise BenchmarkError(f"{self.name} has no queue")

    @abstractmethod
    def pause(self) -> None:
        """Pauses."""

    @abstractmethod
    def stop(self) -> None:
        """Stops."""

    @abstractmethod
    def seek(self, seconds: float) -> None:
        """Goes to that place of the file, exactly."""
