"""From a command to its sound, on a sink that already runs."""

import random
import time
from collections.abc import Callable, Iterator

from ..errors import BenchmarkError, SilenceError
from ..media import TURN, MediaFile
from ..players import Player, a_peer_may_fail
from ..recorder import Recorder
from ..results import Measure, Results
from ..sound_system import QUANTUM, RATE

PLAY = Measure("Command to first sample", "ms")
PLAY_WORST = Measure("Command to first sample, worst", "ms", max)
SEEK = Measure("Seek to first sample of the new place", "ms")
SEEK_WORST = Measure("Seek to first sample of the new place, worst", "ms", max)

VOID_LIMIT = 3
"""How many tries may fail for each that counts, because the graph missed a cycle."""

LEFT, RIGHT = 0, 1
CYCLE = QUANTUM / RATE


def measure(player: Player, recorder: Recorder, file: MediaFile, tries: int, results: Results) -> None:
    """Plays, seeks and stops `tries` times. `file` is one made by `place_file`."""
    player.start()
    # Once without looking: the first file loads the decoder's pages.
    _try(player, recorder, file)
    for times in list(_counted(player, recorder, file, tries)):
        for (usual, worst), seconds in zip(((PLAY, PLAY_WORST), (SEEK, SEEK_WORST)), times):
            results.add(usual, player.name, seconds * 1000)
            results.add(worst, player.name, seconds * 1000)
    player.quit()


def seek_in(codec: str) -> Measure:
    """What a seek takes in a file of that codec."""
    return Measure(f"Seek to first sample of the new place, {codec}", "ms")


def worst_seek_in(codec: str) -> Measure:
    """The slowest of them."""
    return Measure(f"Seek to first sample of the new place, {codec}, worst", "ms", max)


def measure_formats(player: Player, recorder: Recorder, files: list[MediaFile], tries: int, results: Results) -> None:
    """Seeks `tries` times in each of the files, made by `place_file`."""
    for file in files:
        if not player.is_running:
            player.start()
        with a_peer_may_fail(player):
            _seek_often(player, recorder, file, tries, results)
    player.quit()


def _seek_often(player: Player, recorder: Recorder, file: MediaFile, tries: int, results: Results) -> None:
    _try(player, recorder, file)
    for _, seconds in list(_counted(player, recorder, file, tries)):
        results.add(seek_in(file.codec), player.name, seconds * 1000)
        results.add(worst_seek_in(file.codec), player.name, seconds * 1000)


def _counted(player: Player, recorder: Recorder, file: MediaFile, tries: int) -> Iterator[list[float]]:
    """The times of `tries` tries, in seconds; those of which something could not be timed are made again."""
    done = void = 0
    while done < tries:
        tried = _try(player, recorder, file)
        times = [seconds for seconds in tried if seconds is not None]
        if len(times) == len(tried):
            done += 1
            yield times
            continue
        void += 1
        if void > VOID_LIMIT * tries:
            raise BenchmarkError("the sound system keeps missing cycles: the machine is too busy to time anything")


def _try(player: Player, recorder: Recorder, file: MediaFile) -> list[float | None]:
    """Seconds from `play`, and from a seek where there is one, to the sound; None for what could not be timed."""
    recorder.wait_for_silence()
    try:
        times = [_timed(recorder, 0.3, lambda: player.play(file.path), LEFT)]
        if player.stays:
            times.append(_timed(recorder, 0.6, lambda: player.seek(TURN + random.uniform(5, TURN)), RIGHT))
    except SilenceError as error:
        raise SilenceError(f"{player.name}, {file.path}: {error}") from error
    player.stop()
    return times


def _timed(recorder: Recorder, lead: float, command: Callable[[], None], channel: int) -> float | None:
    # At any moment of a cycle alike.
    recorder.listen(lead + random.uniform(0, CYCLE))
    begun = time.monotonic()
    command()
    heard = recorder.first_sound(channel)
    return None if heard is None else heard - begun
