"""The player in the terminal with a queue of 100,000 items: from a key until the screen has changed."""

import fcntl
import os
import pty
import select
import shutil
import signal
import statistics
import struct
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..counters import memory, process_seconds
from ..errors import BenchmarkError
from ..media import MediaFile
from ..players import MPD, Fermata
from ..results import Measure, Results
from ..tools import client_beside

ITEMS = 100_000
ROWS, COLUMNS = 50, 160
KEYS = {"one row down": b"j", "a page down": b"\x1b[6~", "to the last row": b"\x1bOF"}
"""By name: what both programs read as that key."""

FIRST = b"\x1bOH"
"""The key to the first row."""

TRIES = 40
QUIET = 0.05
"""Seconds without a byte after which a screen is settled. They do not count."""

PATIENCE = 60.0

PEER = "ncmpcpp"
START = Measure(f"Until the screen stands, {ITEMS:,} items", "ms")
MEMORY = Measure(f"Private memory, {ITEMS:,} items", "MB")
CPU = Measure("Processor time of a key, all kinds", "ms")


def until_changed(key: str) -> Measure:
    """From a key until the last byte of the new screen, in the median."""
    return Measure(f"{key}, until the screen has changed", "ms", statistics.median)


def worst(key: str) -> Measure:
    """The same, at worst."""
    return Measure(f"{key}, at worst", "ms", max)


class Screen:
    """A program on a terminal that understands nothing and answers nothing."""

    def __init__(self, arguments: list[str], environment: dict[str, str]) -> None:
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            try:
                os.execvpe(arguments[0], arguments, environment)
            finally:
                os._exit(127)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def press(self, key: bytes) -> float:
        """Presses a key, and answers after how many seconds the last byte of its screen came."""
        begun = time.perf_counter()
        os.write(self._terminal, key)
        return self.settled(QUIET) - begun

    def settled(self, quiet: float) -> float:
        """Waits until something has come and nothing more does; answers when the last byte came."""
        last = None
        deadline = time.perf_counter() + PATIENCE
        while True:
            wait = PATIENCE if last is None else quiet
            if not select.select([self._terminal], [], [], wait)[0]:
                if last is None:
                    raise BenchmarkError("a key has changed nothing on the screen")
                return last
            try:
                os.read(self._terminal, 1 << 16)
            except OSError as error:
                raise BenchmarkError(f"the program on the terminal has ended: {error}") from error
            last = time.perf_counter()
            if last > deadline:
                raise BenchmarkError("the screen does not come to rest")

    def end(self) -> None:
        """Ends the program."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._terminal)


def measure(fermata: Fermata, mpd: MPD, file: MediaFile, results: Results) -> list[str]:
    """Fills the queue of each player, and presses keys in its program for the terminal; answers what was left out."""
    environment = fermata.system.environment | {"TERM": "xterm-256color", "HOME": str(fermata.system.directory)}
    fermata.start(f"[queue]\nlimit = {ITEMS}\n")
    for _ in range(ITEMS // fermata.MOST_AT_ONCE):
        fermata.client.call("queue.add", uris=[str(file.path)] * fermata.MOST_AT_ONCE)
    client = client_beside(fermata.executable)
    with _screen([str(client), "--socket", str(fermata.socket), "tui", "--view", "queue"], environment) as screen:
        _press(screen, fermata.name, results)
    fermata.quit()
    if shutil.which(PEER) is None:
        return [f"{PEER}: it is not installed"]
    mpd.start()
    for start in range(0, ITEMS, 1_000):
        mpd.tell("command_list_begin", *[f'add "{file.path}"'] * min(1_000, ITEMS - start), "command_list_end")
    own = _configuration(fermata.system.directory)
    with _screen([PEER, "--config", str(own), "--host", str(mpd.path), "--screen", "playlist"], environment) as screen:
        _press(screen, PEER, results)
    mpd.quit()
    return []


def _configuration(directory: Path) -> Path:
    path = directory / "ncmpcpp.conf"
    path.write_text(f'ncmpcpp_directory = "{directory}/ncmpcpp"\nlyrics_directory = "{directory}/lyrics"\nautocenter_mode = no\n')
    return path


@contextmanager
def _screen(arguments: list[str], environment: dict[str, str]) -> Iterator[Screen]:
    screen = Screen(arguments, environment)
    try:
        yield screen
    finally:
        screen.end()


def _press(screen: Screen, name: str, results: Results) -> None:
    begun = time.perf_counter()
    results.add(START, name, (screen.settled(2.0) - begun) * 1000)
    before, pressed = process_seconds(screen.pid), 0
    for title, key in KEYS.items():
        for _ in range(TRIES):
            if title == "to the last row":
                screen.press(FIRST)
                pressed += 1
            seconds = screen.press(key)
            pressed += 1
            for measure_ in (until_changed(title), worst(title)):
                results.add(measure_, name, seconds * 1000)
    results.add(CPU, name, (process_seconds(screen.pid) - before) * 1000 / pressed)
    results.add(MEMORY, name, memory(screen.pid).private_dirty)
