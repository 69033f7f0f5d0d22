"""The methods whose names begin with `media.`.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from typing import Literal

from ..calling import UNSET, Methods, Unset
from ..reading import record
from ..types import (
    Chapters,
    Job,
    Lyrics,
    MediaDescription,
    Picture,
)

__all__ = ["MediaMethods"]


class MediaMethods(Methods):
    """The methods whose names begin with `media.`."""

    async def probe(
        self,
        uri: str,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> MediaDescription:
        """Describes media without playing it.

        uri: An absolute path or a URL.

        Raises MediaNotFound, MediaUnreadable, MediaUnsupported, MediaCorrupt, UriNotAllowed, NetworkFailed, LimitExceeded. Needs the role
        control.
        """
        return await self._call("media.probe", {"uri": uri}, record(MediaDescription), waits=True, timeout=timeout)

    async def chapters(
        self,
        *,
        uri: str | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Chapters:
        """Lists the chapters of media, also those of a CUE sheet in the file or beside it; without `uri`, of the current item.

        uri: An absolute path or a URL.

        Raises MediaNotFound, MediaUnreadable, MediaUnsupported, MediaCorrupt, UriNotAllowed, NetworkFailed, LimitExceeded, NothingToPlay.
        Needs the role view.
        """
        return await self._call("media.chapters", {"uri": uri}, record(Chapters), waits=True, timeout=timeout)

    async def lyrics(
        self,
        *,
        uri: str | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Lyrics:
        """Finds the lyrics of media: with times if there are such, in a file beside it with the suffix `.lrc`, or in its tags. Without
        `uri`, those of the current item.

        uri: An absolute path or a URL.

        Raises MediaNotFound, MediaUnreadable, MediaUnsupported, MediaCorrupt, UriNotAllowed, NetworkFailed, LimitExceeded, NothingToPlay.
        Needs the role view.
        """
        return await self._call("media.lyrics", {"uri": uri}, record(Lyrics), waits=True, timeout=timeout)

    async def picture(
        self,
        *,
        uri: str | Unset = UNSET,
        item: int | Unset = UNSET,
        data: bool | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Picture:
        """Finds the picture of a local file: the one inside it, the front cover first, else the cover beside it. Without `uri` and
        `item` the current item is meant.

        uri: An absolute path or a `file:` URL.
        item: The id of a queue item.
        data: Whether the reply has the bytes in base64. If there are more than 1 MiB of them, that is an error: take the file instead.

        Raises PictureNotFound, MediaNotFound, MediaUnreadable, UriNotAllowed, LimitExceeded, QueueItemNotFound, NothingToPlay. Needs the
        role view.
        """
        return await self._call("media.picture", {"uri": uri, "item": item, "data": data}, record(Picture), waits=True, timeout=timeout)

    async def extract(
        self,
        *,
        uri: str | Unset = UNSET,
        stream: int | Unset = UNSET,
        start: float | Unset = UNSET,
        end: float | Unset = UNSET,
        container: Literal["aac", "m4a", "opus", "ogg", "mka", "mp3", "flac", "ac3", "eac3"] | Unset = UNSET,
        path: str | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Job:
        """Copies the sound of media into a file of its own, without decoding it, as a job. Without `uri`, the bytes that follow on the
        connection are the media, until the client closes its writing half. Answers at once; `job.changed` tells the rest. A part is cut
        between packets, and the result says what lies around it.

        uri: An absolute path or a URL; if left out, the bytes that follow on the connection are the media.
        stream: The index of the stream; the best one if left out.
        start: The beginning of the part, in seconds; the beginning of the media if left out.
        end: The end of the part, in seconds; the end of the media if left out.
        container: What holds the sound; what the suffix of `path` says, or the usual one of its codec if left out.
        path: The new file, relative to the directory of recordings. It must not exist. The name of the media if left out, with a number
            where that is taken.

        Raises MediaUnsupported, UriNotAllowed, LimitExceeded. Needs the role owner.
        """
        parameters: dict[str, object] = {
            "uri": uri,
            "stream": stream,
            "start": start,
            "end": end,
            "container": container,
            "path": path,
        }
        return await self._call("media.extract", parameters, record(Job), waits=False, timeout=timeout)

    async def convert(
        self,
        uri: str,
        *,
        format: str | Unset = UNSET,
        start: float | Unset = UNSET,
        end: float | Unset = UNSET,
        loudness: float | Unset = UNSET,
        codec: str | Unset = UNSET,
        bits: Literal["16", "24", "float"] | Unset = UNSET,
        dither: bool | Unset = UNSET,
        bit_rate: int | Unset = UNSET,
        quality: float | Unset = UNSET,
        bit_rate_mode: Literal["constant", "variable"] | Unset = UNSET,
        sample_rate: int | Unset = UNSET,
        channels: int | Unset = UNSET,
        path: str | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Job:
        """Decodes the sound of media and writes it in another format, as a job. Without `uri`, the bytes that follow on the connection
        are the media, until the client closes its writing half. Answers at once; `job.changed` tells the rest. A part is exact to the
        frame.

        uri: An absolute path or a URL; if left out, the bytes that follow on the connection are the media.
        format: `wav`, `flac`, `opus`, `vorbis`, `ogg`, `mp3`, `aac`, `m4a`, `mka`, `caf` or `aiff`; what the suffix of `path` says, or
            `flac`.
        start: The beginning of the part, in seconds; the beginning of the media if left out.
        end: The end of the part, in seconds; the end of the media if left out.
        loudness: How loud the result is to be, in LUFS (EBU R 128), as far as its peaks stay below -1 dBTP; as it is if left out.
        codec: The codec in `ogg` or `mka`, by the name of its format.
        bits: How lossless formats store a sample; as the media or what plays has it if left out, and `16` for sound that was coded with
            losses, and of an input or an output.
        dither: Whether samples that had more bits are dithered before they get 16 (TPDF, of one step).
        bit_rate: Bits per second, for formats that have bit rates.
        quality: The codec's own scale: Vorbis -1 to 10, MP3 0 (best) to 9.
        bit_rate_mode: Whether the bit rate is `constant` or `variable`, for `mp3`, `opus` and `aac`; Vorbis is always variable. As the
            codec does it if left out: constant for MP3 and AAC, variable for Opus.
        sample_rate: In hertz; the rate of the media if left out.
        channels: How many channels; as many as the media has if left out.
        path: The new file, relative to the directory of recordings. It must not exist. The name of the media if left out, with a number
            where that is taken.

        Raises MediaUnsupported, UriNotAllowed, LimitExceeded. Needs the role owner.
        """
        parameters: dict[str, object] = {
            "uri": uri,
            "format": format,
            "start": start,
            "end": end,
            "loudness": loudness,
            "codec": codec,
            "bits": bits,
            "dither": dither,
            "bitRate": bit_rate,
            "quality": quality,
            "bitRateMode": bit_rate_mode,
            "sampleRate": sample_rate,
            "channels": channels,
            "path": path,
        }
        return await self._call("media.convert", parameters, record(Job), waits=False, timeout=timeout)
