"""The methods whose names begin with `player.`.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..calling import UNSET, Methods, Unset
from ..reading import record
from ..types import (
    Passthrough,
    Status,
    Volume,
)

__all__ = ["PlayerMethods"]


class PlayerMethods(Methods):
    """The methods whose names begin with `player.`."""

    async def seek_to_chapter(
        self,
        *,
        index: int | Unset = UNSET,
        next: bool | Unset = UNSET,
        previous: bool | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Status:
        """Goes to a chapter of the current item. Give `index`, `next` or `previous`.

        index: The index of the chapter, counted from 0.
        next: True: the one behind the current one; behind the last one, the next item.
        previous: True: the beginning of the current one, or the one before it if the current one has only just begun.

        Raises MediaNotFound, MediaUnreadable, MediaUnsupported, MediaCorrupt, UriNotAllowed, NetworkFailed, LimitExceeded, Superseded,
        NothingToPlay, SessionIncompatibleCategory, SessionInsufficientPriority, MediaServicesFailed, NoRoute, NotSeekable, ChapterNotFound.
        Needs the role control.
        """
        parameters: dict[str, object] = {
            "index": index,
            "next": next,
            "previous": previous,
        }
        return await self._call("player.seekToChapter", parameters, record(Status), waits=True, timeout=timeout)

    async def select_audio(
        self,
        *,
        index: int | Unset = UNSET,
        language: str | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Status:
        """Plays another audio track of the current item, from the same place on. Give `index` or `language`.

        index: The index of the stream, as `media.probe` has it.
        language: A language, such as `de`, `deu` or `de-AT`.

        Raises MediaNotFound, MediaUnreadable, MediaUnsupported, MediaCorrupt, UriNotAllowed, NetworkFailed, LimitExceeded, NotSeekable,
        NothingToPlay. Needs the role control.
        """
        return await self._call("player.selectAudio", {"index": index, "language": language}, record(Status), waits=True, timeout=timeout)

    async def set_volume(
        self,
        *,
        level: float | Unset = UNSET,
        delta: float | Unset = UNSET,
        muted: bool | Unset = UNSET,
        over: float | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Volume:
        """Changes the volume, and reads it without a change: the same as `volume`.

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
        return await self._call("player.setVolume", parameters, record(Volume), waits=False, timeout=timeout)

    async def set_crossfade(
        self,
        seconds: float,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Status:
        """Sets for how long a track overlaps with the next one. It also holds after a restart.

        seconds: The length in seconds; 0 for none.

        Needs the role control.
        """
        return await self._call("player.setCrossfade", {"seconds": seconds}, record(Status), waits=False, timeout=timeout)

    async def set_crossfade_by(
        self,
        mode: Literal["time", "content"],
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Status:
        """Sets what decides how long a track overlaps with the next one: the time alone, or the silence and the fades that they have at
        their ends. It also holds after a restart.

        mode: The mode, as `playback.crossfade_by`.

        Needs the role control.
        """
        return await self._call("player.setCrossfadeBy", {"mode": mode}, record(Status), waits=False, timeout=timeout)

    async def set_replay_gain(
        self,
        mode: Literal["off", "track", "album", "auto"],
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Status:
        """Sets which loudness decides the gain of a track, from now on. It also holds after a restart.

        mode: The mode, as `playback.replay_gain`.

        Needs the role control.
        """
        return await self._call("player.setReplayGain", {"mode": mode}, record(Status), waits=False, timeout=timeout)

    async def speed(
        self,
        speed: float,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Status:
        """Sets how fast media are played, at the same pitch: what plays changes at once, and it also holds after a restart. Live streams
        and what is passed through play at 1.

        speed: Seconds of the media in a second, in steps of 0.05; 1 as they were recorded.

        Needs the role control.
        """
        return await self._call("player.speed", {"speed": speed}, record(Status), waits=False, timeout=timeout)

    async def set_rewind(
        self,
        seconds: float,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Status:
        """Has playback go back when it goes on after a pause, by as long as the pause was. It also holds after a restart.

        seconds: The most seconds of the media; 0 for none.

        Needs the role control.
        """
        return await self._call("player.setRewind", {"seconds": seconds}, record(Status), waits=False, timeout=timeout)

    async def set_skip_silence(
        self,
        mode: Literal["off", "mild", "strong"],
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Status:
        """Has long silences be left out but for half a second: what plays changes at once, and it also holds after a restart. Not of
        live streams, of what is passed through, and while a part is repeated.

        mode: The mode, as `playback.skip_silence`.

        Needs the role control.
        """
        return await self._call("player.setSkipSilence", {"mode": mode}, record(Status), waits=False, timeout=timeout)

    async def set_shuffle_weights(
        self,
        weights: Sequence[Literal["rating", "leastRecent"]],
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Status:
        """Sets what has a song, or an album, come sooner in a queue that shuffles, by what the library knows of it. What is to come is
        drawn anew. It also holds after a restart.

        weights: What counts, as `queue.shuffle_weights`; nothing if empty.

        Needs the role control.
        """
        return await self._call("player.setShuffleWeights", {"weights": weights}, record(Status), waits=False, timeout=timeout)

    async def set_endless(
        self,
        mode: str,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Status:
        """Has the queue get more songs when nothing comes behind the one that plays. Songs that somebody adds at the end come before
        those. It also holds after a restart.

        mode: As `queue.endless`: `off`, `similar`, `library`, or `playlist:` with the name of a stored playlist.

        Needs the role control.
        """
        return await self._call("player.setEndless", {"mode": mode}, record(Status), waits=False, timeout=timeout)

    async def passthrough(
        self,
        *,
        codecs: Sequence[Literal["ac3", "eac3", "dts", "dop"]] | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Passthrough:
        """Reads what an output that decodes it gets as it is, or sets that: what plays changes at once, and the list also holds after a
        restart.

        codecs: The codecs; none to decode everything.

        Needs the role control.
        """
        return await self._call("player.passthrough", {"codecs": codecs}, record(Passthrough), waits=False, timeout=timeout)

    async def stop_after(
        self,
        *,
        item: Literal["current", "each"] | int | Unset = UNSET,
        minutes: float | Unset = UNSET,
        fade: float | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Status:
        """Has playback stop by itself: after an item, or in some minutes. It takes the place of an earlier call; without parameters,
        playback does not stop by itself any more.

        item: `current`, for the item that is current by then; `each`, for every item; or the id of a queue item.
        minutes: After how many minutes.
        fade: Over how many seconds the sound fades before that.

        Raises QueueItemNotFound. Needs the role control.
        """
        parameters: dict[str, object] = {
            "item": item,
            "minutes": minutes,
            "fade": fade,
        }
        return await self._call("player.stopAfter", parameters, record(Status), waits=False, timeout=timeout)

    async def set_speed(
        self,
        speed: float | None,
        for_: Literal["item", "book", "feed", "all"],
        *,
        of: str | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Status:
        """Keeps a speed for the current item, for its book (its album, or the folder of a file) or for its feed (what its address begins
        with), or sets the general one. Of several speeds, that of the item counts before that of the book, the feed, and all. What plays
        changes at once.

        speed: Seconds of the media in a second, in steps of 0.05; null forgets the speed that was kept.
        for_: For what it is.
        of: For a book, the absolute path of a folder; for a feed, how its addresses begin. Without it, those of the current item.

        Raises NothingToPlay, UriNotAllowed, RangeNotAllowed. Needs the role control.
        """
        return await self._call("player.setSpeed", {"speed": speed, "for": for_, "of": of}, record(Status), waits=False, timeout=timeout)

    async def set_loop(
        self,
        *,
        from_: float | Unset | None = UNSET,
        to: float | Unset | None = UNSET,
        count: int | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Status:
        """Has a part of the current item be heard over and over, to the frame and without a gap, in place of the part before; without
        parameters, none. Playback goes on where it is, or at the beginning of the part if it is behind its end.

        from_: Where the part begins, in seconds of the item.
        to: Where it ends, at least a tenth of a second later.
        count: How many times it is heard; without it, until somebody ends it.

        Raises NothingToPlay, NotSeekable, RangeNotAllowed. Needs the role control.
        """
        return await self._call("player.setLoop", {"from": from_, "to": to, "count": count}, record(Status), waits=False, timeout=timeout)
