"""The methods whose names begin with `announce.`.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from ..calling import UNSET, Methods, Unset
from ..reading import array, nothing, record
from ..types import (
    Announcement,
)

__all__ = ["AnnouncementsMethods"]


class AnnouncementsMethods(Methods):
    """The methods whose names begin with `announce.`."""

    async def cancel(
        self,
        *,
        announcement: int | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> None:
        """Cancels an announcement, or all of them. It is no error if it is over already.

        announcement: The id that `announce` returned; all announcements if left out.

        Needs the role control.
        """
        return await self._call("announce.cancel", {"announcement": announcement}, nothing, waits=False, timeout=timeout)

    async def list(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> tuple[Announcement, ...]:
        """Lists the announcements that are not over, in their order.

        Needs the role view.
        """
        return await self._call("announce.list", {}, array(record(Announcement)), waits=False, timeout=timeout)
