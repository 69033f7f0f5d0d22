"""Searching the library, where Home Assistant can: from 2025.5 on."""

from __future__ import annotations

from typing import Any

from homeassistant.components import media_player
from homeassistant.components.media_player import MediaPlayerEntityFeature
from homeassistant.exceptions import HomeAssistantError

from .browse import PAGE, found
from .client import Fermata, FermataError

SEARCH = getattr(MediaPlayerEntityFeature, "SEARCH_MEDIA", MediaPlayerEntityFeature(0))


class SearchesLibrary:
    """Something that finds songs by a text."""

    client: Fermata

    async def async_search_media(self, query: Any) -> Any:
        """The songs that have each word, wherever."""
        try:
            songs = (await self.client.library.search(query.search_query, limit=PAGE)).songs
        except FermataError as error:
            raise HomeAssistantError(f"Fermata: {error}") from error
        return media_player.SearchMedia(result=found(songs, self.get_browse_image_url))  # type: ignore[attr-defined]
