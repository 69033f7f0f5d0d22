"""Whether the check finds what it is there for: recordings in which one thing at a time was made wrong."""

from collections.abc import Callable

import numpy

from fermata_benchmarks.sound_system import RATE

from acts import Act
from devices import Device
from stage import Sink
from telling import tell_damage
from timeline import TimeLine
from track import Track

Recording = numpy.ndarray


def check(
    recording: Recording, devices: dict[str, Recording], sinks: list[Sink], track: Track, acts: list[Act],
) -> list[str]:
    """Damages recordings without faults in several ways, and answers which of them were not found."""
    names = [sink.name for sink in sinks]
    victim = sinks[0]
    middle = _calm_place(acts, victim.name)
    place = 2 * names.index(victim.name)
    one, everybody = slice(place, place + 2), slice(None)
    runs = TimeLine(recording, names, track).runs(victim.name)
    missed: list[str] = []

    def try_time_line(what: str, damage: Callable[[Recording], None]) -> None:
        damaged = numpy.array(recording)
        damage(damaged)
        tell_damage(what, TimeLine(damaged, names, track).judge(acts).faults, missed)

    def try_device(what: str, damage: Callable[[Recording], Recording]) -> None:
        damaged = damage(numpy.asarray(devices[victim.name]))
        tell_damage(what, Device(damaged, victim.drift, track).judge(runs).faults, missed)

    def lose(samples: Recording, columns: slice) -> None:
        samples[middle:-1, columns] = samples[middle + 1:, columns]

    def delay(samples: Recording) -> None:
        samples[1:, one] = samples[:-1, one].copy()

    def soften(samples: Recording) -> None:
        samples[middle, one] *= 1 - 2.0 ** -20

    try_time_line("a sink that plays all a frame later", delay)
    try_time_line("a frame that is lost at one sink", lambda samples: lose(samples, one))
    try_time_line("a frame that is lost at all sinks", lambda samples: lose(samples, everybody))
    try_time_line("a frame that is softer at one sink", soften)
    def double(samples: Recording) -> Recording:
        place = len(samples) // 2
        return numpy.insert(samples, place, samples[place], axis=0)

    try_device("a frame that a device did not get", lambda samples: numpy.delete(samples, len(samples) // 2, axis=0))
    try_device("a frame that a device got twice", double)
    return missed


def _calm_place(acts: list[Act], name: str) -> int:
    """A place at which a sink plays, and nobody does anything."""
    calms = [(act.end, following.begin) for act, following in zip(acts, acts[1:]) if name in act.after]
    begin, end = max(calms, key=lambda calm: calm[1] - calm[0])
    return (begin + end) // 2
