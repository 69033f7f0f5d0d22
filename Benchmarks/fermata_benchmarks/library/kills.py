"""Kills the daemon again and again while it scans and while a client notes things: nothing that was noted may be lost."""

import os
import random
import shutil
import signal
import sqlite3
import tempfile
import threading
import time
from pathlib import Path

from ..errors import BenchmarkError
from ..json_lines import ControlClient
from ..players import Fermata
from ..sound_system import SoundSystem
from ..waiting import wait_until
from . import corpus
from .playlist_edits import PlaylistEdits

NEW_EVERY, LATE_EVERY = 4, 6
"""Every so many kills, the database of files is missing, which makes it a first scan; and the kill comes while the library is put in
order, five seconds after a scan."""


class Library:
    """A daemon over some files, what it has said that it has noted, and what is wrong."""

    def __init__(self, system: SoundSystem, executable: Path, files: int) -> None:
        self.music = system.directory / "kill-music"
        self.music.mkdir()
        corpus.write_files(self.music, files)
        self.paths = sorted(self.music.rglob("*.flac"))
        self.fermata = Fermata(system, executable)
        self.fermata.forget()
        self.noted: dict[str, int] = {}
        self.playlist = PlaylistEdits([str(path) for path in self.paths])
        self.problems: list[str] = []

    def start(self) -> None:
        """Starts the daemon with what it knows."""
        self.fermata.start(f'[library]\ndirectories = ["{self.music}"]\nscan_at_start = false\n', keeps_state=True)

    def kill_once(self, chance: random.Random, number: int) -> None:
        """Has files scanned and things noted, kills the daemon at a moment by chance, and looks for what was noted."""
        if number % NEW_EVERY == 0:
            for path in self.fermata.state.glob("library.db*"):
                path.unlink()
        self.start()
        client = self.fermata.client
        self.problems += [f"before kill {number}: {problem}" for problem in self.playlist.look(client)]
        for path in chance.sample(self.paths, 50):
            path.touch()
        client.call("library.update", files=True)
        if number % LATE_EVERY == 0:
            wait_until("the scan", lambda: "scan" not in client.call("library.statistics"), patience=120)
            # Nothing tells when the library begins to put itself in order: it waits until five seconds have passed.
            time.sleep(4.5)
        self._note_until_killed(client, chance, number)
        self.fermata.system.children.stop(self.fermata.child, signal.SIGKILL)
        self.fermata.leave()
        self._look(f"kill {number}")

    def _note_until_killed(self, client: ControlClient, chance: random.Random, number: int) -> None:
        """Notes one thing after the other, until the daemon is killed in the middle of something."""
        pid = self.fermata.child.pid
        timer = threading.Timer(chance.uniform(0, 0.6), lambda: os.kill(pid, signal.SIGKILL))
        timer.start()
        try:
            while True:
                song = str(chance.choice(self.paths))
                found = _item(client, song)
                if found is not None:
                    client.call("sticker.set", song=found, name="rating", value=str(number))
                    self.noted[song] = number
                self.playlist.edit(client, chance)
        except (BenchmarkError, OSError) as error:
            timer.join()
            if _is_refusal(error):
                raise

    def _look(self, moment: str) -> None:
        """Looks at a copy: whoever opens a database moves its log into it, which is for the daemon to do."""
        with tempfile.TemporaryDirectory() as directory:
            for name in ("library.db", "listening.db"):
                for path in self.fermata.state.glob(f"{name}*"):
                    shutil.copy(path, directory)
                copy = Path(directory) / name
                if not copy.exists():
                    continue
                with sqlite3.connect(copy) as connection:
                    answer = connection.execute("PRAGMA integrity_check").fetchone()[0]
                connection.close()
                if answer != "ok":
                    self.problems.append(f"{moment}: {name}: {answer}")
        if (self.fermata.state / "listening.db.damaged").exists():
            self.problems.append(f"{moment}: listening.db was set aside")

    def finish(self) -> None:
        """Has everything scanned once more, and compares what is noted with what the client was told."""
        self.start()
        client = self.fermata.client
        client.call("library.update", files=True)
        wait_until("the scan", lambda: "scan" not in client.call("library.statistics"), patience=120)
        count = client.call("library.statistics")["songs"]
        if count != len(self.paths):
            self.problems.append(f"{count} songs instead of {len(self.paths)}")
        for song, number in self.noted.items():
            stickers = client.call("library.item", uri=song).get("stickers", {})
            if int(stickers.get("rating", -1)) < number:
                self.problems.append(f"{song}: {stickers} instead of {number}")
        self.problems += self.playlist.look(client)
        self.fermata.quit()


def _item(client: ControlClient, song: str) -> int | None:
    try:
        return int(client.call("library.item", uri=song)["song"])
    except BenchmarkError as error:
        if not _is_refusal(error):
            raise
        # The scan has not come to it yet.
        return None


def _is_refusal(error: Exception) -> bool:
    """Whether the daemon has answered, and not ended."""
    return "refused" in str(error)


def check(system: SoundSystem, executable: Path, kills: int, files: int) -> list[str]:
    """Kills the daemon so many times, and answers what was lost."""
    chance = random.Random(11)
    library = Library(system, executable, files)
    for number in range(1, kills + 1):
        library.kill_once(chance, number)
    library.finish()
    if not library.noted:
        library.problems.append("nothing was noted: the check says nothing")
    print(f"{kills} kills, {len(library.noted)} songs with notes, {library.playlist.count} edits of a playlist")
    return library.problems
