"""Rooms that play one track after the other: every frame is heard in each of them, and at the same time."""

import math
import time

from ..waiting import wait_until
from .house import LONG_CHUNK, RATE, ROOMS, House
from .numbers import TRACK_SHIFT, heard, runs, write_numbered, write_tone
from .standstill import StandstillWatch
from .step import CONVERGING_SECONDS, MOST_APART, WINDOW_SECONDS, beginnings, spread, watch

TRACK_SECONDS = 20
TONE_SECONDS = 2
TONE_RATES = (44_100, 96_000)
MOST_APART_AT_FIRST = 0.01
"""What it can make good in that time."""
BETWEEN_WINDOWS = 8.0
LATE_SECONDS = 3.0
"""How long the last frame may be on its way to the rooms."""


def check(house: House, seconds: int) -> list[str]:
    """Plays for about so many seconds."""
    house.chunk = LONG_CHUNK
    house.start_server()
    for room in ROOMS:
        house.start_room(room)
    client = house.start_daemon()
    files, tracks = [], []
    for number in range(1, max(2, round(seconds / (TRACK_SECONDS + TONE_SECONDS))) + 1):
        if number > 1:
            tone = house.directory / f"tone-{number}.wav"
            write_tone(tone, TONE_RATES[number % 2], TONE_SECONDS)
            files.append(str(tone))
        file = house.directory / f"track-{number}.wav"
        write_numbered(file, number, TRACK_SECONDS)
        files.append(str(file))
        tracks.append(number)
    watch_of_machine = StandstillWatch(house)
    client.call("play", uri=files[0])
    client.call("queue.add", uris=files[1:])
    begun = time.monotonic()
    apart: list[tuple[float, float]] = []
    while client.call("status")["state"] != "stopped":
        when = time.monotonic() - begun
        found = spread(beginnings(house, watch(house, WINDOW_SECONDS)))
        if found is not None:
            apart.append((found, when))
        time.sleep(BETWEEN_WINDOWS)
    wait_until("the rooms to be silent", lambda: all(heard(house.recording(room))[-RATE:].max() == 0 for room in ROOMS), 30)
    standstill = watch_of_machine.end()
    faults = [fault for room in ROOMS for fault in _missing(house, room, tracks)]
    first = apart[0][0] if apart else math.inf
    largest, when = max(((found, when) for found, when in apart if when >= CONVERGING_SECONDS), default=(math.inf, 0.0))
    print(
        f"  apart: {1_000 * largest:.3f} ms at most, after {when:.0f} s, and {1_000 * first:.3f} ms in the first of "
        f"{len(apart)} windows; the server began its time anew {house.resynchronisations} times, Fermata was late "
        f"{house.late_feeds} times; {standstill}", flush=True)
    if first > MOST_APART_AT_FIRST:
        faults.append(f"the rooms were {1_000 * first:.2f} ms apart at first")
    if largest > MOST_APART:
        faults.append(f"the rooms were {1_000 * largest:.2f} ms apart after {when:.0f} s")
    client.close()
    return faults


def _missing(house: House, room: str, tracks: list[int]) -> list[str]:
    found = runs(heard(house.recording(room)), set(tracks))
    count = TRACK_SECONDS * RATE
    wanted = [((track << TRACK_SHIFT) + 1, (track << TRACK_SHIFT) + count) for track in tracks]
    corrections = sum(run.corrections for run in found)
    places = ", ".join(f"{run.corrections} in track {run.first >> TRACK_SHIFT}" for run in found if run.corrections)
    print(
        f"  {room}: {len(found)} of {len(tracks)} tracks whole, {corrections} single frames left out or doubled"
        f"{': ' if places else ''}{places}", flush=True)
    if [(run.first, run.last) for run in found] != wanted:
        return [f"{room} played {[(run.first, run.last) for run in found]}"]
    faults = []
    for before, after in zip(found, found[1:]):
        between = after.place - before.place - before.length
        if abs(between - TONE_SECONDS * RATE) > 2 + corrections:
            faults.append(f"{room} has {between} frames between two tracks, not {TONE_SECONDS * RATE}")
    return faults
