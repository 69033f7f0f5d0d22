"""Each room of the house as a media player, with its own volume, and with groups."""

from __future__ import annotations

from typing import Any

from homeassistant.components import media_source
from homeassistant.components.media_player import (
    ATTR_MEDIA_ANNOUNCE,
    MediaPlayerEntityFeature,
    MediaType,
    async_process_play_media_url,
)
from homeassistant.exceptions import ServiceValidationError
from homeassistant.helpers import entity_registry

from .client.types import Room
from .const import DOMAIN
from .coordinator import FermataCoordinator
from .entity import FermataEntity

FEATURES = (
    MediaPlayerEntityFeature.PLAY
    | MediaPlayerEntityFeature.PAUSE
    | MediaPlayerEntityFeature.STOP
    | MediaPlayerEntityFeature.NEXT_TRACK
    | MediaPlayerEntityFeature.PREVIOUS_TRACK
    | MediaPlayerEntityFeature.VOLUME_SET
    | MediaPlayerEntityFeature.VOLUME_STEP
    | MediaPlayerEntityFeature.VOLUME_MUTE
    | MediaPlayerEntityFeature.GROUPING
)


class FermataRoom(FermataEntity):
    """A room. What plays is the same in all of them; play, pause and the like are for the whole house."""

    _attr_volume_step = 0.05

    def __init__(self, coordinator: FermataCoordinator, room: str) -> None:
        super().__init__(coordinator)
        self._id = room
        self._attr_unique_id = f"{coordinator.entry.entry_id}_room_{room}"
        features = FEATURES
        if coordinator.may("announce"):
            features |= MediaPlayerEntityFeature.PLAY_MEDIA | MediaPlayerEntityFeature.MEDIA_ANNOUNCE
        self._attr_supported_features = features

    @property
    def room(self) -> Room | None:
        """The room as the server of the rooms knows it, or None if it has forgotten it."""
        house = self.coordinator.data.house
        return next((each for each in (house.rooms if house else ()) if each.room == self._id), None)

    @property
    def available(self) -> bool:
        """Whether the room is there."""
        return super().available and self.room is not None and self.room.connected

    @property
    def name(self) -> str:
        """The name that somebody has given the room."""
        return self.room.name if self.room else self._id

    @property
    def volume_level(self) -> float | None:
        """The volume of the room."""
        return self.room.level if self.room else None

    @property
    def is_volume_muted(self) -> bool | None:
        """Whether the room is mute, or its whole group."""
        return (self.room.muted or self._group_is_muted) if self.room else None

    @property
    def _group_is_muted(self) -> bool:
        house = self.coordinator.data.house
        return any(self._id in each.rooms and each.muted for each in (house.groups if house else ()))

    @property
    def media_title(self) -> str | None:
        """What plays."""
        return self.status.item.title if self.status.item else None

    @property
    def media_artist(self) -> str | None:
        """Whose it is."""
        return self.status.item.artist if self.status.item else None

    @property
    def group_members(self) -> list[str] | None:
        """The entities of the rooms of its group."""
        house = self.coordinator.data.house
        group = next((each for each in (house.groups if house else ()) if self._id in each.rooms), None)
        if group is None:
            return None
        registry = entity_registry.async_get(self.hass)
        names = [f"{self.coordinator.entry.entry_id}_room_{room}" for room in group.rooms]
        return [entity for name in names if (entity := registry.async_get_entity_id("media_player", DOMAIN, name))]

    async def async_set_volume_level(self, volume: float) -> None:
        """Sets the volume of the room."""
        await self.do(self.client.rooms.set_volume(self._id, level=volume))

    async def async_mute_volume(self, mute: bool) -> None:
        """Mutes the room. A room is heard again only if its group is, too."""
        await self.do(self.client.rooms.mute(self._id, muted=mute))
        if not mute and self._group_is_muted:
            await self.do(self.client.rooms.mute(self._id, muted=False, whole_group=True))

    async def async_join_players(self, group_members: list[str]) -> None:
        """Has other rooms join the group of this one."""
        registry = entity_registry.async_get(self.hass)
        prefix = f"{self.coordinator.entry.entry_id}_room_"
        rooms = [self._id]
        for entity in group_members:
            entry = registry.async_get(entity)
            if entry is None or entry.platform != DOMAIN or not entry.unique_id.startswith(prefix):
                raise ServiceValidationError(f"{entity} is no room of this Fermata")
            if (room := entry.unique_id.removeprefix(prefix)) not in rooms:
                rooms.append(room)
        await self.do(self.client.rooms.group(rooms))

    async def async_unjoin_player(self) -> None:
        """Takes this room out of its group."""
        await self.do(self.client.rooms.ungroup([self._id]))

    async def async_play_media(self, media_type: MediaType | str, media_id: str, **kwargs: Any) -> None:
        """Announces something in this room. Music is for the whole house, and its player plays it."""
        if not kwargs.get(ATTR_MEDIA_ANNOUNCE):
            raise ServiceValidationError("A room only takes announcements; music is played by the player of the house")
        if media_source.is_media_source_id(media_id):
            resolved = await media_source.async_resolve_media(self.hass, media_id, self.entity_id)
            media_id = async_process_play_media_url(self.hass, resolved.url)
        await self.do(self.client.announce(media_id, rooms=[self._id]))
