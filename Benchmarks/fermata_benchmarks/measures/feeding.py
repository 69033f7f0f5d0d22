"""What it costs to feed a Snapcast server beside playing on the machine, and what a daemon does that knows of no rooms."""

import math
import time
from collections.abc import Callable
from typing import Any

from ..counters import Load, Snapshot, load_between, snapshot
from ..errors import BenchmarkError
from ..media import SECONDS, MediaFile
from ..players import Fermata
from ..results import Measure, Results
from ..rooms.house import RATE
from ..snapserver import ROOMS, Snapserver
from ..sound_system import FREE_QUANTUM
from ..waiting import wait_until
from .steady import QUIET_SECONDS

CODECS = ["flac", "mp3"]
"""What is played unless somebody chooses."""

WINDOW = 60.0
"""Seconds over which a load is watched unless somebody chooses: playing takes a thousandth of them."""

MOST_WINDOW = SECONDS - QUIET_SECONDS - 8
"""Seconds: how long a file surely plays on."""

REPETITIONS = 4
"""An even number: each way goes first as often as the other."""

LOCAL = "local playback"
"""The subject beside Fermata is Fermata itself: it plays the same file to the null sink."""

FEED_THREAD = "fermata-rooms"
"""How docs/threads.md calls the thread that feeds the rooms."""

MOST_BEHIND = 3.0
"""By how many seconds the position may be behind the clock: what is on its way to the rooms, and the start."""

PER_CENT = 10_000
"""Microseconds of a second in a per cent of a core."""

REST_CPU = Measure("Processor time, no room configured, nothing plays", "µs/s")
REST_WAKEUPS = Measure("Wake-ups, no room configured, nothing plays", "1/s")
REST_THREADS = Measure("Threads, no room configured, nothing plays", "", max)
REST_FEED_THREADS = Measure("Threads of the feed, no room configured, nothing plays", "", max)
LOCAL_FEED_THREADS = Measure("Threads of the feed, no room configured, playing", "", max)
RESYNCHRONISATIONS = Measure("How often the server of the rooms began its time anew in a window", "", max)


def cpu(file: MediaFile) -> Measure:
    """The processor time of the daemon that plays `file`: to the rooms, or as `LOCAL` on the machine."""
    return Measure(f"Processor time, playing {file.title}", "µs/s")


def wakeups(file: MediaFile) -> Measure:
    """How often that wakes the daemon."""
    return Measure(f"Wake-ups, playing {file.title}", "1/s")


def sound_server_cpu(file: MediaFile) -> Measure:
    """What PipeWire's own process takes meanwhile."""
    return Measure(f"Processor time of PipeWire's process meanwhile, {file.title}", "µs/s")


def room_server_cpu(file: MediaFile) -> Measure:
    """What the process of the rooms' server takes meanwhile."""
    return Measure(f"Processor time of snapserver meanwhile, {file.title}", "µs/s")


def measure(
    fermata: Fermata, server: Snapserver, files: list[MediaFile], repetition: int, window: float, results: Results, threads: Results
) -> None:
    """Plays each file both ways, and leaves a daemon alone that knows of no rooms; each is watched for `window` seconds.

    A file at another rate than that of the rooms and the graph is converted in the daemon both ways: by Fermata for the rooms, and by
    the stream of PipeWire for the null sink. `threads` gets the wake-ups of the daemon's threads, where the subject is the thread.
    """
    fermata.system.set_rate(RATE)
    # What the daemon asks for in steady play costs least, so it is what the feed is compared with.
    fermata.system.set_quantum(FREE_QUANTUM)
    for number, file in enumerate(files):
        for way in in_turn([LOCAL, fermata.name], repetition + number):
            if way == LOCAL:
                _play_locally(fermata, file, window, results, threads)
            else:
                _feed(fermata, server, file, window, results, threads)
    _rest(fermata, window, results, threads)


def in_turn(ways: list[str], turn: int) -> list[str]:
    """The order in which things are measured: the other way round each time, so that a machine that grows slower does so for all."""
    return ways[::-1] if turn % 2 else ways


def feed_threads(seen: Snapshot) -> int:
    """How many threads of the process feed rooms."""
    return sum(name == FEED_THREAD for name in seen.names.values())


def behind(seconds: float, status: dict[str, Any]) -> float:
    """By how many seconds a daemon that was told to play so many seconds ago is behind; infinite if it does not play."""
    return seconds - status["position"]["seconds"] if status["state"] == "playing" else math.inf


def _play_locally(fermata: Fermata, file: MediaFile, window: float, results: Results, threads: Results) -> None:
    fermata.start()
    begun = _play(fermata, file)
    own, sound = _watched([fermata.pid, fermata.system.server.pid], window)
    _require_played(fermata, begun, in_rooms=False)
    fermata.quit()
    _add(own, file, LOCAL, results, threads)
    results.add(sound_server_cpu(file), LOCAL, _microseconds(load_between(*sound)))
    results.add(LOCAL_FEED_THREADS, fermata.name, max(map(feed_threads, own)))


def _feed(
    fermata: Fermata, server: Snapserver, file: MediaFile, window: float, results: Results, threads: Results
) -> None:
    server.start()
    fermata.start(server.lines_for_fermata)
    begun = _play(fermata, file, until=lambda: server.is_fed)
    before = server.resynchronisations
    own, sound, rooms = _watched([fermata.pid, fermata.system.server.pid, server.pid], window)
    _require_played(fermata, begun, in_rooms=True)
    anew = server.resynchronisations - before
    is_fed = server.is_fed
    fermata.quit()
    server.quit()
    # If the thread had another name, it would not be missed where no room is configured.
    if not is_fed or 0 in map(feed_threads, own):
        raise BenchmarkError(f"the rooms were not fed by a thread {FEED_THREAD}")
    _add(own, file, fermata.name, results, threads)
    results.add(sound_server_cpu(file), fermata.name, _microseconds(load_between(*sound)))
    results.add(room_server_cpu(file), fermata.name, _microseconds(load_between(*rooms)))
    results.add(RESYNCHRONISATIONS, fermata.name, anew)


def _rest(fermata: Fermata, window: float, results: Results, threads: Results) -> None:
    fermata.start()
    fermata.leave()
    time.sleep(QUIET_SECONDS)
    (own,) = _watched([fermata.pid], window)
    fermata.quit()
    load = load_between(*own)
    results.add(REST_CPU, fermata.name, _microseconds(load))
    results.add(REST_WAKEUPS, fermata.name, load.wakeups)
    results.add(REST_THREADS, fermata.name, max(len(seen.names) for seen in own))
    results.add(REST_FEED_THREADS, fermata.name, max(map(feed_threads, own)))
    _add_threads(REST_WAKEUPS, load, threads)


def _play(fermata: Fermata, file: MediaFile, until: Callable[[], bool] = lambda: True) -> float:
    """Plays a file until play is steady, and answers when it was begun, by the clock of `time.monotonic`."""
    fermata.play(file.path)
    begun = time.monotonic()
    wait_until("sound to come in", until)
    fermata.leave()
    time.sleep(QUIET_SECONDS)
    return begun


def _watched(pids: list[int], seconds: float) -> list[tuple[Snapshot, Snapshot]]:
    """For each process, its counters before and after those seconds."""
    before = [snapshot(pid) for pid in pids]
    time.sleep(seconds)
    return [(seen, snapshot(pid)) for seen, pid in zip(before, pids)]


def _require_played(fermata: Fermata, begun: float, in_rooms: bool) -> None:
    """Raises unless the file was played where it was to be, at the rate of the rooms, and without standing still."""
    seconds = time.monotonic() - begun
    status = fermata.client.call("status")
    if (late := behind(seconds, status)) > MOST_BEHIND:
        raise BenchmarkError(f"the daemon is {status['state']}, and {late:.1f} s behind")
    output, rate = status["output"], fermata.client.call("session.get")["sampleRate"]
    if output is None or (output["uid"] == ROOMS) != in_rooms or rate != RATE:
        raise BenchmarkError(f"the daemon played at {rate} Hz to {output}")


def _add(own: tuple[Snapshot, Snapshot], file: MediaFile, subject: str, results: Results, threads: Results) -> None:
    load = load_between(*own)
    results.add(cpu(file), subject, _microseconds(load))
    results.add(wakeups(file), subject, load.wakeups)
    way = "on the machine" if subject == LOCAL else "to the rooms"
    _add_threads(Measure(f"Wake-ups, playing {file.title} {way}", "1/s"), load, threads)


def _add_threads(measure: Measure, load: Load, threads: Results) -> None:
    for thread, rate in load.by_thread.items():
        threads.add(measure, thread, rate)


def _microseconds(load: Load) -> float:
    """Processor time in microseconds a second: a per cent of a core has too few digits here."""
    return load.cpu_percent * PER_CENT
