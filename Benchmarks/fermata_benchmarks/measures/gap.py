"""What is between two tracks that belong together: nothing, or frames too many or too few."""

from ..media import CLICK_FRAMES, TRACK_FRAMES, MediaFile
from ..players import Player, a_peer_may_fail
from ..recorder import Recorder
from ..results import Measure, Results
from ..sound_system import RATE

VOID_LIMIT = 3
"""How many tries may fail for each that counts, because the graph missed a cycle or a click was not heard. Then there is no value."""


def inserted(codec: str) -> Measure:
    """Frames between the tracks that are of neither."""
    return Measure(f"Frames inserted between two tracks, {codec}", "", max)


def lost(codec: str) -> Measure:
    """Frames of the tracks that were not heard where they meet."""
    return Measure(f"Frames lost between two tracks, {codec}", "", max)


def measure(
    player: Player, recorder: Recorder, pairs: list[tuple[MediaFile, MediaFile]], tries: int, results: Results
) -> None:
    """Plays each pair, made by `track_file`, `tries` times: the first clicks before its end, the second after its start."""
    for pair in pairs:
        if not player.is_running:
            player.start()
        with a_peer_may_fail(player):
            _measure_pair(player, recorder, pair, tries, results)
    player.quit()


def _measure_pair(
    player: Player, recorder: Recorder, pair: tuple[MediaFile, MediaFile], tries: int, results: Results
) -> None:
    done = void = 0
    while done < tries:
        gap = _gap(player, recorder, pair)
        if gap is None:
            void += 1
            if void > VOID_LIMIT * tries:
                break
            continue
        done += 1
        results.add(inserted(pair[0].codec), player.name, max(0, gap))
        results.add(lost(pair[0].codec), player.name, max(0, -gap))


def _gap(player: Player, recorder: Recorder, pair: tuple[MediaFile, MediaFile]) -> int | None:
    recorder.wait_for_silence()
    player.play_all([file.path for file in pair])
    places = recorder.clicks(2 * TRACK_FRAMES / RATE + 1)
    player.stop()
    if places is None or len(places) != 2:
        return None
    return places[1] - places[0] - 2 * CLICK_FRAMES
