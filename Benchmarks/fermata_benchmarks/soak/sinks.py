"""Sinks that come, change and go, made by one pw-cli that reads its commands from a pipe."""

import random
import subprocess

from ..errors import BenchmarkError
from ..sound_system import SoundSystem

KINDS = {
    "virtual": "",
    "headphones": "device.form-factor = headphone",
    "hdmi": "device.form-factor = tv",
    "bluetoothA2DP": "device.bus = bluetooth",
}
"""By the type that clients are to see: the properties that make a null sink pass for one."""

POSITIONS = ["MONO", "FL FR", "FL FR FC LFE", "FL FR FC LFE RL RR", "FL FR FC LFE RL RR SL SR"]

MOST = 30
"""How many sinks there are at a time, about."""

NAMES = [f"soak-{number}" for number in range(2 * MOST)]
"""So few that names come back, as those of devices do."""


class Sinks:
    """The sinks of a soak. Commands are only sent; `names` is what should be there once all of them are done."""

    def __init__(self, system: SoundSystem, chance: random.Random) -> None:
        self.system = system
        self.chance = chance
        self.names: set[str] = set()
        self._made = 0
        # What it prints about every object in the graph is not wanted; its refusals go to the log.
        self._child = system.children.launch(
            ["sh", "-c", "exec pw-cli >/dev/null"], system.environment | {"TERM": "dumb"},
            system.directory / "pw-cli.log", reads=subprocess.PIPE)

    def add(self, name: str | None = None) -> str:
        """Adds a sink of some kind, priority and number of channels, and answers its `node.name`."""
        name = name or self.chance.choice([each for each in NAMES if each not in self.names])
        self._made += 1
        kind = self.chance.choice(list(KINDS.values()))
        self._tell(
            f"create-node adapter {{ factory.name = support.null-audio-sink media.class = Audio/Sink"
            f' node.name = {name} node.description = "Soak {self._made}"'
            f" audio.position = [ {self.chance.choice(POSITIONS)} ] priority.session = {self.chance.randrange(1, 2_000)}"
            f" monitor.passthrough = true object.linger = false {kind} }}")
        self.names.add(name)
        return name

    def remove(self, name: str | None = None) -> str:
        """Removes a sink."""
        name = name or self.any()
        self._tell(f"destroy {name}")
        self.names.discard(name)
        return name

    def replace(self) -> None:
        """Renames a sink: the server has no other way than a new one in its place, with the same `node.name`."""
        self.add(self.remove())

    def adjust(self) -> None:
        """Changes the volume and mute of a sink, as a mixer does."""
        muted = self.chance.choice(["true", "false"])
        self._tell(f"set-param {self.any()} Props {{ mute: {muted}, channelVolumes: [ {self.chance.random():.3f} ] }}")

    def make_default(self) -> None:
        """Chooses the default sink, as a user does in a mixer."""
        self.system.run(
            "pw-metadata", "0", "default.configured.audio.sink", f'{{ "name": "{self.any()}" }}', "Spa:String:JSON")

    def any(self) -> str:
        """One of the sinks."""
        return self.chance.choice(sorted(self.names))

    def refusals(self) -> int:
        """How many commands came to nothing, as when a sink was to go that had not been announced yet."""
        return self._child.log.read_text(errors="replace").count("Error:")

    def _tell(self, command: str) -> None:
        self._child.require_running()
        pipe = self._child.process.stdin
        if pipe is None:
            raise BenchmarkError("pw-cli reads nothing")
        pipe.write(command.encode() + b"\n")
        pipe.flush()
