"""What clients cost: the round trip of a request, and clients that only sit there."""

import socket
import statistics
import time
from pathlib import Path

from ..counters import watch
from ..errors import BenchmarkError
from ..media import MediaFile
from ..players import Fermata
from ..results import Measure, Results, percentile99

CLIENT_COUNTS = (1, 100, 1_000)
IDLE_CLIENTS = 1_000
ADDED_CPU = Measure("CPU that 1,000 idle clients add", "% of a core")
ADDED_WAKEUPS = Measure("Wake-ups that 1,000 idle clients add", "1/s")

MPD_CLIENTS = 100
MPD_STATUS = Measure(f"status round trip over the MPD door, {MPD_CLIENTS} clients, p99", "ms", percentile99)

STATUS = b'{"jsonrpc":"2.0","id":1,"method":"status"}\n'


def round_trip(clients: int) -> Measure:
    """The median round trip of `status`."""
    return Measure(f"status round trip, {_counted(clients)}, p50", "ms", statistics.median)


def slow_round_trip(clients: int) -> Measure:
    """The round trip that 99 of 100 requests do not exceed."""
    return Measure(f"status round trip, {_counted(clients)}, p99", "ms", percentile99)


def measure(player: Fermata, file: MediaFile, requests: int, window: float, results: Results) -> None:
    """Asks for `status` while `file` plays, `requests` times for each number of clients, one client after the other."""
    player.start()
    player.play(file.path)
    for count in CLIENT_COUNTS:
        clients = [player.connect() for _ in range(count)]
        for client in clients:
            client.exchange_line(STATUS)
        for number in range(requests):
            begun = time.perf_counter()
            clients[number % count].exchange_line(STATUS)
            milliseconds = (time.perf_counter() - begun) * 1000
            results.add(round_trip(count), player.name, milliseconds)
            results.add(slow_round_trip(count), player.name, milliseconds)
        for client in clients:
            client.close()
    time.sleep(1)
    alone = watch(player.pid, window)
    clients = [player.connect() for _ in range(IDLE_CLIENTS)]
    time.sleep(1)
    crowded = watch(player.pid, window)
    for client in clients:
        client.close()
    results.add(ADDED_CPU, player.name, crowded.cpu_percent - alone.cpu_percent)
    results.add(ADDED_WAKEUPS, player.name, crowded.wakeups - alone.wakeups)
    player.quit()
    _measure_mpd(player, file, requests, results)


def _measure_mpd(player: Fermata, file: MediaFile, requests: int, results: Results) -> None:
    """Asks for MPD's `status` while `file` plays, one client after the other."""
    path = player.system.directory / "mpd-door.sock"
    player.start(f'[mpd]\nsocket = "{path}"\n')
    player.play(file.path)
    clients = [_MPDClient(path) for _ in range(MPD_CLIENTS)]
    for client in clients:
        client.ask_status()
    for number in range(requests):
        begun = time.perf_counter()
        clients[number % MPD_CLIENTS].ask_status()
        results.add(MPD_STATUS, player.name, (time.perf_counter() - begun) * 1000)
    for client in clients:
        client.close()
    player.quit()


class _MPDClient:
    """A client of MPD that asks for the status only."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(str(path))
        self._socket.settimeout(30)
        self._read_to(b"\n")

    def close(self) -> None:
        """Ends the connection."""
        self._socket.close()

    def ask_status(self) -> None:
        """Sends `status`, and reads the whole answer."""
        self._socket.sendall(b"status\n")
        self._read_to(b"\nOK\n")

    def _read_to(self, end: bytes) -> None:
        received = b""
        while not received.endswith(end):
            part = self._socket.recv(1 << 16)
            if not part:
                raise BenchmarkError("the connection of a client of MPD was closed while an answer was awaited")
            received += part


def _counted(clients: int) -> str:
    return "1 client" if clients == 1 else f"{clients:,} clients"
