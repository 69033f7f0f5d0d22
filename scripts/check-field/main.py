"""Gives a daemon what stations, lists and odd files of the field really send, and says of each whether the result is right."""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from fermata_benchmarks.checks import run
from fermata_benchmarks.errors import BenchmarkError
from fermata_benchmarks.players.fermata import Fermata
from fermata_benchmarks.processes import Children
from fermata_benchmarks.sound_system import SoundSystem
from fermata_benchmarks.tools import built_daemon

from cases import CASES
from field import Field

TOOLS = ["dbus-daemon", "ffmpeg", "pipewire", "pw-link", "pw-metadata", "setpriv", "wireplumber", "wvunpack"]
ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    """Runs the check, and answers the exit status."""
    options = _parser().parse_args()
    data = options.data or Path(os.environ.get("FERMATA_TESTDATA", ROOT.parent / "shared/testdata")) / "cases"
    if not data.is_dir():
        print(f"check-field: skipped, because {data} is not there")
        return 0
    folders = sorted(folder.name for folder in data.iterdir() if folder.name[:2].isdigit())
    for name in options.cases:
        if not any(folder.startswith(name) for folder in folders):
            sys.exit(f"check-field: there is no case '{name}' in {data}")
    chosen = [folder for folder in folders if not options.cases or folder.startswith(tuple(options.cases))]
    return run("check-field", TOOLS, lambda: _check(data, chosen, options.daemon))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/check-field/run", description=__doc__)
    parser.add_argument("cases", nargs="*", metavar="CASE", help="the beginning of a folder's name; all unless told otherwise")
    parser.add_argument("--daemon", type=Path, help="the fermatad to check; the newest built one unless told otherwise")
    parser.add_argument("--data", type=Path, help="the folder of the cases; cases in the shared test data unless told otherwise")
    return parser


def _check(data: Path, chosen: list[str], daemon: Path | None) -> list[str]:
    program = (daemon or built_daemon()).resolve()
    print(program, flush=True)
    faults: list[str] = []
    with tempfile.TemporaryDirectory(prefix="fermata-field.") as name, Children() as children:
        system = SoundSystem(Path(name), children)
        for folder in chosen:
            case = CASES.get(folder[:2])
            if case is None:
                print(f"none  {folder}: no check is written for it", flush=True)
                continue
            found = _tried(case, Field(system, Fermata(system, program), data / folder, Path(name) / folder))
            print(f"{'WRONG' if found else 'right'} {folder}", flush=True)
            faults += [f"{folder}: {fault}" for fault in found]
    return faults


def _tried(case: Callable[[Field], None], field: Field) -> list[str]:
    try:
        with field:
            case(field)
    except BenchmarkError as error:
        field.faults.append(str(error))
    return field.faults


sys.exit(main())
