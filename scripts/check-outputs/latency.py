"""Two sinks, one of which is late, and becomes later and less late again while it plays: both have to be heard at the same time."""

from dataclasses import dataclass, field

import numpy

from fermata_benchmarks.sound_system import RATE
from fermata_benchmarks.waiting import wait_until

from stage import Sink, Stage
from telling import tell_damage, told
from timeline import FADE, MOST_APART, Run, TimeLine
from track import Track, write_track

LATENCIES = (50, 70)
"""In milliseconds. The difference is less than a cycle of the graph."""
NEAR, LATE = "near", "late"
SINKS = [Sink(NEAR, 200.0), Sink(LATE, -200.0, LATENCIES)]
CHANGES = 14
"""So many that the outputs do not wait longer and longer: from a tenth of a second on, one goes ahead."""
SETTLE_SECONDS = 2.5
"""How long after a change both outputs are in step again."""
CALM_SECONDS = 1.0


@dataclass(frozen=True)
class Change:
    """A change of the latency. Its effects are within these frames of the time line, and no others are."""

    begin: int
    end: int
    latency: int
    """What the late device tells from then on, in milliseconds."""


@dataclass
class Verdict:
    """What was found."""

    faults: list[str] = field(default_factory=list)
    apart: float = 0
    """By how many seconds the sinks were apart at most between the changes, as their devices play them."""
    waits: int = 0
    """How often an output waited."""
    leaps: int = 0
    """How often one went ahead."""


def check(stage: Stage, seed: int, tests_itself: bool) -> list[str]:
    """Plays, changes the latency, and answers the faults."""
    file = stage.directory / "track.wav"
    track = write_track(file, seed)
    stage.player.start()
    client = stage.player.client
    client.call("play", uri=str(file))
    # Nothing is linked before something plays.
    client.call("route.select", outputs=stage.names)
    wait_until("the sound at both sinks", lambda: stage.reached == set(stage.names), poll=0.02)
    changes: list[Change] = []
    begin = stage.frames
    for number in range(CHANGES + 1):
        if number > 0:
            stage.wait(CALM_SECONDS)
            begin = stage.frames
            stage.change_latency(LATE)
        stage.wait(SETTLE_SECONDS)
        changes.append(Change(begin, stage.frames, LATENCIES[number % 2]))
    stage.wait(CALM_SECONDS)
    end = stage.frames
    client.call("stop")
    underruns = stage.player.statistics()["underruns"]
    recording, _ = stage.end()

    print(f"two sinks, one {LATENCIES[0]} or {LATENCIES[1]} ms late, {CHANGES} changes", flush=True)
    verdict = judge(TimeLine(recording, stage.names, track), changes, end)
    faults = told(f"no underrun ({underruns})", ["the daemon told an underrun"] if underruns else []) + told(
        f"both are heard at the same time: {1_000 * verdict.apart:.3f} ms apart at most; {verdict.waits} times one waited, "
        f"{verdict.leaps} times one went ahead, and no other frame is lost or repeated", verdict.faults)
    if tests_itself and not faults:
        faults += _test(recording, stage.names, track, changes, end)
    return faults


def judge(line: TimeLine, changes: list[Change], end: int) -> Verdict:
    """Looks at the times between the changes, and at what the outputs did at each of them."""
    verdict = Verdict()
    for change, until in zip(changes, [change.begin for change in changes[1:]] + [end]):
        runs = {name: line.runs(name, change.end, until) for name in (NEAR, LATE)}
        broken = [name for name, found in runs.items() if not _covers(found, change.end, until) or len(found) != 1]
        if broken:
            verdict.faults.append(f"{' and '.join(broken)} did not play on between {change.end} and {until}")
            continue
        # The late sink gets each frame so much sooner as its device is later.
        apart = (runs[LATE][0].number - runs[NEAR][0].number) / RATE - change.latency / 1_000
        verdict.apart = max(verdict.apart, abs(apart))
        if abs(apart) > MOST_APART:
            verdict.faults.append(f"the sinks are {1_000 * apart:.2f} ms apart between {change.end} and {until}")
    for change in changes[1:]:
        _look_at_change(line, change, verdict)
    if not verdict.leaps:
        verdict.faults.append("no sink ever went ahead: they wait longer with each change")
    return verdict


def _look_at_change(line: TimeLine, change: Change, verdict: Verdict) -> None:
    """One of the sinks waits or goes ahead once, by the difference of the latencies, with a crossfade; the other plays on."""
    found = 0
    for name in (NEAR, LATE):
        runs = line.runs(name, change.begin, change.end)
        if not _covers(runs, change.begin, change.end):
            verdict.faults.append(f"{name} did not play throughout the change at {change.begin}")
        for before, after in zip(runs, runs[1:]):
            found += 1
            step = ((after.number - after.place) - (before.number - before.place)) / RATE
            verdict.waits += step < 0
            verdict.leaps += step > 0
            if abs(abs(step) - abs(LATENCIES[1] - LATENCIES[0]) / 1_000) > MOST_APART or after.place - before.end > FADE:
                verdict.faults.append(
                    f"{name} moves by {1_000 * step:.2f} ms at {before.end}, within {after.place - before.end} frames")
    if found != 1:
        verdict.faults.append(f"the outputs moved {found} times after the change at {change.begin}")


def _covers(runs: list[Run], begin: int, end: int) -> bool:
    return bool(runs) and runs[0].place == begin and runs[-1].end == end


def _test(recording: numpy.ndarray, names: list[str], track: Track, changes: list[Change], end: int) -> list[str]:
    """Damages the recording, and answers what of that was not found."""
    missed: list[str] = []
    column = 2 * names.index(LATE)
    middle = (changes[-1].end + end) // 2

    def move(samples: numpy.ndarray, begin: int, frames: int) -> None:
        samples[begin + frames:, column:column + 2] = samples[begin:-frames, column:column + 2].copy()

    for what, begin, frames in (
        ("a sink that plays all 2 ms later", 0, 2 * RATE // 1_000),
        ("a frame that a sink repeats", middle, 1),
        ("a sink that waits once more", (changes[1].begin + changes[1].end) // 2, 20 * RATE // 1_000),
    ):
        damaged = numpy.array(recording)
        move(damaged, begin, frames)
        tell_damage(what, judge(TimeLine(damaged, names, track), changes, end).faults, missed)
    return missed
