"""The command: its options, and the order of a run."""

import argparse
import resource
import signal
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import NoReturn

from . import machine, plot, report
from .budgets import feeding_verdicts, library_verdicts, remote_verdicts, terminal_verdicts, verdicts
from .errors import BenchmarkError
from .faults import report as faults_report
from .faults import run as faults
from .library import run as library
from .measures import (
    big_queue, control, conversion, feeding, filtering, gap, latency, live, loop, many_tracks, recording, recording_memory, remote, speeding,
    startup, steady, terminal, underruns)
from .media import CODECS, MORE_CODECS, music_file, place_file, short_file, track_file
from .players import MPD, Fermata, Mpv, Player, PwCat, a_peer_may_fail
from .processes import ENDING, Children
from .recorder import Recorder
from .results import Results
from .snapserver import Snapserver
from .sound_system import RATE, SoundSystem
from .tools import daemon, require_tools

PARTS = ("steady", "latency", "formats", "gap", "tracks", "control", "startup", "queue", "underruns")

FAULTS = "faults"
"""Measures nothing beside other players, so it is a run of its own: `--parts faults`."""

RECORDING = "recording"
"""Measures beside recorders and converters, so it is a run of its own: `--parts recording`."""


LIBRARY = "library"
"""Measures beside MPD's database, so it is a run of its own: `--parts library`."""

RECORDING_MEMORY = "recording-memory"
"""Watches one recording for an hour, so it is a run of its own: `--parts recording-memory`."""

ROOMS = "rooms"
"""Measures the feed of rooms beside playing on the machine, so it is a run of its own: `--parts rooms`."""

LIVE = "live"
"""Measures beside programs that play what comes through a pipe, so it is a run of its own: `--parts live`."""

FILTERS = "filters"
"""Measures beside programs that filter, so it is a run of its own: `--parts filters`."""

SPEED = "speed"
"""Measures beside programs that play faster, so it is a run of its own: `--parts speed`."""

REMOTE = "remote"
"""Measures many clients of the network, so it is a run of its own: `--parts remote`."""

TERMINAL = "terminal"
"""Measures the player in the terminal, so it is a run of its own: `--parts terminal`."""

OWN_RUNS = (FAULTS, RECORDING, RECORDING_MEMORY, LIBRARY, ROOMS, LIVE, FILTERS, SPEED, REMOTE, TERMINAL)


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    parts: list[str]
    repetitions: int
    window: float
    """Seconds over which a load is watched."""
    tries: int
    """Commands, starts and changes a repetition."""
    requests: int
    """Round trips for each number of clients a repetition."""
    codecs: list[str]
    rates: list[int]
    tracks: int
    """Tracks of 50 ms in a row, in the first repetition only: some minutes for each player."""


TOOLS_FOR_RECORDING = ("dbus-daemon", "ffmpeg", "pipewire", "pw-cat", "pw-metadata", "pw-record", "setpriv", "wireplumber")
TOOLS_FOR_LIBRARY = ("dbus-daemon", "ffmpeg", "mpd", "pipewire", "pw-metadata", "setpriv", "wireplumber")
TOOLS_FOR_ROOMS = ("dbus-daemon", "ffmpeg", "pipewire", "pw-metadata", "setpriv", "snapserver", "wireplumber")
TOOLS_FOR_FILTERS = ("dbus-daemon", "ffmpeg", "pipewire", "pw-cat", "pw-cli", "pw-metadata", "setpriv", "wireplumber")
TOOLS_FOR_FAULTS = ("dbus-daemon", "pipewire", "pw-cli", "pw-metadata", "setpriv", "wireplumber")

RECORDING_WINDOW = 30.0
"""Seconds over which the load of a recording is watched, unless somebody chooses."""

RECORDING_MEMORY_WINDOW = 3_600.0
"""The same for its memory."""

FULL = Plan(list(PARTS), 3, 20.0, 10, 3_000, list(CODECS), [44_100, 22_050], 10_000)
QUICK = Plan(list(PARTS), 1, 5.0, 3, 1_000, ["wav", "flac"], [44_100], 400)


class Run:
    """One run: the sound system, the files and what is found."""

    def __init__(self, plan: Plan, executable: Path, directory: Path, children: Children) -> None:
        self.plan = plan
        self.results = Results()
        self.threads = Results()
        _say("synthesising files")
        self.files = [music_file(directory, codec, rate) for rate in plan.rates for codec in plan.codecs]
        self.places = [place_file(directory, codec, RATE) for codec in ("flac", "wav")]
        self.system = SoundSystem(directory, children)
        self.fermata = Fermata(self.system, executable)
        self.players: list[Player] = [self.fermata, MPD(self.system), Mpv(self.system), PwCat(self.system)]

    def measure(self) -> None:
        """Everything, one repetition after the other, so that a machine that grows slower does so for all."""
        steps: dict[str, Callable[[], None]] = {
            "steady": self._steady,
            "latency": self._latency,
            "formats": self._formats,
            "gap": self._gap,
            "tracks": self._tracks,
            "control": lambda: control.measure(
                self.fermata, self.files[0], self.plan.requests, self.plan.window, self.results),
            "startup": lambda: startup.measure(self.fermata, self.plan.tries, self.results),
            "queue": lambda: big_queue.measure(self.fermata, self.files[0], self.plan.tries, self.results),
            "underruns": lambda: underruns.measure(self.fermata, self.files[0], self.plan.window, self.results),
        }
        for repetition in range(self.plan.repetitions):
            for part in self.plan.parts:
                if part == "tracks" and repetition > 0:
                    continue
                _say(f"{part}, repetition {repetition + 1} of {self.plan.repetitions}")
                steps[part]()

    def _steady(self) -> None:
        wave = music_file(self.system.directory, "wav", RATE)
        for player in self.players:
            with a_peer_may_fail(player):
                steady.measure(player, self.files, wave, self.plan.window, self.results, self.threads)

    def _latency(self) -> None:
        recorder = Recorder(self.system)
        for player in self.players:
            # FLAC, or where the player does not know it the same sound as WAV.
            file = next(file for file in self.places if player.plays(file.codec))
            with a_peer_may_fail(player):
                latency.measure(player, recorder, file, self.plan.tries, self.results)
        recorder.close()

    def _formats(self) -> None:
        recorder = Recorder(self.system)
        files = [place_file(self.system.directory, codec, RATE) for codec in self._all_codecs()]
        for player in self._queuing_players():
            latency.measure_formats(player, recorder, files, self.plan.tries, self.results)
        recorder.close()

    def _gap(self) -> None:
        recorder = Recorder(self.system)
        directory = self.system.directory
        pairs = [
            (track_file(directory, codec, RATE, last=False), track_file(directory, codec, RATE, last=True))
            # Opus knows no 44.1 kHz: frames of its own rate could not be counted in the graph's.
            for codec in self._all_codecs() if codec != "opus"
        ]
        for player in self._queuing_players():
            gap.measure(player, recorder, pairs, self.plan.tries, self.results)
        recorder.close()

    def _tracks(self) -> None:
        file = short_file(self.system.directory, RATE, int(RATE * many_tracks.TRACK_SECONDS))
        for player in self._queuing_players():
            with a_peer_may_fail(player):
                many_tracks.measure(player, file, self.plan.tracks, self.results)

    def _all_codecs(self) -> list[str]:
        # The chosen ones, and where all are chosen those too that are only for this.
        return self.plan.codecs + (list(MORE_CODECS) if self.plan.codecs == list(CODECS) else [])

    def _queuing_players(self) -> list[Player]:
        return [player for player in self.players if player.stays]


def main() -> int:
    """Runs as the arguments say; the exit status is 1 where the run could not be completed."""
    arguments = _parser().parse_args()
    try:
        plan = _plan(arguments)
    except BenchmarkError as error:
        print(f"Benchmarks/run: {error}", file=sys.stderr)
        return 2
    # SIGINT too: a script's background job is started with it ignored.
    for number in ENDING:
        signal.signal(number, _interrupt)
    # A thousand clients, each a descriptor.
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        if plan.parts == [FAULTS]:
            return _run_faults(arguments)
        if plan.parts == [RECORDING]:
            return _run_recording(arguments, plan)
        if plan.parts == [LIBRARY]:
            return _run_library(arguments, plan)
        if plan.parts == [RECORDING_MEMORY]:
            return _run_recording_memory(arguments)
        if plan.parts == [ROOMS]:
            return _run_rooms(arguments, plan)
        if plan.parts == [LIVE]:
            return _run_live(arguments, plan)
        if plan.parts == [FILTERS]:
            return _run_filters(arguments, plan)
        if plan.parts == [SPEED]:
            return _run_speed(arguments, plan)
        if plan.parts in ([REMOTE], [TERMINAL]):
            return _run_clients(arguments, plan)
        require_tools()
        executable = daemon()
        facts = machine.facts()
        directory = tempfile.TemporaryDirectory(prefix="fermata-benchmarks-", ignore_cleanup_errors=True)
        with directory as path, Children() as children:
            run = Run(plan, executable, Path(path), children)
            run.measure()
    except BenchmarkError as error:
        print(f"Benchmarks/run: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    _write(arguments, facts, run)
    return 0


def _run_faults(arguments: argparse.Namespace) -> int:
    require_tools(TOOLS_FOR_FAULTS)
    executable = daemon()
    directory = tempfile.TemporaryDirectory(prefix="fermata-faults-", ignore_cleanup_errors=True)
    with directory as path, Children() as children:
        rows = faults.measure(SoundSystem(Path(path), children), executable)
    text = faults_report.markdown(rows)
    print(text, end="")
    if arguments.markdown:
        arguments.markdown.write_text(text)
    return 0 if all(row.is_well for row in rows) else 1


def _run_recording(arguments: argparse.Namespace, plan: Plan) -> int:
    require_tools(TOOLS_FOR_RECORDING)
    executable = daemon()
    facts = machine.facts()
    results = Results()
    left_out: list[str] = []
    directory = tempfile.TemporaryDirectory(prefix="fermata-recording-", ignore_cleanup_errors=True)
    with directory as path, Children() as children:
        system = SoundSystem(Path(path), children)
        fermata = Fermata(system, executable)
        music = music_file(system.directory, "flac", RATE)
        for repetition in range(plan.repetitions):
            _say(f"recording, repetition {repetition + 1} of {plan.repetitions}")
            left_out = recording.measure(system, fermata, music, arguments.window or RECORDING_WINDOW, results)
        _say("conversion and extraction")
        conversion.measure(system, fermata, plan.repetitions, results)
    text = report.beside("Recording and conversion", RECORDING, facts, results, fermata.name, left_out)
    print(text, end="")
    if arguments.markdown:
        arguments.markdown.write_text(text)
    return 0


def _run_live(arguments: argparse.Namespace, plan: Plan) -> int:
    require_tools()
    executable = daemon()
    facts = machine.facts()
    results = Results()
    left_out: list[str] = []
    directory = tempfile.TemporaryDirectory(prefix="fermata-live-", ignore_cleanup_errors=True)
    with directory as path, Children() as children:
        system = SoundSystem(Path(path), children)
        fermata = Fermata(system, executable)
        for repetition in range(plan.repetitions):
            _say(f"{LIVE}, the loop, repetition {repetition + 1} of {plan.repetitions}")
            left_out = loop.measure(system, fermata, arguments.window or plan.window, results)
        recorder = Recorder(system)
        for repetition in range(plan.repetitions):
            _say(f"{LIVE}, repetition {repetition + 1} of {plan.repetitions}")
            left_out += live.measure(system, fermata, recorder, arguments.window or plan.window, results)
        recorder.close()
    text = report.beside("Live sound", LIVE, facts, results, fermata.name, sorted(set(left_out)))
    print(text, end="")
    if arguments.markdown:
        arguments.markdown.write_text(text)
    return 0


def _run_clients(arguments: argparse.Namespace, plan: Plan) -> int:
    require_tools(TOOLS_FOR_LIBRARY)
    executable = daemon()
    facts = machine.facts()
    results = Results()
    left_out: list[str] = []
    part = plan.parts[0]
    directory = tempfile.TemporaryDirectory(prefix=f"fermata-{part}-", ignore_cleanup_errors=True)
    with directory as path, Children() as children:
        system = SoundSystem(Path(path), children)
        fermata, mpd = Fermata(system, executable), MPD(system)
        music = music_file(system.directory, "flac", RATE)
        for repetition in range(plan.repetitions):
            _say(f"{part}, repetition {repetition + 1} of {plan.repetitions}")
            if part == REMOTE:
                remote.measure(fermata, mpd, music, arguments.window or plan.window, results)
            else:
                left_out = terminal.measure(fermata, mpd, music, results)
    title, found = (
        ("Clients of the network", remote_verdicts(results)) if part == REMOTE
        else ("The player in the terminal", terminal_verdicts(results)))
    text = report.all_of(title, part, facts, results, left_out)
    return _print(arguments, text + "\n## Budgets\n\n" + report.budget_table(found) + "\n")


def _run_filters(arguments: argparse.Namespace, plan: Plan) -> int:
    require_tools(TOOLS_FOR_FILTERS)
    executable = daemon()
    facts = machine.facts()
    results = Results()
    directory = tempfile.TemporaryDirectory(prefix="fermata-filters-", ignore_cleanup_errors=True)
    with directory as path, Children() as children:
        system = SoundSystem(Path(path), children)
        _say(FILTERS)
        left_out = filtering.measure(
            system, Fermata(system, executable), plan.repetitions, arguments.window or plan.window, results)
    return _print(arguments, report.all_of("Filters", FILTERS, facts, results, left_out))


def _run_speed(arguments: argparse.Namespace, plan: Plan) -> int:
    require_tools(("ffmpeg",))
    facts = machine.facts()
    results = Results()
    with tempfile.TemporaryDirectory(prefix="fermata-speed-", ignore_cleanup_errors=True) as path:
        _say(SPEED)
        left_out = speeding.measure(Path(path), plan.repetitions, results)
    return _print(arguments, report.all_of("Speed", SPEED, facts, results, left_out))


def _print(arguments: argparse.Namespace, text: str) -> int:
    print(text, end="")
    if arguments.markdown:
        arguments.markdown.write_text(text)
    return 0


def _run_library(arguments: argparse.Namespace, plan: Plan) -> int:
    require_tools(TOOLS_FOR_LIBRARY)
    executable = daemon()
    facts = machine.facts()
    results = Results()
    files, sizes = (2_000, [20_000]) if arguments.quick else (20_000, [100_000, 1_000_000])
    if arguments.songs:
        files, sizes = 0, arguments.songs
    directory = tempfile.TemporaryDirectory(prefix="fermata-library-", ignore_cleanup_errors=True)
    with directory as path, Children() as children:
        system = SoundSystem(Path(path), children)
        music = music_file(system.directory, "flac", RATE)
        left_out = library.measure(system, executable, music, files, sizes, plan.repetitions, results)
    text = report.beside("The library", LIBRARY, facts, results, Fermata.name, left_out)
    text += "\n## Budgets\n\n" + report.budget_table(library_verdicts(results, [files, *sizes])) + "\n"
    print(text, end="")
    if arguments.markdown:
        arguments.markdown.write_text(text)
    return 0


def _run_recording_memory(arguments: argparse.Namespace) -> int:
    require_tools(TOOLS_FOR_RECORDING)
    executable = daemon()
    facts = machine.facts()
    window = arguments.window or RECORDING_MEMORY_WINDOW
    directory = tempfile.TemporaryDirectory(prefix="fermata-recording-", ignore_cleanup_errors=True)
    with directory as path, Children() as children:
        system = SoundSystem(Path(path), children)
        music = music_file(system.directory, "flac", RATE)
        _say(f"recording for {window:g} s")
        samples, size = recording_memory.measure(system, Fermata(system, executable), music, window)
    text = recording_memory.markdown(facts, samples, size)
    print(text, end="")
    if arguments.markdown:
        arguments.markdown.write_text(text)
    return 1 if recording_memory.faults(samples) else 0


def _run_rooms(arguments: argparse.Namespace, plan: Plan) -> int:
    require_tools(TOOLS_FOR_ROOMS)
    window = arguments.window or (plan.window if arguments.quick else feeding.WINDOW)
    if window > feeding.MOST_WINDOW:
        raise BenchmarkError(f"a window of {ROOMS} has {feeding.MOST_WINDOW:g} s at most, because the files end")
    repetitions = arguments.repetitions or (plan.repetitions if arguments.quick else feeding.REPETITIONS)
    executable = daemon()
    facts = machine.facts()
    results, threads = Results(), Results()
    directory = tempfile.TemporaryDirectory(prefix="fermata-rooms-", ignore_cleanup_errors=True)
    with directory as path, Children() as children:
        system = SoundSystem(Path(path), children)
        fermata, server = Fermata(system, executable), Snapserver(system)
        files = [
            music_file(system.directory, codec, rate)
            for rate in arguments.rates or [feeding.RATE] for codec in arguments.codecs or feeding.CODECS]
        for repetition in range(repetitions):
            _say(f"{ROOMS}, repetition {repetition + 1} of {repetitions}")
            feeding.measure(fermata, server, files, repetition, window, results, threads)
    conditions = (
        f"{repetitions} repetitions, windows of {window:g} s, the rooms and the graph at {feeding.RATE:,} Hz, the graph's cycle as "
        f"the player asks for it. \"{feeding.LOCAL}\" is the same daemon on a null sink.")
    text = report.judged(
        "Feeding rooms", f"Benchmarks/run --parts {ROOMS}", facts, conditions, feeding_verdicts(results, files), results, threads)
    print(text, end="")
    if arguments.markdown:
        arguments.markdown.write_text(text)
    return 0


def _write(arguments: argparse.Namespace, facts: dict[str, str], run: Run) -> None:
    judged = verdicts(run.results, run.files)
    plan = run.plan
    conditions = (
        f"{plan.repetitions} repetitions, windows of {plan.window:g} s, {plan.tries} commands and {plan.requests:,} "
        "requests a repetition."
    )
    text = report.markdown(facts, conditions, judged, run.results, run.threads)
    print(text, end="")
    if arguments.markdown:
        arguments.markdown.write_text(text)
    if arguments.svg:
        arguments.svg.write_text(plot.svg(plot.groups(run.results, judged)))


def _plan(arguments: argparse.Namespace) -> Plan:
    for own in OWN_RUNS:
        if own in (arguments.parts or []) and arguments.parts != [own]:
            raise BenchmarkError(f"{own} is a run of its own")
    base = QUICK if arguments.quick else FULL
    return Plan(
        parts=arguments.parts or base.parts,
        repetitions=arguments.repetitions or base.repetitions,
        window=arguments.window or base.window,
        tries=base.tries,
        requests=base.requests,
        codecs=arguments.codecs or base.codecs,
        rates=arguments.rates or base.rates,
        tracks=arguments.tracks or base.tracks,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="Benchmarks/run", description="Measures Fermata beside MPD, mpv and pw-cat on one private sound system.")
    parser.add_argument("--quick", action="store_true", help="one short repetition, to see that everything works")
    parser.add_argument("--parts", nargs="+", choices=(*PARTS, *OWN_RUNS), help="measure only these")
    parser.add_argument("--repetitions", type=_positive(int), help=f"default {FULL.repetitions}")
    parser.add_argument(
        "--window", type=_positive(float), metavar="SECONDS", help=f"watch a load for so long (default {FULL.window:g})")
    parser.add_argument("--codecs", nargs="+", choices=list(CODECS), help="play files of these codecs")
    parser.add_argument(
        "--rates", nargs="+", type=_positive(int), metavar="HERTZ",
        help=f"play files of these rates (default {' '.join(map(str, FULL.rates))})")
    parser.add_argument(
        "--tracks", type=_positive(int), metavar="N", help=f"tracks in a row for the memory slope (default {FULL.tracks:,})")
    parser.add_argument(
        "--songs", nargs="+", type=_positive(int), metavar="N",
        help="with --parts library, measure no scans, and libraries of so many songs (default 100,000 and 1,000,000)")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the report there as well")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw a chart there")
    return parser


def _positive(kind: type[float]) -> Callable[[str], float]:
    def parse(text: str) -> float:
        value = kind(text)
        if value <= 0:
            raise argparse.ArgumentTypeError("more than 0 is needed")
        return value

    return parse


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _say(text: str) -> None:
    print(f"{text} …", file=sys.stderr, flush=True)
