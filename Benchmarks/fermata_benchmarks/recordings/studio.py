"""What every part needs: a sound system, a daemon that can be killed, a tone, and sources of numbered frames."""

import json
import os
import signal
import time
from pathlib import Path

from ..errors import BenchmarkError
from ..faults.driven import recorder_program
from ..json_lines import ControlClient
from ..processes import Child, Children
from ..sound_system import SoundSystem
from ..waiting import wait_until

POSITIONS = {1: "MONO", 2: "FL,FR", 8: "FL,FR,FC,LFE,RL,RR,SL,SR"}
"""The loudspeakers of a source, by the number of its channels."""


class Studio:
    """A sound system and at most one daemon in it."""

    def __init__(self, directory: Path, children: Children, program: Path) -> None:
        self.directory = directory
        self.recordings = directory / "recordings"
        self.system = SoundSystem(directory, children)
        self._program = program
        self._socket = directory / "fermata.sock"
        self._state = directory / "fermata-state"
        self._configuration = directory / "fermata.toml"
        self._daemon: Child | None = None
        self._source: Child | None = None
        self._tone: Child | None = None

    # The daemon

    def start(self, recordings: Path | None = None) -> ControlClient:
        """Starts a daemon that records below `recordings`, and answers a connection to it."""
        recordings = recordings or self.recordings
        recordings.mkdir(exist_ok=True)
        self._configuration.write_text(f"[recording]\ndirectory = {json.dumps(str(recordings))}\n")
        self._daemon = self.system.launch([
            str(self._program), "--config", str(self._configuration), "--socket", str(self._socket),
            "--state-dir", str(self._state)])
        wait_until("fermatad to answer", self._answers, patience=60)
        client = self.connect()
        wait_until("fermatad to find the sink", lambda: bool(client.call("route.outputs")))
        return client

    def connect(self) -> ControlClient:
        """One more connection to the daemon."""
        return ControlClient(self._socket, patience=60)

    def kill(self) -> float:
        """Kills the daemon, and answers when, by the monotonic clock."""
        assert self._daemon is not None
        os.kill(self._daemon.pid, signal.SIGKILL)
        killed = time.monotonic()
        self.system.children.stop(self._daemon)
        self._daemon = None
        return killed

    def stop(self) -> None:
        """Ends the daemon as its service manager would."""
        if self._daemon is not None:
            self.system.children.stop(self._daemon)
            self._daemon = None

    @property
    def is_repairing(self) -> bool:
        """Whether the journal names a file that is being written or repaired."""
        return any((self._state / "recordings").glob("*.json"))

    def require_running(self) -> None:
        """Raises with the end of the daemon's log if it has ended by itself."""
        assert self._daemon is not None
        self._daemon.require_running()

    @property
    def log(self) -> str:
        """The end of what daemons have logged."""
        return self._daemon.log_tail() if self._daemon else ""

    # Sound

    def play_tone(self, file: Path) -> None:
        """Plays `file` into the sink from now on, unless it still plays."""
        if self._tone is None or not self._tone.is_running:
            if self._tone is not None:
                self.system.children.stop(self._tone)
            self._tone = self.system.launch(["pw-cat", "--playback", str(file)])

    def end_tone(self) -> None:
        """Ends what :meth:`play_tone` plays."""
        if self._tone is not None:
            self.system.children.stop(self._tone)
            self._tone = None

    def play_numbers(self, client: ControlClient, channels: int, rate: int) -> None:
        """Lets a source play numbered frames, which takes the place of the source before, and waits until the daemon sees it."""
        self.end_source()
        wait_until("the source to go", lambda: not client.call("route.inputs"))
        self.system.set_rate(rate)
        self._source = self.system.launch([
            str(recorder_program()), "--source", "--name", "numbers", "--rate", str(rate), "--positions", POSITIONS[channels]])
        wait_until("the source", lambda: any(found["uid"] == "numbers" for found in client.call("route.inputs")))

    def end_source(self) -> None:
        """Ends the source of numbered frames."""
        if self._source is not None:
            self.system.children.stop(self._source)
            self._source = None

    def _answers(self) -> bool:
        self.require_running()
        try:
            self.connect().close()
        except OSError:
            return False
        return True
