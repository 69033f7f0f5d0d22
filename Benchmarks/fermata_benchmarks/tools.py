"""The programs a run needs, and the daemon that it measures."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from .errors import BenchmarkError

ROOT = Path(__file__).resolve().parents[2]
"""The project."""

PACKAGES = {
    "dbus-daemon": "dbus-daemon",
    "ffmpeg": "ffmpeg",
    "mpd": "mpd",
    "mpv": "mpv",
    "pipewire": "pipewire",
    "pw-cat": "pipewire-bin",
    "pw-cli": "pipewire-bin",
    "pw-dump": "pipewire-bin",
    "pw-link": "pipewire-bin",
    "pw-metadata": "pipewire-bin",
    "pw-record": "pipewire-bin",
    "setpriv": "util-linux",
    "wireplumber": "wireplumber",
}
"""By program: the Debian package that has it."""

ROOM_PACKAGES = {
    "avahi-daemon": "avahi-daemon",
    "ip": "iproute2",
    "mpc": "mpc",
    "snapclient": "snapclient",
    "snapserver": "snapserver",
    "tc": "iproute2",
    "unshare": "util-linux",
}
"""The same for what only rooms need."""


def require_tools(programs: Iterable[str] = PACKAGES) -> None:
    """Raises with everything that is missing and how to get it."""
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        packages = " ".join(sorted({(PACKAGES | ROOM_PACKAGES)[program] for program in missing}))
        raise BenchmarkError(f"missing: {', '.join(missing)}. On Debian: apt-get install {packages}")


def named_daemon() -> Path | None:
    """The fermatad that $FERMATAD names; None where it names none."""
    named = os.environ.get("FERMATAD")
    if not named:
        return None
    path = Path(named).resolve()
    if not os.access(path, os.X_OK):
        raise BenchmarkError(f"FERMATAD names {named}, which is no program")
    return path


def built_daemon() -> Path:
    """The fermatad that $FERMATAD names, else the newest built one of this checkout."""
    if named := named_daemon():
        return named
    places = [ROOT / ".build" / kind / "fermatad" for kind in ("release", "debug")]
    built = [place.resolve() for place in places if os.access(place, os.X_OK)]
    if not built:
        raise BenchmarkError(f"no fermatad at {' or '.join(map(str, places))}: swift build --product fermatad")
    return max(built, key=lambda place: place.stat().st_mtime)


def client_beside(program: Path) -> Path:
    """The command `fermata` that was built with that fermatad."""
    client = program.with_name("fermata")
    if not os.access(client, os.X_OK):
        raise BenchmarkError(f"no fermata beside {program}: swift build --product fermata")
    return client


def daemon() -> Path:
    """The fermatad to measure: the one that $FERMATAD names, else a release build of this checkout."""
    if named := named_daemon():
        return named
    if shutil.which("swift") is None:
        raise BenchmarkError("missing: swift, to build fermatad; or name a built one with FERMATAD=path")
    print("building fermatad …", file=sys.stderr)
    command = ["swift", "build", "-c", "release", "--static-swift-stdlib", "--product", "fermatad"]
    if subprocess.run(command, cwd=ROOT, stdout=sys.stderr).returncode != 0:
        raise BenchmarkError("fermatad could not be built")
    directory = subprocess.run([*command, "--show-bin-path"], cwd=ROOT, capture_output=True, text=True, check=True)
    return Path(directory.stdout.strip()) / "fermatad"
