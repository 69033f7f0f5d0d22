#!/usr/bin/env python3
"""Prints what fermatad plays, whenever that changes. It does not poll, and survives a restart of the daemon.

usage: follow.py [--once]
"""

import json
import os
import socket
import sys
import time


def socket_path():
    return os.environ.get("FERMATA_SOCKET") or os.environ["XDG_RUNTIME_DIR"] + "/fermata/control.sock"


def seconds(position):
    """Returns the position that is heard now, in seconds."""
    if position is None:
        return 0.0
    passed = time.clock_gettime(time.CLOCK_MONOTONIC) - position["monotonic"]
    return max(0.0, position["seconds"] + position["rate"] * passed)


def text(status):
    item = status["item"]
    if item is None:
        return status["state"]
    title = item.get("title") or item["uri"]
    return f"{status['state']}: {title}, at {seconds(status['position']):.0f} s"


def follow(once):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(socket_path())
        lines = connection.makefile("rw", encoding="utf-8", newline="\n")

        def send(method, **parameters):
            print(json.dumps({"jsonrpc": "2.0", "id": method, "method": method, "params": parameters}), file=lines, flush=True)

        shown = None

        def show(status):
            # Two events may come of one cause, such as an item and its tags.
            nonlocal shown
            if text(status) != shown:
                shown = text(status)
                print(shown, flush=True)

        send("events.subscribe", types=["player."])
        for line in lines:
            message = json.loads(line)
            if "error" in message:
                sys.exit(message["error"]["message"])
            if message.get("id") == "events.subscribe":
                show(message["result"]["status"])
                if once:
                    return
            elif message.get("id") == "status":
                show(message["result"])
            elif message.get("method") in (
                "player.stateChanged", "player.itemChanged", "player.positionChanged", "player.metadataChanged"
            ):
                # An event says what changed; the status says how everything is now.
                send("status")


def main():
    once = "--once" in sys.argv[1:]
    while True:
        try:
            follow(once)
            if once:
                return
        except OSError as error:
            if once:
                sys.exit(f"fermatad does not answer: {error}")
        print("no daemon", flush=True)
        time.sleep(2)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
