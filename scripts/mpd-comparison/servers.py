"""The two servers, and connections to them."""

import contextlib
import hashlib
import re
import socket
import subprocess
import time
from pathlib import Path

CONFIGURATION = """
bind_to_address "{directory}/socket"
playlist_directory "{directory}/playlists"
sticker_file "{directory}/stickers"
audio_output {{
    type "null"
    name "Null"
    mixer_type "null"
}}
input {{
    plugin "curl"
}}
{library}
"""

LIBRARY = """
music_directory "{music}"
db_file "{directory}/database"
"""

# How long the reference has to listen, in seconds.
START_SECONDS = 20


def version_of_reference():
    """The version of the MPD that is compared with, as numbers: differences are declared by version."""
    text = subprocess.run(["mpd", "--version"], capture_output=True, text=True, check=True).stdout
    match = re.search(r"Music Player Daemon (\d+)\.(\d+)\.?(\d*)", text)
    if not match:
        raise SystemExit(f"mpd --version does not state a version: {text[:100]!r}")
    return tuple(int(part or 0) for part in match.groups())


VERSION = version_of_reference()

# Whether this MPD speaks the protocol that the daemon speaks.
IS_NEW = VERSION >= (0, 24)


@contextlib.contextmanager
def reference(directory, music=None):
    """A private MPD without sound, with this directory of music if there is one; gives the path of its socket."""
    configuration, path = Path(directory) / "mpd.conf", Path(directory) / "socket"
    (Path(directory) / "playlists").mkdir()
    library = LIBRARY.format(music=music, directory=directory) if music else ""
    configuration.write_text(CONFIGURATION.format(directory=directory, library=library), encoding="utf-8")
    command = ["mpd", "--no-daemon", str(configuration)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as mpd:
        try:
            settled(lambda: path.exists() or mpd.poll() is not None, START_SECONDS)
            yield str(path)
        finally:
            mpd.terminate()


def settled(condition, patience):
    """Whether the condition holds within `patience` seconds: one server may be slower than the other."""
    deadline = time.monotonic() + patience
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def opened(address):
    """A connection to a server: a path, or a host and a port."""
    client = socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET)
    client.connect(address)
    return client


class Connection:
    """A connection that waits for the end of each answer. `renamed` says by which names this server knows files, and which names they have
    in the commands and answers here."""

    def __init__(self, address, renamed=()):
        self.renamed = renamed
        # The version of the queue that was remembered last.
        self.version = ""
        # The bytes of the last answer that had any.
        self.binary = b""
        self.socket = opened(address)
        self.lines = self.socket.makefile("rb")
        self.greeting = self.lines.readline().decode(errors="replace").rstrip("\n")

    def send(self, command, patience=60):
        for theirs, ours in self.renamed:
            command = command.replace(ours, theirs)
        command = command.replace("{version}", self.version)
        self.socket.settimeout(patience)
        self.socket.sendall(command.encode() + b"\n")

    def answer(self):
        """The lines of the answer to what was sent."""
        answer = []
        while line := self.lines.readline():
            text = line.decode(errors="replace").rstrip("\n")
            if match := re.fullmatch(r"binary: (\d+)", text):
                self.binary = self.lines.read(int(match[1]))
                self.lines.readline()
                # In place of the bytes, what tells them from others.
                text += " " + hashlib.sha256(self.binary).hexdigest()[:16]
            for theirs, ours in self.renamed:
                text = text.replace(theirs, ours)
            answer.append(text)
            if text == "OK" or text.startswith("ACK ["):
                break
        return answer

    def ask(self, command, patience=60):
        """The lines of the answer to the command. Waits so many seconds for a line."""
        self.send(command, patience)
        return self.answer()

    def value(self, name, command="status"):
        """The value of the first line with this name in the answer; nothing if there is none."""
        return next((line[len(name) + 2:] for line in self.ask(command) if line.startswith(name + ": ")), None)

    def remember_version(self):
        """Remembers the version of the queue, which `{version}` in a command stands for from now on: each server counts its own."""
        self.version = self.value("playlist")


def quoted(text):
    """The text as an argument."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def expression(subject, operator, value):
    """A condition as an argument, with both levels of quoting."""
    inner = value.replace("\\", "\\\\").replace("'", "\\'")
    return quoted(f"({subject} {operator} '{inner}')")
