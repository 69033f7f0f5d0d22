"""A recorder that is the sink and drives the graph: a cycle begins only once the one before has reached it, so that what is
missing in the recording was lost by somebody, and not by a machine that is busy."""

import os
from array import array
from pathlib import Path

from ..errors import BenchmarkError
from ..sound_system import RATE, SoundSystem
from ..tools import ROOT
from ..waiting import wait_until

FRAME_BYTES = 8


def recorder_program() -> Path:
    """The newest built `sink-recorder` of this checkout, or the one that $SINK_RECORDER names."""
    named = os.environ.get("SINK_RECORDER")
    places = [Path(named)] if named else [ROOT / ".build" / kind / "sink-recorder" for kind in ("release", "debug")]
    built = [place.resolve() for place in places if os.access(place, os.X_OK)]
    if not built:
        raise BenchmarkError(f"no sink-recorder at {' or '.join(map(str, places))}: swift build --product sink-recorder")
    return max(built, key=lambda place: place.stat().st_mtime)


class DrivenRecorder:
    """One recording."""

    NAME = "driven"

    def __init__(self, system: SoundSystem, program: Path) -> None:
        self._system = system
        self._path = system.directory / "driven.f32"
        self._child = system.launch([
            str(program), "--name", self.NAME, "--rate", str(RATE), "--positions", "FL,FR", "--priority", "9000",
            str(self._path)])
        wait_until("the recorder to be the default sink", lambda: system.default_sink() == self.NAME)
        wait_until("the recorder to record", lambda: self.frames > 0)

    @property
    def frames(self) -> int:
        """How many frames are recorded, silence included."""
        return self._path.stat().st_size // FRAME_BYTES if self._path.exists() else 0

    def wait(self, seconds: float) -> None:
        """Returns once that much more is recorded: time of the music, which a busy machine stretches."""
        goal = self.frames + int(seconds * RATE)
        wait_until(f"{seconds:g} s of recording", lambda: self.frames >= goal, patience=60 + 10 * seconds)

    def end(self) -> array:
        """Ends the recording, and answers its samples."""
        self._system.children.stop(self._child)
        samples = array("f")
        data = self._path.read_bytes()
        samples.frombytes(data[:len(data) // FRAME_BYTES * FRAME_BYTES])
        self._path.unlink()
        return samples
