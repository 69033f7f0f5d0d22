"""From exec to READY=1, as a service manager sees it."""

import socket
import time

from ..errors import BenchmarkError
from ..players import Fermata
from ..results import Measure, Results

READY = Measure("exec to READY", "ms")
READY_WORST = Measure("exec to READY, worst", "ms", max)


def measure(player: Fermata, tries: int, results: Results) -> None:
    """Starts fermatad `tries` times with an empty state; the program's pages are in memory from a start that does not count."""
    path = player.system.directory / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notifications:
        notifications.bind(str(path))
        notifications.settimeout(20)
        for attempt in range(tries + 1):
            player.forget()
            begun = time.monotonic()
            child = player.system.launch(player.command, guarded=False, NOTIFY_SOCKET=str(path))
            try:
                while b"READY=1" not in notifications.recv(4096):
                    pass
            except TimeoutError:
                raise BenchmarkError(f"fermatad did not say READY:\n{child.log_tail()}") from None
            milliseconds = (time.monotonic() - begun) * 1000
            player.system.children.stop(child)
            notifications.setblocking(False)
            try:
                while notifications.recv(4096):
                    pass
            except BlockingIOError:
                notifications.settimeout(20)
            if attempt > 0:
                results.add(READY, player.name, milliseconds)
                results.add(READY_WORST, player.name, milliseconds)
    path.unlink()
