"""The daemon's player as a media player of Home Assistant. rooms.py has the rooms."""

from __future__ import annotations

import base64
import binascii
import contextlib
import hashlib
from typing import Any
from urllib.parse import unquote

from homeassistant.components import media_source
from homeassistant.components.media_player import (
    ATTR_MEDIA_ANNOUNCE,
    ATTR_MEDIA_ENQUEUE,
    ATTR_MEDIA_EXTRA,
    BrowseError,
    BrowseMedia,
    MediaPlayerEnqueue,
    MediaPlayerEntityFeature,
    MediaType,
    RepeatMode,
    async_process_play_media_url,
)
from homeassistant.const import CONF_TOKEN
from homeassistant.core import HomeAssistant, callback
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError
from homeassistant.helpers.entity_platform import AddEntitiesCallback

from . import FermataConfigEntry, browse, sound_modes
from .client import UNSET, FermataError
from .client.refusals import LimitExceeded
from .client.types import Output
from .client.websocket import picture
from .coordinator import FermataCoordinator
from .entity import FermataEntity
from .link import address, is_socket
from .rooms import FermataRoom
from .search import SEARCH, SearchesLibrary

# The events say what changes, and nothing is polled.
PARALLEL_UPDATES = 0

# What a browser may be given as a picture under the address of Home Assistant: an SVG or a page would run its scripts there.
PICTURES = ("image/jpeg", "image/png", "image/gif", "image/webp")

# So many addresses go into one message.
ADDED_AT_ONCE = 200

FEATURES = (
    MediaPlayerEntityFeature.PLAY
    | MediaPlayerEntityFeature.PAUSE
    | MediaPlayerEntityFeature.STOP
    | MediaPlayerEntityFeature.NEXT_TRACK
    | MediaPlayerEntityFeature.PREVIOUS_TRACK
    | MediaPlayerEntityFeature.SEEK
    | MediaPlayerEntityFeature.VOLUME_SET
    | MediaPlayerEntityFeature.VOLUME_STEP
    | MediaPlayerEntityFeature.VOLUME_MUTE
    | MediaPlayerEntityFeature.SHUFFLE_SET
    | MediaPlayerEntityFeature.REPEAT_SET
    | MediaPlayerEntityFeature.CLEAR_PLAYLIST
    | MediaPlayerEntityFeature.SELECT_SOURCE
    | MediaPlayerEntityFeature.PLAY_MEDIA
    | MediaPlayerEntityFeature.MEDIA_ENQUEUE
    | MediaPlayerEntityFeature.BROWSE_MEDIA
    | SEARCH
)


async def async_setup_entry(hass: HomeAssistant, entry: FermataConfigEntry, async_add_entities: AddEntitiesCallback) -> None:
    """Adds the player, and each room once it is known."""
    coordinator = entry.runtime_data
    async_add_entities([FermataPlayer(coordinator)])
    known: set[str] = set()

    @callback
    def add_rooms() -> None:
        house = coordinator.data.house
        new = [each.room for each in (house.rooms if house else ()) if each.room not in known]
        known.update(new)
        async_add_entities([FermataRoom(coordinator, room) for room in new])

    add_rooms()
    entry.async_on_unload(coordinator.async_add_listener(add_rooms))


class FermataPlayer(SearchesLibrary, FermataEntity):
    """The player of a daemon."""

    _attr_name = None
    _attr_media_content_type = MediaType.MUSIC
    _attr_volume_step = 0.05

    def __init__(self, coordinator: FermataCoordinator) -> None:
        super().__init__(coordinator)
        self._attr_unique_id = coordinator.entry.entry_id
        features = FEATURES
        if coordinator.may("announce"):
            features |= MediaPlayerEntityFeature.MEDIA_ANNOUNCE
        if coordinator.may("output.setFilters"):
            features |= MediaPlayerEntityFeature.SELECT_SOUND_MODE
        self._attr_supported_features = features
        self._show()

    @callback
    def _handle_coordinator_update(self) -> None:
        self._show()
        super()._handle_coordinator_update()

    def _show(self) -> None:
        """Takes over what the daemon says."""
        data, status = self.coordinator.data, self.status
        item, queue = status.item, status.queue
        self._attr_volume_level = status.volume.level
        self._attr_is_volume_muted = status.volume.muted
        self._attr_shuffle = queue.shuffle
        self._attr_repeat = RepeatMode(queue.repeat) if queue.repeat in set(RepeatMode) else RepeatMode.OFF
        self._attr_media_content_id = item.uri if item else None
        self._attr_media_title = (item.title or unquote(item.uri.rsplit("/", 1)[-1])) if item else None
        self._attr_media_artist = item.artist if item else None
        self._attr_media_album_name = item.album if item else None
        self._attr_media_album_artist = item.album_artist if item else None
        self._attr_media_track = item.track_number if item else None
        self._attr_media_duration = round(status.duration) if status.duration is not None else None
        self._attr_media_position = round(status.position.seconds) if status.position else None
        self._attr_media_position_updated_at = data.read_at if status.position else None
        picture = data.picture
        self._attr_media_image_hash = hashlib.sha256(repr(picture).encode()).hexdigest()[:16] if picture else None
        names = self._sources()
        self._attr_source_list = list(names)
        self._attr_source = next((name for name, uid in names.items() if status.output and uid == status.output.uid), None)
        self._attr_sound_mode_list = sound_modes.modes(data.filters, self._output)
        self._attr_sound_mode = sound_modes.mode(data.filters, self._output)

    @property
    def _output(self) -> str | None:
        return self.status.output.uid if self.status.output else None

    def _sources(self) -> dict[str, str]:
        """The outputs by their names. Two of the same name have their uid beside it."""
        outputs = self.coordinator.data.outputs
        count = [each.name for each in outputs]

        def name(output: Output) -> str:
            return output.name if count.count(output.name) == 1 else f"{output.name} ({output.uid})"

        return {name(each): each.uid for each in outputs}

    async def async_media_seek(self, position: float) -> None:
        """Goes to a place of the item."""
        await self.do(self.client.seek(position=position))

    async def async_set_volume_level(self, volume: float) -> None:
        """Sets the volume."""
        await self.do(self.client.volume(level=volume))

    async def async_mute_volume(self, mute: bool) -> None:
        """Mutes, or no longer."""
        await self.do(self.client.volume(muted=mute))

    async def async_set_shuffle(self, shuffle: bool) -> None:
        """Sets whether items play in random order."""
        await self.do(self.client.queue.set(shuffle=shuffle))

    async def async_set_repeat(self, repeat: RepeatMode) -> None:
        """Sets what is repeated."""
        await self.do(self.client.queue.set(repeat=repeat.value))

    async def async_clear_playlist(self) -> None:
        """Empties the queue."""
        await self.do(self.client.queue.clear())

    async def async_select_source(self, source: str) -> None:
        """Has the sound go to an output."""
        uid = self._sources().get(source)
        if uid is None:
            raise ServiceValidationError(f"Fermata has no output {source!r}")
        await self.do(self.client.route.select(output=uid))

    async def async_select_sound_mode(self, sound_mode: str) -> None:
        """Chooses an equaliser for the output that the sound goes to."""
        if self._output is None:
            raise ServiceValidationError("Fermata has no output now")
        try:
            call = sound_modes.choose(self.client, self._output, sound_mode)
        except ValueError as error:
            raise ServiceValidationError(str(error)) from error
        await self.do(call)

    async def async_play_media(self, media_type: MediaType | str, media_id: str, **kwargs: Any) -> None:
        """Plays, adds or announces something: of the library, of Home Assistant's sources, or an address."""
        if media_source.is_media_source_id(media_id):
            resolved = await media_source.async_resolve_media(self.hass, media_id, self.entity_id)
            media_type, media_id = MediaType.URL, async_process_play_media_url(self.hass, resolved.url)
        if kwargs.get(ATTR_MEDIA_ANNOUNCE):
            await self._announce(media_id, kwargs.get(ATTR_MEDIA_EXTRA) or {})
            return
        await self.do(self._play(str(media_type), media_id, kwargs.get(ATTR_MEDIA_ENQUEUE)))

    async def _announce(self, uri: str, extra: dict[str, Any]) -> None:
        volume = extra.get("volume")
        level = min(max(volume, 0.0), 1.0) if isinstance(volume, int | float) else UNSET
        await self.do(self.client.announce(uri, volume=level))

    async def _play(self, kind: str, place: str, how: MediaPlayerEnqueue | None) -> None:
        uris = await browse.addresses(self.client, kind, place)
        parts = [uris[start : start + ADDED_AT_ONCE] for start in range(0, len(uris), ADDED_AT_ONCE)]
        if how in (None, MediaPlayerEnqueue.REPLACE):
            await self._replace(parts)
            return
        # Right behind the current item the last part goes in first.
        is_next = how is not MediaPlayerEnqueue.ADD
        first = None
        for number, part in enumerate(reversed(parts) if is_next else parts):
            added = await self.client.queue.add(part, next=is_next, joins=number > 0)
            first = added.ids[0] if added.ids else first
        if how is MediaPlayerEnqueue.PLAY and first is not None:
            await self.client.play(item=first)

    async def _replace(self, parts: list[list[str]]) -> None:
        """Plays these in the place of the queue. Clients of the network only play what is in the queue, so it is emptied first."""
        queue = self.client.queue
        is_changed = (await self.client.status()).queue.length > 0
        if is_changed:
            await queue.clear()
        try:
            # Emptied and filled is one change.
            first = (await queue.add(parts[0], joins=is_changed)).ids
            is_changed = True
            await self.client.play(item=first[0])
        except FermataError:
            # Nothing of it can be played: what was there comes back, and is heard again if it was.
            if is_changed:
                with contextlib.suppress(FermataError):
                    await queue.undo()
            raise
        for part in parts[1:]:
            await queue.add(part, joins=True)

    async def async_browse_media(
        self, media_content_type: MediaType | str | None = None, media_content_id: str | None = None
    ) -> BrowseMedia:
        """A node of the library, or of Home Assistant's sources."""
        if media_content_id and media_source.is_media_source_id(media_content_id):
            return await media_source.async_browse_media(self.hass, media_content_id, content_filter=_is_sound)
        try:
            node = await browse.browse(self.client, media_content_type, media_content_id, self.get_browse_image_url)
        except FermataError as error:
            raise HomeAssistantError(f"Fermata: {error}") from error
        if not media_content_type:
            try:
                sources = await media_source.async_browse_media(self.hass, None, content_filter=_is_sound)
            except BrowseError:
                return node
            node.children = [*(node.children or ()), *(sources.children or ())]
        return node

    async def async_get_media_image(self) -> tuple[bytes | None, str | None]:
        """The picture of the current item."""
        item = self.status.item
        return await self._image("item", item.id) if item else (None, None)

    async def async_get_browse_image(
        self, media_content_type: str, media_content_id: str, media_image_id: str | None = None
    ) -> tuple[bytes | None, str | None]:
        """The picture of a song, or of an album by its first song."""
        if not media_content_id.isdecimal():
            return None, None
        number = int(media_content_id)
        try:
            if media_content_type == "album":
                songs = (await self.client.library.browse(album=number, limit=1)).songs
                return await self._image("song", songs[0].song) if songs else (None, None)
        except FermataError:
            return None, None
        return await self._image("song", number)

    async def _image(self, of: str, number: int) -> tuple[bytes | None, str | None]:
        """A picture, or nothing: a picture that is missing is no failure."""
        data = self.coordinator.entry.data
        try:
            ask = self.client.media.picture(item=number, data=True) if of == "item" else self.client.library.picture(number, data=True)
            found = await ask
            return _shown((base64.b64decode(found.data or "", validate=True), found.type))
        except LimitExceeded:
            pass
        except (FermataError, binascii.Error):
            return None, None
        if is_socket(data):
            return None, None
        try:
            return _shown(await picture(address(data), of, number, data.get(CONF_TOKEN)))
        except FermataError:
            return None, None


def _shown(found: tuple[bytes, str] | None) -> tuple[bytes | None, str | None]:
    """A picture of a kind that does nothing, or nothing."""
    return found if found and found[0] and found[1] in PICTURES else (None, None)


def _is_sound(item: BrowseMedia) -> bool:
    return item.media_content_type.startswith("audio/")
