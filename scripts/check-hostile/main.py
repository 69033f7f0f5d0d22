"""Attacks a daemon that plays, and tells what became of it, of its memory and of the music."""

import argparse
import importlib
import sys
import tempfile
from pathlib import Path

from fermata_benchmarks.checks import positive, run
from fermata_benchmarks.faults.driven import recorder_program
from fermata_benchmarks.faults.numbered import numbered_file
from fermata_benchmarks.processes import Children
from fermata_benchmarks.sound_system import SoundSystem
from fermata_benchmarks.tools import built_daemon

from target import Attack, Bounds, tried

TOOLS = ["dbus-daemon", "pipewire", "pw-link", "pw-metadata", "setpriv", "prlimit", "wireplumber"]
TOPICS = ["tags", "questions", "peers", "network", "remote", "tls", "files"]
"""The modules that hold the attacks."""
SECONDS = 170
"""The length of the music; no attack takes as long. Its samples of 24 bits number the frames of 174 seconds at most."""


def main() -> int:
    """Runs the check, and answers the exit status."""
    options = _parser().parse_args()
    if options.list:
        for topic, attacks in _attacks().items():
            print(topic, *(f"  {attack.name}: {attack.sentence}" for attack in attacks), sep="\n")
        return 0
    return run("check-hostile", TOOLS, lambda: _check(options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/check-hostile/run", description=__doc__)
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help="the name of an attack or of a topic; all unless told otherwise")
    parser.add_argument("--list", action="store_true", help="print the topics with their attacks, and end")
    parser.add_argument("--daemon", type=Path, help="the fermatad to attack; the newest built one unless told otherwise")
    parser.add_argument(
        "--slowest", type=positive, default=50, metavar="MILLISECONDS",
        help="how long an answer to `status` may take meanwhile (%(default)s); a machine with other work needs more")
    parser.add_argument(
        "--growth", type=positive, default=60, metavar="MB", help="by how much its memory may grow meanwhile (%(default)s)")
    return parser


def _attacks() -> dict[str, list[Attack]]:
    here = Path(__file__).parent
    return {topic: importlib.import_module(topic).ATTACKS for topic in TOPICS if (here / f"{topic}.py").exists()}


def _chosen(names: list[str]) -> list[Attack]:
    topics = _attacks()
    known = {attack.name: [attack] for attacks in topics.values() for attack in attacks} | topics
    for name in names:
        if name not in known:
            sys.exit(f"check-hostile: there is no attack '{name}'; --list names them")
    return [attack for name in names or topics for attack in known[name]]


def _check(options: argparse.Namespace) -> list[str]:
    chosen = _chosen(options.attacks)
    program = (options.daemon or built_daemon()).resolve()
    bounds = Bounds(options.slowest / 1_000, options.growth)
    print(program, flush=True)
    faults: list[str] = []
    with tempfile.TemporaryDirectory(prefix="fermata-hostile.") as name, Children() as children:
        system = SoundSystem(Path(name), children)
        music = numbered_file(system.directory, SECONDS)
        for attack in chosen:
            outcome = tried(attack, system, program, recorder_program(), music, bounds)
            print(f"{'FAIL' if outcome.faults else 'ok  '} {attack.name}: {outcome.figures}", flush=True)
            faults += [f"{attack.name}: {fault}" for fault in outcome.faults]
    return faults


sys.exit(main())
