"""Faults that clients make."""

import json
import time

from .stage import Stage

COMING, MUTE, RATE, SECONDS = 1_000, 10, 10_000, 3


def come_and_go(stage: Stage) -> None:
    """1,000 clients that connect, subscribe and leave."""
    for number in range(COMING):
        client = stage.connect()
        client.call("events.subscribe")
        client.close()
        if number % 50 == 0:
            stage.ask()


def read_nothing(stage: Stage) -> None:
    """10 clients that subscribe and ask for the queue, and never read, while everything changes."""
    control = stage.fermata.client
    control.call("queue.add", uris=[f"/nowhere/{number:04}.flac" for number in range(2_000)], missing=True)
    clients = [stage.connect() for _ in range(MUTE)]
    for client in clients:
        client.send({"jsonrpc": "2.0", "id": 1, "method": "events.subscribe"})
    for number in range(300):
        for client in clients:
            client.send_some({"jsonrpc": "2.0", "id": 2, "method": "queue.list", "params": {}})
        control.call("queue.set", consume=number % 2 == 0)
        if number % 20 == 0:
            stage.ask()
    control.call("queue.set", consume=False)
    first = control.call("status")["item"]["id"]
    control.call("queue.remove", ids=[number for number in range(1, 2_002) if number != first])
    for client in clients:
        client.close()


def many_commands(stage: Stage) -> None:
    """10,000 commands a second on one connection, for three seconds."""
    client = stage.connect()
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "status"}).encode() + b"\n"
    batch = RATE // 100
    start = time.monotonic()
    for turn in range(SECONDS * 100):
        client.send_lines(line * batch)
        client.receive_lines(batch)
        if turn % 20 == 0:
            stage.ask()
        time.sleep(max(0.0, start + (turn + 1) / 100 - time.monotonic()))
    stage.note = f"{SECONDS * RATE / (time.monotonic() - start):,.0f} answers a second"
    client.close()
