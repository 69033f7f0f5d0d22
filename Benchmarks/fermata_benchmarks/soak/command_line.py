"""The command: its options, and the order of a soak."""

import argparse
import random
import signal
import sys
import tempfile
from pathlib import Path

from ..errors import BenchmarkError
from ..media import music_file
from ..players import Fermata
from ..processes import ENDING, Children
from ..sound_system import RATE, SoundSystem
from ..tools import built_daemon, require_tools
from .soak import Soak

TOOLS = ["dbus-daemon", "ffmpeg", "pipewire", "pw-cli", "pw-dump", "pw-link", "pw-metadata", "setpriv", "wireplumber"]


def main() -> int:
    """Runs a soak; 0 where all was well, 1 with the faults it found, 2 where it could not run."""
    parser = argparse.ArgumentParser(
        prog="soak-graph", description="Changes a private sound system at random under a playing fermatad.",
        epilog="FERMATAD names the daemon; else it is the newest built one of this checkout.")
    parser.add_argument("count", nargs="?", type=int, default=10_000, help="operations (10,000)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="repeats the choices of another run")
    options = parser.parse_args()
    if options.count < 100:
        parser.error("fewer than 100 operations show nothing")
    for number in ENDING:
        signal.signal(number, lambda caught, _: sys.exit(128 + caught))
    try:
        require_tools(TOOLS)
        with tempfile.TemporaryDirectory(prefix="soak-") as directory, Children() as children:
            faults = _run(options.count, options.seed, Path(directory), children)
    except BenchmarkError as error:
        print(f"soak-graph: {error}", file=sys.stderr)
        return 2
    for fault in faults:
        print(f"FAULT: {fault}")
    print("failed" if faults else "passed")
    return 1 if faults else 0


def _run(count: int, seed: int, directory: Path, children: Children) -> list[str]:
    executable = built_daemon()
    print(f"{count} operations, seed {seed}, {executable}", flush=True)
    file = music_file(directory, "wav", RATE)
    system = SoundSystem(directory, children)
    fermata = Fermata(system, executable)
    fermata.start()
    return Soak(system, fermata, file.path, random.Random(seed)).run(count)
