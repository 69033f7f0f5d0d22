"""A queue of 100,000 items, changed while its first item plays."""

import time
from collections.abc import Callable

from ..media import MediaFile
from ..players import Fermata
from ..results import Measure, Results

ITEMS = 100_000
CHUNK = 5_000
"""How many items one message adds while the queue is filled: it has to stay below the limit of a message."""
BLOCK = 1_000

FILL = Measure(f"Queue: fill with {ITEMS:,} items", "ms")
ADD_ONE = Measure(f"Queue of {ITEMS:,}: add 1 item in front", "ms", max)
ADD_BLOCK = Measure(f"Queue of {ITEMS:,}: add {BLOCK:,} items in front", "ms", max)
MOVE_ONE = Measure(f"Queue of {ITEMS:,}: move the last item to the front", "ms", max)
MOVE_BLOCK = Measure(f"Queue of {ITEMS:,}: move the last {BLOCK:,} items to the front", "ms", max)
REMOVE_ONE = Measure(f"Queue of {ITEMS:,}: remove 1 item", "ms", max)
REMOVE_BLOCK = Measure(f"Queue of {ITEMS:,}: remove {BLOCK:,} items", "ms", max)
LIST_PAGE = Measure(f"Queue of {ITEMS:,}: list 100 items from the middle", "ms", max)
UNDERRUNS = Measure(f"Queue of {ITEMS:,}: underruns meanwhile", "", max)

CHANGES = (ADD_ONE, ADD_BLOCK, MOVE_ONE, MOVE_BLOCK, REMOVE_ONE, REMOVE_BLOCK, LIST_PAGE)


def measure(player: Fermata, file: MediaFile, tries: int, results: Results) -> None:
    """Fills the queue, then makes each change `tries` times. The slowest counts."""
    player.start(f"[queue]\nlimit = {ITEMS + 2 * BLOCK}\n")
    client = player.client
    player.play(file.path)
    underruns = player.statistics()["underruns"]
    uris = [str(file.path)]

    begun = time.perf_counter()
    ids: list[object] = []
    for _ in range(ITEMS // CHUNK):
        ids += client.call("queue.add", uris=uris * CHUNK)["ids"]
    results.add(FILL, player.name, (time.perf_counter() - begun) * 1000)

    def timed(measure: Measure, change: Callable[[], object]) -> object:
        begun = time.perf_counter()
        answer = change()
        results.add(measure, player.name, (time.perf_counter() - begun) * 1000)
        return answer

    def add(measure: Measure, count: int) -> list[object]:
        # Right behind the item that plays.
        answer = timed(measure, lambda: client.call("queue.add", uris=uris * count, position=1))
        assert isinstance(answer, dict)
        added: list[object] = answer["ids"]
        return added

    for _ in range(tries):
        one, block = add(ADD_ONE, 1), add(ADD_BLOCK, BLOCK)
        timed(REMOVE_ONE, lambda: client.call("queue.remove", ids=one))
        timed(REMOVE_BLOCK, lambda: client.call("queue.remove", ids=block))
        last, ids = ids[-1:], ids[-1:] + ids[:-1]
        timed(MOVE_ONE, lambda: client.call("queue.move", ids=last, position=1))
        last, ids = ids[-BLOCK:], ids[-BLOCK:] + ids[:-BLOCK]
        timed(MOVE_BLOCK, lambda: client.call("queue.move", ids=last, position=1))
        timed(LIST_PAGE, lambda: client.call("queue.list", offset=ITEMS // 2, limit=100))
    results.add(UNDERRUNS, player.name, player.statistics()["underruns"] - underruns)
    player.quit()
