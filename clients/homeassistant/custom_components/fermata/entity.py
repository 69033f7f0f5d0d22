"""What the players have in common."""

from __future__ import annotations

from collections.abc import Awaitable

from homeassistant.components.media_player import MediaPlayerEntity, MediaPlayerState
from homeassistant.helpers.device_registry import DeviceInfo
from homeassistant.helpers.update_coordinator import CoordinatorEntity

from .client import Fermata
from .client.types import Status
from .const import DOMAIN
from .coordinator import FermataCoordinator

STATES = {
    "playing": MediaPlayerState.PLAYING,
    "paused": MediaPlayerState.PAUSED,
    "buffering": MediaPlayerState.BUFFERING,
    "stopped": MediaPlayerState.IDLE,
}


class FermataEntity(CoordinatorEntity[FermataCoordinator], MediaPlayerEntity):
    """A media player that shows the state of a daemon."""

    _attr_has_entity_name = True

    def __init__(self, coordinator: FermataCoordinator) -> None:
        super().__init__(coordinator)
        entry = coordinator.entry
        self._attr_device_info = DeviceInfo(
            identifiers={(DOMAIN, entry.entry_id)},
            name=entry.title,
            manufacturer="Fermata",
            sw_version=coordinator.info.version if coordinator.info else None,
        )

    @property
    def client(self) -> Fermata:
        """The client of the daemon."""
        return self.coordinator.client

    @property
    def status(self) -> Status:
        """The status of the daemon's player."""
        return self.coordinator.data.status

    @property
    def state(self) -> MediaPlayerState:
        """What the daemon's player does."""
        return STATES.get(self.status.state, MediaPlayerState.ON)

    async def do(self, call: Awaitable[object]) -> None:
        """Makes a call, and shows what is refused."""
        await self.coordinator.do(call)

    async def async_media_play(self) -> None:
        """Goes on, or starts the queue."""
        await self.do(self.client.play())

    async def async_media_pause(self) -> None:
        """Pauses."""
        await self.do(self.client.pause())

    async def async_media_stop(self) -> None:
        """Stops; the queue stays."""
        await self.do(self.client.stop())

    async def async_media_next_track(self) -> None:
        """Plays the next item."""
        await self.do(self.client.next())

    async def async_media_previous_track(self) -> None:
        """Plays the item before."""
        await self.do(self.client.previous())
