"""Load and memory while nothing changes: playing, paused, stopped."""

import time

from ..counters import Load, memory, watch
from ..media import MediaFile
from ..players import Fermata, Player
from ..results import Measure, Results
from ..scheduling import without_realtime
from ..sound_system import FREE_QUANTUM, QUANTUM

PSS_IDLE = Measure("PSS, before the first file", "MB")
PSS_PLAYING = Measure("PSS, playing", "MB")
DIRTY_IDLE = Measure("Private dirty memory, before the first file", "MB")
DIRTY_PLAYING = Measure("Private dirty memory, playing", "MB")
CPU_PAUSED = Measure("CPU, paused", "% of a core")
CPU_STOPPED = Measure("CPU, stopped", "% of a core")
WAKEUPS_PAUSED = Measure("Wake-ups, paused", "1/s")
WAKEUPS_STOPPED = Measure("Wake-ups, stopped", "1/s")

CPU_ALIKE = Measure("CPU, playing WAV, no thread real-time", "% of a core")
WAKEUPS_ALIKE = Measure("Wake-ups, playing WAV, no thread real-time", "1/s")
CPU_OWN_QUANTUM = Measure("CPU, playing WAV at the player's own quantum", "% of a core")
WAKEUPS_OWN_QUANTUM = Measure("Wake-ups, playing WAV at the player's own quantum", "1/s")

LEAD_SECONDS = 2.0
"""From the command to the window: the start itself is not the steady state."""

SETTLE_SECONDS = 7.0
"""From pause or stop to the window: after five seconds the session manager suspends the sink, which players are told."""

QUIET_SECONDS = 12.0
"""From the last command to the window in which a player chooses the cycle itself: Fermata's are longer after ten seconds."""


def cpu_playing(file: MediaFile) -> Measure:
    """The processor time that playing `file` takes."""
    return Measure(f"CPU, playing {file.title}", "% of a core")


def wakeups_playing(file: MediaFile) -> Measure:
    """How often playing `file` wakes the player."""
    return Measure(f"Wake-ups, playing {file.title}", "1/s")


def measure(
    player: Player, files: list[MediaFile], variant: MediaFile, window: float, results: Results, threads: Results
) -> None:
    """Runs `player` once through all states, each watched for `window` seconds.

    `variant` is a WAV file, which every player plays: for the two looks at the same work under other conditions.
    `threads` gets the wake-ups of Fermata's threads, where the subject is the thread.
    """
    player.start()
    if player.stays:
        time.sleep(SETTLE_SECONDS)
        _add_memory(player, PSS_IDLE, DIRTY_IDLE, results)
    for file in files:
        if not player.plays(file.codec):
            continue
        player.play(file.path)
        time.sleep(LEAD_SECONDS)
        _add_load(player, cpu_playing(file), wakeups_playing(file), window, results, threads)
        _add_memory(player, PSS_PLAYING, DIRTY_PLAYING, results)
    _measure_variants(player, variant, window, results, threads)
    if player.stays:
        player.pause()
        time.sleep(SETTLE_SECONDS)
        _add_load(player, CPU_PAUSED, WAKEUPS_PAUSED, window, results, threads)
        player.stop()
        time.sleep(SETTLE_SECONDS)
        _add_load(player, CPU_STOPPED, WAKEUPS_STOPPED, window, results, threads)
    player.quit()


def _measure_variants(
    player: Player, file: MediaFile, window: float, results: Results, threads: Results
) -> None:
    # Some players' data threads are real-time and some are not, and the kernel takes its time for that.
    player.play(file.path)
    time.sleep(LEAD_SECONDS)
    with without_realtime(player.pid):
        _add_load(player, CPU_ALIKE, WAKEUPS_ALIKE, window, results, threads)
    player.system.set_quantum(FREE_QUANTUM)
    player.leave()
    time.sleep(QUIET_SECONDS)
    _add_load(player, CPU_OWN_QUANTUM, WAKEUPS_OWN_QUANTUM, window, results, threads)
    player.system.set_quantum(QUANTUM)


def _add_load(
    player: Player, cpu: Measure, wakeups: Measure, window: float, results: Results, threads: Results
) -> None:
    load: Load = watch(player.pid, window)
    results.add(cpu, player.name, load.cpu_percent)
    results.add(wakeups, player.name, load.wakeups)
    if isinstance(player, Fermata):
        for thread, rate in load.by_thread.items():
            threads.add(wakeups, thread, rate)


def _add_memory(player: Player, pss: Measure, dirty: Measure, results: Results) -> None:
    used = memory(player.pid)
    results.add(pss, player.name, used.pss)
    results.add(dirty, player.name, used.private_dirty)
