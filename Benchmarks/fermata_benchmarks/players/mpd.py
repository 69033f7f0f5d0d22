"""The Music Player Daemon, with its PipeWire output."""

import socket
from pathlib import Path

from ..errors import BenchmarkError, EndedError
from ..sound_system import SoundSystem
from ..waiting import wait_until
from .player import Player

CONFIGURATION = """
bind_to_address "{socket}"
log_file "{log}"
zeroconf_enabled "no"
connection_timeout "3600"
max_connections "400"
max_playlist_length "200000"
max_output_buffer_size "65536"
auto_update "no"
audio_output {{
    type "pipewire"
    name "benchmark"
}}
"""


class MPD(Player):
    """mpd without a music directory: files are added by their path, which it allows on a Unix socket."""

    name = "MPD"

    def __init__(self, system: SoundSystem) -> None:
        super().__init__(system)
        self.path = system.directory / "mpd.sock"
        self._configuration = system.directory / "mpd.conf"
        self._configuration.write_text(CONFIGURATION.format(socket=self.path, log=system.directory / "mpd-own.log"))
        self._socket: socket.socket | None = None

    def start(self) -> None:
        self.path.unlink(missing_ok=True)
        self._child = self.system.launch(["mpd", "--no-daemon", str(self._configuration)])
        wait_until("mpd to answer", self._connects)

    def quit(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        super().quit()

    def play(self, path: Path) -> None:
        self.tell("command_list_begin", "clear", f'add "{path}"', "play 0", "command_list_end")

    def play_all(self, paths: list[Path]) -> None:
        self.tell("command_list_begin", "clear", *(f'add "{path}"' for path in paths), "play 0", "command_list_end")

    def pause(self) -> None:
        self.tell("pause 1")

    def stop(self) -> None:
        self.tell("stop")

    def seek(self, seconds: float) -> None:
        self.tell(f"seekcur {seconds:.3f}")

    def _connects(self) -> bool:
        self.child.require_running()
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(20)
        try:
            connection.connect(str(self.path))
        except OSError:
            connection.close()
            return False
        self._socket = connection
        return self._read_line().startswith("OK MPD")

    def tell(self, *lines: str) -> None:
        """Sends commands, of which the last has an answer."""
        if self._socket is None:
            raise BenchmarkError("mpd was told something before it was started")
        try:
            self._socket.sendall("".join(line + "\n" for line in lines).encode())
            answer = self._read_line()
        except ConnectionError as error:
            raise EndedError(f"mpd ended before it answered {lines[0]}: {error}") from error
        if not answer.endswith("OK"):
            raise BenchmarkError(f"mpd refused {lines[0]}: {answer}")

    def _read_line(self) -> str:
        assert self._socket is not None
        received = b""
        while not received.endswith(b"\n"):
            part = self._socket.recv(4096)
            if not part:
                raise EndedError("mpd closed the connection")
            received += part
        return received.decode().strip()
