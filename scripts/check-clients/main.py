"""Drives programs of others against a real daemon.

A line for each program says what it did, with the commands that it gave, or what was wrong; the exit status is 1 if something was. The
daemon is the one that FERMATAD names, else the newest built one. Takes some three minutes, and more where packages are installed.
"""

import argparse
import signal
import sys
import tempfile
from pathlib import Path

from fermata_benchmarks.errors import BenchmarkError
from fermata_benchmarks.processes import ENDING, Children

from programs import CHECKS
from stage import Stage


def main() -> int:
    """Runs the checks that are wanted, each with a daemon of its own."""
    parser = argparse.ArgumentParser(prog="scripts/check-clients/run", description=__doc__)
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help=f"only these of {', '.join(CHECKS)}")
    parser.add_argument("--pictures", type=Path, help="write what the programs show into this directory")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.programs if name not in CHECKS]:
        parser.error(f"no such program: {', '.join(unknown)}")
    for number in ENDING:
        signal.signal(number, lambda *_: sys.exit(1))
    if arguments.pictures:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
    failures = 0
    for name in arguments.programs or CHECKS:
        with tempfile.TemporaryDirectory(prefix="fermata-clients-") as directory, Children() as children:
            stage = Stage(Path(directory), children, arguments.pictures, "allow_private_addresses = true\n")
            try:
                print(f"ok    {name}: {CHECKS[name](stage)}", flush=True)
                stage.daemon.require_running()
            except BenchmarkError as error:
                failures += 1
                print(f"wrong {name}: {error}", flush=True)
            finally:
                stage.close()
    print("every program works" if not failures else f"{failures} programs do not work")
    return 1 if failures else 0


sys.exit(main())
