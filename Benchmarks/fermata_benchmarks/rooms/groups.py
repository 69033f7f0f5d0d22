"""What rooms hear while somebody groups and ungroups them, turns one down and mutes it: the others nothing. All are in step then."""

from collections.abc import Callable
from typing import Any

from ..errors import BenchmarkError
from ..waiting import wait_until
from .house import RATE, ROOMS, House
from .listening import Listening
from .numbers import heard

KITCHEN, BATH, ATTIC = ROOMS
OTHERS = (KITCHEN, BATH)
TOGETHER = [set(ROOMS)]
APART = [set(OTHERS), {ATTIC}]
LEVEL = 0.4

Told = list[tuple[str, str | None]]
"""For each `rooms.changed`: the change, and the room."""


def check(house: House, _: int) -> list[str]:
    """Does all of that once, and listens to the rooms meanwhile."""
    listening = Listening(house)
    call = listening.client.call
    wait_until("the daemon to know the rooms", lambda: _knows_all(call), poll=0.1)
    events = house.events("rooms.")

    def step(what: str, rooms: tuple[str, ...], told: Told, act: Callable[[], Any], is_so: Callable[[], bool]) -> None:
        listening.step(what, rooms, 0, 0, act)
        got = sorted(
            (values["change"], (values.get("room") or {}).get("room"))
            for name, values in events.so_far() if name == "rooms.changed")
        if got != sorted(told):
            listening.faults.append(f"{what}: rooms.changed told {got}, not {told}")
        if not is_so():
            listening.faults.append(f"{what}: rooms.list does not have it")

    def is_grouped(groups: list[set[str]]) -> Callable[[], bool]:
        return lambda: sorted(map(sorted, groups)) == sorted(sorted(group["rooms"]) for group in call("rooms.list")["groups"])

    def attic() -> dict[str, Any]:
        return next(room for room in call("rooms.list")["rooms"] if room["room"] == ATTIC)

    def silence() -> None:
        wait_until(
            "the attic to be silent", lambda: not heard(house.recording(ATTIC))[-RATE:].any(), patience=30, poll=0.2)

    # The stream of all groups is the same, so a room that is moved hears nothing of it either.
    step(
        "all in one group", ROOMS, [("group", BATH), ("group", ATTIC)], lambda: call("rooms.group", rooms=list(ROOMS)),
        is_grouped(TOGETHER))
    step("a room leaves the group", ROOMS, [("group", ATTIC)], lambda: call("rooms.ungroup", rooms=[ATTIC]), is_grouped(APART))
    listening.look_at_step("a room leaves the group")
    step(
        "a room is turned down", OTHERS, [("volume", ATTIC)], lambda: call("rooms.setVolume", room=ATTIC, level=LEVEL),
        lambda: attic()["level"] == LEVEL)
    step(
        "a room is turned up", OTHERS, [("volume", ATTIC)], lambda: call("rooms.setVolume", room=ATTIC, level=1),
        lambda: attic()["level"] == 1)
    step("a room is muted", OTHERS, [("volume", ATTIC)], lambda: call("rooms.mute", room=ATTIC), lambda: attic()["muted"])
    silence()
    step(
        "a room is heard again", OTHERS, [("volume", ATTIC)], lambda: call("rooms.mute", room=ATTIC, muted=False),
        lambda: not attic()["muted"])
    listening.wait_for_sound((ATTIC,))
    listening.look_at_step("a room is heard again")
    step(
        "a room joins the group", ROOMS, [("group", ATTIC)], lambda: call("rooms.group", rooms=list(ROOMS)), is_grouped(TOGETHER))
    listening.look_at_step("a room joins the group")
    events.close()
    listening.client.close()
    return listening.faults


def _knows_all(call: Callable[..., Any]) -> bool:
    try:
        rooms = call("rooms.list")["rooms"]
    except BenchmarkError:
        return False
    return {room["room"] for room in rooms if room["connected"]} == set(ROOMS)
