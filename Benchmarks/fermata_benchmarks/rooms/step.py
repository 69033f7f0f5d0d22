"""How well rooms are in step: at what time each of them plays one and the same frame."""

import os
import time
from statistics import median

from .house import RATE, ROOMS, House
from .numbers import TRACK_SHIFT, heard

FRAME_BYTES = 4
MOST_APART = 0.001
"""By how many seconds rooms that are in step may be apart."""
CONVERGING_SECONDS = 10.0
"""For how long after its beginning a room may be further apart: it finds the server's time, and comes closer by a millisecond a second."""
WINDOW_SECONDS = 2.0
"""For how long it is watched at what times the rooms play."""


def watch(house: House, seconds: float) -> dict[str, list[tuple[float, int]]]:
    """For each room: the times at which its recording grew, and its frames then."""
    paths = {name: house.recording(name) for name in ROOMS}
    sizes = {name: 0 for name in ROOMS}
    grown: dict[str, list[tuple[float, int]]] = {name: [] for name in ROOMS}
    end = time.monotonic() + seconds
    while (now := time.monotonic()) < end:
        for name, path in paths.items():
            size = os.stat(path).st_size
            if size != sizes[name]:
                # What was there at the first look is older than that look.
                if sizes[name]:
                    grown[name].append((now, size // FRAME_BYTES))
                sizes[name] = size
        time.sleep(0.000_1)
    return grown


def beginnings(house: House, grown: dict[str, list[tuple[float, int]]]) -> dict[str, float] | None:
    """For each room: when it would have played the first frame of the track, by the middle of such a window, on the clock of
    `time.monotonic`; `None` if they did not all play one numbered track."""
    found: dict[str, dict[int, list[float]]] = {}
    for name, looks in grown.items():
        frames = heard(house.recording(name))
        by_track = found.setdefault(name, {})
        for when, count in looks:
            last, before = int(frames[count - 1]), int(frames[count - 2])
            # The frames of a tone have no numbers, and do not follow each other as numbers do.
            if last == before + 1 and last >> TRACK_SHIFT:
                by_track.setdefault(last >> TRACK_SHIFT, []).append(when - (last & (1 << TRACK_SHIFT) - 1) / RATE)
    common = set.intersection(*(set(by_track) for by_track in found.values()))
    if not common:
        return None
    track = max(common, key=lambda one: min(len(by_track[one]) for by_track in found.values()))
    return {name: median(by_track[track]) for name, by_track in found.items()}


def spread(beginnings: dict[str, float] | None) -> float | None:
    """By how many seconds the rooms were apart."""
    return max(beginnings.values()) - min(beginnings.values()) if beginnings else None
