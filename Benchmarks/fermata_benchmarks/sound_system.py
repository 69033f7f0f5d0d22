"""D-Bus, PipeWire and WirePlumber for one run, apart from whatever the user of the machine runs."""

import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

from .errors import BenchmarkError
from .processes import Child, Children
from .waiting import wait_until

RATE = 44_100
"""The graph's rate in hertz."""

QUANTUM = 1_024
"""Frames of a graph cycle, forced, so that no player chooses its own."""

FREE_QUANTUM = 0
"""Lets the players ask for the cycle they want."""

PIPEWIRE_FRAGMENT = f"""
context.properties = {{
    default.clock.rate = {RATE}
    default.clock.allowed-rates = [ {RATE} ]
    default.clock.quantum = {QUANTUM}
    default.clock.min-quantum = 16
    default.clock.max-quantum = 8192
    vm.overrides = {{ default.clock.min-quantum = 16 }}
}}
context.objects = [ {{ factory = adapter args = {{
    factory.name = support.null-audio-sink media.class = Audio/Sink node.name = speaker node.description = Speaker
    audio.position = [ FL FR ] priority.session = 1000 monitor.passthrough = true object.linger = true }} }} ]
"""

# Without the monitors of real hardware, and without a portal that is not there.
WIREPLUMBER_FRAGMENTS = {
    "main.lua.d/51-benchmark.lua": """
alsa_monitor.enabled = false
v4l2_monitor.enabled = false
libcamera_monitor.enabled = false
default_access.properties["enable-flatpak-portal"] = false
""",
    "bluetooth.lua.d/51-benchmark.lua": "bluez_monitor.enabled = false\n",
}

LEADS_ELSEWHERE = {"DISPLAY", "WAYLAND_DISPLAY", "PULSE_SERVER", "NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LANGUAGE"}


class SoundSystem:
    """A running sound system with one null sink; `environment` leads a program to it and to no other."""

    def __init__(self, directory: Path, children: Children) -> None:
        self.directory = directory
        self.children = children
        self.environment = self._environment()
        self._write("config/pipewire/pipewire.conf.d/benchmark.conf", PIPEWIRE_FRAGMENT)
        for name, text in WIREPLUMBER_FRAGMENTS.items():
            self._write(f"config/wireplumber/{name}", text)
        bus = directory / "run/bus"
        self.launch(["dbus-daemon", "--session", f"--address=unix:path={bus}", "--nofork", "--nopidfile"])
        wait_until("the message bus", bus.exists)
        self.server = self.launch(["pipewire"])
        wait_until("PipeWire's socket", lambda: (directory / "run/pipewire-0").exists())
        self.manager = self.launch(["wireplumber"])
        wait_until("the default sink", lambda: self._running(self.manager) and self.default_sink() == "speaker")
        self.set_quantum(QUANTUM)
        self._set("clock.force-rate", RATE)

    def run(self, *arguments: str) -> str:
        """Runs a tool in this sound system to its end, and answers what it printed."""
        result = subprocess.run(
            arguments, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)
        return result.stdout

    def launch(self, arguments: list[str], guarded: bool = True, **variables: str) -> Child:
        """Starts a program in this sound system, with more environment variables."""
        log = self.directory / f"{Path(arguments[0]).name}.log"
        return self.children.launch(arguments, self.environment | variables, log, guarded)

    def feed(self, arguments: list[str]) -> tuple[Child, Callable[[bytes], object]]:
        """Starts a program that reads sound from its standard input; answers what writes to that."""
        log = self.directory / f"{Path(arguments[0]).name}.log"
        reading, writing = os.pipe()
        child = self.children.launch(arguments, self.environment, log, reads=reading)
        os.close(reading)
        # It closes with the last reference to it.
        return child, os.fdopen(writing, "wb", buffering=0).write

    def listen(self, arguments: list[str]) -> tuple[Child, int]:
        """Starts a program that writes sound to its standard output; answers the descriptor of that, too."""
        log = self.directory / f"{Path(arguments[0]).name}.log"
        reading, writing = os.pipe()
        child = self.children.launch(arguments, self.environment, log, writes=writing)
        os.close(writing)
        return child, reading

    def link(self, output: str, input_: str) -> None:
        """Links two ports once both are there."""
        def linked() -> bool:
            result = subprocess.run(
                ["pw-link", output, input_], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                timeout=20)
            return result.returncode == 0 or "exists" in result.stderr
        wait_until(f"a link from {output} to {input_}", linked)

    def revive_manager(self) -> bool:
        """Starts WirePlumber again where it has crashed, waits until it has chosen a default sink, and answers whether it had."""
        if self.manager.is_running:
            return False
        self.children.stop(self.manager)
        self.manager = self.launch(["wireplumber"])
        wait_until("the default sink", lambda: self._running(self.manager) and self.default_sink() is not None)
        return True

    def make_node(self, media_class: str, name: str) -> Child:
        """Makes a stereo device that is none; it goes with the program that is answered."""
        maker = self.children.launch(
            ["sh", "-c", "exec pw-cli >/dev/null"], self.environment | {"TERM": "dumb"}, self.directory / "pw-cli.log",
            reads=subprocess.PIPE)
        if maker.process.stdin is None:
            raise BenchmarkError("pw-cli reads nothing")
        maker.process.stdin.write((
            f"create-node adapter {{ factory.name = support.null-audio-sink media.class = {media_class} node.name = {name}"
            " audio.position = [ FL FR ] object.linger = false }\n").encode())
        maker.process.stdin.flush()
        return maker

    def restart(self) -> None:
        """Kills the sound server and the session manager, and starts both anew."""
        for child in (self.manager, self.server):
            self.children.stop(child, signal.SIGKILL)
        self.server = self.launch(["pipewire"])
        wait_until("PipeWire's socket", lambda: "core" in self.run("pw-cli", "info", "0").lower())
        self.manager = self.launch(["wireplumber"])
        wait_until("the default sink", lambda: self._running(self.manager) and self.default_sink() is not None)
        self._set("clock.force-rate", RATE)

    def set_quantum(self, frames: int) -> None:
        """Forces the length of a graph cycle, in frames, or with `FREE_QUANTUM` does not."""
        self._set("clock.force-quantum", frames)

    def set_rate(self, hertz: int) -> None:
        """Forces the graph's rate."""
        self._set("clock.force-rate", hertz)

    def default_sink(self) -> str | None:
        """The `node.name` of the sink on which players play."""
        text = self.run("pw-metadata", "0", "default.audio.sink")
        parts = text.split('"name":"')
        return parts[1].split('"')[0] if len(parts) > 1 else None

    def _set(self, key: str, value: int) -> None:
        self.run("pw-metadata", "-n", "settings", "0", key, str(value))
        answer = self.run("pw-metadata", "-n", "settings", "0", key)
        if f"value:'{value}'" not in answer:
            raise BenchmarkError(f"PipeWire does not take {key} = {value}: {answer}")

    def _running(self, child: Child) -> bool:
        child.require_running()
        return True

    def _write(self, name: str, text: str) -> None:
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def _environment(self) -> dict[str, str]:
        def is_ours(name: str) -> bool:
            return name not in LEADS_ELSEWHERE and not name.startswith(("PIPEWIRE_", "WIREPLUMBER_", "FERMATA"))

        environment = {name: value for name, value in os.environ.items() if is_ours(name)}
        environment["LC_ALL"] = "C.UTF-8"
        for name, folder in {
            "XDG_RUNTIME_DIR": "run", "XDG_CONFIG_HOME": "config", "XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache",
        }.items():
            path = self.directory / folder
            path.mkdir(mode=0o700)
            environment[name] = str(path)
        environment["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={self.directory / 'run/bus'}"
        return environment
