"""Listens to rooms while something happens to them, and says what was not heard."""

from collections.abc import Callable
from dataclasses import dataclass

from ..json_lines import ControlClient
from ..waiting import wait_until
from .house import RATE, ROOMS, House
from .numbers import Run, heard, runs, unheard, write_numbered
from .step import CONVERGING_SECONDS, MOST_APART, WINDOW_SECONDS, beginnings, spread, watch

TRACK = 1
TRACK_SECONDS = 600
HEARD_SECONDS = 4.0
ON_ITS_WAY = 2
"""How many seconds of sound are between the daemon and the rooms at most."""


@dataclass
class Break:
    """A place where the numbers do not follow each other."""

    lost: int
    """How many frames were not heard; below 0, how many were heard twice."""
    between: int
    """How many frames of silence, or of a fade, are there."""


class Listening:
    """Rooms that play one long track of numbered frames. It gathers the faults that it hears."""

    def __init__(self, house: House) -> None:
        house.start_server()
        for room in ROOMS:
            house.start_room(room)
        self.house = house
        self.faults: list[str] = []
        track = house.directory / "track.wav"
        write_numbered(track, TRACK, TRACK_SECONDS)
        self.client = house.start_daemon()
        self.client.call("play", uri=str(track))

    def step(
        self, what: str, rooms: tuple[str, ...], most_lost: int | None, most_breaks: int | None, act: Callable[[], None],
        complete: tuple[str, ...] = (),
    ) -> dict[str, list[Break]]:
        """Does one thing while the rooms play, and answers what `rooms` have heard around it. More than the most of it is a fault;
        `None` allows any number. What is heard twice counts as lost below 0. Those that are to be `complete` have every frame."""
        self.wait_for_sound(rooms)
        places = {room: len(heard(self.house.recording(room))) - RATE for room in rooms}
        act()
        # What is done now is heard when the rooms have played what is on its way.
        self.wait_for_more(rooms, ON_ITS_WAY)
        self.wait_for_sound(rooms)
        played = {room: self._played(room, places[room]) for room in rooms}
        breaks = {room: _breaks(found) for room, found in played.items()}
        for room, found in breaks.items():
            told = ", ".join(f"{one.lost} frames lost, {one.between} between" for one in found) or "nothing lost"
            missing = unheard(played[room])
            print(f"  {what}, {room}: {told}; {missing} frames never heard", flush=True)
            if most_breaks is not None and len(found) > most_breaks:
                self.faults.append(f"{what}: {room} has {len(found)} breaks")
            if most_lost is not None:
                self.faults += [
                    f"{what}: {room} lost {one.lost} frames" for one in found if not -most_lost <= one.lost <= most_lost]
            if room in complete and missing > 0:
                self.faults.append(f"{what}: {room} never heard {missing} frames")
        return breaks

    def look_at_step(self, what: str) -> None:
        """Looks whether all rooms are in step after something has happened, once each has had the time to find the server's time."""
        self.wait_for_more(ROOMS, CONVERGING_SECONDS)
        apart = spread(beginnings(self.house, watch(self.house, WINDOW_SECONDS)))
        if apart is None:
            self.faults.append(f"{what}: the rooms do not play the same afterwards")
            return
        print(f"    {1_000 * apart:.3f} ms apart afterwards", flush=True)
        if apart > MOST_APART:
            self.faults.append(f"{what}: the rooms were {1_000 * apart:.2f} ms apart afterwards")

    def wait_for_sound(self, rooms: tuple[str, ...]) -> None:
        """Waits until each room has played numbered frames for some seconds."""
        frames = int(HEARD_SECONDS * RATE)

        def plays(room: str) -> bool:
            tail = heard(self.house.recording(room))[-frames:]
            found = runs(tail, {TRACK})
            return len(tail) == frames and len(found) == 1 and found[0].length >= frames - 2 * found[0].corrections - 1

        for room in rooms:
            wait_until(f"sound in the {room}", lambda: plays(room), patience=60, poll=0.2)

    def wait_for_more(self, rooms: tuple[str, ...], seconds: float) -> None:
        """Waits until each room has recorded so many seconds more, be they sound or silence."""
        lengths = {room: len(heard(self.house.recording(room))) + int(seconds * RATE) for room in rooms}
        for room, length in lengths.items():
            wait_until(
                f"the {room} to play on", lambda: len(heard(self.house.recording(room))) > length, patience=60, poll=0.2)

    def wait_for_state(self, state: str) -> None:
        """Waits until the player is in that state."""
        wait_until(f"the player to be {state}", lambda: self.client.call("status")["state"] == state, patience=60, poll=0.1)

    def _played(self, room: str, place: int) -> list[Run]:
        return runs(heard(self.house.recording(room))[max(0, place):], {TRACK})


def _breaks(found: list[Run]) -> list[Break]:
    return [
        Break(after.first - before.last - 1, after.place - before.place - before.length)
        for before, after in zip(found, found[1:])
    ]
