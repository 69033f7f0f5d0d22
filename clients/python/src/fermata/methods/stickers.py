"""The methods whose names begin with `sticker.`.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from ..calling import UNSET, Methods, Unset
from ..reading import nothing, record
from ..types import (
    StickerFindResult,
    StickerGetResult,
    StickerListResult,
)

__all__ = ["StickersMethods"]


class StickersMethods(Methods):
    """The methods whose names begin with `sticker.`."""

    async def get(
        self,
        song: int,
        name: str,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> StickerGetResult:
        """Reads what the user has noted of a song under a name.

        song: The id of the song.
        name: The name of the note, such as `rating`.

        Raises LibraryFailed, LimitExceeded, SongNotFound, StickerNotFound. Needs the role view.
        """
        return await self._call("sticker.get", {"song": song, "name": name}, record(StickerGetResult), waits=True, timeout=timeout)

    async def set(
        self,
        song: int,
        name: str,
        value: str,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> None:
        """Notes something of a song under a name. It is on the disk when the reply comes.

        song: The id of the song.
        name: The name of the note, such as `rating`.
        value: The note.

        Raises LibraryFailed, LimitExceeded, SongNotFound. Needs the role control.
        """
        return await self._call("sticker.set", {"song": song, "name": name, "value": value}, nothing, waits=True, timeout=timeout)

    async def delete(
        self,
        song: int,
        name: str,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> None:
        """Removes a note of a song.

        song: The id of the song.
        name: The name of the note, such as `rating`.

        Raises LibraryFailed, LimitExceeded, SongNotFound, StickerNotFound. Needs the role control.
        """
        return await self._call("sticker.delete", {"song": song, "name": name}, nothing, waits=True, timeout=timeout)

    async def list(
        self,
        song: int,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> StickerListResult:
        """Lists the notes of a song.

        song: The id of the song.

        Raises LibraryFailed, LimitExceeded, SongNotFound. Needs the role view.
        """
        return await self._call("sticker.list", {"song": song}, record(StickerListResult), waits=True, timeout=timeout)

    async def find(
        self,
        name: str,
        *,
        after: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> StickerFindResult:
        """Finds the songs that have a note of a name.

        name: The name of the note, such as `rating`.
        after: The place to go on from: `next` of the part before; from the beginning if left out.
        limit: How many at most, up to 1,000.

        Raises LibraryFailed, LimitExceeded. Needs the role view.
        """
        parameters: dict[str, object] = {
            "name": name,
            "after": after,
            "limit": limit,
        }
        return await self._call("sticker.find", parameters, record(StickerFindResult), waits=True, timeout=timeout)
