"""The methods whose names begin with `record.`.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from ..calling import UNSET, Methods, Unset
from ..reading import array, nothing, record
from ..types import (
    Moment,
    Recording,
    RecordingResult,
    RecordStartOnSilence,
)

__all__ = ["RecordingsMethods"]


class RecordingsMethods(Methods):
    """The methods whose names begin with `record.`."""

    async def start(
        self,
        *,
        source: Literal["input", "output", "player", "meeting"] | Unset = UNSET,
        input: str | Unset = UNSET,
        output: str | Unset = UNSET,
        path: str | Unset = UNSET,
        format: str | Unset = UNSET,
        codec: str | Unset = UNSET,
        bits: Literal["16", "24", "float"] | Unset = UNSET,
        dither: bool | Unset = UNSET,
        bit_rate: int | Unset = UNSET,
        quality: float | Unset = UNSET,
        bit_rate_mode: Literal["constant", "variable"] | Unset = UNSET,
        channels: int | Sequence[int] | Unset = UNSET,
        sample_rate: int | Unset = UNSET,
        title: str | Unset = UNSET,
        tags: Mapping[str, str] | Unset = UNSET,
        split_every: float | Unset = UNSET,
        split_on_clock: bool | Unset = UNSET,
        split_on_title: bool | Unset = UNSET,
        on_silence: RecordStartOnSilence | Unset = UNSET,
        max_duration: float | Unset = UNSET,
        at: Moment | Unset = UNSET,
        duration: float | Unset = UNSET,
        fill_gaps: bool | Unset = UNSET,
        follow_input: bool | Unset = UNSET,
        interruptible: bool | Unset = UNSET,
        muted: bool | Unset = UNSET,
        echo_cancelled: bool | Unset = UNSET,
        pre_roll: float | Unset = UNSET,
        purpose: str | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> Recording:
        """Begins a recording below the directory of recordings. It does not end with the connection. Answers once the file is there, or
        for `copy`, whose file comes with the first packet, at once; if a person has to allow it, once that is done. Clients of the network
        leave `path` out.

        source: What is recorded: `input` (a microphone), `output` (what an output plays), `player` (what the player plays, as it was
            decoded: before volume and fades) or `meeting` (an input in the first channel, and what an output plays in the second, in step).
        input: The uid of the input; the current one if left out.
        output: The uid of the output; the default one if left out.
        path: The file, relative to the directory of recordings. It must not exist. A name made of the time if left out.
        format: `wav`, `flac`, `opus`, `vorbis`, `ogg`, `mp3`, `aac`, `m4a`, `mka`, `caf` or `aiff`; what the suffix of the file says, or
            `flac`. Over a connection also `raw`: samples without a header. For the source `player` also `copy`: the packets of what plays,
            as they are, in the container that the suffix names or that fits the codec.
        codec: The codec in `ogg` or `mka`, by the name of its format.
        bits: How lossless formats store a sample; as the media or what plays has it if left out, and `16` for sound that was coded with
            losses, and of an input or an output.
        dither: Whether samples that had more bits are dithered before they get 16 (TPDF, of one step).
        bit_rate: Bits per second, for formats that have bit rates.
        quality: The codec's own scale: Vorbis -1 to 10, MP3 0 (best) to 9.
        bit_rate_mode: Whether the bit rate is `constant` or `variable`, for `mp3`, `opus` and `aac`; Vorbis is always variable. As the
            codec does it if left out: constant for MP3 and AAC, variable for Opus.
        channels: How many channels; as many as the device has if left out, but for the format's limits. Or the numbers of up to eight
            channels of an input or output, 1 for the first, in the order in which they are recorded.
        sample_rate: In hertz; the rate of the sound system if left out.
        title: The title, for mixers and tags.
        tags: Tags such as `artist` and `album`.
        split_every: The length of a file, in seconds.
        split_on_clock: Whether files end when the time of day is a multiple of `splitEvery`.
        split_on_title: Whether a file ends when the player plays another title, such as the next song of a station; for the source
            `player`.
        on_silence: What silence does.
        max_duration: The length of the recording, in seconds.
        at: When the recording begins, to the frame; an hour away at most. Until then its input is open, and what comes is thrown away. If
            the first frame comes later, `recording.marked` says so (`late`), and silence stands in for the rest. Not for the player.
        duration: How long the recording lasts, in seconds: it then ends, also if pauses and gaps were left out of it.
        fill_gaps: Whether silence takes the place of sound that is missing.
        follow_input: Whether the recording goes on with the next input if its own is lost, instead of ending.
        interruptible: Whether a call, an alarm or a client's interruption pauses the recording. If false, only sleep does.
        muted: Whether the recording begins with silence, until `record.setMuted` lets sound be heard.
        echo_cancelled: Whether the echo of what is played is cancelled, or else nothing recorded; for the current input.
        pre_roll: How many seconds before the request the recording begins; as many as `recording.pre_roll` keeps ready.
        purpose: What the recording is for, in a few words for the person who has to allow it.

        Raises PermissionDenied, MediaServicesFailed, SessionInsufficientPriority, InputNotFound, OutputNotFound, MediaUnsupported,
        FileExists, FileNotWritable, UriNotAllowed, LimitExceeded, Superseded, TooLate. Needs the role admin.
        """
        parameters: dict[str, object] = {
            "source": source,
            "input": input,
            "output": output,
            "path": path,
            "format": format,
            "codec": codec,
            "bits": bits,
            "dither": dither,
            "bitRate": bit_rate,
            "quality": quality,
            "bitRateMode": bit_rate_mode,
            "channels": channels,
            "sampleRate": sample_rate,
            "title": title,
            "tags": tags,
            "splitEvery": split_every,
            "splitOnClock": split_on_clock,
            "splitOnTitle": split_on_title,
            "onSilence": on_silence,
            "maxDuration": max_duration,
            "at": at,
            "duration": duration,
            "fillGaps": fill_gaps,
            "followInput": follow_input,
            "interruptible": interruptible,
            "muted": muted,
            "echoCancelled": echo_cancelled,
            "preRoll": pre_roll,
            "purpose": purpose,
        }
        return await self._call("record.start", parameters, record(Recording), waits=True, timeout=timeout)

    async def pause(
        self,
        recording: int,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Recording:
        """Pauses a recording. Nothing listens until it goes on.

        recording: The id that `record.start` returned.

        Raises RecordingNotFound. Needs the role admin.
        """
        return await self._call("record.pause", {"recording": recording}, record(Recording), waits=False, timeout=timeout)

    async def resume(
        self,
        recording: int,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Recording:
        """Lets a recording go on.

        recording: The id that `record.start` returned.

        Raises RecordingNotFound. Needs the role admin.
        """
        return await self._call("record.resume", {"recording": recording}, record(Recording), waits=False, timeout=timeout)

    async def set_muted(
        self,
        recording: int,
        muted: bool,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> Recording:
        """Records silence in place of the sound, or the sound again; the recording keeps its time. A copy cannot be muted.

        recording: The id that `record.start` returned.
        muted: Whether silence is recorded from now on.

        Raises RecordingNotFound. Needs the role admin.
        """
        parameters: dict[str, object] = {
            "recording": recording,
            "muted": muted,
        }
        return await self._call("record.setMuted", parameters, record(Recording), waits=False, timeout=timeout)

    async def split(
        self,
        recording: int,
        *,
        title: str | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
    ) -> None:
        """Begins a new file with the next frame; no frame is lost or doubled.

        recording: The id that `record.start` returned.
        title: The title from then on.

        Raises RecordingNotFound, LimitExceeded. Needs the role admin.
        """
        return await self._call("record.split", {"recording": recording, "title": title}, nothing, waits=False, timeout=timeout)

    async def stop(
        self,
        recording: int,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> RecordingResult:
        """Ends a recording. Answers once everything is on the disk.

        recording: The id that `record.start` returned.

        Raises RecordingNotFound. Needs the role admin.
        """
        return await self._call("record.stop", {"recording": recording}, record(RecordingResult), waits=True, timeout=timeout)

    async def list(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> tuple[Recording, ...]:
        """Lists the recordings that are not over.

        Needs the role admin.
        """
        return await self._call("record.list", {}, array(record(Recording)), waits=False, timeout=timeout)
