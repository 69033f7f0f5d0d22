"""Drives Debian's clients of MPD against a real daemon.

A line for each client says what it did, or what was wrong; the exit status is 1 if something was. The daemon is the one that
FERMATAD names, else the newest built one. Takes a minute or two.
"""

import argparse
import signal
import sys
import tempfile
from pathlib import Path

from fermata_benchmarks.errors import BenchmarkError
from fermata_benchmarks.processes import ENDING, Children

from clients import CHECKS
from stage import Stage


def main() -> int:
    """Runs the checks that are wanted."""
    parser = argparse.ArgumentParser(prog="scripts/check-mpd-clients", description=__doc__)
    parser.add_argument("clients", nargs="*", metavar="CLIENT", help=f"only these of {', '.join(CHECKS)}")
    parser.add_argument("--pictures", type=Path, help="write what the clients show into this directory")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.clients if name not in CHECKS]:
        parser.error(f"no such client: {', '.join(unknown)}")
    for number in ENDING:
        signal.signal(number, lambda *_: sys.exit(1))
    if arguments.pictures:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
    failures = 0
    with tempfile.TemporaryDirectory(prefix="fermata-mpd-") as directory, Children() as children:
        stage = Stage(Path(directory), children, arguments.pictures)
        try:
            for name in arguments.clients or CHECKS:
                try:
                    print(f"ok    {name}: {CHECKS[name](stage)}", flush=True)
                except BenchmarkError as error:
                    failures += 1
                    print(f"wrong {name}: {error}", flush=True)
            stage.daemon.require_running()
        finally:
            stage.close()
    print("every client works" if not failures else f"{failures} clients do not work")
    return 1 if failures else 0


sys.exit(main())
