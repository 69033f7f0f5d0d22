"""What is lost when somebody pauses or seeks, and when a room, the server, the network or the daemon fails."""

import time
from dataclasses import dataclass

from ..json_lines import ControlClient
from ..waiting import wait_until
from .house import RATE, ROOMS, House
from .numbers import heard, runs, write_numbered

TRACK = 1
TRACK_SECONDS = 600
HEARD_SECONDS = 4.0
ON_ITS_WAY = 2
"""How many seconds of sound are between the daemon and the rooms at most."""
FADE_FRAMES = RATE // 10
"""A fade makes other numbers of frames, at a pause, a seek and their ends."""


@dataclass
class Break:
    """A place where the numbers do not follow each other."""

    lost: int
    """How many frames were not heard; below 0, how many were heard twice."""
    between: int
    """How many frames of silence, or of a fade, are there."""


def check(house: House, _: int) -> list[str]:
    """Does all of that once, and compares what was heard around it."""
    house.start_server()
    for room in ROOMS:
        house.start_room(room)
    track = house.directory / "track.wav"
    write_numbered(track, TRACK, TRACK_SECONDS)
    client = house.start_daemon()
    client.call("play", uri=str(track))
    faults: list[str] = []

    def step(what: str, rooms: tuple[str, ...], most_lost: int | None, most_breaks: int, act) -> None:
        """Does one thing while the rooms play, and looks at what `rooms` have heard around it."""
        nonlocal faults
        _wait_for_sound(house, rooms)
        places = {room: len(heard(house.recording(room))) - RATE for room in rooms}
        act()
        # What is done now is heard when the rooms have played what is on its way.
        _wait_for_more(house, rooms, ON_ITS_WAY)
        _wait_for_sound(house, rooms)
        for room in rooms:
            found = _breaks(house, room, places[room])
            told = ", ".join(f"{one.lost} frames lost, {one.between} between" for one in found) or "nothing lost"
            print(f"  {what}, {room}: {told}", flush=True)
            if len(found) > most_breaks:
                faults.append(f"{what}: {room} has {len(found)} breaks")
            if most_lost is not None:
                faults += [f"{what}: {room} lost {one.lost} frames" for one in found if abs(one.lost) > most_lost]

    def pause() -> None:
        client.call("pause")
        _wait_for_more(house, ROOMS, HEARD_SECONDS)
        client.call("play")

    def lose_room() -> None:
        house.kill_room("attic")
        _wait_for_more(house, ROOMS[:2], HEARD_SECONDS)
        house.start_room("attic")

    def spoil() -> None:
        house.spoil_link("kitchen", "loss", "1%", "delay", "20ms", "5ms")
        _wait_for_more(house, ROOMS, 4 * HEARD_SECONDS)
        house.spoil_link("kitchen")

    def cut() -> None:
        house.set_link("player", False)
        # How long the failure lasts.
        time.sleep(2 * HEARD_SECONDS)
        house.set_link("player", True)
        _wait_for_state(client, "playing")

    def lose_server() -> None:
        house.kill_server()
        # How long the failure lasts.
        time.sleep(HEARD_SECONDS)
        house.start_server()
        _wait_for_state(client, "playing")

    def lose_daemon() -> None:
        nonlocal client
        house.kill_daemon()
        client = house.start_daemon()
        client.call("play")

    step("a pause", ROOMS, FADE_FRAMES, 1, pause)
    step("a seek", ROOMS, None, 1, lambda: client.call("seek", position=120))
    step("the end of another room", ROOMS[:2], 0, 0, lose_room)
    if house.can_spoil:
        step("a lossy and slow network", ROOMS, 0, 0, spoil)
    else:
        print("  SKIPPED: a lossy and slow network, because this kernel has no netem", flush=True)
    # The server takes a new connection when it has learned of the end of the old one, and the first new one may be given up before.
    step("8 s without the network of the player", ROOMS, 2 * RATE, 2, cut)
    # What waited for the server in the connection before is taken for heard.
    step("4 s without the server", ROOMS, RATE, 1, lose_server)
    # The end of the connection is one break, and the return to the place that was kept another.
    step("a kill of the daemon", ROOMS, 6 * RATE, 2, lose_daemon)
    client.close()
    return faults


def _wait_for_sound(house: House, rooms: tuple[str, ...]) -> None:
    """Waits until each room has played numbered frames for some seconds."""
    frames = int(HEARD_SECONDS * RATE)

    def plays(room: str) -> bool:
        tail = heard(house.recording(room))[-frames:]
        found = runs(tail, {TRACK})
        return len(tail) == frames and len(found) == 1 and found[0].length >= frames - 2 * found[0].corrections - 1

    for room in rooms:
        wait_until(f"sound in the {room}", lambda: plays(room), patience=60, poll=0.2)


def _wait_for_more(house: House, rooms: tuple[str, ...], seconds: float) -> None:
    """Waits until each room has recorded so many seconds more, be they sound or silence."""
    lengths = {room: len(heard(house.recording(room))) + int(seconds * RATE) for room in rooms}
    for room, length in lengths.items():
        wait_until(f"the {room} to play on", lambda: len(heard(house.recording(room))) > length, patience=60, poll=0.2)


def _wait_for_state(client: ControlClient, state: str) -> None:
    wait_until(f"the player to be {state}", lambda: client.call("status")["state"] == state, patience=60, poll=0.1)


def _breaks(house: House, room: str, place: int) -> list[Break]:
    found = runs(heard(house.recording(room))[max(0, place):], {TRACK})
    return [
        Break(after.first - before.last - 1, after.place - before.place - before.length) for before, after in zip(found, found[1:])
    ]
