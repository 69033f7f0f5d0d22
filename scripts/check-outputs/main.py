"""Checks several outputs at once, whose devices have clocks of their own, or are late."""

import argparse
import random
import sys
import tempfile
from pathlib import Path

from fermata_benchmarks.checks import run
from fermata_benchmarks.processes import Children
from fermata_benchmarks.sound_system import RATE
from fermata_benchmarks.tools import built_daemon

import latency
import self_test
from acts import Acts
from devices import Clock, Device
from stage import MOST, Sink, Stage, drifting
from telling import told
from timeline import TimeLine, Verdict
from track import write_track

TOOLS = ["dbus-daemon", "pipewire", "pw-link", "pw-metadata", "setpriv", "wireplumber"]
PARTS = ["latency", "clocks"]
SHORTEST, LONGEST = 0.25, 600.0
"""In minutes."""
HEADINGS = [
    "sinks", "device", "frames", "apart", "clock", "measured", "got", "compared", "off", "rough"]


def main() -> int:
    """Runs the check, and answers the exit status."""
    options = _parser().parse_args()
    options.minutes = options.minutes or (1 if options.self_test else 10)
    return run("check-outputs", TOOLS, lambda: _check(options))


def _check(options: argparse.Namespace) -> list[str]:
    program = (options.daemon or built_daemon()).resolve()
    print(f"{program}, seed {options.seed}", flush=True)
    faults: list[str] = []
    if "latency" in options.parts:
        with _recordings(options) as directory, Children() as children:
            found = latency.check(Stage(Path(directory), children, program, latency.SINKS), options.seed, options.self_test)
        faults += [f"latency: {fault}" for fault in found]
    if "clocks" not in options.parts:
        return faults
    table = [HEADINGS]
    for count in options.sinks:
        with _recordings(options) as directory, Children() as children:
            found, rows = _check_sinks(Stage(Path(directory), children, program, drifting(count)), options)
        faults += [f"{count} sinks: {fault}" for fault in found]
        table += rows
    widths = [max(map(len, column)) for column in zip(*table)]
    for row in table:
        print("  ".join(text.rjust(width) for text, width in zip(row, widths)))
    return faults


def _recordings(options: argparse.Namespace) -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="check-outputs-", dir=options.directory)


def _check_sinks(stage: Stage, options: argparse.Namespace) -> tuple[list[str], list[list[str]]]:
    """Plays at all sinks of a stage, looks at what they got, and answers the faults, and rows for the table."""
    file = stage.directory / "track.wav"
    track = write_track(file, options.seed)
    stage.player.start()
    acts = Acts(stage, file, random.Random(options.seed))
    acts.run(60 * options.minutes)
    underruns = stage.player.statistics()["underruns"]
    recording, devices = stage.end()
    counts = ", ".join(f"{count} × {name}" for name, count in acts.counts.items())
    print(f"{len(stage.sinks)} sinks, {len(recording) / RATE / 60:.1f} minutes: {counts}", flush=True)

    line = TimeLine(recording, stage.names, track)
    verdict = line.judge(acts.done)
    faults = told(f"no underrun ({underruns})", ["the daemon told an underrun"] if underruns else [])
    faults += told(
        f"each sink that stays gets every frame: {sum(verdict.frames.values()):,} frames, {verdict.fades} fades sample by sample",
        verdict.lost)
    faults += told(
        f"all sinks are in step: {verdict.pairs:,} pairs of frames, {1_000 * verdict.apart / RATE:.3f} ms apart at most, "
        f"joined {verdict.join_seconds:.2f} s after the order at most", verdict.out_of_step)
    rows = []
    skipped = 0
    for sink in stage.sinks:
        clock = Device(devices[sink.name], sink.drift, track).judge(line.runs(sink.name))
        skipped += clock.skipped
        faults += told(
            f"{sink.name} gets every frame without a step", [f"{sink.name}: {fault}" for fault in clock.faults])
        rows.append(_row(len(stage.sinks), sink, verdict, clock))
    if skipped or stage.repeated_cycles:
        faults += told(
            f"{skipped} cycles passed by a silent device, of {stage.repeated_cycles} that the recorder began again for want of an answer",
            ["devices skipped more cycles than were begun again"] if skipped > stage.repeated_cycles else [])
    if options.self_test and not faults:
        faults += self_test.check(recording, devices, stage.sinks, track, acts.done)
    return faults, rows


def _row(count: int, sink: Sink, verdict: Verdict, clock: Clock) -> list[str]:
    return [
        str(count), sink.name, f"{verdict.frames.get(sink.name, 0):,}", f"{1_000 * verdict.apart / RATE:.3f} ms",
        f"{sink.drift:+g}", f"{clock.drift:+.2f}", f"{clock.frames:,}", f"{clock.compared:,}", f"{clock.off:.4f}",
        f"{100 * clock.rough:.3f} %"]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="check-outputs",
        description="Plays at several sinks, and compares every frame. clocks: their devices have clocks of their own, while outputs join "
        "and leave and playback pauses and seeks. latency: one device is late, and becomes later and less late again while it plays.",
        epilog="SINK_RECORDER names the program that is the sinks; otherwise it is the newest built one. The table tells, for each device: "
        "the frames of the track that its sink got at full level; how far the sinks were apart at most; by how many millionths the "
        "device was to be faster than the graph, and was; how many frames it got, and how many of them were compared with the track; "
        "by how many frames it was off its clock at most; how much of the noise on the right was wrong at most.")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="only these")
    parser.add_argument("--minutes", type=_minutes, help="how long clocks plays with each number of sinks (10; with --self-test 1)")
    parser.add_argument("--sinks", nargs="+", type=int, choices=range(2, MOST + 1), default=[2, 4], help="how many sinks (2 4)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="repeats the choices of another run")
    parser.add_argument("--daemon", type=Path, metavar="PROGRAM", help="this fermatad, not the newest built one; fermata is beside it")
    parser.add_argument("--self-test", action="store_true", help="damage the recordings afterwards, and see that it is found")
    parser.add_argument("--directory", type=Path, help="where to record; ten minutes of four sinks take 1.7 GB")
    return parser


def _minutes(text: str) -> float:
    value = float(text)
    if not SHORTEST <= value <= LONGEST:
        raise argparse.ArgumentTypeError(f"{SHORTEST:g} to {LONGEST:g} are possible")
    return value


if __name__ == "__main__":
    sys.exit(main())
