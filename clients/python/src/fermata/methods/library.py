"""The methods whose names begin with `library.`.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from typing import Literal

from ..calling import UNSET, Methods, Unset
from ..reading import nothing, record
from ..types import (
    LibraryAlbumsResult,
    LibraryGainsResult,
    LibraryNames,
    LibrarySong,
    LibrarySongs,
    LibraryStatisticsResult,
    LibraryUpdateResult,
    LibraryYearsResult,
    Picture,
)

__all__ = ["LibraryMethods"]


class LibraryMethods(Methods):
    """The methods whose names begin with `library.`."""

    async def search(
        self,
        text: str,
        *,
        field: Literal["title", "artist", "album", "people", "genre", "name", "other"] | Unset = UNSET,
        after: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> LibrarySongs:
        """Finds the songs whose tags or file names have each term of a text, whatever the case and the diacritics. A term of three
        characters or more is found anywhere, a shorter one where words begin.

        text: The terms, with blanks between them.
        field: Where all terms have to be; anywhere if left out.
        after: The place to go on from: `next` of the part before; from the beginning if left out.
        limit: How many at most, up to 1,000.

        Raises LibraryFailed, LimitExceeded. Needs the role view.
        """
        parameters: dict[str, object] = {
            "text": text,
            "field": field,
            "after": after,
            "limit": limit,
        }
        return await self._call("library.search", parameters, record(LibrarySongs), waits=True, timeout=timeout)

    async def albums(
        self,
        *,
        after: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> LibraryAlbumsResult:
        """Lists the albums by their titles. An album of various artists is one album.

        after: The place to go on from: `next` of the part before; from the beginning if left out.
        limit: How many at most, up to 1,000.

        Raises LibraryFailed, LimitExceeded. Needs the role view.
        """
        parameters: dict[str, object] = {
            "after": after,
            "limit": limit,
        }
        return await self._call("library.albums", parameters, record(LibraryAlbumsResult), waits=True, timeout=timeout)

    async def artists(
        self,
        *,
        role: Literal["artist", "albumArtist", "genre", "composer", "conductor", "performer", "label"] | Unset = UNSET,
        after: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> LibraryNames:
        """Lists artists, or those who have another part in songs, by their names.

        role: The part; `artist` if left out.
        after: The place to go on from: `next` of the part before; from the beginning if left out.
        limit: How many at most, up to 1,000.

        Raises LibraryFailed, LimitExceeded. Needs the role view.
        """
        parameters: dict[str, object] = {
            "role": role,
            "after": after,
            "limit": limit,
        }
        return await self._call("library.artists", parameters, record(LibraryNames), waits=True, timeout=timeout)

    async def names(
        self,
        tag: Literal["artist", "albumArtist", "genre", "composer", "conductor", "performer", "label"],
        *,
        after: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> LibraryNames:
        """Lists the names that are values of a tag: artists, composers, genres, labels. `library.artists` asks the same.

        tag: The tag.
        after: The place to go on from: `next` of the part before; from the beginning if left out.
        limit: How many at most, up to 1,000.

        Raises LibraryFailed, LimitExceeded. Needs the role view.
        """
        parameters: dict[str, object] = {
            "tag": tag,
            "after": after,
            "limit": limit,
        }
        return await self._call("library.names", parameters, record(LibraryNames), waits=True, timeout=timeout)

    async def years(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> LibraryYearsResult:
        """Lists the years of songs, newest first.

        Raises LibraryFailed, LimitExceeded. Needs the role view.
        """
        return await self._call("library.years", {}, record(LibraryYearsResult), waits=True, timeout=timeout)

    async def browse(
        self,
        *,
        path: str | Unset = UNSET,
        album: int | Unset = UNSET,
        name: int | Unset = UNSET,
        year: int | Unset = UNSET,
        list: Literal["recentlyAdded", "recentlyPlayed", "neverPlayed", "random"] | Unset = UNSET,
        seed: int | Unset = UNSET,
        after: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> LibrarySongs:
        """Lists songs: those of a directory, of an album, of a name, of a year, or of a list. Without any, the top directory.

        path: A directory, relative to the directories of music.
        album: The id of an album.
        name: The id of an artist, a composer, a genre: of `library.artists`.
        year: A year.
        list: A list.
        seed: With `list` `random`: the same number picks the same songs; 0 if left out.
        after: The place to go on from: `next` of the part before; from the beginning if left out.
        limit: How many at most, up to 1,000.

        Raises LibraryFailed, LimitExceeded, SongNotFound. Needs the role view.
        """
        parameters: dict[str, object] = {
            "path": path,
            "album": album,
            "name": name,
            "year": year,
            "list": list,
            "seed": seed,
            "after": after,
            "limit": limit,
        }
        return await self._call("library.browse", parameters, record(LibrarySongs), waits=True, timeout=timeout)

    async def item(
        self,
        *,
        song: int | Unset = UNSET,
        uri: str | Unset = UNSET,
        file: bool | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> LibrarySong:
        """Describes a song with all its tags and notes, and with the loudness and the lyrics that its file has now; these are missing if
        the file cannot be read.

        song: The id of the song.
        uri: An absolute path or a `file:` URL.
        file: Whether the file is read, for `replayGain` and `lyrics`. Otherwise the reply waits for no disk of music.

        Raises LibraryFailed, LimitExceeded, SongNotFound. Needs the role view.
        """
        return await self._call("library.item", {"song": song, "uri": uri, "file": file}, record(LibrarySong), waits=True, timeout=timeout)

    async def update(
        self,
        *,
        path: str | Unset = UNSET,
        files: bool | Unset = UNSET,
        contents: bool | Unset = UNSET,
        loudness: bool | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> LibraryUpdateResult:
        """Looks for new, changed and removed files, one request after the other. Answers at once with the number of the scan;
        `library.progress` tells the rest.

        path: An absolute path within the directories of music; everything if left out.
        files: Whether every file is compared, and not only directories that have changed. With `path`, every file is.
        contents: Whether every file is read, also one that looks as it did: some programs put its time of change back.
        loudness: Whether the loudness of the songs there is measured after the scan, unless it was. `library.loudness` tells how that gets
            on.

        Raises LibraryFailed, LimitExceeded, SongNotFound. Needs the role admin.
        """
        parameters: dict[str, object] = {
            "path": path,
            "files": files,
            "contents": contents,
            "loudness": loudness,
        }
        return await self._call("library.update", parameters, record(LibraryUpdateResult), waits=False, timeout=timeout)

    async def gains(
        self,
        *,
        path: str | Unset = UNSET,
        after: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> LibraryGainsResult:
        """Lists the songs whose loudness the library has measured, with the gains that follow: for a program that writes them into the
        files, as `fermata library write-loudness` does. The daemon writes into none. A part may have fewer songs than `limit`, or none, and
        still have a `next`.

        path: An absolute path within the directories of music; everything if left out.
        after: The place to go on from: `next` of the part before; from the beginning if left out.
        limit: How many at most, up to 1,000.

        Raises LibraryFailed, LimitExceeded, SongNotFound. Needs the role view.
        """
        parameters: dict[str, object] = {
            "path": path,
            "after": after,
            "limit": limit,
        }
        return await self._call("library.gains", parameters, record(LibraryGainsResult), waits=True, timeout=timeout)

    async def cancel_update(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> None:
        """Ends the scan that runs and those that wait, and the measuring of loudness. What was read and measured by then stays.

        Raises LibraryFailed, LimitExceeded. Needs the role admin.
        """
        return await self._call("library.cancelUpdate", {}, nothing, waits=False, timeout=timeout)

    async def statistics(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> LibraryStatisticsResult:
        """Counts what the library has.

        Raises LibraryFailed, LimitExceeded. Needs the role view.
        """
        return await self._call("library.statistics", {}, record(LibraryStatisticsResult), waits=True, timeout=timeout)

    async def picture(
        self,
        song: int,
        *,
        data: bool | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Picture:
        """Finds the picture of a song, as `media.picture` does.

        song: The id of the song.
        data: Whether the reply has the bytes in base64.

        Raises LibraryFailed, LimitExceeded, SongNotFound, PictureNotFound, MediaNotFound, MediaUnreadable. Needs the role view.
        """
        return await self._call("library.picture", {"song": song, "data": data}, record(Picture), waits=True, timeout=timeout)
