"""The command: its options, and the order of a soak."""

import argparse
import random
import tempfile
from pathlib import Path

from ..checks import run
from ..media import music_file
from ..players import Fermata
from ..processes import Children
from ..sound_system import RATE, SoundSystem
from ..tools import built_daemon
from .soak import Soak

TOOLS = ["dbus-daemon", "ffmpeg", "pipewire", "pw-cli", "pw-dump", "pw-link", "pw-metadata", "setpriv", "wireplumber"]


def main() -> int:
    """Runs a soak, and answers the exit status."""
    parser = argparse.ArgumentParser(
        prog="soak-graph", description="Changes a private sound system at random under a playing fermatad.",
        epilog="FERMATAD names the daemon; else it is the newest built one of this checkout.")
    parser.add_argument("count", nargs="?", type=int, default=10_000, help="operations (10,000)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="repeats the choices of another run")
    options = parser.parse_args()
    if options.count < 100:
        parser.error("fewer than 100 operations show nothing")
    return run("soak-graph", TOOLS, lambda: _soak(options.count, options.seed))


def _soak(count: int, seed: int) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="soak-") as directory, Children() as children:
        return _run(count, seed, Path(directory), children)


def _run(count: int, seed: int, directory: Path, children: Children) -> list[str]:
    executable = built_daemon()
    print(f"{count} operations, seed {seed}, {executable}", flush=True)
    file = music_file(directory, "wav", RATE)
    system = SoundSystem(directory, children)
    fermata = Fermata(system, executable)
    fermata.start()
    return Soak(system, fermata, file.path, random.Random(seed)).run(count)
