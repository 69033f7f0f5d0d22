"""What a recording costs beside other recorders, while music plays into the sink that all of them record."""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..counters import watch
from ..media import MediaFile
from ..players import Fermata
from ..results import Measure, Results
from ..sound_system import RATE, SoundSystem
from ..waiting import wait_until

CPU = Measure("CPU, recording {codec}", "% of a core")
WAKEUPS = Measure("Wake-ups, recording {codec}", "1/s")
FROM_PULSE = ("ffmpeg", "sox")
"""The recorders that take the sound from PulseAudio's interface."""

SETTLING = 2.0
"""How long a recording runs before its load is watched, in seconds."""


def measure(system: SoundSystem, fermata: Fermata, music: MediaFile, window: float, results: Results) -> list[str]:
    """Watches each recorder for a window and each format, and answers what was left out, and why."""
    left_out = []
    with playing(system, music):
        for codec in ("flac", "wav"):
            cpu, wakeups = (Measure(kind.title.format(codec=codec.upper()), kind.unit) for kind in (CPU, WAKEUPS))
            place = system.directory / "recordings"
            fermata.start(f'[recording]\ndirectory = "{place}"\n')
            fermata.client.call("record.start", source="output", path=f"fermata.{codec}")
            fermata.leave()
            time.sleep(SETTLING)
            load = watch(fermata.pid, window)
            results.add(cpu, fermata.name, load.cpu_percent)
            results.add(wakeups, fermata.name, load.wakeups)
            fermata.quit()
            shutil.rmtree(place)
            for name, command in _peers(system.directory / f"peer.{codec}"):
                if shutil.which(command[0]) is None:
                    left_out.append(f"{name}: {command[0]} is not installed")
                    continue
                if reason := _what_is_missing(system, name):
                    left_out.append(f"{name}: {reason}")
                    continue
                with pulse_server(system, name in FROM_PULSE):
                    child = system.launch(command)
                    file = Path(command[-1])
                    wait_until(f"{name} to record", lambda: file.exists() and file.stat().st_size > 4_096)
                    time.sleep(SETTLING)
                    load = watch(child.pid, window)
                    child.require_running()
                    system.children.stop(child)
                    file.unlink()
                results.add(cpu, name, load.cpu_percent)
                results.add(wakeups, name, load.wakeups)
    return sorted(set(left_out))


def _peers(file: Path) -> list[tuple[str, list[str]]]:
    return [
        ("pw-record", ["pw-record", "-P", "{ stream.capture.sink = true }", str(file)]),
        ("ffmpeg", ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "pulse", "-i", "speaker.monitor", str(file)]),
        ("sox", ["sox", "-q", "-t", "pulseaudio", "-r", str(RATE), "-c", "2", "speaker.monitor", "-b", "16", str(file)]),
    ]


def _what_is_missing(system: SoundSystem, name: str) -> str | None:
    if name in FROM_PULSE and shutil.which("pipewire-pulse") is None:
        return "pipewire-pulse, which it would record from, is not installed"
    if name == "sox" and "pulseaudio" not in system.run("sox", "--help"):
        return "libsox-fmt-pulse, with which it would record, is not installed"
    return None


@contextmanager
def pulse_server(system: SoundSystem, is_needed: bool) -> Iterator[None]:
    """Has PulseAudio's interface answer meanwhile, if it is needed."""
    if not is_needed:
        yield
        return
    server = system.launch(["pipewire-pulse"])
    wait_until("pipewire-pulse", lambda: (system.directory / "run/pulse/native").exists())
    try:
        yield
    finally:
        system.children.stop(server)


@contextmanager
def playing(system: SoundSystem, music: MediaFile) -> Iterator[None]:
    """Plays the music into the sink, over and over."""
    # The file is shorter than all windows together.
    child = system.launch(["sh", "-c", 'while pw-cat --playback "$0"; do :; done', str(music.path)])
    try:
        yield
    finally:
        system.children.stop(child)
