"""The daemon with music, in a sound system of its own, and the terminal and the display on which clients draw."""

import socket
import subprocess
from pathlib import Path

from fermata_benchmarks.errors import BenchmarkError
from fermata_benchmarks.processes import Child, Children
from fermata_benchmarks.sound_system import SoundSystem
from fermata_benchmarks.tools import ROOT, built_daemon
from fermata_benchmarks.waiting import wait_until

TITLES = ["Alpha Centauri", "Beta Blocker", "Gamma Ray", "Delta Wing"]
ARTIST, ALBUM = "Test Artist", "Long Album"


class Server:
    """A connection to the daemon that the check itself uses: what a client did must be seen here."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(30)
        self._socket.connect(str(path))
        self._lines = self._socket.makefile("rb")
        self._lines.readline()

    def ask(self, command: str) -> list[str]:
        """The lines of the answer, without `OK`."""
        self._socket.sendall(command.encode() + b"\n")
        answer = []
        while line := self._lines.readline():
            text = line.decode().rstrip("\n")
            if text == "OK":
                return answer
            if text.startswith("ACK ["):
                raise BenchmarkError(f"{command}: {text}")
            answer.append(text)
        raise BenchmarkError(f"{command}: the connection was closed")

    def value(self, name: str, command: str = "status") -> str | None:
        """The value of one line of the answer."""
        return next(iter(self.values(name, command)), None)

    def values(self, name: str, command: str) -> list[str]:
        """The values of all lines of the answer with this name."""
        return [line[len(name) + 2:] for line in self.ask(command) if line.startswith(name + ": ")]

    def fill(self) -> None:
        """Makes the queue the long songs, and plays the first one."""
        for command in ("clear", "random 0", "repeat 0", "single 0", "consume 0", "setvol 50", "crossfade 0",
                        'findadd album "' + ALBUM + '" sort Track', "play 0"):
            self.ask(command)
        self.wait_for("the first song to play", "state", "play")

    def wait_for(self, what: str, name: str, value: str, command: str = "status") -> None:
        """Waits until a line of the answer has this value."""
        wait_until(what, lambda: self.value(name, command) == value, poll=0.05)


class Stage:
    """Everything that the clients need."""

    def __init__(self, directory: Path, children: Children, pictures: Path | None, keys: str = "") -> None:
        self.directory, self.children, self.pictures = directory, children, pictures
        self.system = SoundSystem(directory, children)
        self.music = directory / "music"
        self._make_music()
        self.socket = directory / "run/mpd/socket"
        self.socket.parent.mkdir()
        self.port = self._free_port()
        configuration = directory / "fermata.toml"
        configuration.write_text(
            f'[mpd]\nsocket = "{self.socket}"\nlisten = ["127.0.0.1:{self.port}"]\n{keys}[library]\ndirectories = ["{self.music}"]\n')
        self.daemon = self.launch(
            [str(built_daemon()), "--config", str(configuration), "--socket", str(directory / "fermata.sock"),
             "--state-dir", str(directory / "fermata-state")])
        wait_until("the socket for clients of MPD", self._is_listening)
        self.server = Server(self.socket)
        wait_until("the library", lambda: int(self.server.value("songs", "stats") or 0) > 50
                   and self.server.value("updating_db") is None, 60, 0.1)
        self._terminal = ["tmux", "-S", str(directory / "terminal"), "-f", "/dev/null"]

    def _is_listening(self) -> bool:
        # A socket is there a moment before somebody listens to it.
        with socket.socket(socket.AF_UNIX) as probe:
            return probe.connect_ex(str(self.socket)) == 0

    def launch(self, arguments: list[str], **variables: str) -> Child:
        """Starts a program that finds the daemon by itself."""
        return self.system.launch(arguments, **({"MPD_HOST": str(self.socket), "HOME": str(self.directory)} | variables))

    def run(self, *arguments: str) -> str:
        """Runs a program to its end, and answers what it printed."""
        result = subprocess.run(
            arguments, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        if result.returncode != 0:
            raise BenchmarkError(f"{' '.join(arguments)}: status {result.returncode}: {result.stderr or result.stdout}")
        return result.stdout

    @property
    def environment(self) -> dict[str, str]:
        """The environment of clients."""
        return self.system.environment | {"MPD_HOST": str(self.socket), "HOME": str(self.directory), "TERM": "xterm-256color"}

    # The terminal.

    def type_command(self, name: str, command: str) -> None:
        """Starts a program in a terminal of 100 columns and 30 rows."""
        self._tmux("new-session", "-d", "-s", name, "-x", "100", "-y", "30", command)

    def press(self, name: str, *keys: str) -> None:
        """Presses keys in that terminal."""
        self._tmux("send-keys", "-t", name, *keys)

    def screen(self, name: str) -> str:
        """What that terminal shows."""
        return self._tmux("capture-pane", "-p", "-t", name)

    def wait_for_text(self, name: str, *texts: str) -> None:
        """Waits until that terminal shows all these texts."""
        try:
            wait_until(f"{name} to show {texts}", lambda: all(text in self.screen(name) for text in texts), poll=0.05)
        except BenchmarkError as error:
            raise BenchmarkError(f"{error}. It shows:\n{self.screen(name)}") from None
        if self.pictures:
            with (self.pictures / f"{name}.txt").open("a") as file:
                file.write(self.screen(name) + "-" * 100 + "\n")

    def end(self, name: str) -> None:
        """Ends the program of that terminal."""
        self._tmux("kill-session", "-t", name)

    def close(self) -> None:
        """Ends the terminal."""
        subprocess.run([*self._terminal, "kill-server"], env=self.environment, capture_output=True)

    def _tmux(self, *arguments: str) -> str:
        result = subprocess.run([*self._terminal, *arguments], env=self.environment, capture_output=True, text=True, timeout=20)
        if result.returncode != 0:
            raise BenchmarkError(f"tmux {' '.join(arguments)}: {result.stderr}")
        return result.stdout

    # The display.

    def open_display(self, number: int = 77) -> dict[str, str]:
        """Starts an X server without a screen, and answers the variables that lead to it."""
        self.children.launch(["Xvfb", f":{number}", "-screen", "0", "1024x768x24", "-nolisten", "tcp"], self.environment,
                             self.directory / "Xvfb.log")
        # One that was killed has left its socket behind.
        display = {"DISPLAY": f":{number}"}
        wait_until("the X server", lambda: self._xdotool(display, "getdisplaygeometry") != "", 30, 0.1)
        return display | {"QT_X11_NO_MITSHM": "1"}

    def window_names(self, display: dict[str, str]) -> str:
        """The titles of the windows on the display."""
        numbers = self._xdotool(display, "search", "--onlyvisible", "--name", ".").split()
        return "\n".join(self._xdotool(display, "getwindowname", number) for number in numbers)

    def click(self, x: int, y: int, display: dict[str, str], times: int = 1) -> None:
        """Clicks at a place of the display, in pixels from its top left corner."""
        self._xdotool(display, "mousemove", str(x), str(y), "click", "--repeat", str(times), "--delay", "50", "1")

    def colour(self, x: int, y: int, display: dict[str, str]) -> tuple[int, ...]:
        """The red, green and blue of a place of the display, each from 0 to 255."""
        command = ["import", "-window", "root", "-crop", f"1x1+{x}+{y}", "-depth", "8", "rgb:-"]
        result = subprocess.run(command, env=self.environment | display, capture_output=True, timeout=60)
        return tuple(result.stdout)

    def _xdotool(self, display: dict[str, str], *arguments: str) -> str:
        result = subprocess.run(["xdotool", *arguments], env=self.environment | display, capture_output=True, text=True, timeout=20)
        return result.stdout

    def take_picture(self, name: str, display: dict[str, str]) -> None:
        """Writes what the display shows into the directory of pictures, if there is one."""
        if self.pictures:
            subprocess.run(["import", "-window", "root", str(self.pictures / f"{name}.png")],
                           env=self.environment | display, check=True, timeout=60)

    # Music.

    def _make_music(self) -> None:
        subprocess.run([str(ROOT / "scripts/make-music"), str(self.music), "120"], check=True, capture_output=True)
        album = self.music / ARTIST / ALBUM
        album.mkdir(parents=True)
        for number, title in enumerate(TITLES, 1):
            subprocess.run(
                ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", f"sine=frequency={number}00:duration=120",
                 "-metadata", f"title={title}", "-metadata", f"artist={ARTIST}", "-metadata", f"album={ALBUM}",
                 "-metadata", f"album_artist={ARTIST}", "-metadata", f"track={number}", "-metadata", "date=1999",
                 "-metadata", "genre=Test", str(album / f"{number:02} {title}.flac")], check=True)
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=red:size=64x64", "-frames:v", "1",
                        str(album / "cover.png")], check=True)

    @staticmethod
    def _free_port() -> int:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return int(probe.getsockname()[1])
