"""The client: all methods of the daemon, its events, and a connection that comes back."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Self, TypeVar

from .calling import Unset
from .connection import Connection
from .errors import ConnectionLost, FermataError, NotPaired
from .events import EVENTS, ServerOverflow
from .methods import AllMethods
from .reading import Reader, UnknownEvent, integer, number, record
from .subscription import Disconnected, Missed, Notice, Snapshot, Subscription, subscribed
from .transport import Transport, UnixTransport, socket_path
from .types import Subscription as Subscribed

if TYPE_CHECKING:
    import aiohttp

    from .websocket import Address

__all__ = ["Fermata"]

T = TypeVar("T")
# In seconds: for calls that are answered at once, and for those that wait for media, disks or another server.
TIMEOUT = 30.0
WAITING_TIMEOUT = 120.0
# A person may take as long as they like.
WITHOUT_END = frozenset({"session.requestRecordPermission"})
# The waits between tries to connect again, in seconds: the first, and the longest.
FIRST_WAIT = 0.5
LONGEST_WAIT = 30.0


class Fermata(AllMethods):
    """A daemon, as a program sees it. Methods without a dot are here, the others by what stands before the dot: `fermata.queue.add(...)`.

    Use it in `async with`. Calls need a connection and fail at once without one; events come back by themselves (`events`).
    """

    def __init__(self, open_transport: Callable[[], Awaitable[Transport]], *, timeout: float = TIMEOUT, reconnects: bool = True) -> None:
        """`open_transport` makes one connection; `unix` and `network` have it ready. `timeout` is for calls that are answered at once."""
        super().__init__(self)
        self._open_transport = open_transport
        self._timeout = timeout
        self._reconnects = reconnects
        self._connection: Connection | None = None
        self._subscriptions: set[Subscription] = set()
        self._subscribing = asyncio.Lock()
        self._keeping: asyncio.Task[None] | None = None
        self._is_closed = False

    @classmethod
    def unix(cls, path: str | None = None, *, timeout: float = TIMEOUT, reconnects: bool = True) -> Self:
        """The daemon at a socket of this machine; without `path`, the user's own."""
        return cls(lambda: UnixTransport.open(path or socket_path()), timeout=timeout, reconnects=reconnects)

    @classmethod
    def network(
        cls,
        address: Address,
        token: str | None = None,
        *,
        session: aiohttp.ClientSession | None = None,
        timeout: float = TIMEOUT,
        reconnects: bool = True,
    ) -> Self:
        """The daemon at an address of the network, with the token that `pair` has brought. Needs aiohttp."""
        from .websocket import WebSocketTransport

        return cls(lambda: WebSocketTransport.open(address, token, session), timeout=timeout, reconnects=reconnects)

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def is_connected(self) -> bool:
        """Whether calls can be made now."""
        return self._connection is not None and self._connection.end is None

    async def connect(self) -> None:
        """Connects, and from now on again whenever the connection ends. Raises ConnectFailed or NotPaired if the first try fails."""
        if self._keeping is not None or self._is_closed:
            raise ValueError("connect was called before")
        self._connection = await self._connected()
        self._keeping = asyncio.create_task(self._keep(), name="fermata: keeps the connection")

    async def close(self) -> None:
        """Ends the connection for good. Iterations over events end."""
        self._is_closed = True
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.wait([self._keeping])
        if self._connection is not None:
            await self._connection.close()
        for subscription in self._subscriptions:
            subscription.finish()
        self._subscriptions.clear()

    async def call(self, method: str, parameters: Mapping[str, object] | None = None, timeout: float | None = TIMEOUT) -> object:
        """Calls a method by its name, such as one that this package does not know, and answers with its result as JSON has it."""
        return await self._now().call(method, parameters or {}, timeout)

    async def request(
        self, method: str, parameters: Mapping[str, object], result: Reader[T], *, waits: bool, timeout: float | Unset | None
    ) -> T:
        """What the methods of the other classes do their work with."""
        if isinstance(timeout, Unset):
            timeout = None if method in WITHOUT_END else max(self._timeout, WAITING_TIMEOUT) if waits else self._timeout
        given = {name: value for name, value in parameters.items() if not isinstance(value, Unset)}
        return result(await self._now().call(method, given, timeout), method)

    @contextlib.asynccontextmanager
    async def events(self, *types: str) -> AsyncIterator[Subscription]:
        """The events of these types, or of all that are not only sent to those who name them.

        A type is a name, such as `player.stateChanged`, or what names begin with, up to the dot: `player.`. The first thing is a Snapshot.
        """
        subscription = Subscription(frozenset(types))
        self._subscriptions.add(subscription)
        try:
            if self.is_connected or not self._reconnects:
                await self._subscribe()
            else:
                subscription.put(Disconnected(self._reason()))
            yield subscription
        finally:
            self._subscriptions.discard(subscription)
            subscription.finish()
            if self._subscriptions and self.is_connected and not self._is_closed:
                with contextlib.suppress(FermataError):
                    await self._subscribe()

    def _reason(self) -> FermataError:
        return (self._connection and self._connection.end) or ConnectionLost("the connection has ended")

    def _now(self) -> Connection:
        if self._connection is None:
            raise ConnectionLost("there is no connection to the daemon")
        return self._connection

    async def _connected(self) -> Connection:
        return Connection(await self._open_transport(), self._hear)

    async def _subscribe(self) -> None:
        """Asks the connection for what all subscriptions want together. Those that have not begun do so with the snapshot."""
        async with self._subscribing:
            if not self._subscriptions:
                return
            parameters = subscribed(each.types for each in self._subscriptions)
            await self._now().call("events.subscribe", parameters, self._timeout, self._begin)

    def _begin(self, result: object) -> None:
        snapshot = Snapshot(record(Subscribed)(result, "events.subscribe").status)
        # Nothing is missing for those that had begun on this connection.
        for subscription in self._subscriptions:
            if not subscription.has_begun:
                subscription.has_begun = True
                subscription.put(snapshot)

    def _hear(self, name: str, members: Mapping[str, object]) -> None:
        if name in EVENTS:
            event = record(EVENTS[name])(members, name)
        else:
            event = UnknownEvent(
                sequence=integer(members.get("sequence"), "sequence"), time=number(members.get("time"), "time"), type=name, members=members
            )
        notice: Notice = Missed(max(0, event.dropped)) if isinstance(event, ServerOverflow) else event
        for subscription in self._subscriptions:
            if isinstance(notice, Missed) or subscription.wants(name):
                subscription.put(notice)

    async def _keep(self) -> None:
        """Connects again whenever the connection ends."""
        wait = FIRST_WAIT
        while True:
            began = asyncio.get_running_loop().time()
            await self._now().wait_closed()
            # One that has not begun has heard it from `events`.
            for subscription in self._subscriptions:
                if subscription.has_begun:
                    subscription.has_begun = False
                    subscription.put(Disconnected(self._reason()))
            if not self._reconnects:
                return self._give_up(self._reason())
            # A daemon that is reached and breaks off at once is not asked twice a second for ever.
            if asyncio.get_running_loop().time() - began > LONGEST_WAIT:
                wait = FIRST_WAIT
            while True:
                # Not all clients of a daemon that starts again come at the same moment.
                await asyncio.sleep(wait * (0.5 + random.random() / 2))
                wait = min(wait * 2, LONGEST_WAIT)
                try:
                    self._connection = await self._connected()
                    await self._subscribe()
                    break
                except NotPaired as error:
                    return self._give_up(error)
                except (FermataError, OSError):
                    if self._connection is not None:
                        await self._connection.close()

    def _give_up(self, reason: FermataError) -> None:
        for subscription in self._subscriptions:
            subscription.finish(reason)
