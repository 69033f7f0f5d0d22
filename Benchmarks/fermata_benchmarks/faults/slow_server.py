"""A web server that announces a file and then gives next to nothing of it."""

import socket
import threading
import time

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: audio/flac\r\nContent-Length: 1000000\r\nAccept-Ranges: bytes\r\n\r\nfLaC"


class SlowServer:
    """Answers every request with a head; then `/stalls` gets nothing more, and `/trickles` one byte a second."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=64)
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def address(self, name: str) -> str:
        """Where a habit is found."""
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}/{name}"

    @property
    def requests(self) -> int:
        """How many connections came so far."""
        return len(self._open)

    def close(self) -> None:
        """Ends it, and every connection."""
        for connection in [self._socket, *self._open]:
            connection.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self._open.append(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    @staticmethod
    def _serve(connection: socket.socket) -> None:
        try:
            request = connection.recv(4096)
            connection.sendall(HEAD)
            while b"/trickles" in request:
                time.sleep(1)
                connection.sendall(b"\0")
        except OSError:
            return
