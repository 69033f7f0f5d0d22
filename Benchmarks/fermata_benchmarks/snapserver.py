"""A Snapcast server of a run: on free ports of this machine, with a directory of its own, and fed over a connection."""

import socket
from contextlib import ExitStack

from .errors import BenchmarkError
from .processes import Child
from .rooms.house import FORMAT, STREAM
from .sound_system import SoundSystem
from .waiting import wait_until

LOCAL = "127.0.0.1"
ROOMS = "snapcast"
"""The uid of the output to the rooms."""

CONFIGURATION = """
[server]
datadir = {directory}
[http]
enabled = false
[tcp]
bind_to_address = {local}
port = {control}
[stream]
bind_to_address = {local}
port = {stream}
source = tcp://{local}:{source}/?name={name}&sampleformat={format}&mode=server
[logging]
sink = stdout
filter = *:info
"""


class Snapserver:
    """Debian's server, with what it does by default. It is started as often as it is needed."""

    def __init__(self, system: SoundSystem) -> None:
        self._system = system
        self._directory = system.directory / "snapserver"
        self._log = self._directory / "log"
        self._child: Child | None = None
        self._ports = (0, 0)

    @property
    def lines_for_fermata(self) -> str:
        """The configuration of a daemon that plays to it, as docs/rooms.md has it."""
        source, control = self._ports
        return (
            f'[output]\ntarget = "{ROOMS}"\n'
            f'[snapcast]\nsource = "{LOCAL}:{source}"\ncontrol = "{LOCAL}:{control}"\nformat = "{FORMAT}"\n')

    @property
    def pid(self) -> int:
        """Its process's number."""
        return self._running().pid

    @property
    def is_fed(self) -> bool:
        """Whether it has said last that sound comes in."""
        return says_fed(self._text)

    @property
    def resynchronisations(self) -> int:
        """How often it has begun its time anew since it was started, because it or its source was late."""
        return self._text.count("onResync")

    def start(self) -> None:
        """Starts it on other ports than before, and waits until it listens."""
        (self._directory / "data").mkdir(parents=True, exist_ok=True)
        self._log.unlink(missing_ok=True)
        source, control, stream = free_ports(3)
        self._ports = source, control
        configuration = self._directory / "snapserver.conf"
        configuration.write_text(CONFIGURATION.format(
            directory=self._directory / "data", local=LOCAL, control=control, stream=stream, source=source, name=STREAM, format=FORMAT))
        # Without the system's bus, so that nobody in the network takes it for theirs.
        environment = self._system.environment | {"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={self._directory}/no-bus"}
        self._child = self._system.children.launch(["snapserver", "-c", str(configuration)], environment, self._log)
        wait_until("snapserver to listen", lambda: self._takes_orders(control))

    def quit(self) -> None:
        """Ends it."""
        if self._child is not None:
            self._system.children.stop(self._child)
            self._child = None

    @property
    def _text(self) -> str:
        return self._log.read_text(errors="replace")

    def _running(self) -> Child:
        if self._child is None:
            raise BenchmarkError("snapserver does not run")
        self._child.require_running()
        return self._child

    def _takes_orders(self, port: int) -> bool:
        self._running()
        try:
            socket.create_connection((LOCAL, port), timeout=5).close()
        except OSError:
            return False
        return True


def says_fed(log: str) -> bool:
    """Whether the last state in the log of a server is that sound comes in."""
    states = [line for line in log.splitlines() if "State changed" in line]
    return bool(states) and states[-1].endswith("playing")


def free_ports(count: int) -> list[int]:
    """Ports of this machine on which nobody listens."""
    with ExitStack() as stack:
        # All are held until the last one is found, so that each is another one.
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind((LOCAL, 0))
        return [each.getsockname()[1] for each in sockets]
