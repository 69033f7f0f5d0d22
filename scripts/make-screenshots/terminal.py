"""A terminal: a program runs in a pseudo terminal, and pyte keeps the screen."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pyte
from fermata_benchmarks.errors import BenchmarkError
from picture import Run

COLUMNS = 84
LINES = 60

# pyte leaves out faint text. The client never writes slanted text, so that attribute carries it.
pyte.graphics.TEXT[2] = "+italics"

PATIENCE = 15.0
"""In seconds: how long a command may take, or a text to appear."""

START = 0.7
"""In seconds: how long a command that goes on has for its start."""

PROMPT = "\x1b[2m$\x1b[0m "


@dataclass
class Step:
    """Something that happens while a command runs, and the text that the command then shows."""

    text: str
    action: Callable[[], object] | None = None


class Terminal:
    """The screen, and the one command at a time that writes on it."""

    def __init__(self, environment: dict[str, str], directory: Path) -> None:
        self._environment = environment | {"TERM": "xterm-256color", "COLUMNS": str(COLUMNS), "LINES": str(LINES)}
        self._environment.pop("NO_COLOR", None)
        self._directory = directory
        self._screen = pyte.Screen(COLUMNS, LINES)
        self._typed = 0
        self._stream = pyte.ByteStream(self._screen)

    def write(self, text: str) -> None:
        """Shows text as if a program had written it."""
        self._stream.feed(text.replace("\n", "\r\n").encode())

    def run(self, command: str) -> None:
        """Types the command, and lets it run to its end."""
        self._type(command)
        with Program(command, self._environment, self._directory) as program:
            if not program.feed(self._stream, lambda: program.has_ended, PATIENCE):
                raise BenchmarkError(f"{command} does not end within {PATIENCE:g} s")
            if program.status() != 0:
                raise BenchmarkError(f"{command} fails:\n" + "\n".join(row for row in self._screen.display if row.strip()))

    def run_on(self, command: str, *steps: Step) -> bool:
        """Types a command that goes on by itself, and leaves the screen as it is after the last step. Answers whether every text
        was shown."""
        self._type(command)
        with Program(command, self._environment, self._directory) as program:
            for step in steps:
                if step.action is not None:
                    # Until the command has connected, nothing tells that it will see what happens.
                    program.feed(self._stream, lambda: False, START)
                    step.action()
                if not program.feed(self._stream, lambda: self.shows(step.text), PATIENCE):
                    return False
        return True

    def _type(self, command: str) -> None:
        self.write(f"{PROMPT}{command}\n")
        self._typed = self._screen.cursor.y

    def shows(self, text: str) -> bool:
        """Whether the output of the command that was typed last contains the text."""
        return any(text in row for row in self._screen.display[self._typed:])

    def rows(self) -> list[list[Run]]:
        """The screen up to its last line that is not empty."""
        rows = [self._row(number) for number in range(LINES)]
        while rows and not rows[-1]:
            rows.pop()
        return rows

    def _row(self, number: int) -> list[Run]:
        runs: list[Run] = []
        text = self._screen.display[number].rstrip()
        for column, character in enumerate(text):
            cell = self._screen.buffer[number][column]
            if runs and (runs[-1].bold, runs[-1].faint) == (cell.bold, cell.italics):
                runs[-1].text += character
            else:
                runs.append(Run(column, character, cell.bold, cell.italics))
        return runs


class Program:
    """A shell command with a pseudo terminal as its input and output."""

    def __init__(self, command: str, environment: dict[str, str], directory: Path) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        self._process = subprocess.Popen(
            ["bash", "-c", command], env=environment, cwd=directory, stdin=slave, stdout=slave, stderr=slave,
            start_new_session=True)
        os.close(slave)
        self._ended = False

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_: object) -> None:
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self._process.wait()
        os.close(self._master)

    @property
    def has_ended(self) -> bool:
        """Whether all programs have closed the terminal."""
        return self._ended

    def status(self) -> int:
        """The exit status of a command that has closed the terminal."""
        return self._process.wait(PATIENCE)

    def feed(self, stream: pyte.ByteStream, done: Callable[[], bool], patience: float) -> bool:
        """Shows what the program writes until `done` holds, for at most `patience` seconds; answers whether it does."""
        deadline = time.monotonic() + patience
        while not done():
            left = deadline - time.monotonic()
            if left <= 0 or self._ended:
                return False
            if select.select([self._master], [], [], left)[0]:
                try:
                    stream.feed(os.read(self._master, 65_536))
                except OSError:
                    self._ended = True
        return True
