"""Follows the daemon by its events, and keeps what the entities show. Nothing is polled."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers.update_coordinator import DataUpdateCoordinator
from homeassistant.util import dt

from .client import ConnectionLost, Disconnected, Event, Fermata, FermataError, Missed, NotPaired, Refused, Snapshot, UnknownEvent, events
from .client.refusals import RoomsUnavailable
from .client.types import House, Output, OutputFilters, Picture, ServerInfo, Status
from .const import CONF_ROLE, DOMAIN, ROLES
from .link import is_socket

_LOGGER = logging.getLogger(__name__)

# What is read anew after an event, in this order.
PARTS = ("status", "outputs", "filters", "house")
# A daemon that is there and does not answer is asked again after so many seconds.
AGAIN = 5.0
TYPES = ("player.", "queue.", "route.", "rooms.", "output.", "library.changed", "playlist.changed")
READ_AFTER: dict[type[Event], tuple[str, ...]] = {
    events.PlayerStateChanged: ("status",),
    events.PlayerItemChanged: ("status",),
    events.PlayerPositionChanged: ("status",),
    events.PlayerMetadataChanged: ("status",),
    events.PlayerVolumeChanged: ("status",),
    events.QueueChanged: ("status",),
    events.SessionRouteChanged: ("status", "outputs", "filters"),
    events.RouteOutputsChanged: ("outputs",),
    events.OutputFiltersChanged: ("filters",),
    events.RoomsChanged: ("house",),
}


@dataclass(frozen=True)
class PlayerState:
    """What is known of a daemon. `read_at` is when the status was read: its position is of that moment."""

    status: Status
    read_at: datetime
    outputs: tuple[Output, ...] = ()
    filters: OutputFilters | None = None
    house: House | None = None
    # The picture of the item that is current, and of which item it is.
    picture: Picture | None = None
    pictured: tuple[int, str, str | None] | None = None


class FermataCoordinator(DataUpdateCoordinator[PlayerState]):
    """Has the state of one daemon, and its client."""

    def __init__(self, hass: HomeAssistant, entry: ConfigEntry, client: Fermata) -> None:
        super().__init__(hass, _LOGGER, config_entry=entry, name=DOMAIN, update_interval=None)
        self.entry = entry
        self.client = client
        self.info: ServerInfo | None = None
        self._roles: Mapping[str, str] = {}
        self._wanted: set[str] = set()
        self._news = asyncio.Event()

    async def begin(self) -> None:
        """Reads everything once. Raises a FermataError."""
        self.info = await self.client.server.info()
        self._roles = _roles(await self.client.rpc.discover())
        self._wanted = set(PARTS)
        self.async_set_updated_data(await self._read(PlayerState(await self.client.status(), dt.utcnow())))

    def follow(self) -> None:
        """Follows the daemon until the entry is unloaded."""
        self.entry.async_create_background_task(self.hass, self._follow(), "fermata: follows")
        self.entry.async_create_background_task(self.hass, self._update(), "fermata: updates")

    def may(self, method: str) -> bool:
        """Whether the daemon lets Home Assistant call a method; those that are not in its description are tried."""
        needed = self._roles.get(method)
        if needed is None or is_socket(self.entry.data):
            return True
        own = self.entry.data.get(CONF_ROLE, "control")
        return needed in ROLES and own in ROLES and ROLES.index(needed) <= ROLES.index(own)

    async def do(self, call: Awaitable[object]) -> None:
        """Makes a call, and has Home Assistant show what the daemon refuses."""
        try:
            await call
        except FermataError as error:
            raise HomeAssistantError(f"Fermata: {error}") from error

    async def _follow(self) -> None:
        try:
            async with self.client.events(*TYPES) as news:
                async for notice in news:
                    if isinstance(notice, Disconnected):
                        self.async_set_update_error(notice.reason)
                    elif isinstance(notice, Snapshot | Missed):
                        self._want(PARTS)
                    elif not isinstance(notice, UnknownEvent):
                        self._want(READ_AFTER.get(type(notice), ()))
        except NotPaired as error:
            self.async_set_update_error(error)
            self.entry.async_start_reauth(self.hass)
        except FermataError as error:
            self.async_set_update_error(error)

    def _want(self, parts: tuple[str, ...]) -> None:
        self._wanted.update(parts)
        if self._wanted:
            self._news.set()

    async def _update(self) -> None:
        """Reads what events have made old: once, however many there were meanwhile."""
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                self.async_set_updated_data(await self._read(self.data))
            except ConnectionLost:
                # A snapshot comes with the next connection, and has everything read.
                continue
            except FermataError as error:
                self.async_set_update_error(error)
                await asyncio.sleep(AGAIN)
                self._want(PARTS)

    async def _read(self, state: PlayerState) -> PlayerState:
        wanted, self._wanted = self._wanted, set()
        if "status" in wanted:
            status = await self.client.status()
            state = replace(state, status=status, read_at=dt.utcnow())
            # A status does not tell at once whether there is a picture beside a file.
            item = (status.item.id, status.item.uri, status.item.title) if status.item else None
            if item != state.pictured:
                picture = await self._known(lambda: self.client.media.picture(item=item[0]), None) if item else None
                state = replace(state, picture=picture, pictured=item)
        if "outputs" in wanted:
            state = replace(state, outputs=await self._known(self.client.route.outputs, ()))
        if "filters" in wanted:
            state = replace(state, filters=await self._known(self.client.output.filters, None))
        if "house" in wanted:
            state = replace(state, house=await self._known(self.client.rooms.list, None))
        return state

    async def _known[T](self, ask: Callable[[], Awaitable[T]], otherwise: T) -> T:
        """What a daemon says that has no such thing, or does not tell it to us, is no failure."""
        try:
            return await ask()
        except RoomsUnavailable:
            return otherwise
        except Refused as error:
            _LOGGER.debug("Fermata does not tell: %s", error)
            return otherwise


def _roles(document: Mapping[str, object]) -> Mapping[str, str]:
    """The role that each method needs, if the daemon tells roles."""
    methods = document.get("methods")
    if not isinstance(methods, list):
        return {}
    return {
        each["name"]: each["x-role"]
        for each in methods
        if isinstance(each, dict) and isinstance(each.get("name"), str) and isinstance(each.get("x-role"), str)
    }
