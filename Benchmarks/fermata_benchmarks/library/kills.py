"""Kills the daemon again and again while it scans and while a client notes things: nothing that was noted may be lost."""

import random
import signal
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import BenchmarkError
from ..json_lines import ControlClient
from ..players import Fermata
from ..sound_system import SoundSystem
from ..waiting import wait_until
from . import corpus


PLAYLIST = "kept"


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
        self.listed: list[str] = []
        """What was added to a stored playlist, at its end, as far as the client was told."""
        self.problems: list[str] = []

    def start(self) -> None:
        """Starts the daemon with what it knows."""
        self.fermata.start(f'[library]\ndirectories = ["{self.music}"]\nscan_at_start = false\n', keeps_state=True)

    def kill_once(self, chance: random.Random, number: int) -> None:
        """Has files scanned and things noted, kills the daemon at a moment by chance, and looks for what was noted."""
        self.start()
        client = self.fermata.client
        for path in chance.sample(self.paths, 50):
            path.touch()
        client.call("library.update", files=True)
        end = time.monotonic() + chance.uniform(0, 0.6)
        song: str | None = None
        while time.monotonic() < end:
            song = str(chance.choice(self.paths))
            found = _item(client, song)
            if found is not None:
                client.call("sticker.set", song=found, name="rating", value=str(number))
                self.noted[song] = number
            client.call("playlist.add", name=PLAYLIST, uris=[song])
            self.listed.append(song)
        self.fermata.system.children.stop(self.fermata.child, signal.SIGKILL)
        self.fermata.leave()
        self._look(f"kill {number}")

    def _look(self, moment: str) -> None:
        for name in ("library.db", "listening.db"):
            path = self.fermata.state / name
            if not path.exists():
                continue
            with sqlite3.connect(path) as connection:
                answer = connection.execute("PRAGMA integrity_check").fetchone()[0]
            connection.close()
            if answer != "ok":
                self.problems.append(f"{moment}: {name}: {answer}")
        if (self.fermata.state / "listening.db.damaged").exists():
            self.problems.append(f"{moment}: listening.db was set aside")

    def finish(self, kills: int) -> None:
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
        kept = [entry["uri"] for entry in _entries(client)]
        # One more may have been added whose answer the client did not get.
        place = 0
        for song in self.listed:
            while place < len(kept) and kept[place] != song:
                place += 1
            if place == len(kept):
                self.problems.append(f"the playlist lacks {song}, or has it at another place")
                break
            place += 1
        if len(kept) > len(self.listed) + kills:
            self.problems.append(f"the playlist has {len(kept)} entries, and {len(self.listed)} were added")
        self.fermata.quit()


def _entries(client: ControlClient) -> Iterator[dict[str, Any]]:
    offset: int | None = 0
    while offset is not None:
        part = client.call("playlist.get", name=PLAYLIST, offset=offset)
        yield from part["entries"]
        offset = part.get("next")


def _item(client: ControlClient, song: str) -> int | None:
    try:
        return int(client.call("library.item", uri=song)["song"])
    except BenchmarkError:
        # The scan has not come to it yet.
        return None


def check(system: SoundSystem, executable: Path, kills: int, files: int) -> list[str]:
    """Kills the daemon so many times, and answers what was lost."""
    chance = random.Random(11)
    library = Library(system, executable, files)
    for number in range(1, kills + 1):
        library.kill_once(chance, number)
    library.finish(kills)
    if not library.noted:
        library.problems.append("nothing was noted: the check says nothing")
    print(f"{kills} kills, {len(library.noted)} songs with notes, {len(library.listed)} entries added to a playlist")
    return library.problems
