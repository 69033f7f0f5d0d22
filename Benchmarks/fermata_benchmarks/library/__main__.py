"""`python3 -m fermata_benchmarks.library`, which scripts/check-library runs."""

import argparse
import sys
import tempfile
from pathlib import Path

from ..checks import positive, run
from ..processes import Children
from ..sound_system import SoundSystem
from ..tools import daemon
from . import kills

TOOLS = ["dbus-daemon", "ffmpeg", "pipewire", "pw-metadata", "setpriv", "wireplumber"]


def main() -> int:
    """Runs the check, and answers the exit status."""
    parser = argparse.ArgumentParser(prog="scripts/check-library", description=kills.__doc__)
    parser.add_argument("--kills", type=positive, default=40, help="how often the daemon is killed (default 40)")
    parser.add_argument("--files", type=positive, default=1_500, help="how many files there are (default 1,500)")
    options = parser.parse_args()
    return run("check-library", TOOLS, lambda: _check(options.kills, options.files))


def _check(count: int, files: int) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="fermata-library-", ignore_cleanup_errors=True) as path, Children() as children:
        return kills.check(SoundSystem(Path(path), children), daemon(), count, files)


sys.exit(main())
