"""`python3 -m fermata_benchmarks.library`, which scripts/check-library runs."""

import argparse
import sys
import tempfile
from pathlib import Path

from ..processes import Children
from ..sound_system import SoundSystem
from ..tools import daemon
from . import kills


def main() -> int:
    """Runs the check; the exit status is 1 where something was lost."""
    parser = argparse.ArgumentParser(prog="scripts/check-library", description=kills.__doc__)
    parser.add_argument("--kills", type=int, default=40, help="how often the daemon is killed (default 40)")
    parser.add_argument("--files", type=int, default=1_500, help="how many files there are (default 1,500)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fermata-library-", ignore_cleanup_errors=True) as path, Children() as children:
        problems = kills.check(SoundSystem(Path(path), children), daemon(), arguments.kills, arguments.files)
    for problem in problems:
        print(problem, file=sys.stderr)
    print("whole" if not problems else f"{len(problems)} problems")
    return 1 if problems else 0


sys.exit(main())
