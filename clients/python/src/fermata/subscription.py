"""What a program that follows the daemon gets: a snapshot, then events, and a new snapshot after everything that leaves a gap."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass

from .errors import FermataError, again
from .events import EVENTS
from .reading import Event
from .types import Status

__all__ = ["Disconnected", "Missed", "Notice", "Snapshot", "Subscription"]

# A program that does not take its events keeps no more of them than this.
MOST_EVENTS = 1024
# They come many times a second, so only who names them gets them.
ONLY_NAMED = frozenset({"player.levels", "player.spectrum", "recording.levels"})


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of the player when the subscription began, or began again: what was known before counts no more."""

    status: Status


@dataclass(frozen=True, slots=True)
class Missed:
    """So many events were left out, by the daemon (`server.overflow`) or here, because they were not taken in time. Read the state anew."""

    count: int


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The connection is gone. The next thing is a Snapshot, once there is one again."""

    reason: FermataError


Notice = Snapshot | Missed | Disconnected | Event


def subscribed(choices: Iterable[frozenset[str]]) -> dict[str, list[str]]:
    """The parameters of one `events.subscribe` for several choices of types; an empty choice is for all types."""
    given = list(choices)
    wanted = frozenset[str]().union(*given)
    if all(given):
        return {"types": sorted(wanted)}
    # Without types the daemon sends all events, but not those that have to be named.
    named = wanted & ONLY_NAMED
    return {"types": sorted(named | {f"{name.split('.')[0]}." for name in EVENTS})} if named else {}


class Subscription:
    """The events of some types, as an asynchronous iterator.

    It ends when the client is closed, and with an error if the connection is gone for good.
    """

    def __init__(self, types: frozenset[str], most: int = MOST_EVENTS) -> None:
        self.types = types
        self._most = most
        self._waiting: deque[Notice] = deque()
        self._missed = 0
        self.has_begun = False
        self._news = asyncio.Event()
        self._is_over = False
        self._reason: FermataError | None = None

    def wants(self, name: str) -> bool:
        """Whether an event of this name is for this subscription."""
        if name in self.types:
            return True
        if not self.types:
            return name not in ONLY_NAMED
        if name == "session.routeChanged" and "route." in self.types:
            return True
        return name not in ONLY_NAMED and f"{name.split('.')[0]}." in self.types

    def put(self, notice: Notice) -> None:
        """Adds something. Past the bound, the oldest goes, and is counted."""
        if isinstance(notice, Missed) and self._waiting and isinstance(last := self._waiting[-1], Missed):
            self._waiting[-1] = Missed(last.count + notice.count)
            return
        if len(self._waiting) >= self._most:
            gone = self._waiting.popleft()
            self._missed += gone.count if isinstance(gone, Missed) else 1
        self._waiting.append(notice)
        self._news.set()

    def finish(self, reason: FermataError | None = None) -> None:
        """Ends the iteration behind what waits, with an error if there is a reason."""
        if not self._is_over:
            self._is_over, self._reason = True, reason
        self._news.set()

    def __aiter__(self) -> AsyncIterator[Notice]:
        return self

    async def __anext__(self) -> Notice:
        while True:
            if self._missed:
                count, self._missed = self._missed, 0
                return Missed(count)
            if self._waiting:
                return self._waiting.popleft()
            if self._reason is not None:
                raise again(self._reason)
            if self._is_over:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
