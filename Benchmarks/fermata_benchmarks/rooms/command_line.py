"""The command: its options, and the order of the parts."""

import argparse
import os
import tempfile
from pathlib import Path

from ..checks import positive, run
from ..errors import BenchmarkError
from ..processes import Children
from ..tools import built_daemon
from . import discovery, faults, groups, load, network, snapweb, steady
from .house import House

PARTS = {
    "steady": steady.check, "faults": faults.check, "groups": groups.check, "network": network.check, "discovery": discovery.check,
    "load": load.check, "snapweb": snapweb.check,
}
TOOLS = [
    "avahi-daemon", "dbus-daemon", "ip", "mpc", "mpd", "pipewire", "pw-dump", "pw-metadata", "pw-play", "setpriv", "snapclient", "snapserver",
    "tc", "unshare", "wireplumber"]


def main() -> int:
    """Runs the parts that were chosen; answers the exit status."""
    options = _parser().parse_args()
    return run("check-rooms", TOOLS, lambda: _check(options))


def _check(options: argparse.Namespace) -> list[str]:
    if os.geteuid() != 0:
        raise BenchmarkError("only root may make networks: start it with sudo")
    program = (options.daemon or built_daemon()).resolve()
    print(program, flush=True)
    found: list[str] = []
    for part in options.parts:
        with tempfile.TemporaryDirectory(prefix="check-rooms-") as directory, Children() as children:
            with House(Path(directory), children, program) as house:
                found += [f"{part}: {fault}" for fault in PARTS[part](house, options.seconds)]
    return found


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="check-rooms", description="Checks three rooms that a real fermatad feeds through Snapcast.",
        epilog="steady: every frame of tracks of several rates, and how well the rooms are in step. faults: what is lost when a room, "
        "the server or the daemon fails. groups: whether a room that is grouped, turned down or muted disturbs the others, and is in step "
        "afterwards. network: the same with a slow, lossy and broken network, how well the rooms are in step then, "
        "and what the daemon tells. discovery: whether a server is found by Avahi, and found again at another address. load: how often "
        "the server begins its time anew while all cores are busy, beside MPD and PipeWire that write a FIFO each. snapweb: what Snapweb "
        "and others send to the server moves the player and the rooms.")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS), help="only these")
    parser.add_argument("--seconds", type=positive, default=600, help="how long steady and load play (600)")
    parser.add_argument("--daemon", type=Path, metavar="PROGRAM", help="this fermatad, not the newest built one")
    return parser
