"""What Fermata promises, and whether a run kept it."""

from dataclasses import dataclass

from .library import run as library
from .measures import big_queue, control, feeding, gap, latency, many_tracks, remote, startup, steady, terminal, underruns
from .media import CODECS, MORE_CODECS, MediaFile
from .results import Measure, Results
from .sound_system import QUANTUM, RATE

CYCLES_PER_SECOND = RATE / QUANTUM
OURS = "Fermata"

FLAT = 20.0
"""kB that 1,000 tracks may add and still count as nothing: some pages that the allocator keeps."""

UNREAD_MEMORY = 16.0
"""MB that a client may cost that asks for everything and reads nothing: two parts of the answer, and what waits in its connection."""


@dataclass(frozen=True)
class Budget:
    """A limit for Fermata's value: a number, or a factor of a peer's value."""

    measure: Measure
    limit: float
    """In the measure's unit, or as a factor where there is a peer."""
    peer: str | None = None
    is_least: bool = False
    """Whether the value has to reach the limit, as a speed has, and not to stay below it."""


@dataclass(frozen=True)
class Verdict:
    """A budget beside what was measured."""

    budget: Budget
    value: float
    peer_value: float | None

    @property
    def limit(self) -> float:
        """The most that was allowed, in the measure's unit."""
        return self.budget.limit * (1.0 if self.peer_value is None else self.peer_value)

    @property
    def ratio(self) -> float | None:
        """Fermata's value as a factor of the peer's."""
        return None if not self.peer_value else self.value / self.peer_value

    @property
    def is_met(self) -> bool:
        """Whether the promise was kept."""
        return self.value >= self.limit if self.budget.is_least else self.value <= self.limit


def budgets(files: list[MediaFile]) -> list[Budget]:
    """All budgets of a run with those files."""
    command = (2 * CYCLES_PER_SECOND**-1) * 1000 + 10
    playing = [Budget(steady.cpu_playing(file), 0.8, "MPD") for file in files]
    playing += [Budget(steady.cpu_playing(file), 1.25, "pw-cat") for file in files if file.codec == "wav"]
    playing += [Budget(steady.wakeups_playing(file), CYCLES_PER_SECOND + 1) for file in files]
    return playing + [
        Budget(steady.WAKEUPS_PAUSED, 0),
        Budget(steady.WAKEUPS_STOPPED, 0),
        Budget(steady.DIRTY_PLAYING, 0.6, "MPD"),
        Budget(steady.PSS_PLAYING, 0.8, "MPD"),
        Budget(latency.PLAY, command),
        Budget(latency.PLAY_WORST, command),
        Budget(latency.SEEK, command),
        Budget(latency.SEEK_WORST, command),
        *(Budget(latency.worst_seek_in(codec), command) for codec in CODECS | MORE_CODECS),
        *(Budget(kind(codec), 0) for codec in CODECS | MORE_CODECS for kind in (gap.inserted, gap.lost)),
        Budget(many_tracks.SLOPE, FLAT),
        Budget(control.slow_round_trip(100), 1),
        Budget(control.MPD_STATUS, 1),
        Budget(control.ADDED_CPU, 0.1),
        Budget(control.ADDED_WAKEUPS, 0.5),
        Budget(startup.READY, 100),
        *(Budget(change, 50) for change in big_queue.CHANGES),
        Budget(big_queue.UNDERRUNS, 0),
        *(Budget(underruns.underruns(*situation), 0) for situation in underruns.SITUATIONS),
    ]


def library_budgets(sizes: list[int]) -> list[Budget]:
    """The budgets of a run about the library, with libraries of those sizes."""
    whole_lists = (library.first_answer, library.first_bytes, library.answer_of_two_tags)
    return [
        *(Budget(measure, 1.0, "MPD", is_least=True) for measure in library.FIRST_SCAN.values()),
        *(Budget(measure, 0.5, "MPD") for measure in (*library.RESCAN.values(), *library.DIRECTORIES_RESCAN.values())),
        *(Budget(library.answer(name, size), 0.5 if name.startswith("list ") else 1.0, "MPD")
          for size in sizes for name in library.QUESTIONS),
        *(Budget(library.search_in(size), 20) for size in sizes),
        *(Budget(library.memory_with(size), 0.5, "MPD") for size in sizes),
        *(Budget(library.underruns_with(size), 0) for size in sizes),
        *(Budget(kind(size), 1.0, "MPD") for size in sizes for kind in whole_lists),
        *(Budget(library.memory_after_lists(size), 0.5, "MPD") for size in sizes),
        *(Budget(library.memory_of_unread(size), UNREAD_MEMORY) for size in sizes),
        *(Budget(library.underruns_of_lists(size), 0) for size in sizes),
        Budget(library.SCAN_UNDERRUNS, 0),
    ]


def feeding_budgets(files: list[MediaFile]) -> list[Budget]:
    """The budgets of a run about the feed of rooms, with those files."""
    return [
        *(Budget(feeding.cpu(file), 1.2, feeding.LOCAL) for file in files),
        Budget(feeding.LOCAL_FEED_THREADS, 0),
        Budget(feeding.REST_FEED_THREADS, 0),
        Budget(feeding.REST_WAKEUPS, 0),
    ]


def remote_budgets() -> list[Budget]:
    """The budgets of a run about clients of the network."""
    return [
        Budget(remote.UNDERRUNS, 0),
        Budget(remote.FLOOD_UNDERRUNS, 0),
        Budget(remote.HEARD_LATE, 50),
        Budget(remote.MEMORY, 100),
        Budget(remote.IDLE_CPU, 0.1),
        Budget(remote.IDLE_WAKEUPS, 0.5),
    ]


def terminal_budgets() -> list[Budget]:
    """The budgets of a run about the player in the terminal."""
    return [Budget(terminal.until_changed(key), 16) for key in terminal.KEYS]


def remote_verdicts(results: Results) -> list[Verdict]:
    """Every budget of clients of the network for which a run has the values."""
    return _verdicts(results, remote_budgets())


def terminal_verdicts(results: Results) -> list[Verdict]:
    """Every budget of the player in the terminal for which a run has the values."""
    return _verdicts(results, terminal_budgets())


def library_verdicts(results: Results, sizes: list[int]) -> list[Verdict]:
    """Every budget of the library for which a run with libraries of those sizes has the values."""
    return _verdicts(results, library_budgets(sizes))


def feeding_verdicts(results: Results, files: list[MediaFile]) -> list[Verdict]:
    """Every budget of the feed of rooms for which a run has the values."""
    return _verdicts(results, feeding_budgets(files))


def verdicts(results: Results, files: list[MediaFile]) -> list[Verdict]:
    """Every budget for which this run has the values."""
    return _verdicts(results, budgets(files))


def _verdicts(results: Results, budgets: list[Budget]) -> list[Verdict]:
    found = []
    for budget in budgets:
        value = results.value(budget.measure, OURS)
        peer_value = None if budget.peer is None else results.value(budget.measure, budget.peer)
        if value is not None and (budget.peer is None or peer_value is not None):
            found.append(Verdict(budget, value, peer_value))
    return found
