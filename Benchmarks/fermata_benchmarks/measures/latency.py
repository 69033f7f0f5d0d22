"""From a command to its sound, on a sink that already runs."""

import random
import time

from ..media import TURN, MediaFile
from ..players import Player
from ..recorder import Recorder
from ..results import Measure, Results
from ..sound_system import QUANTUM, RATE

PLAY = Measure("Command to first sample", "ms")
PLAY_WORST = Measure("Command to first sample, worst", "ms", max)
SEEK = Measure("Seek to first sample of the new place", "ms")
SEEK_WORST = Measure("Seek to first sample of the new place, worst", "ms", max)

LEFT, RIGHT = 0, 1
CYCLE = QUANTUM / RATE


def measure(player: Player, recorder: Recorder, file: MediaFile, tries: int, results: Results) -> None:
    """Plays, seeks and stops `tries` times. `file` is one made by `place_file`."""
    player.start()
    # Once without looking: the first file loads the decoder's pages.
    for attempt in range(tries + 1):
        started = _play(player, recorder, file)
        sought = _seek(player, recorder) if player.stays else None
        player.stop()
        if attempt == 0:
            continue
        results.add(PLAY, player.name, started)
        results.add(PLAY_WORST, player.name, started)
        if sought is not None:
            results.add(SEEK, player.name, sought)
            results.add(SEEK_WORST, player.name, sought)
    player.quit()


def _play(player: Player, recorder: Recorder, file: MediaFile) -> float:
    recorder.wait_for_silence()
    # At any moment of a cycle alike.
    recorder.listen(0.3 + random.uniform(0, CYCLE))
    begun = time.monotonic()
    player.play(file.path)
    return (recorder.first_sound(LEFT) - begun) * 1000


def _seek(player: Player, recorder: Recorder) -> float:
    recorder.listen(0.6 + random.uniform(0, CYCLE))
    begun = time.monotonic()
    player.seek(TURN + random.uniform(5, TURN))
    return (recorder.first_sound(RIGHT) - begun) * 1000
