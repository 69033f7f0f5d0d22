"""Many clients of the network that hear of everything while music plays: what they cost, and when they hear it."""

import selectors
import socket
import statistics
import struct
import threading
import time
from collections.abc import Callable

from ..counters import Load, memory, watch
from ..errors import BenchmarkError
from ..media import MediaFile
from ..players import MPD, Fermata
from ..results import Measure, Results, percentile99
from ..rooms.websocket import WebSocket
from ..sound_system import QUANTUM, RATE

CLIENTS = 200
SLOW = 20
"""How many of them read nothing at all."""

SMALL_QUANTUM = 256
"""Frames of a cycle of the graph: 5.8 ms, in which nothing may hold up the sound."""

CHANGES = 100
"""Changes, each of which everybody hears of before the next one."""

FLOOD = 2_000
"""Changes as fast as they are answered."""

PATIENCE = 5.0
"""Seconds within which everybody has to hear of a change."""

SETTLING = 1.0

MEMORY = Measure("Private memory of a client that hears of everything", "kB")
IDLE_CPU = Measure(f"CPU that {CLIENTS} such clients add while nothing changes", "% of a core")
IDLE_WAKEUPS = Measure(f"Wake-ups that {CLIENTS} such clients add while nothing changes", "1/s")
HEARD = Measure("From a command to each client, p50", "ms", statistics.median)
HEARD_LATE = Measure("From a command to each client, p99", "ms", percentile99)
UNDERRUNS = Measure("Underruns meanwhile", "", max)
MISSED = Measure("Missed cycles meanwhile", "%", max)
FLOOD_RATE = Measure("Changes a second, as fast as they are answered", "1/s")
FLOOD_CPU = Measure("CPU meanwhile", "% of a core")
FLOOD_UNDERRUNS = Measure("Underruns during those changes", "", max)
MEMORY_BEHIND = Measure(f"Private memory behind those changes, {SLOW} clients reading nothing", "MB", max)


class Ears:
    """Reads what comes on many connections, and notes when something came first."""

    def __init__(self, connections: list[socket.socket], answer: Callable[[socket.socket], object] | None = None) -> None:
        self._connections = connections
        self._answer = answer
        self._heard: dict[int, float] = {}
        self._all = threading.Event()
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        for connection in connections:
            connection.setblocking(False)
        self._thread.start()

    def expect(self) -> None:
        """Everybody is to hear of what comes next."""
        self._all.clear()
        self._heard = {}

    def times(self) -> list[float]:
        """When everybody has heard; raises if somebody has not in time."""
        if not self._all.wait(PATIENCE):
            raise BenchmarkError(f"only {len(self._heard)} of {len(self._connections)} clients have heard of a change")
        return list(self._heard.values())

    def end(self) -> None:
        """Reads nothing more."""
        self._ends.set()
        self._thread.join()

    def _run(self) -> None:
        with selectors.DefaultSelector() as selector:
            for connection in self._connections:
                selector.register(connection, selectors.EVENT_READ)
            while not self._ends.is_set():
                for key, _ in selector.select(0.2):
                    self._hear(key.fileobj)

    def _hear(self, connection: object) -> None:
        assert isinstance(connection, socket.socket)
        heard = time.perf_counter()
        if not connection.recv(1 << 16):
            raise BenchmarkError("a client was sent away")
        if self._answer is not None:
            self._answer(connection)
        self._heard.setdefault(connection.fileno(), heard)
        if len(self._heard) == len(self._connections):
            self._all.set()


def measure(fermata: Fermata, mpd: MPD, file: MediaFile, window: float, results: Results) -> None:
    """Measures Fermata with clients over WebSocket, and MPD with clients that wait for changes."""
    _measure_fermata(fermata, file, window, results)
    _measure_mpd(mpd, file, window, results)


def _measure_fermata(player: Fermata, file: MediaFile, window: float, results: Results) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    player.start(f'[remote]\nlisten = ["127.0.0.1:{port}"]\n')
    player.system.set_quantum(SMALL_QUANTUM)
    player.play(file.path)
    time.sleep(SETTLING)
    before, begun, at = memory(player.pid).private_dirty, player.statistics(), time.monotonic()
    alone = watch(player.pid, window)
    connections = [_subscriber(port, is_slow=number < SLOW) for number in range(CLIENTS)]
    ears = Ears(connections[SLOW:])
    time.sleep(SETTLING)
    crowded = watch(player.pid, window)
    _add_idle(player.name, alone, crowded, memory(player.pid).private_dirty - before, results)

    state = False
    for _ in range(CHANGES):
        state = not state
        ears.expect()
        told = time.perf_counter()
        player.client.call("queue.set", shuffle=state)
        _add_heard(player.name, ears.times(), told, results)
    after, seconds = player.statistics(), time.monotonic() - at
    results.add(UNDERRUNS, player.name, after["underruns"] - begun["underruns"])
    expected = seconds * RATE / SMALL_QUANTUM
    results.add(MISSED, player.name, max(0.0, (1 - (after["callbacks"] - begun["callbacks"]) / expected) * 100))

    flood = threading.Thread(target=_flood, args=(player, results))
    loads: list[Load] = []
    watching = threading.Thread(target=lambda: loads.append(watch(player.pid, 1.0)))
    flood.start()
    watching.start()
    flood.join()
    watching.join()
    results.add(FLOOD_CPU, player.name, loads[0].cpu_percent)
    results.add(FLOOD_UNDERRUNS, player.name, player.statistics()["underruns"] - after["underruns"])
    results.add(MEMORY_BEHIND, player.name, memory(player.pid).private_dirty)
    ears.end()
    for connection in connections:
        connection.close()
    player.system.set_quantum(QUANTUM)
    player.quit()


def _flood(player: Fermata, results: Results) -> None:
    client = player.connect()
    begun = time.perf_counter()
    for number in range(FLOOD):
        client.call("queue.set", shuffle=number % 2 == 0)
    results.add(FLOOD_RATE, player.name, FLOOD / (time.perf_counter() - begun))
    client.close()


def _subscriber(port: int, *, is_slow: bool) -> socket.socket:
    connection = socket.socket()
    if is_slow:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    connection.settimeout(20)
    connection.connect(("127.0.0.1", port))
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    web = WebSocket(connection, f"127.0.0.1:{port}", "/rpc")
    web.send({"jsonrpc": "2.0", "id": 1, "method": "events.subscribe"})
    while "id" not in web.receive():
        pass
    return connection


def _measure_mpd(player: MPD, file: MediaFile, window: float, results: Results) -> None:
    player.start()
    player.system.set_quantum(SMALL_QUANTUM)
    player.play(file.path)
    time.sleep(SETTLING)
    before = memory(player.pid).private_dirty
    alone = watch(player.pid, window)
    connections = [_idler(player) for _ in range(CLIENTS)]
    ears = Ears(connections, lambda connection: connection.sendall(b"idle\n"))
    time.sleep(SETTLING)
    crowded = watch(player.pid, window)
    _add_idle(player.name, alone, crowded, memory(player.pid).private_dirty - before, results)
    for number in range(CHANGES):
        ears.expect()
        told = time.perf_counter()
        player.tell(f"random {(number + 1) % 2}")
        _add_heard(player.name, ears.times(), told, results)
        # Everybody waits for the next change again.
        time.sleep(0.02)
    ears.end()
    for connection in connections:
        connection.close()
    player.system.set_quantum(QUANTUM)
    player.quit()


def _idler(player: MPD) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(20)
    connection.connect(str(player.path))
    if not connection.recv(1 << 12).startswith(b"OK MPD"):
        raise BenchmarkError("mpd has no room for a client")
    connection.sendall(b"idle\n")
    return connection


def _add_idle(name: str, alone: Load, crowded: Load, more: float, results: Results) -> None:
    results.add(MEMORY, name, more * 1000 / CLIENTS)
    results.add(IDLE_CPU, name, crowded.cpu_percent - alone.cpu_percent)
    results.add(IDLE_WAKEUPS, name, crowded.wakeups - alone.wakeups)


def _add_heard(name: str, times: list[float], told: float, results: Results) -> None:
    for heard in times:
        results.add(HEARD, name, (heard - told) * 1000)
        results.add(HEARD_LATE, name, (heard - told) * 1000)
