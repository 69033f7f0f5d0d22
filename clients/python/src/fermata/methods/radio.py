"""The methods whose names begin with `radio.`.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from typing import Literal

from ..calling import UNSET, Methods, Unset
from ..reading import record
from ..types import (
    PlaylistChange,
    QueueAddition,
    RadioListResult,
    RadioSearchResult,
)

__all__ = ["RadioMethods"]


class RadioMethods(Methods):
    """The methods whose names begin with `radio.`."""

    async def search(
        self,
        *,
        name: str | Unset = UNSET,
        country: str | Unset = UNSET,
        language: str | Unset = UNSET,
        tag: str | Unset = UNSET,
        codec: str | Unset = UNSET,
        order: Literal["votes", "clicks", "name", "bitrate", "random"] | Unset = UNSET,
        offset: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> RadioSearchResult:
        """Finds stations of the directory for which all that is given is true.

        name: A part of the name.
        country: The two letters of a country, or a part of its name in English.
        language: A part of the name of a language, in English.
        tag: A part of a tag.
        codec: A part of the name of a codec, such as `AAC`.
        order: `votes`, `clicks` and `bitrate`: the most first; `name`; or `random`.
        offset: How many are passed over.
        limit: How many at most.

        Raises RadioUnavailable, NetworkFailed, LimitExceeded. Needs the role view.
        """
        parameters: dict[str, object] = {
            "name": name,
            "country": country,
            "language": language,
            "tag": tag,
            "codec": codec,
            "order": order,
            "offset": offset,
            "limit": limit,
        }
        return await self._call("radio.search", parameters, record(RadioSearchResult), waits=True, timeout=timeout)

    async def list(
        self,
        of: Literal["countries", "languages", "tags", "codecs"],
        *,
        limit: int | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> RadioListResult:
        """Lists the countries, languages, tags or codecs of stations: those with the most stations first.

        of: What is listed.
        limit: How many at most.

        Raises RadioUnavailable, NetworkFailed, LimitExceeded. Needs the role view.
        """
        return await self._call("radio.list", {"of": of, "limit": limit}, record(RadioListResult), waits=True, timeout=timeout)

    async def add(
        self,
        station: str,
        *,
        next: bool | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> QueueAddition:
        """Adds a station of the directory to the queue, with its name.

        station: The number of the station in the directory, a UUID.
        next: Whether it goes right behind the current item.

        Raises RadioUnavailable, NetworkFailed, LimitExceeded, StationNotFound, QueueFull. Needs the role guest.
        """
        return await self._call("radio.add", {"station": station, "next": next}, record(QueueAddition), waits=True, timeout=timeout)

    async def play(
        self,
        station: str,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> QueueAddition:
        """Adds a station of the directory behind the current item, and plays it.

        station: The number of the station in the directory, a UUID.

        Raises RadioUnavailable, NetworkFailed, LimitExceeded, StationNotFound, QueueFull. Needs the role control.
        """
        return await self._call("radio.play", {"station": station}, record(QueueAddition), waits=True, timeout=timeout)

    async def keep(
        self,
        station: str,
        *,
        playlist: str | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> PlaylistChange:
        """Adds a station of the directory to a stored playlist, which is made if it is missing. Twice is once.

        station: The number of the station in the directory, a UUID.
        playlist: The name of the playlist.

        Raises RadioUnavailable, NetworkFailed, LimitExceeded, StationNotFound, PlaylistFailed, PlaylistHasRules. Needs the role control.
        """
        parameters: dict[str, object] = {
            "station": station,
            "playlist": playlist,
        }
        return await self._call("radio.keep", parameters, record(PlaylistChange), waits=True, timeout=timeout)
