"""The run: scans and questions beside MPD, and large libraries."""

import os
import random
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from ..counters import memory
from ..errors import BenchmarkError
from ..media import MediaFile
from ..players import Fermata
from ..results import Measure, Results, percentile99
from ..sound_system import SoundSystem
from ..waiting import wait_until
from . import corpus
from .questions import PATIENCE, Conversation

QUESTIONS = {
    "search any": "search any kalo", "search title": "search title kalo", "list albums": "list album group albumartist",
    "list artist": "list artist", "listallinfo": "listallinfo",
}
FIRST_SCAN = {state: Measure(f"First scan, {state} cache", "files/s") for state in ("warm", "cold")}
RESCAN = {state: Measure(f"Scan of what has not changed, {state} cache", "s") for state in ("warm", "cold")}
DIRECTORIES_RESCAN = {
    state: Measure(f"The same by the time of change of the directories, {state} cache", "s") for state in ("warm", "cold")}
MEMORY = Measure("Private dirty after that", "MB")
SCAN_MEMORY = Measure("Private dirty during a scan that reads all files, the most", "MB", max)
SCAN_UNDERRUNS = Measure("Underruns during that scan", "", max)

DROP_CACHES = Path("/proc/sys/vm/drop_caches")
SEARCHES = 300
START_PATIENCE = 1_200.0
"""Seconds that a daemon may take to start: MPD takes minutes to read a database of a million songs."""
QUIET_SECONDS = 1.5
"""How long nobody asks before the memory is measured that lists have left."""
UNREAD_SECONDS = 3.0
"""How long a client reads nothing of its answer: less than after what it is disconnected."""


def answer(name: str, count: int) -> Measure:
    """The time until a question is answered, in a library of so many songs."""
    return Measure(f"`{QUESTIONS[name]}` in {count:,} songs", "ms")


def first_answer(count: int) -> Measure:
    """The time of the first list of everything after a change, of which nothing is kept."""
    return Measure(f"First `listallinfo` in {count:,} songs", "ms")


def first_bytes(count: int) -> Measure:
    """The time until a list of everything begins."""
    return Measure(f"First bytes of `listallinfo` in {count:,} songs", "ms")


def answer_of_two_tags(count: int) -> Measure:
    """The time of a list of everything for a client that wants to see two tags."""
    return Measure(f"`listallinfo` with two tags in {count:,} songs", "ms")


def search_in(count: int) -> Measure:
    """The slowest of a hundred searches of a person who types, in so many songs."""
    return Measure(f"Search in {count:,} songs, p99", "ms", percentile99)


def memory_with(count: int) -> Measure:
    """Memory with so many songs, after the searches."""
    return Measure(f"Private dirty, {count:,} songs", "MB")


def underruns_with(count: int) -> Measure:
    """Underruns while music plays."""
    return Measure(f"Underruns during searches in {count:,} songs", "", max)


def memory_after_lists(count: int) -> Measure:
    """Memory with so many songs, a moment after lists of everything."""
    return Measure(f"Private dirty, {count:,} songs, after lists", "MB")


def memory_of_unread(count: int) -> Measure:
    """Memory that a client costs that asks for everything and reads nothing."""
    return Measure(f"Private dirty that an unread `listallinfo` of {count:,} songs adds", "MB")


def underruns_of_lists(count: int) -> Measure:
    """Underruns while music plays and clients list everything."""
    return Measure(f"Underruns during lists of {count:,} songs", "", max)


UNKEPT = """
    SELECT EXISTS (
        SELECT 1 FROM directories WHERE EXISTS (SELECT 1 FROM songs WHERE directory = directories.id)
            AND NOT EXISTS (SELECT 1 FROM directory_texts WHERE directory = directories.id))"""
"""Asks whether the songs of any directory have no text that is kept."""


class MPD:
    """mpd with a music directory, started anew each time."""

    name = "MPD"

    def __init__(self, system: SoundSystem, music: Path, more: str = "") -> None:
        self.system = system
        self.directory = system.directory / "mpd-library"
        self.socket = self.directory / "socket"
        self.database = self.directory / "database"
        self.directory.mkdir(exist_ok=True)
        (self.directory / "mpd.conf").write_text(
            f'music_directory "{music}"\ndb_file "{self.database}"\nbind_to_address "{self.socket}"\n'
            f'log_file "{self.directory}/log"\nauto_update "no"\nzeroconf_enabled "no"\nmax_output_buffer_size "1048576"\n'
            + more + 'audio_output {\n    type "null"\n    name "none"\n}\n')

    def start(self, patience: float = PATIENCE) -> Conversation:
        """Starts it, and connects to it."""
        self.socket.unlink(missing_ok=True)
        self._child = self.system.launch(["mpd", "--no-daemon", str(self.directory / "mpd.conf")])
        return _connect(self.socket, patience)

    @property
    def pid(self) -> int:
        """Its process's number."""
        return self._child.pid

    def directories_updated(self, conversation: Conversation) -> float:
        """How long its only scan takes of what has not changed: it compares every file."""
        return conversation.updated("update")

    def settle(self) -> None:
        """It has nothing to do after a scan."""

    def quit(self) -> None:
        """Ends it."""
        self.system.children.stop(self._child)


class LibraryDaemon:
    """fermatad with a music directory and its door for clients of MPD."""

    name = "Fermata"

    def __init__(self, system: SoundSystem, executable: Path, music: Path) -> None:
        self.fermata = Fermata(system, executable)
        self.socket = system.directory / "fermata-mpd.sock"
        self.database = self.fermata.state / "library.db"
        self.configuration = (
            f'[library]\ndirectories = ["{music}"]\nscan_at_start = false\n[mpd]\nsocket = "{self.socket}"\n')

    def start(self, patience: float = PATIENCE) -> Conversation:
        """Starts it with what it knows, and connects to its door."""
        self.fermata.start(self.configuration, keeps_state=True)
        return _connect(self.socket, patience)

    @property
    def pid(self) -> int:
        """Its process's number."""
        return self.fermata.pid

    def directories_updated(self, _: Conversation) -> float:
        """How long a scan takes that compares the times of change of directories, as at each start."""
        client = self.fermata.client
        begun = time.perf_counter()
        client.call("library.update")
        wait_until("the end of the scan", lambda: "scan" not in client.call("library.statistics"), PATIENCE, 0.002)
        return time.perf_counter() - begun

    def settle(self) -> None:
        """Waits until it has kept what lists say, and completed the index for searches, which it does after a scan."""
        def is_made() -> bool:
            with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
                if connection.execute(UNKEPT).fetchone()[0]:
                    return False
                return connection.execute("SELECT value FROM state WHERE name = 'index_is_behind'").fetchone() in (None, (0,))

        wait_until("the index for searches", is_made, PATIENCE, 0.1)

    def scan_nothing(self) -> None:
        """Has it scan while its directory is away, as a disk is that is not mounted: nothing is lost, and it does what follows a scan."""
        self.fermata.client.call("library.update")
        self.settle()

    def quit(self) -> None:
        """Ends it."""
        self.fermata.quit()


def measure(
    system: SoundSystem, executable: Path, music: MediaFile, files: int, sizes: list[int], repetitions: int, results: Results
) -> list[str]:
    """Measures everything, without scans where there are to be no files, and answers what was left out, and why."""
    left_out = _measure_scans(system, executable, music, files, repetitions, results) if files else []
    for size in sizes:
        left_out += _large(system, executable, music, size, results)
    return left_out


def _measure_scans(
    system: SoundSystem, executable: Path, music: MediaFile, files: int, repetitions: int, results: Results
) -> list[str]:
    left_out = []
    directory = system.directory / "library-music"
    directory.mkdir()
    corpus.write_files(directory, files)
    states = ["warm"]
    if os.access(DROP_CACHES, os.W_OK):
        states.append("cold")
    else:
        left_out.append("a cold cache: only root may empty it")
    daemons: list[MPD | LibraryDaemon] = [MPD(system, directory), LibraryDaemon(system, executable, directory)]
    for _ in range(repetitions):
        for state in states:
            for daemon in daemons:
                _scan(daemon, directory, music, files, state, results)
    return left_out


def _scan(
    daemon: MPD | LibraryDaemon, music: Path, playing: MediaFile, files: int, state: str, results: Results
) -> None:
    daemon.database.unlink(missing_ok=True)
    # Without a database, MPD begins to scan as soon as it starts: the music comes later.
    away = music.with_name(f"{music.name}-away")
    music.rename(away)
    music.mkdir()
    with closing(daemon.start()) as conversation:
        conversation.updated("update")
        music.rmdir()
        away.rename(music)
        _prepare(state, music)
        results.add(FIRST_SCAN[state], daemon.name, files / conversation.updated("update"))
        _prepare(state, music)
        results.add(RESCAN[state], daemon.name, conversation.updated("update"))
        _prepare(state, music)
        results.add(DIRECTORIES_RESCAN[state], daemon.name, daemon.directories_updated(conversation))
        if state == "warm":
            daemon.settle()
            _ask(daemon, conversation, files, results)
            results.add(MEMORY, daemon.name, memory(daemon.pid).private_dirty)
            underruns = 0
            if isinstance(daemon, LibraryDaemon):
                daemon.fermata.play(playing.path)
                underruns = daemon.fermata.statistics()["underruns"]
            results.add(SCAN_MEMORY, daemon.name, _most_memory(daemon.pid, lambda: conversation.updated("rescan")))
            if isinstance(daemon, LibraryDaemon):
                results.add(SCAN_UNDERRUNS, daemon.name, daemon.fermata.statistics()["underruns"] - underruns)
    daemon.quit()


def _most_memory(pid: int, work: Callable[[], object]) -> float:
    """The most private dirty memory of a process while `work` is done, looked at ten times a second, in MB."""
    values: list[float] = []
    is_over = threading.Event()

    def look() -> None:
        while not is_over.wait(0.1):
            values.append(memory(pid).private_dirty)

    watching = threading.Thread(target=look)
    watching.start()
    try:
        work()
    finally:
        is_over.set()
        watching.join()
    return max([*values, memory(pid).private_dirty])


def _ask(daemon: MPD | LibraryDaemon, conversation: Conversation, count: int, results: Results) -> None:
    for name, question in QUESTIONS.items():
        first = conversation.timed(question)
        if name == "listallinfo":
            results.add(first_answer(count), daemon.name, first)
        results.add(answer(name, count), daemon.name, *(conversation.timed(question) for _ in range(5)))
    results.add(first_bytes(count), daemon.name, *(conversation.begun("listallinfo") for _ in range(5)))
    for command in ("tagtypes clear", "tagtypes enable Title Artist"):
        conversation.ask(command)
    results.add(answer_of_two_tags(count), daemon.name, *(conversation.timed("listallinfo") for _ in range(3)))
    conversation.ask("tagtypes all")


def _prepare(state: str, music: Path) -> None:
    os.sync()
    if state == "cold":
        DROP_CACHES.write_text("3")
        return
    # A cold run may have come before.
    for path in music.rglob("*.flac"):
        path.read_bytes()


def _large(system: SoundSystem, executable: Path, music: MediaFile, size: int, results: Results) -> list[str]:
    directory = system.directory / f"empty-{size}"
    directory.mkdir()
    left_out = []
    # It takes a database only if the tags in it are those that it is to read.
    mpd = MPD(system, directory, f'metadata_to_use "{",".join(corpus.MPD_TAGS.values())}"\n')
    corpus.write_mpd_database(mpd.database, size)
    ours = LibraryDaemon(system, executable, directory)
    shutil.rmtree(ours.fermata.state, ignore_errors=True)
    with closing(ours.start()) as conversation:
        conversation.updated("update")
    ours.quit()
    corpus.write_rows(ours.database, directory, size)
    try:
        conversation = mpd.start(START_PATIENCE)
    except (BenchmarkError, TimeoutError):
        left_out.append(f"MPD with {size:,} songs: it has not read its database within {START_PATIENCE / 60:g} minutes")
    else:
        with closing(conversation):
            _use(mpd, conversation, size, results)
    mpd.quit()
    directory.rmdir()
    with closing(ours.start()) as conversation:
        ours.scan_nothing()
        ours.fermata.play(music.path)
        underruns = [ours.fermata.statistics()["underruns"]]
        _use(ours, conversation, size, results, lambda: underruns.append(ours.fermata.statistics()["underruns"]))
        results.add(underruns_with(size), ours.name, underruns[1] - underruns[0])
        results.add(underruns_of_lists(size), ours.name, ours.fermata.statistics()["underruns"] - underruns[1])
    ours.quit()
    return left_out


def _use(
    daemon: MPD | LibraryDaemon, conversation: Conversation, size: int, results: Results,
    has_searched: Callable[[], None] = lambda: None
) -> None:
    """Searches and lists in a library, and measures the memory after either; calls `has_searched` between them."""
    if f"songs: {size}".encode() not in conversation.ask("stats"):
        raise BenchmarkError(f"{daemon.name} does not have the {size:,} songs: {conversation.ask('stats').decode()}")
    # In a library of this size MPD looks at every song for each: a few tell the same as many.
    for text in _searches(SEARCHES // 30 if isinstance(daemon, MPD) else SEARCHES):
        begun = time.perf_counter()
        if isinstance(daemon, LibraryDaemon):
            daemon.fermata.client.call("library.search", text=text)
        else:
            conversation.ask(f'search any "{text}" window 0:100')
        results.add(search_in(size), daemon.name, (time.perf_counter() - begun) * 1000)
    results.add(memory_with(size), daemon.name, memory(daemon.pid).private_dirty)
    has_searched()
    _ask(daemon, conversation, size, results)
    time.sleep(QUIET_SECONDS)
    after = memory(daemon.pid).private_dirty
    results.add(memory_after_lists(size), daemon.name, after)
    with closing(Conversation(daemon.socket)) as silent:
        silent.send("listallinfo")
        time.sleep(UNREAD_SECONDS)
        results.add(memory_of_unread(size), daemon.name, memory(daemon.pid).private_dirty - after)


def _searches(count: int) -> list[str]:
    """What people type: words, beginnings and parts of words, two of them, and what nobody has."""
    chance = random.Random(3)
    syllables = [syllable.lower() for syllable in corpus.SYLLABLES]
    kinds = [
        lambda: "".join(chance.choices(syllables, k=2)), lambda: "".join(chance.choices(syllables, k=3)),
        lambda: chance.choice(syllables)[:2], lambda: " ".join("".join(chance.choices(syllables, k=2)) for _ in range(2)),
        lambda: f"{chance.choice(syllables)} {''.join(chance.choices(syllables, k=3))}", lambda: "rock", lambda: "xyzzy",
    ]
    return [chance.choice(kinds)() for _ in range(count)]


def _connect(path: Path, patience: float) -> Conversation:
    connections: list[Conversation] = []

    def connects() -> bool:
        try:
            connections.append(Conversation(path, patience))
        except (FileNotFoundError, ConnectionError):
            return False
        return True

    wait_until(f"an answer on {path}", connects)
    return connections[0]
