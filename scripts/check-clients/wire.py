"""A wire between a client and the daemon, which shows what the client asks for and what is refused."""

import socket
import threading

from fermata_benchmarks.errors import BenchmarkError


class Wire:
    """Listens on a port of this machine, and hands everything on to the door of the daemon."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._lock = threading.Lock()
        self._commands: list[str] = []
        self._refusals: list[str] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def commands(self) -> list[str]:
        """The first words of the lines that clients have sent, each once, in the order in which they came."""
        with self._lock:
            return list(dict.fromkeys(line.partition(" ")[0] for line in self._commands))

    @property
    def refusals(self) -> list[str]:
        """The refusals that clients have got."""
        with self._lock:
            return list(self._refusals)

    def count(self, start: str) -> int:
        """How many lines begin with this text."""
        with self._lock:
            return sum(line.startswith(start) for line in self._commands)

    def require_known(self) -> None:
        """Raises where a command was unknown, or has other arguments than the daemon knows."""
        for refusal in self.refusals:
            if refusal.startswith(("ACK [5@", "ACK [2@")):
                raise BenchmarkError(f"a command is refused: {refusal}")

    def told(self) -> str:
        """The commands in words, and what was refused."""
        refused = f"; refused: {'; '.join(dict.fromkeys(self.refusals))}" if self.refusals else ""
        return " ".join(self.commands) + refused

    def _accept(self) -> None:
        while True:
            client, _ = self._server.accept()
            server = socket.create_connection(("127.0.0.1", self._port))
            for source, target, note in ((client, server, self._ask), (server, client, self._answer)):
                threading.Thread(target=self._hand_on, args=(source, target, note), daemon=True).start()

    @staticmethod
    def _hand_on(source: socket.socket, target: socket.socket, note) -> None:
        rest = b""
        try:
            while data := source.recv(65_536):
                target.sendall(data)
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    note(line.decode(errors="replace"))
            target.shutdown(socket.SHUT_WR)
        except OSError:
            source.close()
            target.close()

    def _ask(self, line: str) -> None:
        with self._lock:
            self._commands.append(line)

    def _answer(self, line: str) -> None:
        if line.startswith("ACK ["):
            with self._lock:
                self._refusals.append(line)
