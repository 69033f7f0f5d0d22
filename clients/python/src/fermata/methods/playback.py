"""The methods without a dot in their name.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..calling import UNSET, Methods, Unset
from ..reading import record
from ..types import (
    AnnounceResult,
    Moment,
    Status,
    Volume,
)

__all__ = ["PlaybackMethods"]


class PlaybackMethods(Methods):
    """The methods without a dot in their name."""

    async def play(
        self,
        *,
        uri: str | Unset = UNSET,
        audio: int | str | Unset = UNSET,
        item: int | Unset = UNSET,
        index: int | Unset = UNSET,
        position: float | Unset = UNSET,
        at: Moment | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Status:
        """Plays `uri`, or an item of the queue; without parameters, goes on. Answers once the media is open.

        uri: An absolute path or a URL; it replaces the queue.
        audio: Which of several audio tracks of `uri` is played: the index of its stream, as `media.probe` has it, or a language. Media
            without that language is played in one of `playback.languages`, or as it comes.
        item: The id of a queue item.
        index: The index of a queue item, counted from 0.
        position: Seconds from its start. Without it, podcasts and books go on where they were left (`playback.resume_spoken`), and so does
            what is long (`playback.resume_minutes`).
        at: When it is to be heard, to the frame; without it, as soon as it can be.

        Raises MediaNotFound, MediaUnreadable, MediaUnsupported, MediaCorrupt, UriNotAllowed, NetworkFailed, LimitExceeded, Superseded,
        NothingToPlay, SessionIncompatibleCategory, SessionInsufficientPriority, MediaServicesFailed, NoRoute, QueueItemNotFound, QueueFull,
        TooLate. Needs the role control.
        """
        parameters: dict[str, object] = {
            "uri": uri,
            "audio": audio,
            "item": item,
            "index": index,
            "position": position,
            "at": at,
        }
        return await self._call("play", parameters, record(Status), waits=True, timeout=timeout)

    async def pause(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Status:
        """Pauses playback. It is no error if nothing plays.

        Needs the role control.
        """
        return await self._call("pause", {}, record(Status), waits=False, timeout=timeout)

    async def toggle(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Status:
        """Pauses if something plays, and plays otherwise.

        Raises MediaNotFound, MediaUnreadable, MediaUnsupported, MediaCorrupt, UriNotAllowed, NetworkFailed, LimitExceeded, Superseded,
        NothingToPlay, SessionIncompatibleCategory, SessionInsufficientPriority, MediaServicesFailed, NoRoute. Needs the role control.
        """
        return await self._call("toggle", {}, record(Status), waits=True, timeout=timeout)

    async def stop(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Status:
        """Stops playback and deactivates the session.

        Needs the role control.
        """
        return await self._call("stop", {}, record(Status), waits=False, timeout=timeout)

    async def next(
        self,
        *,
        album: bool | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Status:
        """Goes to the next item of the queue, or to the next album.

        album: Whether to go to the first item behind those of the current album.

        Raises MediaNotFound, MediaUnreadable, MediaUnsupported, MediaCorrupt, UriNotAllowed, NetworkFailed, LimitExceeded, Superseded,
        NothingToPlay, SessionIncompatibleCategory, SessionInsufficientPriority, MediaServicesFailed, NoRoute. Needs the role control.
        """
        return await self._call("next", {"album": album}, record(Status), waits=True, timeout=timeout)

    async def previous(
        self,
        *,
        album: bool | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Status:
        """Goes to the previous item, or the previous album.

        album: Whether to go to the first item of the current album, and from there to that of the album before.

        Raises MediaNotFound, MediaUnreadable, MediaUnsupported, MediaCorrupt, UriNotAllowed, NetworkFailed, LimitExceeded, Superseded,
        NothingToPlay, SessionIncompatibleCategory, SessionInsufficientPriority, MediaServicesFailed, NoRoute. Needs the role control.
        """
        return await self._call("previous", {"album": album}, record(Status), waits=True, timeout=timeout)

    async def seek(
        self,
        *,
        position: float | Unset = UNSET,
        offset: float | Unset = UNSET,
        fraction: float | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Status:
        """Goes to a place in the current item. Give `position`, `offset` or `fraction`.

        position: Seconds from the start of the item.
        offset: Seconds from the current position; negative goes back.
        fraction: A part of the item's duration: 0.5 is its middle.

        Raises MediaNotFound, MediaUnreadable, MediaUnsupported, MediaCorrupt, UriNotAllowed, NetworkFailed, LimitExceeded, Superseded,
        NothingToPlay, SessionIncompatibleCategory, SessionInsufficientPriority, MediaServicesFailed, NoRoute, NotSeekable. Needs the role
        control.
        """
        parameters: dict[str, object] = {
            "position": position,
            "offset": offset,
            "fraction": fraction,
        }
        return await self._call("seek", parameters, record(Status), waits=True, timeout=timeout)

    async def volume(
        self,
        *,
        level: float | Unset = UNSET,
        delta: float | Unset = UNSET,
        muted: bool | Unset = UNSET,
        over: float | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Volume:
        """Reads the volume, or changes it. A level out of range is clamped.

        level: The new level: 0 is silence, 1 is full.
        delta: What to add to the level.
        muted: Whether to mute the sound.
        over: In how many seconds the level goes there; without it, at once. What is set meanwhile takes its place.

        Needs the role control.
        """
        parameters: dict[str, object] = {
            "level": level,
            "delta": delta,
            "muted": muted,
            "over": over,
        }
        return await self._call("volume", parameters, record(Volume), waits=False, timeout=timeout)

    async def status(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Status:
        """Reads the state of the player.

        Needs the role view.
        """
        return await self._call("status", {}, record(Status), waits=False, timeout=timeout)

    async def announce(
        self,
        uri: str,
        *,
        title: str | Unset = UNSET,
        volume: float | Unset = UNSET,
        interrupt: Literal["duck", "pause"] | Unset = UNSET,
        rooms: Sequence[str] | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> AnnounceResult:
        """Plays a short sound over the music, which goes on more softly or pauses meanwhile. Without `uri`, the connection then carries
        the media to the daemon and nothing else, as with `stream.open`. Announcements wait for each other. With `rooms`, it is heard in
        those rooms of the Snapcast server alone. Answers once the media is open.

        uri: An absolute path or a URL.
        title: The title that mixers show.
        volume: The volume of the announcement; the volume of the music if left out.
        interrupt: What happens to the music: `duck` or `pause`. If left out, `duck`; with `rooms`, it goes on as it is.
        rooms: The ids or the names of the rooms in which it is to be heard, at most 64; where the music plays if left out.

        Raises MediaNotFound, MediaUnreadable, MediaUnsupported, MediaCorrupt, UriNotAllowed, NetworkFailed, LimitExceeded, Superseded,
        SessionIncompatibleCategory, SessionInsufficientPriority, MediaServicesFailed, RoomsUnavailable, RoomNotFound, RoomAmbiguous,
        RoomsFailed. Needs the role owner.
        """
        parameters: dict[str, object] = {
            "uri": uri,
            "title": title,
            "volume": volume,
            "interrupt": interrupt,
            "rooms": rooms,
        }
        return await self._call("announce", parameters, record(AnnounceResult), waits=True, timeout=timeout)
