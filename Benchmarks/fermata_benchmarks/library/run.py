"""The run: scans and questions beside MPD, and large libraries."""

import os
import random
import shutil
import sqlite3
import time
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

DROP_CACHES = Path("/proc/sys/vm/drop_caches")
SEARCHES = 300
MOST_OF_MPD = 100_000
"""MPD takes minutes to read a database of a million songs, and is measured with fewer only."""


def answer(name: str, count: int) -> Measure:
    """The time until a question is answered, in a library of so many songs."""
    return Measure(f"`{QUESTIONS[name]}` in {count:,} songs", "ms")


def search_in(count: int) -> Measure:
    """The slowest of a hundred searches of a person who types, in so many songs."""
    return Measure(f"Search in {count:,} songs, p99", "ms", percentile99)


def memory_with(count: int) -> Measure:
    """Memory with so many songs, after the searches."""
    return Measure(f"Private dirty, {count:,} songs", "MB")


def underruns_with(count: int) -> Measure:
    """Underruns while music plays."""
    return Measure(f"Underruns during searches in {count:,} songs", "", max)


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
            f'log_file "{self.directory}/log"\nauto_update "no"\nzeroconf_enabled "no"\nmax_output_buffer_size "262144"\n'
            + more + 'audio_output {\n    type "null"\n    name "none"\n}\n')

    def start(self) -> Conversation:
        """Starts it, and connects to it."""
        self.socket.unlink(missing_ok=True)
        self._child = self.system.launch(["mpd", "--no-daemon", str(self.directory / "mpd.conf")])
        return _connect(self.socket)

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

    def start(self) -> Conversation:
        """Starts it with what it knows, and connects to its door."""
        self.fermata.start(self.configuration, keeps_state=True)
        return _connect(self.socket)

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
        """Waits until it has made the index for searches, which it does once no scan has come for some seconds."""
        def is_made() -> bool:
            with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
                return connection.execute("SELECT value FROM state WHERE name = 'index_is_behind'").fetchone() in (None, (0,))

        wait_until("the index for searches", is_made, PATIENCE, 0.1)

    def quit(self) -> None:
        """Ends it."""
        self.fermata.quit()


def measure(
    system: SoundSystem, executable: Path, music: MediaFile, files: int, sizes: list[int], repetitions: int, results: Results
) -> list[str]:
    """Measures everything, and answers what was left out, and why."""
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
                _scan(daemon, directory, files, state, results)
    for size in sizes:
        _large(system, executable, music, size, results)
    return left_out


def _scan(daemon: MPD | LibraryDaemon, music: Path, files: int, state: str, results: Results) -> None:
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
    daemon.quit()


def _ask(daemon: MPD | LibraryDaemon, conversation: Conversation, count: int, results: Results) -> None:
    for name, question in QUESTIONS.items():
        conversation.ask(question)
        results.add(answer(name, count), daemon.name, *(conversation.timed(question) for _ in range(5)))


def _prepare(state: str, music: Path) -> None:
    os.sync()
    if state == "cold":
        DROP_CACHES.write_text("3")
        return
    # A cold run may have come before.
    for path in music.rglob("*.flac"):
        path.read_bytes()


def _large(system: SoundSystem, executable: Path, music: MediaFile, size: int, results: Results) -> None:
    directory = system.directory / f"empty-{size}"
    directory.mkdir()
    # It takes a database only if the tags in it are those that it is to read.
    daemons: list[MPD | LibraryDaemon] = []
    if size <= MOST_OF_MPD:
        mpd = MPD(system, directory, f'metadata_to_use "{",".join(corpus.MPD_TAGS.values())}"\n')
        corpus.write_mpd_database(mpd.database, size)
        daemons.append(mpd)
    ours = LibraryDaemon(system, executable, directory)
    shutil.rmtree(ours.fermata.state, ignore_errors=True)
    with closing(ours.start()) as conversation:
        conversation.updated("update")
    ours.quit()
    corpus.write_rows(ours.database, directory, size)
    daemons.append(ours)
    for daemon in daemons:
        with closing(daemon.start()) as conversation:
            underruns = 0
            if isinstance(daemon, LibraryDaemon):
                daemon.fermata.play(music.path)
                underruns = daemon.fermata.statistics()["underruns"]
            # In a library of this size MPD looks at every song for each: a few tell the same as many.
            few = isinstance(daemon, MPD)
            if f"songs: {size}".encode() not in conversation.ask("stats"):
                raise BenchmarkError(f"{daemon.name} does not have the {size:,} songs: {conversation.ask('stats').decode()}")
            for text in _searches(SEARCHES // 30 if few else SEARCHES):
                begun = time.perf_counter()
                if isinstance(daemon, LibraryDaemon):
                    daemon.fermata.client.call("library.search", text=text)
                else:
                    conversation.ask(f'search any "{text}" window 0:100')
                results.add(search_in(size), daemon.name, (time.perf_counter() - begun) * 1000)
            results.add(memory_with(size), daemon.name, memory(daemon.pid).private_dirty)
            if isinstance(daemon, LibraryDaemon):
                results.add(underruns_with(size), daemon.name, daemon.fermata.statistics()["underruns"] - underruns)
            if size <= MOST_OF_MPD:
                _ask(daemon, conversation, size, results)
        daemon.quit()
    shutil.rmtree(directory)


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


def _connect(path: Path) -> Conversation:
    connections: list[Conversation] = []

    def connects() -> bool:
        try:
            connections.append(Conversation(path))
        except (FileNotFoundError, ConnectionError):
            return False
        return True

    wait_until(f"an answer on {path}", connects)
    return connections[0]
