"""What clients cost: the round trip of a request, and clients that only sit there."""

import statistics
import time

from ..counters import watch
from ..media import MediaFile
from ..players import Fermata
from ..results import Measure, Results, percentile99

CLIENT_COUNTS = (1, 100, 1_000)
IDLE_CLIENTS = 1_000
ADDED_CPU = Measure("CPU that 1,000 idle clients add", "% of a core")
ADDED_WAKEUPS = Measure("Wake-ups that 1,000 idle clients add", "1/s")

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


def _counted(clients: int) -> str:
    return "1 client" if clients == 1 else f"{clients:,} clients"
