"""The sound system, the daemon and the music of one scene."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

from fermata_benchmarks.errors import BenchmarkError
from fermata_benchmarks.processes import Children
from fermata_benchmarks.sound_system import SoundSystem
from fermata_benchmarks.waiting import wait_until
from picture import Run
from terminal import Step, Terminal

ALBUM = "Lanterns"
ARTIST = "Ida Mossgrove"
TRACKS = [("Harbour at Six", 187), ("Lanterns on the Quay", 204), ("The Last Ferry", 231)]
"""Titles and lengths in seconds."""

SINKS = {
    "speakers": 'node.description = "Desk speakers" device.form-factor = speaker priority.session = 2000',
    "headphones": 'node.description = "Headphones" device.bus = bluetooth device.form-factor = headphone priority.session = 3000',
}

SINCE = re.compile(r"since \d\d:\d\d:\d\d \([^)]*\)")
SHOWN_SINCE = "since 20:14:07 (4 s ago)"
"""In the place of the time of the day, which is another one in each run."""


class Late(Exception):
    """The machine was so busy that a position or an event was missed: the scene has to start anew."""


def make_music(directory: Path) -> None:
    """An album of soft tones, and a bell."""
    album = directory / ALBUM
    album.mkdir(parents=True)
    for number, (title, seconds) in enumerate(TRACKS, start=1):
        tags = {"title": title, "artist": ARTIST, "album": ALBUM, "track": f"{number}/{len(TRACKS)}", "date": "2024"}
        encode(f"sine=frequency={110 * number}:sample_rate=44100:duration={seconds}", tags, album / f"{number} {title}.flac")
    encode("sine=frequency=880:sample_rate=44100:duration=2", {"title": "Doorbell"}, directory / "doorbell.flac")


def encode(source: str, tags: dict[str, str], file: Path) -> None:
    """Encodes a generated sound as stereo FLAC."""
    words = [word for name, value in tags.items() for word in ("-metadata", f"{name}={value}")]
    subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", source, "-ac", "2", "-sample_fmt", "s16", "-compression_level", "0",
         *words, str(file)],
        check=True, stdin=subprocess.DEVNULL, timeout=60)


class Stage:
    """A terminal in the folder of the music, beside a daemon that plays on speakers which nobody hears."""

    def __init__(self, directory: Path, music: Path, daemon: Path, sinks: tuple[str, ...], children: Children) -> None:
        self._system = SoundSystem(directory, children)
        self._pipe = children.launch(
            ["sh", "-c", "exec pw-cli >/dev/null"], self._system.environment | {"TERM": "dumb"}, directory / "pw-cli.log",
            reads=subprocess.PIPE).process.stdin
        for sink in sinks:
            self.plug(sink)
        # The sound system's own sink has no kind that a person's output has.
        self.unplug("speaker")
        self.album = str(music / ALBUM)
        self.bell = str(music / "doorbell.flac")
        self._client = str(daemon.parent / "fermata")
        environment = self._system.environment | {"PATH": f"{daemon.parent}:{self._system.environment.get('PATH', '/usr/bin:/bin')}"}
        self._terminal = Terminal(environment, music)
        # Without this, a configuration in /etc would count.
        configuration = directory / "fermata.toml"
        configuration.touch()
        self._system.launch([str(daemon), "--config", str(configuration), "--state-dir", str(directory / "player")])
        wait_until("the daemon", self._answers)
        wait_until("the outputs", lambda: {output["uid"] for output in self.quietly("route", "outputs")} == set(sinks))
        self.wait_for_output(sinks[-1])

    def rows(self) -> list[list[Run]]:
        """The screen, with a time of the day that is the same in each run."""
        rows = self._terminal.rows()
        for run in (run for row in rows for run in row):
            run.text = SINCE.sub(SHOWN_SINCE, run.text)
        return rows

    def run(self, command: str) -> None:
        """Types a command and lets it end."""
        self._terminal.run(command)

    def run_on(self, command: str, *steps: Step) -> None:
        """Types a command that goes on by itself, and stops looking after the last step."""
        if not self._terminal.run_on(command, *steps):
            raise Late(command)

    def require(self, text: str) -> None:
        """Starts the scene anew unless the screen shows the text."""
        if not self._terminal.shows(text):
            raise Late(text)

    def note(self, text: str) -> None:
        """Types a comment."""
        self._terminal.run(f"# {text}")

    def gap(self) -> None:
        """An empty line."""
        self._terminal.write("\n")

    def quietly(self, *words: str) -> Any:
        """The result of a command that the picture does not show."""
        text = self._system.run(self._client, *words, "--json")
        reply = json.loads(text) if text else {}
        if "result" not in reply:
            raise BenchmarkError(f"fermata {' '.join(words)} fails: {text}")
        return reply["result"]

    def settle(self) -> None:
        """Waits until the daemon has read all tags."""
        wait_until("the tags", lambda: all("duration" in item for item in self.quietly("queue", "list")["items"]))

    def wait_for_state(self, state: str) -> None:
        """Waits until the player is in a state."""
        wait_until(state, lambda: self.quietly("status")["state"] == state)

    def wait_for_output(self, name: str) -> None:
        """Waits until the daemon plays on an output."""
        wait_until(name, lambda: (self.quietly("status")["output"] or {}).get("uid") == name)

    def plug(self, name: str) -> None:
        """Adds a sink, which becomes the default."""
        self._tell(
            f"create-node adapter {{ factory.name = support.null-audio-sink media.class = Audio/Sink node.name = {name}"
            f" audio.position = [ FL FR ] monitor.passthrough = true object.linger = false {SINKS[name]} }}")
        wait_until(name, lambda: self._system.default_sink() == name)

    def unplug(self, name: str) -> None:
        """Removes a sink."""
        self._tell(f"destroy {name}")

    def _answers(self) -> bool:
        return '"result"' in self._system.run(self._client, "status", "--json")

    def _tell(self, command: str) -> None:
        self._pipe.write(command.encode() + b"\n")
        self._pipe.flush()
