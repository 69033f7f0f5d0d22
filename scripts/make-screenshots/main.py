"""The command: plays every scene, and writes or compares the pictures."""

import argparse
import signal
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Benchmarks"))

from fermata_benchmarks.errors import BenchmarkError  # noqa: E402  (the path has to be set first)
from fermata_benchmarks.processes import ENDING, Children  # noqa: E402
from fermata_benchmarks.tools import built_daemon, require_tools  # noqa: E402
from picture import svg  # noqa: E402
from scenes import SCENES, Scene  # noqa: E402
from stage import Late, Stage, make_music  # noqa: E402

FOLDER = ROOT / "docs" / "screenshots"
TOOLS = ["dbus-daemon", "ffmpeg", "pipewire", "pw-cli", "pw-metadata", "setpriv", "wireplumber"]

ATTEMPTS = 5
"""How often a scene is played on a machine so busy that a position has moved on before it was shown."""

LARGEST = 20_000
"""Bytes of a picture."""


def main() -> int:
    """Draws or compares; 0 where all was well, 1 where a picture is out of date, 2 where none could be drawn."""
    parser = argparse.ArgumentParser(
        prog="scripts/make-screenshots/run", description="Draws the pictures in docs/screenshots.",
        epilog="FERMATAD names the daemon; else it is the newest built one of this checkout. The client is the one beside it.")
    parser.add_argument("name", nargs="*", help=f"only these: {', '.join(scene.name for scene in SCENES)}")
    parser.add_argument("--check", action="store_true", help="draw again, and say which picture is out of date")
    options = parser.parse_args()
    unknown = set(options.name) - {scene.name for scene in SCENES}
    if unknown:
        parser.error(f"there is no picture {', '.join(sorted(unknown))}")
    heed_signals()
    wanted = [scene for scene in SCENES if not options.name or scene.name in options.name]
    try:
        require_tools(TOOLS)
        daemon = Path(built_daemon())
        if not (daemon.parent / "fermata").is_file():
            raise BenchmarkError(f"no client is built beside {daemon}")
        with tempfile.TemporaryDirectory(prefix="screenshots-") as directory:
            music = Path(directory) / "music"
            make_music(music)
            pictures = {scene.name: draw(scene, daemon, Path(directory), music) for scene in wanted}
    except BenchmarkError as error:
        print(f"make-screenshots: {error}", file=sys.stderr)
        return 2
    return compare(pictures) if options.check else write(pictures)


def heed_signals() -> None:
    """Lets the signals that end a run clean up."""
    for number in ENDING:
        signal.signal(number, lambda caught, _: sys.exit(128 + caught))


def draw(scene: Scene, daemon: Path, directory: Path, music: Path) -> str:
    """Plays the scene with a daemon of its own, and answers the picture."""
    for attempt in range(ATTEMPTS):
        place = directory / f"{scene.name}-{attempt}"
        place.mkdir()
        # Ending the programs of the last attempt has switched these off.
        heed_signals()
        try:
            with Children() as children:
                stage = Stage(place, music, daemon, scene.sinks, children)
                scene.play(stage)
                picture = svg(scene.title, stage.rows())
        except Late:
            continue
        if len(picture.encode()) > LARGEST:
            raise BenchmarkError(f"the picture {scene.name} has more than {LARGEST} bytes")
        return picture
    raise BenchmarkError(f"the machine is too busy for the scene {scene.name}")


def write(pictures: dict[str, str]) -> int:
    """Writes the pictures that have changed."""
    FOLDER.mkdir(exist_ok=True)
    for name, picture in pictures.items():
        file = FOLDER / f"{name}.svg"
        if not file.exists() or file.read_text() != picture:
            file.write_text(picture)
            print(f"drew {file.relative_to(ROOT)}")
    return 0


def compare(pictures: dict[str, str]) -> int:
    """Names the pictures that are not what the client shows now."""
    stale = 0
    for name, picture in pictures.items():
        file = FOLDER / f"{name}.svg"
        if not file.exists() or file.read_text() != picture:
            print(f"{file.relative_to(ROOT)} is out of date: scripts/make-screenshots/run {name} draws it again")
            stale += 1
    print(f"{len(pictures)} pictures, {stale} out of date")
    return 1 if stale else 0


sys.exit(main())
