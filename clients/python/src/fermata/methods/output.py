"""The methods whose names begin with `output.`.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..calling import UNSET, Methods, Unset
from ..reading import record
from ..types import (
    OutputFilters,
    OutputSetFiltersCrossfeed,
    OutputSetFiltersCrossover,
    OutputSetFiltersLoudness,
    OutputSetFiltersResult,
    OutputVolumeLimitsResult,
    Volume,
)

__all__ = ["OutputMethods"]


class OutputMethods(Methods):
    """The methods whose names begin with `output.`."""

    async def filters(
        self,
        *,
        output: str | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> OutputFilters:
        """Reads which equalisers and other parts are chosen for which outputs, and what is in force.

        output: The uid of an output, for its curve.

        Needs the role view.
        """
        return await self._call("output.filters", {"output": output}, record(OutputFilters), waits=False, timeout=timeout)

    async def set_filters(
        self,
        output: str,
        *,
        equalizer: str | Unset | None = UNSET,
        automatic_level: bool | Unset = UNSET,
        impulse: str | Unset | None = UNSET,
        limiter: float | Unset | None = UNSET,
        night_mode: bool | Unset = UNSET,
        mono: bool | Unset = UNSET,
        swap: bool | Unset = UNSET,
        balance: float | Unset = UNSET,
        crossfeed: OutputSetFiltersCrossfeed | Unset | None = UNSET,
        loudness: OutputSetFiltersLoudness | Unset | None = UNSET,
        matrix: Sequence[float] | Unset = UNSET,
        delays: Sequence[float] | Unset = UNSET,
        crossover: OutputSetFiltersCrossover | Unset | None = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> OutputSetFiltersResult:
        """Chooses what the sound of an output, of several, or of all others goes through; what is left out stays as it is. Clients of
        the network name no `impulse`.

        output: The uid of an output, a pattern for uids with `*`, or `default`.
        equalizer: The text of an equaliser, as AutoEq, Equalizer APO and Room EQ Wizard write it; `off` for none; null for what the
            configuration, a pattern or the default gives, of all parts.
        automatic_level: Whether to lower the level by as much as the equaliser raises a sine at most; true with a new text.
        impulse: The absolute path of an impulse response (WAV), in which `%r` stands for the sample rate; null for none.
        limiter: The loudest sample, in decibels below full scale; null for no limiter.
        night_mode: Whether quiet sound is raised and loud sound lowered.
        mono: Whether every channel is the mean of all.
        swap: Whether left and right change places.
        balance: Decibels by which the side away from it is lowered; positive is to the right.
        crossfeed: How each ear hears the other side, on headphones; null for nothing.
        loudness: How bass and treble follow the volume; null for nothing.
        matrix: The factors of a matrix of channels from -4 to 4, row by row; empty for none.
        delays: Milliseconds from 0 to 100 by which each channel comes later; empty for none.
        crossover: Which channels get which side of a frequency; null for everything for all.

        Raises LimitExceeded, UriNotAllowed. Needs the role admin.
        """
        parameters: dict[str, object] = {
            "output": output,
            "equalizer": equalizer,
            "automaticLevel": automatic_level,
            "impulse": impulse,
            "limiter": limiter,
            "nightMode": night_mode,
            "mono": mono,
            "swap": swap,
            "balance": balance,
            "crossfeed": crossfeed,
            "loudness": loudness,
            "matrix": matrix,
            "delays": delays,
            "crossover": crossover,
        }
        return await self._call("output.setFilters", parameters, record(OutputSetFiltersResult), waits=False, timeout=timeout)

    async def volume_limits(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> OutputVolumeLimitsResult:
        """Reads which ceilings, beginnings and places of the volume are chosen for which outputs.

        Needs the role view.
        """
        return await self._call("output.volumeLimits", {}, record(OutputVolumeLimitsResult), waits=False, timeout=timeout)

    async def set_volume_limits(
        self,
        output: str,
        *,
        maximum: float | Unset = UNSET,
        at_start: float | Unset = UNSET,
        control: Literal["software", "sink"] | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Volume:
        """Chooses the ceiling, the beginning and the place of the volume of an output, of several, or of all others. What is left out is
        what the configuration, a pattern or the default gives.

        output: The uid of an output, a pattern for uids with `*`, or `default`.
        maximum: The greatest volume of the player; 1 for no ceiling.
        at_start: The volume that the player begins with once the output is there, or the daemon has started.
        control: Where the volume is set: in our stream, or at the sink, whose volume is that of all programs.

        Raises LimitExceeded. Needs the role admin.
        """
        parameters: dict[str, object] = {
            "output": output,
            "maximum": maximum,
            "atStart": at_start,
            "control": control,
        }
        return await self._call("output.setVolumeLimits", parameters, record(Volume), waits=False, timeout=timeout)
