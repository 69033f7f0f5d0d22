"""The methods whose names begin with `route.`.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..calling import UNSET, Methods, Unset
from ..reading import array, record
from ..types import (
    Input,
    Output,
    Route,
    Volume,
)

__all__ = ["RouteMethods"]


class RouteMethods(Methods):
    """The methods whose names begin with `route.`."""

    async def get(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Route:
        """Reads where the sound goes.

        Needs the role view.
        """
        return await self._call("route.get", {}, record(Route), waits=False, timeout=timeout)

    async def outputs(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> tuple[Output, ...]:
        """Lists the outputs.

        Needs the role view.
        """
        return await self._call("route.outputs", {}, array(record(Output)), waits=False, timeout=timeout)

    async def inputs(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> tuple[Input, ...]:
        """Lists the inputs.

        Needs the role view.
        """
        return await self._call("route.inputs", {}, array(record(Input)), waits=False, timeout=timeout)

    async def select_input(
        self,
        input: str | None,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Route:
        """Chooses the input of recordings that name none.

        input: The uid of an input, or null for the default input.

        Raises InputNotFound, MediaServicesFailed. Needs the role admin.
        """
        return await self._call("route.selectInput", {"input": input}, record(Route), waits=False, timeout=timeout)

    async def set_input_volume(
        self,
        *,
        level: float | Unset = UNSET,
        delta: float | Unset = UNSET,
        muted: bool | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Volume:
        """Sets the volume of the input that recordings take which name none, or its mute switch, as mixers do. A level out of range is
        clamped.

        level: The new level: 0 is silence, 1 is full.
        delta: What to add to the level.
        muted: Whether to mute the input.

        Raises InputNotFound, MediaServicesFailed. Needs the role admin.
        """
        parameters: dict[str, object] = {
            "level": level,
            "delta": delta,
            "muted": muted,
        }
        return await self._call("route.setInputVolume", parameters, record(Volume), waits=False, timeout=timeout)

    async def select(
        self,
        *,
        output: str | Unset | None = UNSET,
        outputs: Sequence[str] | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Route:
        """Chooses an output, or several that play the same sound.

        output: The uid of an output, or null for the default output.
        outputs: The uids of several outputs instead; the first is the primary.

        Raises OutputNotFound, NoRoute, MediaServicesFailed. Needs the role control.
        """
        return await self._call("route.select", {"output": output, "outputs": outputs}, record(Route), waits=False, timeout=timeout)

    async def set_volume(
        self,
        *,
        output: str | Unset = UNSET,
        level: float | Unset = UNSET,
        delta: float | Unset = UNSET,
        muted: bool | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Volume:
        """Sets the volume of an output, or its mute switch, as mixers do. A level out of range is clamped.

        output: The uid of an output; without it, the primary one that the sound goes to.
        level: The new level: 0 is silence, 1 is full.
        delta: What to add to the level.
        muted: Whether to mute the output.

        Raises OutputNotFound, MediaServicesFailed. Needs the role control.
        """
        parameters: dict[str, object] = {
            "output": output,
            "level": level,
            "delta": delta,
            "muted": muted,
        }
        return await self._call("route.setVolume", parameters, record(Volume), waits=False, timeout=timeout)

    async def set_delay(
        self,
        output: str,
        seconds: float | None,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Route:
        """Sets how much later than by itself an output plays beside others.

        output: The uid of an output.
        seconds: The delay, or null to be in step with the slowest output by the latencies that the sound server tells.

        Raises OutputNotFound. Needs the role admin.
        """
        return await self._call("route.setDelay", {"output": output, "seconds": seconds}, record(Route), waits=False, timeout=timeout)
