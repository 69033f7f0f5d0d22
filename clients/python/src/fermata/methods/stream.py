"""The methods whose names begin with `stream.`.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from ..calling import UNSET, Methods, Unset
from ..reading import nothing

__all__ = ["StreamMethods"]


class StreamMethods(Methods):
    """The methods whose names begin with `stream.`."""

    async def flush(
        self,
        item: int,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> None:
        """Has all of a live stream be heard that was sent so far, also if it is less than the latency, and takes the silence behind it
        for no gap. Send it on another connection; the stream goes on.

        item: The id that `stream.open` answered.

        Raises QueueItemNotFound. Needs the role owner.
        """
        return await self._call("stream.flush", {"item": item}, nothing, waits=False, timeout=timeout)
