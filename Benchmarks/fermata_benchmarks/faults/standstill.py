"""Faults of programs that stand still: the daemon, the sound server, its manager, and servers of media."""

import time

from .slow_server import SlowServer
from .stage import Stage


def frozen_daemon(stage: Stage) -> None:
    """The daemon is stopped for 1.5 s, twice."""
    for _ in range(2):
        with stage.frozen(stage.pid):
            time.sleep(1.5)
        stage.wait(0.5)


def frozen_server(stage: Stage) -> None:
    """PipeWire is stopped for 1.5 s, twice; commands are answered meanwhile."""
    for _ in range(2):
        with stage.frozen(stage.system.server.pid):
            deadline = time.monotonic() + 1.5
            while time.monotonic() < deadline:
                stage.ask()
                time.sleep(0.05)
        stage.wait(0.5)


def frozen_manager(stage: Stage) -> None:
    """WirePlumber is stopped for 3 s; commands are answered meanwhile."""
    with stage.frozen(stage.system.manager.pid):
        stage.wait(3)
    stage.wait(0.5)


def stalling_media(stage: Stage) -> None:
    """What comes next, and four clients that probe, wait for a server that sends nothing more."""
    _wait_for_media(stage, "stalls")


def trickling_media(stage: Stage) -> None:
    """The same with a server that answers one byte a second."""
    _wait_for_media(stage, "trickles")


def _wait_for_media(stage: Stage, habit: str) -> None:
    server = SlowServer()
    try:
        stage.fermata.client.call("queue.add", uris=[server.address(habit)])
        clients = [stage.connect() for _ in range(4)]
        for number, client in enumerate(clients):
            client.send({
                "jsonrpc": "2.0", "id": 1, "method": "media.probe", "params": {"uri": server.address(f"{habit}?{number}")}})
        stage.wait(4)
        stage.note = f"{server.requests} connections waited"
        for client in clients:
            client.close()
        stage.wait(1)
    finally:
        server.close()
