"""The time line: what all sinks get of the graph, cycle by cycle. Every frame has to be there, at the same time everywhere."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy

from fermata_benchmarks.sound_system import RATE

from acts import Act
from track import Track

FADE = RATE // 100
"""The frames of a fade, `playback.fade_seconds`. Going down, they have the gains FADE to 1; going up, 1 to FADE."""
SHORTEST = 240
"""Shorter runs are no runs."""
BLOCK = 1 << 20
MOST_APART = 0.001
"""By how many seconds sinks may be apart."""
EXACT = 2.0 ** -22
"""How much a frame in a fade may differ from what is calculated here: two roundings."""
SILENT, OTHER = 0, -1


@dataclass(frozen=True)
class Run:
    """Frames of the track in a row, at full level."""

    place: int
    """The place of the first one on the time line."""
    length: int
    number: int
    """The number of the first one, from 1 on. Behind the last frame of the track comes the first one again."""

    @property
    def end(self) -> int:
        """The place behind the last one."""
        return self.place + self.length

    @property
    def next(self) -> int:
        """The number that would come next, if the track did not begin again."""
        return self.number + self.length


@dataclass
class Verdict:
    """What was found on the time line."""

    lost: list[str] = field(default_factory=list)
    """Where a sink did not get every frame."""
    out_of_step: list[str] = field(default_factory=list)
    """Where two sinks did not get the same at the same time."""
    frames: dict[str, int] = field(default_factory=dict)
    """By sink: how many frames of the track it got at full level."""
    fades: int = 0
    """How many fades were as calculated, sample by sample."""
    pairs: int = 0
    """How many frames of two sinks were compared."""
    apart: int = 0
    """By how many frames of the track two sinks were apart at most."""
    join_seconds: float = 0
    """How long after the order a joining sink was heard, at most."""

    @property
    def faults(self) -> list[str]:
        """All that was wrong."""
        return self.lost + self.out_of_step


class TimeLine:
    """A recording of all sinks, and the track that they played."""

    def __init__(self, samples: numpy.ndarray, names: list[str], track: Track) -> None:
        self.samples = samples
        self._names = names
        self._track = track
        self._numbers = {name: self._numbered(name) for name in names}

    def sink(self, name: str) -> numpy.ndarray:
        """What a sink got: frames × 2."""
        place = 2 * self._names.index(name)
        return self.samples[:, place:place + 2]

    def runs(self, name: str, begin: int = 0, end: int | None = None) -> list[Run]:
        """What a sink played of the track between two places, leaving out the fades."""
        numbers = self._numbers[name][begin:end]
        step = numpy.diff(numbers)
        follows = (numbers[:-1] > 0) & ((step == 1) | (step == 1 - self._track.length))
        edges = numpy.flatnonzero(numpy.diff(numpy.concatenate(([False], follows, [False])).astype(numpy.int8)))
        return [
            Run(begin + int(first), int(last - first) + 1, int(numbers[first]))
            for first, last in zip(edges[::2], edges[1::2]) if last - first + 1 >= SHORTEST]

    def judge(self, acts: list[Act]) -> Verdict:
        """Compares the sinks with the track and with each other."""
        verdict = Verdict()
        for begin, end, staying in _stretches(acts):
            self._compare(staying, begin, end, verdict)
        for act, following in zip(acts, acts[1:]):
            for name in self._names:
                if name not in act.after:
                    self._look_at_silence(name, act.end, following.begin, verdict)
                elif name not in act.before:
                    self._look_at_join(name, act, verdict)
        for name in self._names:
            for stay in _stays(acts, name):
                self._follow(name, stay, verdict)
        return verdict

    # In step

    def _compare(self, names: tuple[str, ...], begin: int, end: int, verdict: Verdict) -> None:
        """Sinks that play together get the same samples in the same cycle, be they sound, silence or a fade."""
        for name in names[1:]:
            verdict.pairs += end - begin
            for start in range(begin, end, BLOCK):
                stop = min(end, start + BLOCK)
                differ = (self.sink(names[0])[start:stop] != self.sink(name)[start:stop]).any(axis=1)
                if differ.any():
                    place = start + int(numpy.argmax(differ))
                    verdict.out_of_step.append(
                        f"{name} differs from {names[0]} in {int(differ.sum())} frames, the first at {place} of {begin} to {end}")
            apart = self._apart(names[0], name, begin, end)
            verdict.apart = max(verdict.apart, apart)
            if apart > MOST_APART * RATE:
                verdict.out_of_step.append(f"{name} and {names[0]} are {apart} frames apart between {begin} and {end}")

    def _apart(self, one: str, other: str, begin: int, end: int) -> int:
        """By how many frames two sinks are apart at most, where both play the track."""
        first, second = self._numbers[one][begin:end], self._numbers[other][begin:end]
        both = (first > 0) & (second > 0)
        distance = numpy.abs(first[both].astype(numpy.int64) - second[both])
        # The track begins again at its end.
        distance = numpy.minimum(distance, self._track.length - distance)
        return int(distance.max()) if len(distance) else 0

    def _look_at_join(self, name: str, act: Act, verdict: Verdict) -> None:
        """A sink that joins is silent, and from its first sound on in step."""
        samples = self.sink(name)[act.begin:act.end]
        sounds = samples.any(axis=1)
        if not sounds.any():
            verdict.out_of_step.append(f"{name} was not heard after \"{act.name}\" at {act.begin}")
            return
        first = int(numpy.argmax(sounds))
        verdict.join_seconds = max(verdict.join_seconds, 0 if act.breaks else first / RATE)
        if act.staying:
            self._compare((act.staying[0], name), act.begin + first, act.end, verdict)

    def _look_at_silence(self, name: str, begin: int, end: int, verdict: Verdict) -> None:
        """A sink that is not chosen is silent."""
        if self.sink(name)[begin:end].any():
            verdict.out_of_step.append(f"{name} is heard between {begin} and {end}, although it is not chosen")

    # Every frame

    def _follow(self, name: str, stay: list[Act], verdict: Verdict) -> None:
        """While a sink is chosen, it plays the track frame by frame, but for pauses, seeks and their fades."""
        begin, end = stay[0].begin, stay[-1].begin
        runs = self.runs(name, begin, end)
        if not runs:
            verdict.lost.append(f"{name} played nothing between {begin} and {end}")
            return
        verdict.frames[name] = verdict.frames.get(name, 0) + sum(run.length for run in runs)
        found: dict[int, int] = {}
        for before, after in zip(runs, runs[1:]):
            act = next((act for act in stay if act.breaks and act.begin <= before.end and after.place < act.end), None)
            gap = f"{name} has {before.next - 1} at {before.end - 1} and {after.number} at {after.place}"
            if act is None:
                verdict.lost.append(f"{gap}, and nobody did anything")
                continue
            found[act.begin] = found.get(act.begin, 0) + 1
            fault = self._wrong_break(name, before, after, act)
            if fault is None:
                verdict.fades += 2
            else:
                verdict.lost.append(f"{gap}, after \"{act.name}\" at {act.begin}: {fault}")
        for act in stay[:-1]:
            wanted = int(act.breaks)
            # Who joins begins with it.
            if found.get(act.begin, 0) != wanted and name in act.before:
                verdict.lost.append(f"{name} has {found.get(act.begin, 0)} breaks after \"{act.name}\" at {act.begin}")
        # From its first frame on and to its last one.
        silent = self._numbers[name][runs[-1].end:end]
        if len(silent):
            verdict.lost.append(f"{name} plays nothing of the track in the last {len(silent)} frames before {end}")

    def _wrong_break(self, name: str, before: Run, after: Run, act: Act) -> str | None:
        """What is wrong with a pause or a seek: a fade down, silence, and a fade up from the next frame or from that of the seek."""
        steps = numpy.arange(1, FADE)
        down = before.next + steps - 1
        up = after.number - steps[::-1]
        wanted = down[-1] + 1 if act.target is None else act.target + 1
        if (up[0] - wanted) % self._track.length:
            return f"it goes on with {up[0]}, not {wanted}"
        curve = numpy.sin(numpy.pi / 2 * steps / FADE)
        sound = self.sink(name)
        parts = {
            "down": (sound[before.end:before.end + len(steps)], down, curve[::-1]),
            "up": (sound[after.place - len(steps):after.place], up, curve),
        }
        for direction, (got, numbers, gains) in parts.items():
            expected = self._track.samples[(numbers - 1) % self._track.length] * gains[:, None]
            if numpy.abs(got - expected).max() > EXACT:
                return f"the fade {direction} is not that of the track, by {numpy.abs(got - expected).max():.3g}"
        if sound[before.end + len(steps):after.place - len(steps)].any():
            return "it is not silent in between"
        return None

    def _numbered(self, name: str) -> numpy.ndarray:
        """For each frame: its number if it is one of the track at full level, `SILENT` or `OTHER`."""
        sound = self.sink(name)
        numbers = numpy.full(len(sound), OTHER, numpy.int32)
        steps = 1 / self._track.samples[0, 0]
        for start in range(0, len(sound), BLOCK):
            block = sound[start:start + BLOCK]
            found = numpy.rint(block[:, 0] * steps).astype(numpy.int64)
            known = numpy.clip(found, 1, self._track.length)
            is_whole = (block == self._track.samples[known - 1]).all(axis=1)
            part = numbers[start:start + BLOCK]
            part[is_whole] = found[is_whole]
            part[~block.any(axis=1)] = SILENT
        return numbers


def _stretches(acts: list[Act]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """From when to when which outputs have to be in step: during an act those that stay, and then those that are chosen."""
    for act, following in zip(acts, acts[1:]):
        yield act.begin, act.end, act.staying
        yield act.end, following.begin, act.after


def _stays(acts: list[Act], name: str) -> Iterator[list[Act]]:
    """For each time in which an output is chosen: the acts from that by which it joins to that by which it leaves."""
    stay: list[Act] = []
    for act in acts:
        if stay or name in act.after:
            stay.append(act)
        if stay and (name not in act.after or act is acts[-1]):
            yield stay
            stay = []
