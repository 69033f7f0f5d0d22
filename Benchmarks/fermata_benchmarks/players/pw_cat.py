"""pw-cat: PipeWire's own player of one WAV file, and so the least that playing costs."""

from pathlib import Path

from ..errors import BenchmarkError
from .player import Player


class PwCat(Player):
    """A process for each file; there is nothing to pause or to seek."""

    name = "pw-cat"
    stays = False
    codecs = frozenset({"wav"})

    def start(self) -> None:
        """Nothing to start before there is a file."""

    def play(self, path: Path) -> None:
        self.quit()
        # Not guarded: the time from here to the first sample is measured.
        self._child = self.system.launch(["pw-cat", "--playback", str(path)], guarded=False)

    def pause(self) -> None:
        raise BenchmarkError("pw-cat cannot pause")

    def stop(self) -> None:
        self.quit()

    def seek(self, seconds: float) -> None:
        raise BenchmarkError("pw-cat cannot seek")
