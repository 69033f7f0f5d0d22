"""A daemon that plays, with a library of some thousand songs and a door for browsers, in a sound system of its own."""

import shutil
import socket
import subprocess
import urllib.request
from pathlib import Path

from fermata_benchmarks.errors import BenchmarkError
from fermata_benchmarks.json_lines import ControlClient
from fermata_benchmarks.players.fermata import Fermata
from fermata_benchmarks.processes import Children
from fermata_benchmarks.sound_system import SoundSystem
from fermata_benchmarks.tools import ROOT
from fermata_benchmarks.waiting import wait_until
from mutagen.flac import FLAC

ALBUM = "Quiet Rooms"
ARTIST = "Lena Vogt"
TITLES = ["First Light", "Harbour", "Paper Boats", "Slow Weather", "Afterglow", "Home by Six"]
LYRICS = ["The harbour lies in early light", "Nobody is up but the gulls", "And the boats turn with the tide", "Home, says the bell"]
"""The lines of the first song, half a minute apart."""
SONGS = 1_200
"""How many short songs the library has besides."""


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


class Stage:
    """Everything that a browser needs to be there. Close it at the end."""

    def __init__(self, directory: Path, children: Children, program: Path) -> None:
        self.directory = directory
        self.music = directory / "music"
        self.port = free_port()
        _write_album(self.music / ALBUM)
        maker = subprocess.Popen(
            [str(ROOT / "scripts/make-music"), str(self.music / "many"), str(SONGS)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self.system = SoundSystem(directory, children)
        self.system.make_node("Audio/Sink", "headphones")
        self.system.make_node("Audio/Source", "microphone")
        self.player = Fermata(self.system, program)
        if maker.wait(60):
            raise BenchmarkError("scripts/make-music failed")

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def client(self) -> ControlClient:
        """A connection to the daemon beside that of the page."""
        return self.player.client

    @property
    def album(self) -> list[str]:
        """The files that are long enough to be heard for a while."""
        return sorted(str(path) for path in (self.music / ALBUM).glob("*.flac"))

    def start(self, *, keeps_state: bool = False) -> None:
        """Starts the daemon, and waits until a browser would get the page."""
        self.player.start(
            f'[library]\ndirectories = ["{self.music}"]\n[recording]\ndirectory = "{self.directory}/recordings"\n'
            f'[remote]\nlisten = ["127.0.0.1:{self.port}"]\nnames = ["fermata.test"]\n', keeps_state=keeps_state)
        wait_until("the page", self._serves)

    def stop(self) -> None:
        """Ends the daemon, as an update does."""
        self.player.quit()

    def fill(self) -> None:
        """Scans the library, and plays the first song of the album from a fresh queue."""
        self.client.call("library.update")
        wait_until("the library", lambda: self.client.call("library.statistics").get("scan") is None
                   and self.client.call("library.statistics")["songs"] > SONGS, patience=60, poll=0.1)
        self.refill()

    def refill(self) -> None:
        """Has the queue be the album again, played from its beginning."""
        self.client.call("queue.set", repeat="off", shuffle=False)
        self.client.call("queue.clear")
        self.client.call("queue.add", uris=self.album)
        self.client.call("play")

    def titles(self) -> list[str]:
        """What is in the queue."""
        return [item.get("title", "") for item in self.client.call("queue.list")["items"]]

    def _serves(self) -> bool:
        try:
            with urllib.request.urlopen(self.address, timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False


def _write_album(directory: Path) -> None:
    """Writes songs of three minutes, with a cover, and one with chapters."""
    directory.mkdir(parents=True)
    first = directory / "01.flac"
    make = ["ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi"]
    subprocess.run([*make, "-i", "sine=f=220:d=180:r=44100", "-ac", "2", "-compression_level", "0", str(first)], check=True)
    subprocess.run([*make, "-i", "gradients=s=300x300:c0=0x3b5b6d:c1=0xd9b38c:n=2:d=1", "-frames:v", "1", str(directory / "cover.png")], check=True)
    (directory / "01.lrc").write_text("".join(f"[{30 * index // 60:02}:{30 * index % 60:02}.00]{line}\n" for index, line in enumerate(LYRICS)))
    for number, title in enumerate(TITLES, 1):
        path = directory / f"{number:02}.flac"
        if path != first:
            shutil.copy(first, path)
        file = FLAC(path)
        file.update({"title": title, "artist": ARTIST, "album": ALBUM, "albumartist": ARTIST, "genre": "Ambient", "tracknumber": str(number), "date": "2021"})
        if number == 1:
            file.update({"CHAPTER001": "00:00:00.000", "CHAPTER001NAME": "Opening", "CHAPTER002": "00:01:30.000", "CHAPTER002NAME": "Second half"})
        file.save()
