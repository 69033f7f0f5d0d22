"""What is lost when somebody pauses or seeks, and when a room, the server or the daemon fails, and whether the rooms are in step after it."""

import time
from collections.abc import Callable

from .house import RATE, ROOMS, House
from .listening import HEARD_SECONDS, Listening

FADE_FRAMES = RATE // 10
"""A fade makes other numbers of frames, at a pause, a seek and their ends."""


def check(house: House, _: int) -> list[str]:
    """Does all of that once, and compares what was heard around it."""
    listening = Listening(house)

    def pause() -> None:
        listening.client.call("pause")
        listening.wait_for_more(ROOMS, HEARD_SECONDS)
        listening.client.call("play")

    def seek() -> None:
        listening.client.call("seek", position=120)

    def lose_room() -> None:
        house.kill_room("attic")
        listening.wait_for_more(ROOMS[:2], HEARD_SECONDS)
        house.start_room("attic")

    def lose_server() -> None:
        house.kill_server()
        # How long the failure lasts.
        time.sleep(HEARD_SECONDS)
        house.start_server()
        listening.wait_for_state("playing")

    def lose_daemon() -> None:
        house.kill_daemon()
        listening.client = house.start_daemon()
        listening.client.call("play")

    def step(
        what: str, rooms: tuple[str, ...], most_lost: int | None, most_breaks: int, act: Callable[[], None],
        complete: tuple[str, ...] = (),
    ) -> None:
        listening.step(what, rooms, most_lost, most_breaks, act, complete)
        listening.look_at_step(what)

    step("a pause", ROOMS, FADE_FRAMES, 1, pause)
    step("a seek", ROOMS, None, 1, seek)
    step("the end of another room", ROOMS[:2], 0, 0, lose_room)
    # What was written since the last look at the clock is heard twice, and nothing is missing.
    step("4 s without the server", ROOMS, RATE, 1, lose_server, ROOMS)
    # The end of the connection is one break, and the return to the place that was kept another.
    step("a kill of the daemon", ROOMS, 6 * RATE, 2, lose_daemon, ROOMS)
    listening.client.close()
    return listening.faults
