"""The command: its options, and the order of the parts."""

import argparse
import random
import tempfile
from pathlib import Path

from ..checks import positive, run
from ..processes import Children
from ..tools import built_daemon
from . import capture, kills, large, small_disk
from .studio import Studio

TOOLS = ["dbus-daemon", "ffmpeg", "pipewire", "pw-cat", "pw-metadata", "setpriv", "wireplumber"]


def main() -> int:
    """Runs the parts that were chosen; answers the exit status."""
    options = _parser().parse_args()
    return run("check-recordings", TOOLS, lambda: _check(options))


def _check(options: argparse.Namespace) -> list[str]:
    program = options.daemon or built_daemon()
    print(f"{program}, seed {options.seed}", flush=True)
    faults: list[str] = []
    with tempfile.TemporaryDirectory(prefix="check-recordings-") as directory, Children() as children:
        studio = Studio(Path(directory), children, program.resolve())
        for part in _parts(options):
            faults += part(studio)
    return faults


def _parts(options: argparse.Namespace) -> list:
    # Without any of these options, all parts run that need no place for a large file.
    everything = not (options.kills or options.small_disk or options.large or options.capture)
    dice = random.Random(options.seed)
    parts = []
    if everything or options.kills:
        parts.append(lambda studio: kills.check(studio, options.kills or 100, dice))
    if everything or options.small_disk:
        parts.append(small_disk.check)
    if options.large:
        parts.append(lambda studio: large.check(studio, options.large, options.gigabytes))
    if everything or options.capture:
        parts.append(lambda studio: capture.check(studio, options.capture or 600, dice))
    return parts


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="check-recordings", description="Checks recordings of a real fermatad in a private sound system.",
        epilog="SINK_RECORDER names the program that plays numbered frames; otherwise it is the newest built one.")
    parser.add_argument("--kills", type=positive, metavar="N", help="kill the daemon so often while it records (100)")
    parser.add_argument("--small-disk", action="store_true", help="record until a disk of 5 MB is full (needs root)")
    parser.add_argument(
        "--large", type=Path, metavar="DIRECTORY", help="record a WAV file that exceeds 4 GiB there; six minutes and more")
    parser.add_argument("--capture", type=positive, metavar="SECONDS", help="compare so many seconds frame by frame (600)")
    parser.add_argument("--daemon", type=Path, metavar="PROGRAM", help="this fermatad, not the newest built one")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="repeats the choices of another run")
    # Only to try the check itself.
    parser.add_argument("--gigabytes", type=float, default=4.3, help=argparse.SUPPRESS)
    return parser
