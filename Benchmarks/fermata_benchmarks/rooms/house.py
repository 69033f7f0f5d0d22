"""A house: a network of its own with a server, a daemon that feeds it, and rooms, each a machine as far as the network goes."""

import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from ..errors import BenchmarkError
from ..json_lines import ControlClient, Events
from ..processes import Child, Children
from ..tools import client_beside
from ..waiting import wait_until
from . import poor_link
from .poor_link import Quality

ROOMS = ("kitchen", "bath", "attic")
RATE = 48_000
FORMAT = f"{RATE}:16:2"
SOURCE_PORT = 4953
CONTROL_PORT = 1705
STREAM_PORT = 1704
WEB_PORT = 1780
STREAM = "Fermata"
"""The id of the stream that a daemon feeds."""
PATIENCE = 20.0
"""How many seconds a server or the daemon may take to tell something."""
LONG_CHUNK = 80
"""In milliseconds: how docs/rooms.md advises to set up a server that may be short of processor time."""
ADDRESSES = {name: f"10.83.0.{number}" for number, name in enumerate(("server", "player", *ROOMS), start=2)}


class House:
    """Networks and programs, which end with it. The machines are joined by a bridge; each has one link, which can be cut or spoilt."""

    def __init__(self, directory: Path, children: Children, program: Path) -> None:
        self.directory = directory
        self.children = children
        self.is_only_player_busy = False
        """Whether the server and the rooms go before everything else, as if they had machines of their own that have nothing else to do."""
        self.chunk: int | None = None
        """How long the server's pieces of sound are, in milliseconds, if not as usual (20). A server that is late by one begins its time anew."""
        self._program = program
        self._prefix = f"fermata-{os.getpid()}-{directory.name}"
        self._socket = directory / "fermata.sock"
        self._server: Child | None = None
        self._daemon: Child | None = None
        self._rooms: dict[str, Child] = {}
        self._recordings: dict[str, list[Path]] = {name: [] for name in ROOMS}
        self._buses: dict[str, str] = {}
        self._has_netem: bool | None = None
        self._poor_links: dict[str, Child] = {}

    def __enter__(self) -> "House":
        try:
            self._command("ip", "netns", "add", self._name("bridge"))
            self._inside("bridge", "ip", "link", "add", "bridge", "type", "bridge")
            self._inside("bridge", "ip", "link", "set", "bridge", "up")
            for machine, address in ADDRESSES.items():
                self._command("ip", "netns", "add", self._name(machine))
                self._command(
                    "ip", "link", "add", machine, "netns", self._name("bridge"), "type", "veth", "peer", "name", "eth0", "netns",
                    self._name(machine))
                self._inside("bridge", "ip", "link", "set", machine, "master", "bridge", "up")
                self._inside(machine, "ip", "link", "set", "lo", "up")
                self._inside(machine, "ip", "address", "add", f"{address}/24", "dev", "eth0")
                self._inside(machine, "ip", "link", "set", "eth0", "up")
        except BaseException:
            self._remove_networks()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for child in (*self._rooms.values(), self._daemon, self._server, *self._poor_links.values()):
            if child is not None:
                self.children.stop(child)
        self._remove_networks()

    def beside(self, name: str) -> "House":
        """Another house for the same program, whose networks have nothing to do with those of this one."""
        directory = self.directory / name
        directory.mkdir()
        return House(directory, self.children, self._program)

    # The server

    def start_server(self, *sources: str, has_web: bool = False) -> None:
        """Starts the server, and waits until it listens; `sources` take the place of the one that a daemon feeds."""
        data = self.directory / "data"
        data.mkdir(exist_ok=True)
        lines = "".join(f"source = {source}\n" for source in sources or [self.source(STREAM, SOURCE_PORT)])
        chunk = "" if self.chunk is None else f"chunk_ms = {self.chunk}\n"
        configuration = self.directory / "snapserver.conf"
        configuration.write_text(
            f"[server]\ndatadir = {data}\n[http]\nenabled = {str(has_web).lower()}\nport = {WEB_PORT}\n[tcp]\nport = {CONTROL_PORT}\n"
            f"[stream]\nport = {STREAM_PORT}\n{lines}codec = pcm\n{chunk}[logging]\nsink = stdout\nfilter = *:debug\n")
        self._server = self.launch("server", [*self._before_others, "snapserver", "-c", str(configuration)])
        wait_until("snapserver to listen", lambda: self._listens("server", STREAM_PORT))

    def source(self, name: str, port: int, script: Path | None = None) -> str:
        """A source of the server, which a program feeds over the network, and which `script` shows and steers."""
        source = f"tcp://0.0.0.0:{port}/?name={name}&sampleformat={FORMAT}&mode=server"
        return source if script is None else f"{source}&controlscript={script}"

    def control_script(self) -> Path:
        """Writes the control script of two lines that docs/rooms.md names."""
        script = self.directory / "control.sh"
        script.write_text(f'#!/bin/sh\nexec "{client_beside(self._program)}" snapcast-control --socket "{self._socket}" "$@"\n')
        script.chmod(0o755)
        return script

    def kill_server(self) -> None:
        """Ends the server as a crash does."""
        self._server = self._kill(self._server)

    @property
    def resynchronisations(self) -> int:
        """How often the server has begun its time anew."""
        return len(self.resynchronisation_lines)

    @property
    def resynchronisation_lines(self) -> list[str]:
        """What the server has said each time: when, and by how much it was late."""
        return [line for line in self._server_log.splitlines() if "resync" in line.lower()]

    @property
    def is_fed(self) -> bool:
        """Whether the server has said last that sound comes in."""
        states = [line for line in self._server_log.splitlines() if "State changed" in line]
        return bool(states) and states[-1].endswith("playing")

    @property
    def _server_log(self) -> str:
        log = self.directory / "server.log"
        return log.read_text(errors="replace") if log.exists() else ""

    # The daemon

    def start_daemon(self, server: str = ADDRESSES["server"]) -> ControlClient:
        """Starts the daemon, which feeds the server at that address, and answers a connection to it."""
        configuration = self.directory / "fermata.toml"
        configuration.write_text(
            '[output]\ntarget = "snapcast"\n'
            f'[snapcast]\nsource = "{server}:{SOURCE_PORT}"\ncontrol = "{server}:{CONTROL_PORT}"\nformat = "{FORMAT}"\n')
        self._daemon = self.launch("player", [
            str(self._program), "--config", str(configuration), "--socket", str(self._socket), "--state-dir",
            str(self.directory / "state")])
        wait_until("fermatad to answer", self._answers, patience=60)
        return ControlClient(self._socket, patience=60)

    def events(self, *types: str) -> Events:
        """Events of the daemon, from now on."""
        return Events(ControlClient(self._socket, patience=PATIENCE), *types)

    def kill_daemon(self) -> None:
        """Ends the daemon as a crash does."""
        self._daemon = self._kill(self._daemon)

    @property
    def daemon_log(self) -> str:
        """What daemons have logged."""
        return (self.directory / "player.log").read_text(errors="replace")

    @property
    def late_feeds(self) -> int:
        """How often the daemon has said that it was late itself."""
        return self.daemon_log.count("The sound for the rooms was late.")

    # Rooms

    def start_room(self, name: str, machine: str | None = None, server: str = ADDRESSES["server"]) -> None:
        """Starts a room, and waits until it plays. What it plays goes to a file of its own. It is on the machine of its name if no other
        one is named."""
        recording = self.directory / f"{name}-{len(self._recordings[name])}.pcm"
        self._recordings[name].append(recording)
        self._rooms[name] = self.launch(machine or name, [
            *self._before_others, "snapclient", "-h", server, "--hostID", name, "--player", f"file:filename={recording},mode=a"])
        wait_until(f"{name} to play", lambda: recording.exists() and recording.stat().st_size > 0)

    def kill_room(self, name: str) -> None:
        """Ends a room as a crash does."""
        self._kill(self._rooms.pop(name))

    def recording(self, name: str) -> Path:
        """What a room has recorded since it was started last."""
        return self._recordings[name][-1]

    # The network

    def set_link(self, machine: str, is_up: bool) -> None:
        """Cuts the link of a machine, or joins it."""
        self._inside("bridge", "ip", "link", "set", machine, "up" if is_up else "down")

    def spoil_link(self, machine: str, quality: Quality) -> None:
        """Makes the link of a machine slow and lossy, in both directions, until it is mended."""
        if self.has_netem:
            for inside, device in self._ends(machine):
                self._netem(inside, device, quality)
            return
        # The frames of the machine take a way round through a process, which begins and ends in the network of the bridge.
        near, far, line = f"{machine}-near", f"{machine}-far", f"{machine}-line"
        log = self.directory / f"{line}.log"
        log.unlink(missing_ok=True)
        child = self.launch("bridge", [
            sys.executable, poor_link.__file__, near, far, "--delay", str(quality.delay), "--jitter", str(quality.jitter), "--loss",
            str(quality.loss), "--seed", machine], log)
        self._poor_links[machine] = child

        def is_ready() -> bool:
            child.require_running()
            return log.read_text().startswith("ready")

        wait_until("the poor link", is_ready)
        self._inside("bridge", "ip", "link", "add", line, "type", "bridge")
        self._inside("bridge", "ip", "link", "set", line, "up")
        self._inside("bridge", "ip", "link", "set", near, "master", line, "up")
        self._inside("bridge", "ip", "link", "set", far, "master", "bridge", "up")
        self._inside("bridge", "ip", "link", "set", machine, "master", line)

    def mend_link(self, machine: str) -> None:
        """Makes a link well again that was spoilt."""
        if self.has_netem:
            for inside, device in self._ends(machine):
                self._inside(inside, "tc", "qdisc", "del", "dev", device, "root")
            return
        self._inside("bridge", "ip", "link", "set", machine, "master", "bridge")
        child = self._poor_links.pop(machine)
        child.require_running()
        self.children.stop(child)
        self._inside("bridge", "ip", "link", "del", f"{machine}-line")
        counts = json.loads(child.log.read_text().splitlines()[-1])
        for way, of in (("from", counts[f"{machine}-near"]), ("to", counts[f"{machine}-far"])):
            print(f"    {way} the {machine}: {of['taken']} frames, {of['lost']} of them lost, {of['refused']} refused", flush=True)

    @property
    def has_netem(self) -> bool:
        """Whether the kernel itself can make links slow and lossy. Otherwise a process does."""
        if self._has_netem is None:
            try:
                self._netem("server", "lo", Quality())
                self._inside("server", "tc", "qdisc", "del", "dev", "lo", "root")
                self._has_netem = True
            except BenchmarkError:
                self._has_netem = False
        return self._has_netem

    def _netem(self, inside: str, device: str, quality: Quality) -> None:
        self._inside(inside, "tc", "qdisc", "replace", "dev", device, "root", "netem", *quality.for_netem)

    @staticmethod
    def _ends(machine: str) -> tuple[tuple[str, str], tuple[str, str]]:
        return ("bridge", machine), (machine, "eth0")

    @contextmanager
    def on(self, machine: str) -> Iterator[None]:
        """Inside, sockets that this thread makes are those of a machine."""
        library = ctypes.CDLL(None, use_errno=True)
        with open("/proc/thread-self/ns/net") as here, open(f"/run/netns/{self._name(machine)}") as there:
            if library.setns(there.fileno(), 0) != 0:
                raise BenchmarkError(f"the network of {machine} cannot be entered: {os.strerror(ctypes.get_errno())}")
            try:
                yield
            finally:
                library.setns(here.fileno(), 0)

    def move(self, machine: str, before: str, after: str) -> None:
        """Gives a machine another address in the place of the one before, as a router may do at any time."""
        self._inside(machine, "ip", "address", "del", f"{before}/24", "dev", "eth0")
        self._inside(machine, "ip", "address", "add", f"{after}/24", "dev", "eth0")

    def connect(self, machine: str, port: int) -> socket.socket:
        """A connection to a port of a machine, made on that machine."""
        with self.on(machine):
            return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)

    # Programs

    def start_avahi(self, machine: str) -> None:
        """Starts Avahi on a machine, with a bus in the role of the system's for it and for what is launched there later."""
        bus = self.directory / f"{machine}-bus"
        self._buses[machine] = f"unix:path={bus}"
        self.launch(machine, ["dbus-daemon", "--session", f"--address={self._buses[machine]}", "--nofork", "--nopidfile"])
        wait_until("the message bus", bus.exists)
        configuration = self.directory / f"{machine}-avahi.conf"
        configuration.write_text(
            f"[server]\nhost-name={machine}\nallow-interfaces=eth0\nuse-ipv6=no\n[wide-area]\nenable-wide-area=no\n")
        log = self.directory / f"{machine}-avahi.log"
        # Each Avahi has its number at the same place of /run.
        avahi = self.launch(machine, [
            "unshare", "--mount", "sh", "-c", "mount -t tmpfs none /run && exec avahi-daemon --no-drop-root --no-rlimits --no-chroot "
            f"--file={configuration}"], log)

        def is_ready() -> bool:
            avahi.require_running()
            return "startup complete" in log.read_text(errors="replace")

        wait_until("Avahi to be there", is_ready)

    def launch(self, machine: str, arguments: list[str], log: Path | None = None) -> Child:
        """Starts a program on a machine. It writes to `log`, otherwise to the log of the machine."""
        environment = os.environ | {"XDG_RUNTIME_DIR": str(self.directory), "HOME": str(self.directory)}
        environment.pop("DBUS_SESSION_BUS_ADDRESS", None)
        if machine in self._buses:
            environment["DBUS_SYSTEM_BUS_ADDRESS"] = self._buses[machine]
        return self.children.launch(
            ["ip", "netns", "exec", self._name(machine), *arguments], environment, log or self.directory / f"{machine}.log")

    @property
    def _before_others(self) -> list[str]:
        if not self.is_only_player_busy:
            return []
        # Each program here is a session of its own, and the kernel shares out time among sessions first (`sched_autogroup_enabled`): a
        # program's own number counts only within one.
        group = "echo -10 >/proc/self/autogroup; " if Path("/proc/self/autogroup").exists() else ""
        return ["sh", "-c", f'{group}exec nice -n -10 "$@"', "sh"]

    def _kill(self, child: Child | None) -> None:
        assert child is not None
        self.children.stop(child, signal.SIGKILL)

    def _answers(self) -> bool:
        assert self._daemon is not None
        self._daemon.require_running()
        try:
            ControlClient(self._socket).close()
        except OSError:
            return False
        return True

    def _listens(self, machine: str, port: int) -> bool:
        assert self._server is not None
        self._server.require_running()
        return f":{port} " in self._inside(machine, "ss", "-ltn")

    def _name(self, machine: str) -> str:
        return f"{self._prefix}-{machine}"

    def _inside(self, machine: str, *arguments: str) -> str:
        return self._command("ip", "netns", "exec", self._name(machine), *arguments)

    @staticmethod
    def _command(*arguments: str) -> str:
        done = subprocess.run(arguments, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise BenchmarkError(f"{' '.join(arguments)} failed: {done.stderr.strip()}")
        return done.stdout

    def _remove_networks(self) -> None:
        for machine in ("bridge", *ADDRESSES):
            subprocess.run(["ip", "netns", "del", self._name(machine)], capture_output=True, check=False)
