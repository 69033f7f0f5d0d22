"""The command: its options, and the order of the parts."""

import argparse
import os
import signal
import sys
import tempfile
from pathlib import Path

from ..errors import BenchmarkError
from ..processes import ENDING, Children
from ..tools import built_daemon, require_tools
from . import faults, load, steady
from .house import House

PARTS = {"steady": steady.check, "faults": faults.check, "load": load.check}
TOOLS = ["ip", "mpc", "mpd", "setpriv", "snapclient", "snapserver", "tc"]


def main() -> int:
    """Runs the parts that were chosen; 0 if all was well, 1 with the faults it found, 2 if it could not run."""
    options = _parser().parse_args()
    for number in ENDING:
        signal.signal(number, lambda caught, _: sys.exit(128 + caught))
    found: list[str] = []
    try:
        if os.geteuid() != 0:
            raise BenchmarkError("only root may make networks: start it with sudo")
        require_tools(TOOLS)
        program = (options.daemon or built_daemon()).resolve()
        print(program, flush=True)
        for part in options.parts:
            with tempfile.TemporaryDirectory(prefix="check-rooms-") as directory, Children() as children:
                with House(Path(directory), children, program) as house:
                    found += [f"{part}: {fault}" for fault in PARTS[part](house, options.seconds)]
    except BenchmarkError as error:
        print(f"check-rooms: {error}", file=sys.stderr)
        return 2
    for fault in found:
        print(f"FAULT: {fault}")
    print("failed" if found else "passed")
    return 1 if found else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="check-rooms", description="Checks three rooms that a real fermatad feeds through Snapcast.",
        epilog="steady: every frame of tracks of several rates, and how well the rooms are in step. faults: what is lost when a room, "
        "the server, the network or the daemon fails. load: how often the server begins its time anew while all cores are busy, "
        "beside MPD that writes a FIFO.")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS), help="only these")
    parser.add_argument("--seconds", type=_positive, default=600, help="how long steady and load play (600)")
    parser.add_argument("--daemon", type=Path, metavar="PROGRAM", help="this fermatad, not the newest built one")
    return parser


def _positive(text: str) -> int:
    value = int(text)
    if value <= 0:
        raise argparse.ArgumentTypeError("more than 0 is needed")
    return value
