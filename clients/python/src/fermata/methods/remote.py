"""The methods whose names begin with `remote.`.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from typing import Literal

from ..calling import UNSET, Methods, Unset
from ..reading import array, nothing, record
from ..types import (
    ListenOffer,
    PairingOffer,
    RemoteDevice,
)

__all__ = ["RemoteMethods"]


class RemoteMethods(Methods):
    """The methods whose names begin with `remote.`."""

    async def pair(
        self,
        *,
        role: Literal["view", "guest", "control", "admin"] | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> PairingOffer:
        """Begins to pair a device of the network: it has to name the digits of the reply, once and within five minutes.

        role: What the device may do.

        Raises RemoteUnavailable. Needs the role admin.
        """
        return await self._call("remote.pair", {"role": role}, record(PairingOffer), waits=False, timeout=timeout)

    async def list(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> tuple[RemoteDevice, ...]:
        """Lists the devices of the network that are paired.

        Raises RemoteUnavailable. Needs the role admin.
        """
        return await self._call("remote.list", {}, array(record(RemoteDevice)), waits=False, timeout=timeout)

    async def revoke(
        self,
        device: int,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> None:
        """Takes from a device what it may do, and closes its connections.

        device: The number of the device, as `remote.list` has it.

        Raises RemoteUnavailable, DeviceNotFound, FileNotWritable. Needs the role admin.
        """
        return await self._call("remote.revoke", {"device": device}, nothing, waits=False, timeout=timeout)

    async def listen_address(
        self,
        *,
        format: Literal["mp3", "opus", "flac"] | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> ListenOffer:
        """Answers with addresses at which players of the network hear what plays, for some hours.

        format: How they hear it.

        Raises RemoteUnavailable. Needs the role view.
        """
        return await self._call("remote.listenAddress", {"format": format}, record(ListenOffer), waits=False, timeout=timeout)
