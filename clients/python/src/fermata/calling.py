"""What the classes of methods have in common: how a call is made, and what a parameter is that nobody has given."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Protocol, TypeVar

from .reading import Reader

__all__ = ["UNSET", "Caller", "Methods", "Unset"]

T = TypeVar("T")


class Unset(enum.Enum):
    """The type of UNSET."""

    UNSET = enum.auto()


# A parameter that is left out. None is another thing: some parameters may be null.
UNSET = Unset.UNSET


class Caller(Protocol):
    """Something that makes calls."""

    async def request(
        self, method: str, parameters: Mapping[str, object], result: Reader[T], *, waits: bool, timeout: float | Unset | None
    ) -> T:
        """Calls `method`, and reads its result."""


class Methods:
    """Some of the daemon's methods. Each raises a `Refused`, a `ConnectionLost`, a `CallTimeout` or a `ProtocolViolation`.

    `timeout` is in seconds; None waits as long as it takes. Left out, it is that of the client.
    """

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    async def _call(
        self, method: str, parameters: Mapping[str, object], result: Reader[T], *, waits: bool, timeout: float | Unset | None
    ) -> T:
        return await self._caller.request(method, parameters, result, waits=waits, timeout=timeout)
