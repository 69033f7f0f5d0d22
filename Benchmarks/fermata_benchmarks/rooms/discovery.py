"""A server on another machine, which Avahi finds: it is played to without its address, and found again at a new one."""

import time
from typing import Any

from ..json_lines import ControlClient
from ..waiting import wait_until
from .house import ADDRESSES, RATE, House
from .listening import TRACK, TRACK_SECONDS
from .numbers import heard, runs, write_numbered

ROOM = "kitchen"
MACHINE = "server.local"
MOVED = "10.83.0.99"
HEARD_SECONDS = 2.0
PATIENCE = 60.0


def check(house: House, _: int) -> list[str]:
    """Does it once."""
    for machine in ("server", "player"):
        house.start_avahi(machine)
    _start_server(house)
    track = house.directory / "track.wav"
    write_numbered(track, TRACK, TRACK_SECONDS)
    begin = time.monotonic()
    client = house.start_daemon("discover")
    events = house.events("rooms.changed")
    client.call("play", uri=str(track))
    faults = _found(house, client, ADDRESSES["server"], begin, "the start of the daemon")

    events.so_far()
    begin = time.monotonic()
    house.kill_room(ROOM)
    house.kill_server()
    house.move("server", ADDRESSES["server"], MOVED)
    events.until(_is_gone)
    _start_server(house)
    faults += _found(house, client, MOVED, begin, "the server was started anew at another address")
    events.close()
    client.close()
    return faults


def _start_server(house: House) -> None:
    house.start_server()
    # The room is on the machine of the server, so the address in the network does not concern it.
    house.start_room(ROOM, "server", "127.0.0.1")


def _found(house: House, client: ControlClient, address: str, begin: float, what: str) -> list[str]:
    """Waits until the room plays and is known, and answers the faults."""
    frames = int(HEARD_SECONDS * RATE)

    def plays() -> bool:
        found = runs(heard(house.recording(ROOM))[-frames:], {TRACK})
        return len(found) == 1 and found[0].length >= frames - 2 * found[0].corrections - 1

    wait_until("sound in the room", plays, PATIENCE, 0.1)
    print(f"  {HEARD_SECONDS:g} s of sound were heard {time.monotonic() - begin:.1f} s after {what}", flush=True)
    names = [room["room"] for room in client.call("rooms.list")["rooms"]]
    faults = [] if names == [ROOM] else [f"the rooms are {names} after {what}"]
    told = [line for line in house.daemon_log.splitlines() if MACHINE in line and f"={address} " in f"{line} "]
    if len(told) != 1:
        faults.append(f"the log tells {len(told)} times, not once, that the server is at {address}")
    return faults


def _is_gone(_: str, event: dict[str, Any]) -> bool:
    return event["change"] == "unavailable"
