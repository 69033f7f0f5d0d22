"""The methods whose names begin with `alarm.`.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..calling import UNSET, Methods, Unset
from ..reading import array, nothing, record
from ..types import (
    Alarm,
)

__all__ = ["AlarmMethods"]


class AlarmMethods(Methods):
    """The methods whose names begin with `alarm.`."""

    async def add(
        self,
        time: str,
        uri: str,
        *,
        days: Sequence[str] | Unset = UNSET,
        fade: float | Unset = UNSET,
        volume: float | Unset | None = UNSET,
        snooze: float | Unset = UNSET,
        output: str | Unset | None = UNSET,
        unmute: bool | Unset = UNSET,
        enabled: bool | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Alarm:
        """Adds an alarm, which plays `uri` at `time` on `days`, whoever is connected then. Answers once it is on the disk.

        time: The time of the day, such as `07:30` or `07:30:15`, in the time zone of the machine.
        uri: An absolute path or a URL: whatever `play` takes.
        days: The days: names such as `monday`, or `daily`, `weekdays`, `weekends`, or one date such as `2026-12-24`. An empty array is
            once, at the next such time; so it is for a new alarm if left out.
        fade: Seconds in which the volume goes up from nothing to its goal; 0 for a new alarm if left out.
        volume: The volume; `null` is the one that is set then.
        snooze: Minutes that it waits where nobody says how long; 9 for a new alarm if left out.
        output: The uid of an output; `null` is where the sound goes by itself.
        unmute: Whether the mute switches of the player and of the output are taken off.
        enabled: Whether it rings at its times.

        Raises LimitExceeded, FileNotWritable, UriNotAllowed. Needs the role control.
        """
        parameters: dict[str, object] = {
            "time": time,
            "uri": uri,
            "days": days,
            "fade": fade,
            "volume": volume,
            "snooze": snooze,
            "output": output,
            "unmute": unmute,
            "enabled": enabled,
        }
        return await self._call("alarm.add", parameters, record(Alarm), waits=False, timeout=timeout)

    async def change(
        self,
        alarm: int,
        *,
        time: str | Unset = UNSET,
        days: Sequence[str] | Unset = UNSET,
        fade: float | Unset = UNSET,
        volume: float | Unset | None = UNSET,
        snooze: float | Unset = UNSET,
        output: str | Unset | None = UNSET,
        unmute: bool | Unset = UNSET,
        enabled: bool | Unset = UNSET,
        uri: str | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Alarm:
        """Changes an alarm, or switches it on or off. What is left out stays as it is. Answers once it is on the disk.

        alarm: The number of the alarm.
        time: The time of the day, such as `07:30` or `07:30:15`, in the time zone of the machine.
        days: The days: names such as `monday`, or `daily`, `weekdays`, `weekends`, or one date such as `2026-12-24`. An empty array is
            once, at the next such time; so it is for a new alarm if left out.
        fade: Seconds in which the volume goes up from nothing to its goal; 0 for a new alarm if left out.
        volume: The volume; `null` is the one that is set then.
        snooze: Minutes that it waits where nobody says how long; 9 for a new alarm if left out.
        output: The uid of an output; `null` is where the sound goes by itself.
        unmute: Whether the mute switches of the player and of the output are taken off.
        enabled: Whether it rings at its times.
        uri: An absolute path or a URL: whatever `play` takes.

        Raises AlarmNotFound, FileNotWritable, UriNotAllowed. Needs the role control.
        """
        parameters: dict[str, object] = {
            "alarm": alarm,
            "time": time,
            "days": days,
            "fade": fade,
            "volume": volume,
            "snooze": snooze,
            "output": output,
            "unmute": unmute,
            "enabled": enabled,
            "uri": uri,
        }
        return await self._call("alarm.change", parameters, record(Alarm), waits=False, timeout=timeout)

    async def list(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> tuple[Alarm, ...]:
        """Lists the alarms, and when each rings next.

        Needs the role view.
        """
        return await self._call("alarm.list", {}, array(record(Alarm)), waits=False, timeout=timeout)

    async def remove(
        self,
        alarm: int,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> None:
        """Removes an alarm. If it rings, it rings no more.

        alarm: The number of the alarm.

        Raises AlarmNotFound, FileNotWritable. Needs the role control.
        """
        return await self._call("alarm.remove", {"alarm": alarm}, nothing, waits=False, timeout=timeout)

    async def snooze(
        self,
        *,
        minutes: float | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> None:
        """Silences the alarm that rings, and has it ring again.

        minutes: In how many minutes; in its own `snooze` if left out.

        Raises AlarmNotFound. Needs the role control.
        """
        return await self._call("alarm.snooze", {"minutes": minutes}, nothing, waits=False, timeout=timeout)

    async def dismiss(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> None:
        """Ends the alarm that rings, and those that were to ring again. It is no error if there are none.

        Needs the role control.
        """
        return await self._call("alarm.dismiss", {}, nothing, waits=False, timeout=timeout)
