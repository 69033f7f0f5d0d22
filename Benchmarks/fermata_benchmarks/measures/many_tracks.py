"""Memory over many tracks, as short as tracks can be."""

import time

from ..counters import memory
from ..media import MediaFile
from ..players import Player
from ..results import Measure, Results

TRACK_SECONDS = 0.05

SLOPE = Measure("Private dirty memory that 1,000 tracks of 50 ms add", "kB")

FROM, TO = 0.2, 0.95
"""Between which shares of the time memory is compared: at first every player takes what it needs at all."""


def measure(player: Player, file: MediaFile, tracks: int, results: Results) -> None:
    """Plays the file, of 50 ms, so many times in a row."""
    player.start()
    player.play_all([file.path] * tracks)
    begun = time.monotonic()
    used = []
    for share in (FROM, TO):
        time.sleep(max(0.0, begun + share * tracks * TRACK_SECONDS - time.monotonic()))
        used.append(memory(player.pid).private_dirty)
    results.add(SLOPE, player.name, (used[1] - used[0]) * 1000 / ((TO - FROM) * tracks / 1000))
    player.quit()
