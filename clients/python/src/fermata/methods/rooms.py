"""The methods whose names begin with `rooms.`.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..calling import UNSET, Methods, Unset
from ..reading import record
from ..types import (
    House,
    Room,
    RoomGroup,
)

__all__ = ["RoomsMethods"]


class RoomsMethods(Methods):
    """The methods whose names begin with `rooms.`."""

    async def list(
        self,
        *,
        room: str | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> House:
        """Lists the rooms and groups of the Snapcast server, without asking it.

        room: The id or the name of a room: only that one, and its group.

        Raises RoomsUnavailable, RoomNotFound, RoomAmbiguous. Needs the role view.
        """
        return await self._call("rooms.list", {"room": room}, record(House), waits=False, timeout=timeout)

    async def set_volume(
        self,
        room: str,
        *,
        level: float | Unset = UNSET,
        delta: float | Unset = UNSET,
        muted: bool | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Room:
        """Sets the volume of a room, or changes it. A level out of range is clamped.

        room: The id of a room, or its name, capitals or not.
        level: The new level: 0 is silence, 1 is full.
        delta: What to add to the level.
        muted: Whether to mute the room.

        Raises RoomsUnavailable, RoomNotFound, RoomAmbiguous, RoomsFailed, LimitExceeded. Needs the role control.
        """
        parameters: dict[str, object] = {
            "room": room,
            "level": level,
            "delta": delta,
            "muted": muted,
        }
        return await self._call("rooms.setVolume", parameters, record(Room), waits=True, timeout=timeout)

    async def mute(
        self,
        room: str,
        *,
        muted: bool | Unset = UNSET,
        whole_group: bool | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Room:
        """Mutes a room, or the group that it is in, or ends that.

        room: The id of a room, or its name, capitals or not.
        muted: Whether to mute.
        whole_group: Whether the group is meant, whatever its rooms are themselves.

        Raises RoomsUnavailable, RoomNotFound, RoomAmbiguous, RoomsFailed, LimitExceeded. Needs the role control.
        """
        parameters: dict[str, object] = {
            "room": room,
            "muted": muted,
            "wholeGroup": whole_group,
        }
        return await self._call("rooms.mute", parameters, record(Room), waits=True, timeout=timeout)

    async def set_latency(
        self,
        room: str,
        seconds: float,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Room:
        """Sets by how many seconds a room is sent to play sooner. The daemon remembers it, should the server forget it.

        room: The id of a room, or its name, capitals or not.
        seconds: The seconds; the server may allow fewer.

        Raises RoomsUnavailable, RoomNotFound, RoomAmbiguous, RoomsFailed, LimitExceeded. Needs the role admin.
        """
        return await self._call("rooms.setLatency", {"room": room, "seconds": seconds}, record(Room), waits=True, timeout=timeout)

    async def rename(
        self,
        room: str,
        name: str,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Room:
        """Gives a room another name.

        room: The id of a room, or its name, capitals or not.
        name: The new name.

        Raises RoomsUnavailable, RoomNotFound, RoomAmbiguous, RoomsFailed, LimitExceeded. Needs the role admin.
        """
        return await self._call("rooms.rename", {"room": room, "name": name}, record(Room), waits=True, timeout=timeout)

    async def group(
        self,
        rooms: Sequence[str],
        *,
        name: str | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> RoomGroup:
        """Puts rooms into the group of the first one. The rooms that are in it stay.

        rooms: The ids or the names of rooms, at least one.
        name: The name that the group is to have.

        Raises RoomsUnavailable, RoomNotFound, RoomAmbiguous, RoomsFailed, LimitExceeded. Needs the role control.
        """
        return await self._call("rooms.group", {"rooms": rooms, "name": name}, record(RoomGroup), waits=True, timeout=timeout)

    async def ungroup(
        self,
        rooms: Sequence[str],
        *,
        timeout: float | Unset | None = UNSET,
    ) -> House:
        """Takes rooms out of their groups: each is alone in one afterwards.

        rooms: The ids or the names of rooms, at least one.

        Raises RoomsUnavailable, RoomNotFound, RoomAmbiguous, RoomsFailed, LimitExceeded. Needs the role control.
        """
        return await self._call("rooms.ungroup", {"rooms": rooms}, record(House), waits=True, timeout=timeout)
