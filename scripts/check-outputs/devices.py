"""What each device got: all that its sink got of the graph, resampled to the clock of the device, without a step."""

from dataclasses import dataclass, replace

import numpy

from fermata_benchmarks.sound_system import QUANTUM, RATE

from timeline import Run
from track import Track

WINDOW = RATE // 10
RINGING = 256
"""How many frames at the ends of a run are left out: a resampler's filter mixes in what is before and behind."""
AUDIBLE = 1e-3
FIRST_LOOK = 64
"""By how many frames the first guess may be wrong."""
MOST_TRIES = 5
"""How often a place is corrected at most."""
LINEAR = 0.02
"""For so small a part of a frame, noise is a straight line."""
MOST_SKIPPED = 4
"""How many cycles a device may skip in one silence."""
SURE = 4 * WINDOW
"""After so many frames the ratio of the clocks is better known than from the device's word."""
MOST_OFF = 0.1
"""By how much of a frame a device may be off the straight line of its clock."""
MOST_ROUGH = 0.01
"""How much of the noise may be wrong in a window. A step of a frame in it is some 10 %."""
MOST_WRONG = 1e-4
"""By how much of full scale the numbers may be wrong in a window: that is by 840 frames."""
COARSEST = 1 / RATE
"""PipeWire 0.3.65 resamples by whole hertz."""


@dataclass
class Clock:
    """How the frames of a device follow those of the graph."""

    faults: list[str]
    frames: int = 0
    """How many frames the device got between the first and the last that were compared."""
    compared: int = 0
    """How many of these were compared with the track."""
    drift: float = 0
    """By how many millionths the device is faster than the graph."""
    off: float = 0
    """By how many frames it was off its straight line at most."""
    rough: float = 0
    """How much of the noise was wrong at most, in a window."""
    skipped: int = 0
    """How many whole cycles the device did not get while its sink was silent. PipeWire may leave a sink out of the cycle in which a
    stream to it comes or goes; the sink's sound has lost nothing then."""


@dataclass(frozen=True)
class _Look:
    """A window: the frame of the device in its middle, and the place on the time line that was heard there."""

    frame: float
    place: float
    """Without the cycles that were skipped before."""
    rough: float
    wrong: float


class Device:
    """The recording of a device, beside the runs that its sink got."""

    def __init__(self, samples: numpy.ndarray, drift: float, track: Track) -> None:
        self._samples = samples
        self._drift = drift
        self._left = track.samples[:, 0].astype(numpy.float64)
        self._right = track.samples[:, 1].astype(numpy.float64)

    def judge(self, runs: list[Run]) -> Clock:
        """Follows the device through all runs, window by window."""
        looks, skipped = self._looks(runs)
        if len(looks) < 2:
            return Clock(["the device got nothing"])
        frames = numpy.array([look.frame for look in looks])
        places = numpy.array([look.place for look in looks])
        slope, start = numpy.polyfit(frames - frames[0], places - places[0], 1)
        off = numpy.abs(places - places[0] - start - slope * (frames - frames[0]))
        clock = Clock(
            [], int(frames[-1] - frames[0]), WINDOW * len(looks), 1e6 * (1 / slope - 1), float(off.max()),
            max(look.rough for look in looks), skipped)
        if clock.off > MOST_OFF:
            worst = looks[int(off.argmax())]
            clock.faults.append(f"the device is {clock.off:.2f} frames off its clock at frame {worst.frame:.0f}")
        if abs(clock.drift - self._drift) > 1e6 * COARSEST:
            clock.faults.append(f"the device is {clock.drift:.1f} millionths faster than the graph, not {self._drift:g}")
        for look in looks:
            if look.rough > MOST_ROUGH or look.wrong > MOST_WRONG:
                clock.faults.append(
                    f"the device got something else about frame {look.frame:.0f}: {look.rough:.3f} of the noise, "
                    f"{look.wrong:.6f} of the numbers")
        return clock

    def _looks(self, runs: list[Run]) -> tuple[list[_Look], int]:
        """Finds the place of each window, and goes on from there with the next one. Answers how many cycles were skipped, too."""
        slope = 1 / (1 + self._drift / 1e6)
        looks: list[_Look] = []
        frame = place = 0.0
        skipped = 0
        for run in runs:
            if run.length < 2 * (WINDOW + RINGING):
                continue
            if not looks:
                sounding = int(numpy.argmax(numpy.abs(self._samples[:, 1]) > AUDIBLE))
                frame, place = self._first(run, sounding, slope), float(run.place)
            is_first = True
            while True:
                # The next window within the run.
                begin = int(frame + max(0, run.place + RINGING - place) / slope) + 1
                if place + (begin + WINDOW - frame) * slope > run.end - RINGING or begin + WINDOW > len(self._samples):
                    break
                at = place + (begin - frame) * slope
                look = self._look(run, begin, at, slope)
                if is_first and look.rough > MOST_ROUGH:
                    cycles, look = self._look_beside(run, begin, at, slope, look)
                    skipped += cycles
                is_first = False
                frame, place = float(begin + WINDOW), look.place + WINDOW / 2 * slope
                looks.append(replace(look, place=look.place - skipped * QUANTUM))
                if frame - looks[0].frame > SURE:
                    slope = (looks[-1].place - looks[0].place) / (looks[-1].frame - looks[0].frame)
        return looks, skipped

    def _look_beside(self, run: Run, begin: int, place: float, slope: float, look: _Look) -> tuple[int, _Look]:
        """Looks some cycles later, and answers by how many; if the track is not there either, the look that was."""
        for cycles in range(1, MOST_SKIPPED + 1):
            if place + cycles * QUANTUM + WINDOW < run.end - RINGING:
                beside = self._look(run, begin, place + cycles * QUANTUM, slope)
                if beside.rough <= MOST_ROUGH:
                    return cycles, beside
        return 0, look

    def _first(self, run: Run, sounding: int, slope: float) -> float:
        """The frame of the device that has the first place of a run, if it begins with the first sound, or a little later."""
        begin = sounding + 2 * RINGING
        errors = [
            self._errors(run, begin, run.place + 2 * RINGING * slope + guess, slope)[1].std()
            for guess in range(-FIRST_LOOK, FIRST_LOOK + 1)]
        guess = int(numpy.argmin(errors)) - FIRST_LOOK
        return sounding - guess / slope

    def _look(self, run: Run, begin: int, place: float, slope: float) -> _Look:
        for _ in range(MOST_TRIES):
            numbers, noise, rise = self._errors(run, begin, place, slope)
            # By how much the place is wrong, if the error comes from that alone.
            step = float(noise @ rise / (rise @ rise))
            place += step
            if abs(step) < LINEAR:
                break
        rough = (noise - step * rise).std() / self._right.std()
        return _Look(begin + WINDOW / 2, place + WINDOW / 2 * slope, float(rough), float(numpy.abs(numbers).max()))

    def _errors(self, run: Run, begin: int, place: float, slope: float) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
        """What the device has more of the numbers and of the noise than the track at these places, and how the noise rises there."""
        places = place + slope * numpy.arange(WINDOW)
        at = places - run.place + run.number - 1
        whole = numpy.floor(at).astype(numpy.int64)
        weights, rises = _weights(at - whole)
        taps = (whole[:, None] + numpy.arange(-2, 4)) % len(self._left)
        got = self._samples[begin:begin + WINDOW]
        noise = self._right[taps]
        numbers = got[:, 0] - (self._left[taps] * weights).sum(axis=1)
        # Where the track begins again the numbers step, and the filter rings.
        numbers[(taps[:, 0] < RINGING) | (taps[:, 0] > len(self._left) - RINGING)] = 0
        return numbers, got[:, 1] - (noise * weights).sum(axis=1), (noise * rises).sum(axis=1)


def _weights(part: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Of six frames, the third of which is `part` of a frame earlier: Lagrange's weights for the place between, and how they change."""
    nodes = numpy.arange(-2, 4)
    factors = part[:, None] - nodes
    weights = numpy.empty_like(factors)
    rises = numpy.zeros_like(factors)
    for one in range(6):
        others = [other for other in range(6) if other != one]
        scale = numpy.prod([nodes[one] - nodes[other] for other in others])
        weights[:, one] = numpy.prod(factors[:, others], axis=1) / scale
        for left_out in others:
            rest = [other for other in others if other != left_out]
            rises[:, one] += numpy.prod(factors[:, rest], axis=1) / scale
    return weights, rises
