"""A Snapcast server with two rooms, which write what they play into nothing."""

import socket
import subprocess
import tempfile
from pathlib import Path

from tests.sound import free_port, wait_until


def _listens(port: int) -> bool:
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0


class SnapcastHouse:
    """The server and its rooms."""

    ROOMS = ("kitchen", "bath")

    def __init__(self) -> None:
        self._directory = tempfile.TemporaryDirectory(prefix="fermata-house-")
        folder = Path(self._directory.name)
        self.source, self.control, self._stream = free_port(), free_port(), free_port()
        (folder / "server").mkdir()
        (folder / "snapserver.conf").write_text(f"""
[server]
datadir = {folder}/server
[http]
enabled = false
[tcp]
bind_to_address = 127.0.0.1
port = {self.control}
[stream]
bind_to_address = 127.0.0.1
port = {self._stream}
source = tcp://127.0.0.1:{self.source}/?name=Fermata&sampleformat=48000:16:2&mode=server
""", encoding="utf-8")
        self._processes = [self._spawn("snapserver", "-c", str(folder / "snapserver.conf"))]
        wait_until(lambda: _listens(self._stream) and _listens(self.control), "no Snapcast server")
        self._rooms = {room: self.join(room) for room in self.ROOMS}

    @property
    def configuration(self) -> str:
        """What config.toml has about it."""
        return f'[snapcast]\nsource = "127.0.0.1:{self.source}"\ncontrol = "127.0.0.1:{self.control}"\n'

    def _spawn(self, *command: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def join(self, room: str) -> subprocess.Popen[bytes]:
        """Has a room come."""
        process = self._spawn("snapclient", "-h", "127.0.0.1", "-p", str(self._stream), "--hostID", room, "--player", "file:filename=null")
        self._processes.append(process)
        return process

    def leave(self, room: str) -> None:
        """Has a room go away."""
        self._rooms[room].kill()
        self._rooms[room].wait()

    def close(self) -> None:
        """Ends everything."""
        for process in reversed(self._processes):
            process.kill()
            process.wait()
        self._directory.cleanup()
