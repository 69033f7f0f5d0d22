"""The part `faults`: each fault with a daemon of its own, and the table of what became of the music."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..errors import BenchmarkError
from ..players import Fermata
from ..sound_system import SoundSystem
from . import clients, clock, hanging_disk, limits, standstill
from .driven import DrivenRecorder, recorder_program
from .limits import NotHere, mount_small_disk, unmount_small_disk
from .numbered import Heard, heard, numbered_file
from .stage import Holdings, Stage, holdings

FAULTS: list[Callable[[Stage], None]] = [
    clients.come_and_go, clients.read_nothing, clients.many_commands, limits.no_descriptors, limits.little_memory,
    limits.full_disk, standstill.frozen_daemon, standstill.frozen_server, standstill.frozen_manager,
    standstill.stalling_media, standstill.trickling_media, hanging_disk.hanging_decoder, hanging_disk.hidden_hang,
    clock.clock_steps,
]
SETTINGS: dict[Callable[[Stage], None], str] = {
    hanging_disk.hanging_decoder: "fade_seconds = 0\nread_ahead_bytes = 0\n", hanging_disk.hidden_hang: "fade_seconds = 0\n",
}
SECONDS = 120
"""The length of the file; no fault takes as long."""


@dataclass(frozen=True)
class Row:
    """What a fault did."""

    name: str
    heard: Heard | None
    before: Holdings | None
    after: Holdings | None
    slowest: float
    note: str
    has_failed: bool = False
    is_silence_expected: bool = False

    @property
    def is_well(self) -> bool:
        """Whether the daemon played on, and nothing of the music was lost, put in or changed."""
        if self.has_failed:
            return False
        sound = self.heard
        return sound is None or (sound.lost, sound.wrong) == (0, 0) and (sound.inserted == 0 or self.is_silence_expected)


def measure(system: SoundSystem, executable: Path) -> list[Row]:
    """Every fault, one after the other."""
    program = recorder_program()
    file = numbered_file(system.directory, SECONDS)
    rows = []
    for fault in FAULTS:
        print(f"{fault.__name__.replace('_', ' ')} …", file=sys.stderr, flush=True)
        rows.append(_try(fault, system, executable, program, file))
    return rows


def _try(
    fault: Callable[[Stage], None], system: SoundSystem, executable: Path, program: Path, file: Path
) -> Row:
    name = (fault.__doc__ or "").strip()
    fermata = _FaultFermata(system, executable)
    fermata.has_small_disk = fault is limits.full_disk
    if fault is clock.clock_steps:
        fermata.variables = clock.variables(system.directory)
    recorder = DrivenRecorder(system, program)
    stage = Stage(system, fermata, recorder, system.directory)
    try:
        # Where the music is to jump, it is not to fade: a softer frame would have no number.
        fermata.start("[playback]\n" + SETTINGS.get(fault, ""))
        fermata.play(file)
        stage.wait(1)
        before = holdings(fermata.pid)
        fault(stage)
        stage.wait(1)
        stage.require_playing()
        after = holdings(fermata.pid)
        sound = heard(recorder.end(), stage.jumps)
        return Row(name, sound, before, after, stage.slowest, stage.note, is_silence_expected=stage.is_silence_expected)
    except NotHere as error:
        recorder.end()
        return Row(name, None, None, None, 0, f"not tried: {error}")
    except (BenchmarkError, OSError) as error:
        print(f"{name}\n{error}\n{fermata.log}", file=sys.stderr)
        return Row(name, heard(recorder.end()), None, None, stage.slowest, f"FAILED: {str(error).splitlines()[0]}", has_failed=True)
    finally:
        fermata.quit()
        unmount_small_disk(fermata.state)


class _FaultFermata(Fermata):
    """Fermata, perhaps with a small disk for its state."""

    has_small_disk = False

    @property
    def log(self) -> str:
        """The end of what it wrote."""
        return self._child.log_tail() if self._child else ""

    def forget(self) -> None:
        super().forget()
        if self.has_small_disk:
            mount_small_disk(self.state)
