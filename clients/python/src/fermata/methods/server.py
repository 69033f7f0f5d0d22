"""The methods whose names begin with `server.`.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from ..calling import UNSET, Methods, Unset
from ..reading import array, nothing, record
from ..types import (
    Finding,
    ServerInfo,
    ServerStatistics,
)

__all__ = ["ServerMethods"]


class ServerMethods(Methods):
    """The methods whose names begin with `server.`."""

    async def info(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> ServerInfo:
        """Describes the daemon.

        Needs the role view.
        """
        return await self._call("server.info", {}, record(ServerInfo), waits=False, timeout=timeout)

    async def statistics(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> ServerStatistics:
        """Reads the daemon's counters.

        Needs the role admin.
        """
        return await self._call("server.statistics", {}, record(ServerStatistics), waits=False, timeout=timeout)

    async def check(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> tuple[Finding, ...]:
        """Looks at what the daemon needs around it, and says of each part how it is and what helps.

        Needs the role admin.
        """
        return await self._call("server.check", {}, array(record(Finding)), waits=True, timeout=timeout)

    async def reload(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> None:
        """Reads the configuration again; if it has an error, nothing changes.

        Needs the role admin.
        """
        return await self._call("server.reload", {}, nothing, waits=False, timeout=timeout)
