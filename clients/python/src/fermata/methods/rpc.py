"""The methods whose names begin with `rpc.`.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..calling import UNSET, Methods, Unset
from ..reading import members

__all__ = ["RpcMethods"]


class RpcMethods(Methods):
    """The methods whose names begin with `rpc.`."""

    async def discover(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Mapping[str, object]:
        """Describes every method, as OpenRPC.

        Needs the role view.
        """
        return await self._call("rpc.discover", {}, members, waits=False, timeout=timeout)
