"""The objects of the protocol: what the daemon answers with, and what it takes.

Times are in seconds, levels from 0 to 1, frequencies in hertz. A member that is missing in an answer is None.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

__all__ = [
    "Alarm",
    "AnnounceResult",
    "Announcement",
    "Chapter",
    "Chapters",
    "DepthReduction",
    "Error",
    "Finding",
    "HeardChange",
    "HeardChangeVolume",
    "House",
    "Input",
    "Interruption",
    "Job",
    "JobEdges",
    "JobLoudness",
    "JobResult",
    "LibraryAlbum",
    "LibraryAlbumsResult",
    "LibraryDirectory",
    "LibraryGainsResult",
    "LibraryGainsResultSongs",
    "LibraryLoudness",
    "LibraryName",
    "LibraryNames",
    "LibraryScan",
    "LibrarySong",
    "LibrarySongReplayGain",
    "LibrarySongs",
    "LibraryStatisticsResult",
    "LibraryUpdateResult",
    "LibraryWatching",
    "LibraryYearsResult",
    "LibraryYearsResultYears",
    "ListenOffer",
    "Loop",
    "LyricLine",
    "LyricWord",
    "Lyrics",
    "MediaDescription",
    "MediaDescriptionAudio",
    "MediaDescriptionVideo",
    "Moment",
    "Output",
    "OutputFilters",
    "OutputFiltersActive",
    "OutputFiltersChoices",
    "OutputFiltersChoicesCrossfeed",
    "OutputFiltersChoicesCrossover",
    "OutputFiltersChoicesLoudness",
    "OutputFiltersCurve",
    "OutputSetFiltersCrossfeed",
    "OutputSetFiltersCrossover",
    "OutputSetFiltersLoudness",
    "OutputSetFiltersResult",
    "OutputVolumeLimitsResult",
    "PairingOffer",
    "Passthrough",
    "Picture",
    "PlaylistChange",
    "PlaylistEntry",
    "PlaylistGetResult",
    "PlaylistListResult",
    "PlaylistRulesResult",
    "Position",
    "QueueAddition",
    "QueueItem",
    "QueueItemRange",
    "QueueModes",
    "QueuePage",
    "QueueRemoval",
    "QueueReversion",
    "QueueRevision",
    "QueueSetTagsTags",
    "RadioListResult",
    "RadioSearchResult",
    "RecordRequest",
    "RecordStartOnSilence",
    "Recording",
    "RecordingHeard",
    "RecordingResult",
    "RemoteDevice",
    "Room",
    "RoomGroup",
    "Route",
    "RouteOutputs",
    "ServerInfo",
    "ServerStatistics",
    "Session",
    "SessionBeginInterruptionResult",
    "SessionRecordPermissionRequestsResult",
    "SessionRequestRecordPermissionResult",
    "SkippedEntry",
    "Station",
    "StationName",
    "Status",
    "StatusAudio",
    "StatusFormat",
    "StatusOptions",
    "StatusOutput",
    "StatusQueue",
    "StatusSpeed",
    "StickerFindResult",
    "StickerFindResultSongs",
    "StickerGetResult",
    "StickerListResult",
    "StopAfter",
    "StoredPlaylist",
    "StreamFormat",
    "StreamOpenResult",
    "Subscription",
    "Volume",
    "VolumeFade",
    "VolumeLimits",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Alarm:
    """`Alarm` of the protocol."""

    alarm: int
    """The number of the alarm."""
    time: str
    """The time of the day, such as `07:30` or `07:30:15`."""
    days: tuple[str, ...]
    """The names of the days, `monday` to `sunday`, or one date such as `2026-12-24`."""
    uri: str
    """What is played."""
    fade: float
    """Seconds in which the volume goes up to its goal."""
    volume: float | None = None
    """The volume; left out for the one that is set then."""
    snooze: float
    """Minutes that it waits where nobody says how long."""
    output: str | None = None
    """The uid of the output; left out for where the sound goes by itself."""
    unmute: bool
    """Whether the mute switches of the player and of the output are taken off."""
    enabled: bool
    """Whether it rings at its times."""
    next: float | None = None
    """When it rings next, in seconds since the beginning of 1970 (UTC); left out for never."""
    ringing: bool
    """Whether it rings now."""
    snoozed_until: float | None = None
    """When it rings again because somebody has asked for that, as `next`."""
    missed: float | None = None
    """When it was to ring last and did not, as `next`; left out if it has rung since."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """`Announcement` of the protocol."""

    announcement: int
    """The id of the announcement."""
    uri: str
    """The address of its media."""
    title: str | None = None
    """The title that mixers show, if there is one."""
    volume: float
    """The volume."""
    interrupt: str | None = None
    """What happens to the music: `duck` or `pause`; left out if it goes on as it is: `duck`, `pause`, or another word of a newer daemon."""
    rooms: tuple[str, ...] | None = None
    """The ids of the rooms in which it is heard; left out if it is heard where the music plays."""
    phase: str
    """Where it is in the line: `opening`, `waiting` or `speaking`: `opening`, `waiting`, `speaking`, or another word of a newer daemon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """`Chapter` of the protocol."""

    index: int
    """The place in the list, counted from 0."""
    title: str | None = None
    """The title."""
    start: float
    """Where it begins, in seconds."""
    end: float | None = None
    """Where it ends, in seconds; missing for the end of the media."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapters:
    """`Chapters` of the protocol."""

    chapters: tuple[Chapter, ...]
    """The chapters in their order; none if the media has none."""
    current: int | None = None
    """The index of the one that is heard, if they are those of the current item."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DepthReduction:
    """`DepthReduction` of the protocol."""

    from_: int
    """The bits of a sample of the source."""
    to: int
    """The bits that are stored."""
    dithered: bool
    """Whether noise was added, so that no distortion comes of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Error:
    """`Error` of the protocol."""

    code: int
    """The number of the error in the protocol's table of errors."""
    message: str
    """What failed, and on what, for a person."""
    data: Mapping[str, object]
    """For programs: `code`, which never changes, and details of the failure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """`Finding` of the protocol."""

    part: str
    """What was looked at: `soundServer`, `sessionManager`, `output`, `volume`, `realTime`, `sessionBus`, `systemBus`, `sandbox`,
    `library`, `mpd`, `remote`, `disk`, `icecast` or `scrobbling`; others may come.
    """
    state: str
    """How it is: `good`, `off`, `warning`, `fault`, or another word of a newer daemon."""
    message: str
    """What is so, as a sentence for a person."""
    remedy: str | None = None
    """What helps, as a command or a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardChangeVolume:
    """The new volume."""

    level: float
    """0 is silence, 1 is full."""
    muted: bool
    """Whether the sound is muted."""
    maximum: float | None = None
    """The most that the output allows, if it does not allow all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardChange:
    """`HeardChange` of the protocol."""

    time: float
    """When it happened, in seconds since 1970."""
    change: str
    """What changed: `playing`, `paused`, `stopped`, `softer`, `asBefore`, `roomMuted`, `roomHeard`, `over`, `staysPaused`, `output`,
    `volume`, `muted`, `unmuted`, or another word of a newer daemon.
    """
    reason: str
    """Why: the reason of a status for a state, the reason of the route for an output, `client`, `system` or `output` for a volume or a
    mute switch.
    """
    source: str | None = None
    """Who is behind it: a program, a player, an output."""
    interruption: str | None = None
    """The reason of the interruption that is behind it."""
    by_client: bool | None = None
    """Whether that reason is the word of a client."""
    resumes: bool | None = None
    """Whether playback was to go on by itself after that."""
    over: bool | None = None
    """In the cause of a status: whether the interruption behind it is over."""
    held_by: str | None = None
    """In the cause of a status: what else keeps playback from going on."""
    held_for: str | None = None
    """The reason of that interruption."""
    volume: HeardChangeVolume | None = None
    """The new volume."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """`Room` of the protocol."""

    room: str
    """The id of the room."""
    name: str
    """Its name: the given one, else that of its machine, else the id."""
    connected: bool
    """Whether it is there."""
    level: float
    """The volume."""
    muted: bool
    """Whether it is mute."""
    latency: float
    """By how many seconds it is sent to play sooner, because its loudspeakers are late."""
    group: str
    """The id of the group that it is in."""
    host: str | None = None
    """The name of its machine, if the server knows it."""
    maximum: float | None = None
    """The greatest volume that it may have, if there is one (`output.setVolumeLimits`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomGroup:
    """`RoomGroup` of the protocol."""

    group: str
    """The id of the group."""
    name: str | None = None
    """The name that somebody has given it."""
    muted: bool
    """Whether all its rooms are mute, whatever they are themselves."""
    stream: str
    """The id of the stream that it plays."""
    rooms: tuple[str, ...]
    """The ids of its rooms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """`House` of the protocol."""

    rooms: tuple[Room, ...]
    """The rooms, group after group."""
    groups: tuple[RoomGroup, ...]
    """The groups. Each room is in one."""
    streams: tuple[str, ...]
    """The ids of the streams that the server has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """`Input` of the protocol."""

    uid: str
    """Its id, which stays the same across restarts."""
    name: str
    """Its name, for people."""
    type: str
    """What kind of input it is: `builtInMic`, `headsetMic`, `bluetoothHFP`, `bluetoothLE`, `usbAudio`, `lineIn`, `network`, `virtual`,
    `unknown`, or another word of a newer daemon.
    """
    channels: int
    """How many channels."""
    channel_names: tuple[str, ...] | None = None
    """The positions of the channels, such as `FL`, if they are known."""
    current: bool
    """Whether recordings that name no input use this one."""
    default: bool
    """Whether it is the system's default input."""
    volume: float | None
    """The volume, 0 to 1; null if it is not known."""
    muted: bool
    """Whether the input is muted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interruption:
    """`Interruption` of the protocol."""

    interruption: int
    """The id of the interruption."""
    reason: str
    """Why it interrupts."""
    source: str
    """Who interrupts: an application, a player or a client."""
    ducked: bool
    """Whether playback goes on softly instead of pausing."""
    local_room_muted: bool
    """Whether playback goes on in the other rooms, and only the room of this machine is mute."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JobEdges:
    """`JobEdges` of the protocol."""

    hidden_before: int
    """Frames before it that players leave out."""
    hidden_after: int
    """Frames behind it that players leave out."""
    heard_before: int
    """Frames before it that are heard."""
    heard_after: int
    """Frames behind it that are heard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JobLoudness:
    """`JobLoudness` of the protocol."""

    integrated: float | None
    """The loudness before, in LUFS; null for silence."""
    true_peak: float | None
    """The true peak before, in dBTP; null for silence."""
    gain: float
    """The gain, in decibels."""
    limited_by_peak: bool
    """Whether the peak allowed no more gain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JobResult:
    """`JobResult` of the protocol."""

    path: str | None = None
    """The new file, unless the result went over a connection."""
    format: str
    """The usual suffix of such files."""
    sample_rate: int
    """In hertz."""
    frames: int
    """The frames of the recording."""
    edges: JobEdges | None = None
    """See the protocol."""
    lost: tuple[str, ...]
    """What was not carried over: `tags`, `picture`, `chapters`, or `end` if the media ends before its end."""
    missing_frames: int
    """The frames that are missing in gaps of the media."""
    damaged_packets: int
    """The damaged packets of the media."""
    loudness: JobLoudness | None = None
    """See the protocol."""
    reduced: DepthReduction | None = None
    """See the protocol."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """`Job` of the protocol."""

    job: int
    """The id of the job."""
    kind: str
    """What is done with the sound: `extract` or `convert`: `extract`, `convert`, or another word of a newer daemon."""
    uri: str
    """The address of the media."""
    state: str
    """`waiting`, `running`, `done`, `failed` or `cancelled`: `waiting`, `running`, `done`, `failed`, `cancelled`, or another word of a
    newer daemon.
    """
    progress: float | None = None
    """How much is done, while it runs and if that is known."""
    error: Error | None = None
    """See the protocol."""
    result: JobResult | None = None
    """See the protocol."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryAlbum:
    """`LibraryAlbum` of the protocol."""

    album: int
    """The id."""
    title: str
    """The title."""
    artist: str | None = None
    """The artist; missing for various artists."""
    date: str | None = None
    """The date as the files state it."""
    songs: int
    """How many songs it has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryDirectory:
    """`LibraryDirectory` of the protocol."""

    path: str
    """The place for `path`: relative to the directories of music."""
    uri: str
    """The path, or the `file:` URL of one that is not UTF-8: the queue takes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryLoudness:
    """`LibraryLoudness` of the protocol."""

    state: str
    """`running`, `paused` while a scan runs, or `idle`: `running`, `paused`, `idle`, or another word of a newer daemon."""
    measured: int
    """Songs that are measured as their files are now."""
    stated: int
    """Songs that are not measured, because their files state a loudness."""
    failed: int
    """Songs that cannot be measured."""
    left: int
    """Songs that were not looked at yet."""
    problem: str | None = None
    """Why measuring has ended before its end, for a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryName:
    """`LibraryName` of the protocol."""

    id: int
    """The id, for `name` of `library.browse`."""
    name: str
    """The name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryScan:
    """`LibraryScan` of the protocol."""

    scan: int
    """The number of the scan."""
    state: str
    """`running`, `done`, `failed` or `cancelled`: `running`, `done`, `failed`, `cancelled`, or another word of a newer daemon."""
    directories: int
    """Directories that were looked at."""
    files: int
    """Files that were read."""
    added: int
    """Songs that are new."""
    changed: int
    """Songs whose files have changed."""
    moved: int
    """Songs that were renamed or moved."""
    removed: int
    """Songs whose files are gone."""
    problem: str | None = None
    """Why it failed, for a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibrarySongReplayGain:
    """The loudness that the file states; `library.item` has it."""

    track_gain: float | None = None
    """The gain that brings the track to -18 LUFS, in decibels."""
    track_peak: float | None = None
    """The largest sample of the track, where 1 is full scale."""
    album_gain: float | None = None
    """The gain that brings the album to -18 LUFS, in decibels."""
    album_peak: float | None = None
    """The largest sample of the album, where 1 is full scale."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibrarySong:
    """`LibrarySong` of the protocol."""

    song: int
    """The id, which stays the same when the file is renamed or moved."""
    uri: str
    """The path, or the `file:` URL of one that is not UTF-8: the queue takes it."""
    title: str | None = None
    """The title."""
    artist: str | None = None
    """The artists as they are shown."""
    album: str | None = None
    """The album."""
    album_artist: str | None = None
    """The artists of the whole album as they are shown."""
    track: str | None = None
    """The track as the file states it: `3`, `3/12`."""
    disc: str | None = None
    """The disc as the file states it."""
    date: str | None = None
    """The date as the file states it."""
    genre: tuple[str, ...] | None = None
    """The genres."""
    duration: float | None = None
    """In seconds."""
    play_count: int
    """How often it was played."""
    tags: Mapping[str, tuple[str, ...]] | None = None
    """All values of all tags; `library.item` has them."""
    stickers: Mapping[str, str] | None = None
    """What the user has noted; `library.item` has it."""
    last_played: float | None = None
    """When it was last played, in seconds since 1970; `library.item` has it."""
    skip_count: int | None = None
    """How often it was skipped; `library.item` has it."""
    last_skipped: float | None = None
    """When it was last skipped; `library.item` has it."""
    position: float | None = None
    """The second to go on from; `library.item` has it."""
    replay_gain: LibrarySongReplayGain | None = None
    """The loudness that the file states; `library.item` has it."""
    measured_gain: LibrarySongReplayGain | None = None
    """The loudness that the library has measured of it; `library.item` has it."""
    lyrics: tuple[str, ...] | None = None
    """The lyrics that the file has; `library.item` has them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibrarySongs:
    """`LibrarySongs` of the protocol."""

    songs: tuple[LibrarySong, ...]
    """The songs."""
    next: str | None = None
    """The place for `after` to go on from; missing at the end."""
    directories: tuple[LibraryDirectory, ...] | None = None
    """The directories at this place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryWatching:
    """`LibraryWatching` of the protocol."""

    directories: int
    """The directories whose changes the system reports."""
    polled: int
    """Those that are looked at from time to time: on network file systems, and beyond the limit of the system."""
    problem: str | None = None
    """Why some are not watched that could be; missing if all are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListenOffer:
    """`ListenOffer` of the protocol."""

    addresses: tuple[str, ...]
    """Where players hear what plays. Whoever has an address may listen."""
    expires_in: int
    """For how many seconds a player can begin with them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loop:
    """`Loop` of the protocol."""

    from_: float
    """Where it begins, in seconds of the item."""
    to: float
    """Where it ends, in seconds of the item."""
    count: int | None = None
    """How many times it is heard; missing: until somebody ends it."""
    left: int | None = None
    """How many of these times are to come, with the one that is heard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LyricWord:
    """`LyricWord` of the protocol."""

    start: float
    """When it is sung, in seconds."""
    text: str
    """The word, with the blank behind it if one follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LyricLine:
    """`LyricLine` of the protocol."""

    index: int
    """The place in the list, counted from 0."""
    start: float | None = None
    """When it is sung, in seconds; missing in lyrics without times."""
    text: str
    """The text; several rows if the source states several lines for one time, empty where nothing is sung."""
    words: tuple[LyricWord, ...] | None = None
    """Its words, if they have times of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lyrics:
    """`Lyrics` of the protocol."""

    lines: tuple[LyricLine, ...]
    """The lines in their order; none if the media has no lyrics."""
    source: str | None = None
    """Where they were found: `file`, beside the music, or `tags`: `file`, `tags`, or another word of a newer daemon."""
    current: int | None = None
    """The index of the line that is heard, if they are the lyrics of the current item and have times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MediaDescriptionAudio:
    """`MediaDescriptionAudio` of the protocol."""

    index: int
    """The index among all streams of the container."""
    codec: str
    """The short name of the codec."""
    sample_rate: int
    """The sample rate, in hertz."""
    channels: int
    """How many channels."""
    channel_layout: str
    """The name of the channel layout, such as `stereo`."""
    bit_rate: int | None
    """Bits per second; null if the bit rate is not known."""
    language: str | None = None
    """The language, as the file names it."""
    title: str | None = None
    """The name that the file gives the stream."""
    disposition: tuple[str, ...]
    """What the stream is for."""
    bits_per_sample: int | None = None
    """Bits of a sample, if the codec has such a number."""
    frames: int | None = None
    """How many samples each channel has, if the file says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MediaDescriptionVideo:
    """`MediaDescriptionVideo` of the protocol."""

    index: int
    """The index among all streams of the container."""
    codec: str
    """The short name of the codec."""
    width: int
    """The width, in pixels."""
    height: int
    """The height, in pixels."""
    rotation: float
    """How far to turn the picture, in degrees clockwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MediaDescription:
    """`MediaDescription` of the protocol."""

    container: str
    """The short name of the container."""
    duration: float | None
    """The duration, in seconds; null if it is not known."""
    duration_is_estimate: bool | None = None
    """Present, and true, if the duration may differ from what will be heard."""
    audio: tuple[MediaDescriptionAudio, ...]
    """The audio streams."""
    video: tuple[MediaDescriptionVideo, ...]
    """The video streams, cover pictures included."""
    tags: Mapping[str, str]
    """The tags of the media."""
    picture: bool | None = None
    """Present, and true, if the media holds a picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """`Output` of the protocol."""

    uid: str
    """Its id, which stays the same across restarts."""
    name: str
    """Its name, for people."""
    type: str
    """What kind of output it is: `builtInSpeaker`, `builtInReceiver`, `headphones`, `headset`, `bluetoothA2DP`, `bluetoothHFP`,
    `bluetoothLE`, `usbAudio`, `hdmi`, `displayPort`, `lineOut`, `airPlay`, `network`, `virtual`, `unknown`, or another word of a newer
    daemon.
    """
    channels: int
    """How many channels."""
    channel_names: tuple[str, ...] | None = None
    """The positions of the channels, such as `FL`, if they are known."""
    private: bool | None = None
    """Whether only the listener hears it, so that its loss can interrupt playback."""
    volume: float | None = None
    """The volume of the device, 0 to 1; not in the events of routes."""
    muted: bool | None = None
    """Whether the device is muted; not in the events of routes."""
    latency: float | None = None
    """The seconds until sound is heard here, with the delay; only while it plays."""
    delay: float | None = None
    """The seconds that it plays later than by itself; only while it plays."""
    volume_maximum: float | None = None
    """The most that the volume of the player may be here, if there is a ceiling; only in `route.outputs`."""
    volume_at_start: float | None = None
    """The volume that the player begins with here, if there is one; only in `route.outputs`."""
    volume_control: str | None = None
    """Whether the volume of the player is set in its stream or at the sink; only in `route.outputs`: `software`, `sink`, or another word
    of a newer daemon.
    """
    current: bool
    """Whether the sound goes to this output now."""
    default: bool
    """Whether it is the system's default output."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputFiltersChoicesCrossfeed:
    """How each ear hears the other side."""

    cutoff: float | None = None
    """Up to which frequency the other side is heard, in hertz."""
    feed: float | None = None
    """By how much quieter the other side is at low frequencies, in decibels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputFiltersChoicesLoudness:
    """How bass and treble follow the volume."""

    reference: float
    """The volume that needs nothing, in decibels."""
    attenuating: bool | None = None
    """Whether the middle is lowered instead of bass and treble being raised."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputFiltersChoicesCrossover:
    """Which channels get which side of a frequency."""

    frequency: float
    """Where it divides, in hertz."""
    sides: tuple[str, ...]
    """What each channel gets, in order: `low`, `high` or `whole`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputFiltersChoices:
    """`OutputFiltersChoices` of the protocol."""

    output: str
    """The uid of an output, a pattern for uids, or `default`."""
    equalizer: str
    """The text of the equaliser, or `off`."""
    automatic_level: bool
    """Whether the level is lowered by as much as the equaliser raises a sine at most."""
    configured: bool
    """Whether the configuration gives it, and no client."""
    impulse: str | None = None
    """The path of the impulse response."""
    limiter: float | None = None
    """The loudest sample, in decibels below full scale."""
    night_mode: bool | None = None
    """Whether quiet sound is raised and loud sound lowered."""
    mono: bool | None = None
    """Whether every channel is the mean of all."""
    swap: bool | None = None
    """Whether left and right change places."""
    balance: float | None = None
    """Decibels by which the side away from it is lowered; positive is to the right."""
    crossfeed: OutputFiltersChoicesCrossfeed | None = None
    """How each ear hears the other side."""
    loudness: OutputFiltersChoicesLoudness | None = None
    """How bass and treble follow the volume."""
    matrix: tuple[float, ...] | None = None
    """The factors of the matrix, row by row."""
    delays: tuple[float, ...] | None = None
    """Milliseconds by which each channel comes later."""
    crossover: OutputFiltersChoicesCrossover | None = None
    """Which channels get which side of a frequency."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputFiltersActive:
    """`OutputFiltersActive` of the protocol."""

    output: str
    """The uid of the output."""
    rule: str | None
    """The uid or the pattern by which it was chosen; null for no equaliser."""
    bands: int
    """How many bands of all channels together."""
    level: float
    """The level before the bands, in decibels."""
    clipped_samples: int
    """How many samples came out beyond full scale since the sound goes there."""
    bypassed: str | None = None
    """Why it is not heard, if it is not: the sink decodes what it gets: `passthrough`, `dsd`, or another word of a newer daemon."""
    parts: tuple[str, ...] | None = None
    """What runs, by the names of `output.setFilters`, in the order of the sound."""
    latency: float | None = None
    """By how many seconds the sound is late through the filters."""
    problem: str | None = None
    """What of the choice is not heard and why, as a sentence; absent if all of it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputFiltersCurve:
    """The curve of the output that was asked for."""

    rule: str | None
    """The uid or the pattern by which it was chosen; null for no equaliser."""
    frequencies: tuple[float, ...]
    """Frequencies, in hertz."""
    left: tuple[float, ...]
    """The gain at each of them on the left, in decibels, with the level."""
    right: tuple[float, ...] | None = None
    """The gain on the right, if it is another one."""
    level: float
    """The level alone, in decibels."""
    bands: int
    """How many bands of all channels together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputFilters:
    """`OutputFilters` of the protocol."""

    choices: tuple[OutputFiltersChoices, ...]
    """What is chosen, by uid or pattern."""
    active: tuple[OutputFiltersActive, ...]
    """What is in force at the outputs that the sound goes to."""
    curve: OutputFiltersCurve | None = None
    """The curve of the output that was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingOffer:
    """`PairingOffer` of the protocol."""

    code: str
    """The digits that the device has to name."""
    expires_in: int
    """For how many seconds they count."""
    role: str
    """What the device may do: `view`, `guest`, `control`, `admin`, or another word of a newer daemon."""
    addresses: tuple[str, ...]
    """Where browsers reach the daemon, beginning with `http:` or `https:`."""
    fingerprint: str | None = None
    """The SHA-256 of the daemon's own certificate, as 64 hexadecimal digits: a client knows the daemon by it. Left out without TLS, and
    where others vouch for the certificate.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Passthrough:
    """`Passthrough` of the protocol."""

    codecs: tuple[str, ...]
    """What an output that decodes it may get as it is."""
    offered: tuple[str, ...]
    """What the output takes now; `dop` if it takes DSD64."""
    output: str | None
    """The uid of that output; null while several play, or none."""
    playing: str | None
    """As what the current item is passed through; null if it is decoded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """`Picture` of the protocol."""

    source: str
    """`embedded`: the media holds it. `file`: it is beside the media: `embedded`, `file`, or another word of a newer daemon."""
    type: str
    """The media type, such as `image/jpeg`."""
    size: int
    """The size in bytes."""
    uri: str | None = None
    """The `file:` URL of a file with the picture; missing if none could be made."""
    data: str | None = None
    """The bytes in base64, if they were asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaylistEntry:
    """`PlaylistEntry` of the protocol."""

    uri: str
    """A path or a URL; the line of the file if it is neither."""
    title: str | None = None
    """The title that the playlist states."""
    artist: str | None = None
    """The artist that the playlist states."""
    duration: float | None = None
    """The seconds that the playlist states."""
    problem: str | None = None
    """Why the entry cannot be played; missing if nothing is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """`Position` of the protocol."""

    seconds: float
    """Seconds from the start of the item."""
    monotonic: float
    """When that position was heard, in seconds of CLOCK_MONOTONIC."""
    rate: float
    """Seconds of media played per second; 0 while playback stands still."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedEntry:
    """`SkippedEntry` of the protocol."""

    uri: str
    """The file, playlist or directory that could not be used in full."""
    message: str
    """What was left out and why, for a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueAddition:
    """`QueueAddition` of the protocol."""

    ids: tuple[int, ...]
    """The new items' ids, in order; at most the first 10000."""
    count: int
    """How many items were added."""
    revision: int
    """The revision after the change."""
    skipped: tuple[SkippedEntry, ...] | None = None
    """What was left out, if anything was; at most 100 entries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueItemRange:
    """The part of the file that is played, if not all of it."""

    start: float
    """Where the part begins, in seconds of the file."""
    end: float | None = None
    """Where it ends; missing for the end of the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueItem:
    """`QueueItem` of the protocol."""

    id: int
    """The id of the item."""
    uri: str
    """An absolute path or a URL."""
    title: str | None = None
    """The title."""
    artist: str | None = None
    """The artist."""
    album: str | None = None
    """The album."""
    album_artist: str | None = None
    """The artist of the whole album."""
    track_number: int | None = None
    """The number of the track, from 1."""
    track_total: int | None = None
    """How many tracks the disc has."""
    disc_number: int | None = None
    """The number of the disc, from 1."""
    disc_total: int | None = None
    """How many discs the album has."""
    date: str | None = None
    """The date of the release as the media states it: `2003-05-12`, or only a year."""
    genre: str | None = None
    """The genre."""
    picture: bool | None = None
    """Present, and true, if there is a picture: `media.picture` gives it."""
    duration: float | None = None
    """The duration, in seconds."""
    duration_is_estimate: bool | None = None
    """Present, and true, if the duration may differ from what will be heard."""
    priority: int | None = None
    """The priority in a queue that shuffles, if it has one."""
    range: QueueItemRange | None = None
    """The part of the file that is played, if not all of it."""
    audio: int | str | None = None
    """The audio track that somebody has chosen: the index of a stream, or a language."""
    failure: str | None = None
    """Why the item could not be played when it was tried last, as a sentence."""
    automatic: bool | None = None
    """Present, and true, if nobody has added the item: it came because the queue had nothing more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueModes:
    """`QueueModes` of the protocol."""

    repeat: str
    """What is repeated: nothing, the item or the queue: `off`, `one`, `all`, or another word of a newer daemon."""
    shuffle: bool
    """Whether items play in random order."""
    consume: bool
    """Whether items leave the queue once played."""
    consume_once: bool | None = None
    """Present, and true, if only the next item that was played leaves the queue."""
    repeat_count: int | None = None
    """How many times an item that repeats itself is still heard, the present time included; missing without end."""
    shuffle_by: str | None = None
    """What plays in random order if `shuffle` is true; missing for each item by itself: `songs`, `albums`, or another word of a newer
    daemon.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuePage:
    """`QueuePage` of the protocol."""

    items: tuple[QueueItem, ...]
    """The items of the page, in order."""
    length: int
    """How many items the whole queue has."""
    revision: int
    """The revision that the page shows."""
    next: int | None = None
    """The `offset` of the next page; missing on the last page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueRemoval:
    """`QueueRemoval` of the protocol."""

    removed: tuple[int, ...]
    """The removed items' ids; at most the first 10000."""
    count: int
    """How many items were removed."""
    revision: int
    """The revision after the change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueReversion:
    """`QueueReversion` of the protocol."""

    change: str
    """What the change had done when it was made: `added`, `removed`, `moved`, `replaced`, `changed`, `several`, or another word of a
    newer daemon.
    """
    count: int
    """How many items it concerned; of several changes, how many there were."""
    undoable: int
    """How many changes can still be taken back."""
    redoable: int
    """How many changes can be done again."""
    revision: int
    """The revision after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueRevision:
    """`QueueRevision` of the protocol."""

    revision: int
    """The revision after the change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordRequest:
    """`RecordRequest` of the protocol."""

    request: int
    """The id of the request."""
    program: str | None
    """What the program calls itself that asks."""
    pid: int
    """The number of its process."""
    purpose: str | None
    """What it wants to record for, in its own words."""
    since: float
    """When it asked, in seconds since 1970."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingHeard:
    """What the player let be heard when the first frame was sound, if it played."""

    item: int
    """The id of the item in the queue."""
    position: float
    """The position in it, in seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """`Recording` of the protocol."""

    recording: int
    """The id of the recording."""
    state: str
    """What it does; `waiting`: its input, or the sound server, is away: `recording`, `paused`, `interrupted`, `waiting`, or another word
    of a newer daemon.
    """
    source: str
    """What is recorded: `input`, `output`, `player` or `meeting`: `input`, `output`, `player`, `meeting`, or another word of a newer
    daemon.
    """
    interruptible: bool
    """Whether an interruption of the session pauses it."""
    muted: bool
    """Whether silence is recorded because somebody wants that."""
    input_muted: bool
    """Whether the mute switch of the input is on."""
    from_: tuple[str, ...]
    """The uids of what the sound comes from now."""
    title: str | None = None
    """The title, if it has one."""
    path: str | None = None
    """The file that is being written, unless it goes over a connection."""
    format: str
    """The name of the format."""
    samples: str | None = None
    """For `raw`: how a sample is stored. Frames are interleaved: `s16le`, `s24le`, `f32le`, or another word of a newer daemon."""
    reduced: DepthReduction | None = None
    """See the protocol."""
    sample_rate: int
    """In hertz."""
    channels: int
    """How many channels."""
    duration: float
    """How much was recorded, in seconds."""
    missed_frames: int
    """The frames that the sound system never brought."""
    dropped_frames: int
    """The frames that were dropped because the disk was too slow."""
    first_frame_at: float | None = None
    """When the first frame was sound, at the microphone or at the output: by CLOCK_MONOTONIC, in seconds. Not there before it came."""
    heard: RecordingHeard | None = None
    """What the player let be heard when the first frame was sound, if it played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingResult:
    """`RecordingResult` of the protocol."""

    recording: int
    """The id of the recording."""
    reason: str
    """Why it ended: stopped, maxDuration, silence, inputLost, shuttingDown or failed: `stopped`, `maxDuration`, `silence`, `inputLost`,
    `formatChanged`, `shuttingDown`, `failed`, or another word of a newer daemon.
    """
    error: Error | None = None
    """See the protocol."""
    path: str | None = None
    """The last file, if there is one."""
    files: int
    """How many files there are."""
    frames: int
    """The frames of all files."""
    duration: float
    """The same in seconds."""
    missed_frames: int
    """The frames that the sound system never brought."""
    dropped_frames: int
    """The frames that were dropped because the disk was too slow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteDevice:
    """`RemoteDevice` of the protocol."""

    device: int
    """The number of the device."""
    name: str
    """The name that it gave itself."""
    role: str
    """What it may do: `view`, `guest`, `control`, `admin`, or another word of a newer daemon."""
    paired_at: float
    """When it was paired, in seconds since the beginning of 1970 (UTC)."""
    connections: int
    """How many connections it has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteOutputs:
    """`RouteOutputs` of the protocol."""

    uid: str
    """Its id, which stays the same across restarts."""
    name: str
    """Its name, for people."""
    type: str
    """What kind of output it is: `builtInSpeaker`, `builtInReceiver`, `headphones`, `headset`, `bluetoothA2DP`, `bluetoothHFP`,
    `bluetoothLE`, `usbAudio`, `hdmi`, `displayPort`, `lineOut`, `airPlay`, `network`, `virtual`, `unknown`, or another word of a newer
    daemon.
    """
    channels: int
    """How many channels."""
    channel_names: tuple[str, ...] | None = None
    """The positions of the channels, such as `FL`, if they are known."""
    private: bool | None = None
    """Whether only the listener hears it, so that its loss can interrupt playback."""
    volume: float | None = None
    """The volume of the device, 0 to 1; not in the events of routes."""
    muted: bool | None = None
    """Whether the device is muted; not in the events of routes."""
    latency: float | None = None
    """The seconds until sound is heard here, with the delay; only while it plays."""
    delay: float | None = None
    """The seconds that it plays later than by itself; only while it plays."""
    volume_maximum: float | None = None
    """The most that the volume of the player may be here, if there is a ceiling; only in `route.outputs`."""
    volume_at_start: float | None = None
    """The volume that the player begins with here, if there is one; only in `route.outputs`."""
    volume_control: str | None = None
    """Whether the volume of the player is set in its stream or at the sink; only in `route.outputs`: `software`, `sink`, or another word
    of a newer daemon.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """`Route` of the protocol."""

    outputs: tuple[RouteOutputs, ...]
    """The outputs that the sound goes to."""
    inputs: tuple[Input, ...]
    """The inputs that sound comes from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerInfo:
    """`ServerInfo` of the protocol."""

    name: str
    """The name of the daemon."""
    version: str
    """Its version."""
    protocol: int
    """The version of the protocol."""
    pid: int
    """Its process id."""
    uptime: float
    """Seconds since it started."""
    pipewire: str | None
    """The sound server's version; while there is none, its library's."""
    ffmpeg: str
    """The version of FFmpeg."""
    features: tuple[str, ...]
    """What this daemon can do beyond the protocol's first version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerStatistics:
    """`ServerStatistics` of the protocol."""

    underruns: int
    """How often audio was not ready in time; a run counts once."""
    underrun_frames: int
    """How many frames of silence were played instead."""
    callbacks: int
    """How many cycles of the graph were served."""
    quantum: int
    """How many frames the latest cycle had."""
    ring_fill: float
    """How full the sample ring is."""
    decode_errors: int
    """How many damaged packets were skipped, or silent in part."""
    clients: int
    """How many clients are connected."""
    reconnects: int
    """How often the daemon has connected to the sound server again."""
    longest_turn: float
    """What one client has had done at the longest before another one had its turn, in seconds."""
    longest_question: float
    """How long the longest question to the library took, in seconds."""
    listeners: int
    """How many hear over the network what plays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """`Session` of the protocol."""

    category: str
    """What the sound is for: `ambient`, `soloAmbient`, `playback`, `record`, `playAndRecord`, `multiRoute`, or another word of a newer
    daemon.
    """
    mode: str
    """What kind of sound it is: `default`, `spokenAudio`, `moviePlayback`, `voiceChat`, `videoChat`, `measurement`, `voicePrompt`, or
    another word of a newer daemon.
    """
    options: tuple[str, ...]
    """How the session shares the sound with other programs."""
    active: bool
    """Whether the session is active."""
    preferred_io_buffer_duration: float = field(metadata={"name": "preferredIOBufferDuration"})
    """In seconds; 0 means no preference."""
    io_buffer_duration: float
    """The graph's buffer duration now, in seconds."""
    preferred_sample_rate: float
    """In hertz; 0 means no preference."""
    sample_rate: float
    """The graph's sample rate now, in hertz."""
    output_latency: float
    """Seconds until a rendered frame is heard."""
    output_volume: float
    """The volume of the output."""
    output_muted: bool
    """Whether the output is muted."""
    output_channels: int
    """How many channels the output has."""
    preferred_output_number_of_channels: int | None = None
    """Up to how many channels a card is switched for media that has them; 0 means no preference."""
    maximum_output_number_of_channels: int | None = None
    """The most channels that the output can have."""
    input_latency: float
    """Seconds from a sound until it is captured; 0 while nothing is captured."""
    input_volume: float
    """The volume of the input."""
    input_muted: bool
    """Whether the input is muted."""
    input_channels: int
    """How many channels the input has; 0 in a category without input."""
    other_audio_playing: bool
    """Whether other programs play."""
    secondary_audio_should_be_silenced_hint: bool
    """Whether secondary audio should be silent."""
    record_permission: str
    """Whether recording is allowed."""
    declined_interruptions: tuple[str, ...]
    """The kinds of interruptions that connected clients keep away."""
    prefers_interruption_on_route_disconnect: bool
    """Whether losing an output that only the listener hears interrupts."""
    allows_system_sounds_during_recording: bool
    """Whether sounds of the system are heard while an input or an output is recorded."""
    interruptions: tuple[Interruption, ...]
    """The interruptions in effect now."""
    route: Route
    """See the protocol."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Station:
    """`Station` of the protocol."""

    station: str
    """The number of the station in the directory, a UUID."""
    name: str
    """The name."""
    uri: str
    """The address for `play`, `queue.add` and `playlist.add`. With `#station=`, by which it is found again."""
    homepage: str | None = None
    """The page of the station."""
    logo: str | None = None
    """The address of the logo."""
    tags: tuple[str, ...]
    """Tags, such as `jazz`."""
    country: str | None = None
    """The two letters of the country."""
    languages: tuple[str, ...]
    """The languages, in English."""
    codec: str | None = None
    """The codec, such as `MP3`."""
    bitrate: int | None = None
    """Kilobits a second."""
    votes: int
    """How many people have voted for it."""
    clicks: int
    """How often it was played in the last day."""
    heard: bool
    """Whether the directory has heard it when it looked last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StationName:
    """`StationName` of the protocol."""

    name: str
    """The name."""
    code: str | None = None
    """The two letters of a country."""
    stations: int
    """How many stations it has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Volume:
    """`Volume` of the protocol."""

    level: float
    """0 is silence, 1 is full."""
    muted: bool
    """Whether the sound is muted."""
    maximum: float | None = None
    """The most that the output allows, if it does not allow all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VolumeFade:
    """`VolumeFade` of the protocol."""

    level: float
    """The level that it goes to."""
    seconds: float
    """Seconds that were left at `monotonic`."""
    monotonic: float
    """A time of CLOCK_MONOTONIC, in seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusQueue:
    """A summary of the queue."""

    length: int
    """How many items the queue has."""
    index: int | None
    """The current item's index, from 0; null without one."""
    revision: int
    """Grows with every change of the queue."""
    repeat: str
    """What is repeated: nothing, the item or the queue: `off`, `one`, `all`, or another word of a newer daemon."""
    shuffle: bool
    """Whether items play in random order."""
    consume: bool
    """Whether items leave the queue once played."""
    consume_once: bool | None = None
    """Present, and true, if only the next item that was played leaves the queue."""
    repeat_count: int | None = None
    """How many times an item that repeats itself is still heard, the present time included; missing without end."""
    shuffle_by: str | None = None
    """What plays in random order if `shuffle` is true; missing for each item by itself: `songs`, `albums`, or another word of a newer
    daemon.
    """
    failed: int | None = None
    """How many items could not be played when they were tried last."""
    failure: str | None = None
    """Why the last of them could not, as a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusFormat:
    """`StatusFormat` of the protocol."""

    codec: str
    """The short name of the codec."""
    sample_rate: int
    """The sample rate, in hertz."""
    channels: int
    """How many channels."""
    bits_per_sample: int | None = None
    """Bits per sample, if the codec has such a number."""
    bit_rate: int | None = None
    """Bits of the compressed sound in a second, if it states them."""
    replay_gain: float | None = None
    """The gain applied to it, in decibels, if replay gain is on."""
    replay_gain_from: str | None = None
    """What the gain goes by: `tags`, what the library has `measured`, or `unknown` if neither says anything: `tags`, `measured`,
    `unknown`, or another word of a newer daemon.
    """
    passthrough: str | None = None
    """As what the output gets it undecoded: `ac3`, `eac3`, `dts` or `dop`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusOutput:
    """`StatusOutput` of the protocol."""

    uid: str
    """Its id, which stays the same across restarts."""
    name: str
    """Its name, for people."""
    type: str
    """What kind of output it is: `builtInSpeaker`, `builtInReceiver`, `headphones`, `headset`, `bluetoothA2DP`, `bluetoothHFP`,
    `bluetoothLE`, `usbAudio`, `hdmi`, `displayPort`, `lineOut`, `airPlay`, `network`, `virtual`, `unknown`, or another word of a newer
    daemon.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class StopAfter:
    """`StopAfter` of the protocol."""

    after: str
    """What decides: the current item, the item `item`, each item or the time: `current`, `item`, `each`, `time`, or another word of a
    newer daemon.
    """
    item: int | None = None
    """The id of the item."""
    seconds: float | None = None
    """Seconds that were left at `monotonic`."""
    monotonic: float | None = None
    """A time of CLOCK_MONOTONIC, in seconds."""
    fade: float | None = None
    """Seconds of the fade before the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusAudio:
    """The audio track that is played, if the item has several."""

    index: int
    """The index of its stream among all of the container."""
    language: str | None = None
    """The language, if the container says it."""
    title: str | None = None
    """The name that the container gives it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusOptions:
    """The options for playing."""

    crossfade: float
    """Seconds for which tracks overlap; 0 for none."""
    crossfade_by: str
    """What decides how long tracks overlap: the time alone, or what is heard at their ends, up to that time: `time`, `content`, or
    another word of a newer daemon.
    """
    replay_gain: str
    """Which loudness decides the gain of a track: `off`, `track`, `album`, `auto`, or another word of a newer daemon."""
    speed: float
    """How many seconds of the media are heard in a second; the pitch stays."""
    rewind: float
    """By how many seconds at most playback goes back after a pause, which is as long as the pause was; 0 for none."""
    skip_silence: str
    """Which long silences are left out but for half a second: none, those of studios, or those between sentences too: `off`, `mild`,
    `strong`, or another word of a newer daemon.
    """
    shuffle_weights: tuple[str, ...]
    """What has a song, or an album, come sooner in a queue that shuffles; nothing if empty."""
    endless: str
    """What is played when the queue has nothing more: nothing, songs of the library like the last ones, any of its songs, or those of a
    stored playlist.
    """
    passthrough: tuple[str, ...]
    """What an output that decodes it gets as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusSpeed:
    """The speed that is wanted of the item, and from where it comes."""

    speed: float
    """How many seconds of the item are heard in a second."""
    from_: str
    """For what it was chosen: `item`, `book`, `feed`, `all`, or another word of a newer daemon."""
    of: str | None = None
    """What has it: the address of the item, an album, a folder, or how addresses begin; not for all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """`Status` of the protocol."""

    state: str
    """The state of the player: `playing`, `paused`, `stopped`, `buffering`, or another word of a newer daemon."""
    reason: str
    """Why it is in this state: `user`, `mpris`, `mpd`, `alarm`, `endOfQueue`, `error`, `routeLost`, `interrupted`, `mediaServicesLost`,
    `systemSleep`, `stopAfter`, `startup`, `none`, or another word of a newer daemon.
    """
    item: QueueItem | None
    """The current item."""
    position: Position | None
    """The position in the item; null if no item is open."""
    duration: float | None
    """The item's duration, in seconds; null if unknown."""
    duration_is_estimate: bool | None = None
    """Present, and true, if the duration may differ from what will be heard."""
    volume: Volume
    """See the protocol."""
    volume_fade: VolumeFade | None = None
    """See the protocol."""
    queue: StatusQueue
    """A summary of the queue."""
    format: StatusFormat | None
    """The format of the item as it is stored."""
    output: StatusOutput | None
    """Where the sound goes; null if there is no output."""
    resume_expected: bool
    """Whether playback will go on by itself."""
    stop_after: StopAfter | None
    """When playback stops by itself; null if it does not."""
    notice: str | None
    """What may disturb the sound, as a sentence; null if nothing does."""
    recordings: tuple[int, ...] | None = None
    """The ids of the recordings that are not over, if there are any."""
    chapter: Chapter | None = None
    """See the protocol."""
    resumed_from: float | None = None
    """The second from which the item went on, if it did so where it was left."""
    audio: StatusAudio | None = None
    """The audio track that is played, if the item has several."""
    options: StatusOptions | None = None
    """The options for playing."""
    loop: Loop | None = None
    """See the protocol."""
    skipped_silence: float | None = None
    """Seconds of silence that were left out of the item, if any are to be."""
    speed: StatusSpeed | None = None
    """The speed that is wanted of the item, and from where it comes."""
    normal_speed: str | None = None
    """Why the item plays at a speed of 1, if another one is chosen: `live`, `passthrough`, or another word of a newer daemon."""
    cause: HeardChange | None = None
    """See the protocol."""
    filters: OutputFiltersActive | None = None
    """What the equaliser does of the output that the sound goes to, if one is chosen."""
    skipped: tuple[SkippedEntry, ...] | None = None
    """What was left out, if anything was; at most 100 entries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPlaylist:
    """`StoredPlaylist` of the protocol."""

    name: str
    """The name of the file without its suffix."""
    path: str
    """The path of the file."""
    modified_at: float
    """When the file was changed last, in seconds since 1970."""
    size: int
    """The size of the file in bytes."""
    smart: bool | None = None
    """The songs are found by rules each time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VolumeLimits:
    """`VolumeLimits` of the protocol."""

    output: str
    """The uid of an output, a pattern for uids, or `default`."""
    maximum: float | None = None
    """The greatest volume of the player."""
    at_start: float | None = None
    """The volume that the player begins with."""
    control: str | None = None
    """Where the volume is set: `software`, `sink`, or another word of a newer daemon."""
    configured: bool
    """Whether the configuration gives it, and no client."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """When it is to be heard, to the frame; without it, as soon as it can be."""

    monotonic: float | None = None
    """By CLOCK_MONOTONIC, in seconds, as in a position."""
    time: float | None = None
    """By the calendar, in seconds since the beginning of 1970 (UTC)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueSetTagsTags:
    """The texts by the names of the tags; tags that are left out stay."""

    title: str | None = None
    """The title."""
    artist: str | None = None
    """The artist."""
    album: str | None = None
    """The album."""
    album_artist: str | None = None
    """The artist of the whole album."""
    track_number: str | None = None
    """The number of the track: `3` or `3/12`."""
    disc_number: str | None = None
    """The number of the disc."""
    date: str | None = None
    """The date of the release."""
    genre: str | None = None
    """The genre."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamOpenResult:
    """`StreamOpenResult` of the protocol."""

    item: int
    """The id of the new queue item."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamFormat:
    """The format of the bytes."""

    encoding: Literal["auto", "f32le", "s16le", "s24le", "s32le"]
    """`auto` for any container, else how samples are written."""
    sample_rate: int | None = None
    """The sample rate, in hertz; for raw samples only."""
    channels: int | None = None
    """How many, interleaved; for raw samples only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceResult:
    """`AnnounceResult` of the protocol."""

    announcement: int
    """The id of the announcement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordStartOnSilence:
    """What silence does."""

    action: Literal["split", "stop"] | None = None
    """`split` (a new file begins) or `stop`; `split` if left out."""
    level: float | None = None
    """The peak below which sound is silence, in decibels; -50 if left out."""
    seconds: float | None = None
    """How long the silence lasts; 2 if left out."""
    shortest: float | None = None
    """The shortest file, in seconds; 10 if left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryAlbumsResult:
    """`LibraryAlbumsResult` of the protocol."""

    albums: tuple[LibraryAlbum, ...]
    """The albums."""
    next: str | None = None
    """The place for `after` to go on from; missing at the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryNames:
    """`LibraryNames` of the protocol."""

    names: tuple[LibraryName, ...]
    """The names."""
    next: str | None = None
    """The place for `after` to go on from; missing at the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryYearsResultYears:
    """`LibraryYearsResultYears` of the protocol."""

    year: int
    """The year."""
    songs: int
    """How many songs it has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryYearsResult:
    """`LibraryYearsResult` of the protocol."""

    years: tuple[LibraryYearsResultYears, ...]
    """The years."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryUpdateResult:
    """`LibraryUpdateResult` of the protocol."""

    scan: int
    """The number of the scan."""
    problem: str | None = None
    """Why no loudness can be measured, for a person; missing if it can, or if `loudness` was not given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryGainsResultSongs:
    """`LibraryGainsResultSongs` of the protocol."""

    song: int
    """The id."""
    uri: str
    """The path, or the `file:` URL of one that is not UTF-8."""
    size: int
    """The size of the file as it was measured, in bytes."""
    modified_at: float
    """The last change of that file, in seconds since 1970."""
    gain: LibrarySongReplayGain
    """The measured gains, as finely as tags have them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryGainsResult:
    """`LibraryGainsResult` of the protocol."""

    songs: tuple[LibraryGainsResultSongs, ...]
    """The songs, by id."""
    next: str | None = None
    """The place for `after` to go on from; missing at the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryStatisticsResult:
    """`LibraryStatisticsResult` of the protocol."""

    songs: int
    """The songs."""
    albums: int
    """The albums."""
    artists: int
    """The artists."""
    duration: float
    """The duration of all songs, in seconds."""
    changed_at: float | None = None
    """When a scan has changed something last, in seconds since 1970."""
    scan: LibraryScan | None = None
    """See the protocol."""
    watching: LibraryWatching | None = None
    """See the protocol."""
    loudness: LibraryLoudness | None = None
    """See the protocol."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StickerGetResult:
    """`StickerGetResult` of the protocol."""

    value: str
    """The note."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StickerListResult:
    """`StickerListResult` of the protocol."""

    stickers: Mapping[str, str]
    """The notes by their names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StickerFindResultSongs:
    """`StickerFindResultSongs` of the protocol."""

    song: int
    """The id."""
    uri: str
    """The path, or its URL."""
    value: str
    """The note."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StickerFindResult:
    """`StickerFindResult` of the protocol."""

    songs: tuple[StickerFindResultSongs, ...]
    """The songs, by id."""
    next: str | None = None
    """The place for `after` to go on from; missing at the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaylistListResult:
    """`PlaylistListResult` of the protocol."""

    playlists: tuple[StoredPlaylist, ...]
    """The playlists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaylistGetResult:
    """`PlaylistGetResult` of the protocol."""

    name: str
    """The name."""
    entries: tuple[PlaylistEntry, ...]
    """The entries."""
    length: int
    """How many entries the whole playlist has."""
    revision: str
    """Tells this content of the file from every other one."""
    next: int | None = None
    """The offset of the next part; missing at the end."""
    smart: bool | None = None
    """The entries were found by rules, and none can be changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaylistChange:
    """`PlaylistChange` of the protocol."""

    name: str
    """The name."""
    length: int
    """How many entries the playlist has now."""
    revision: str
    """Tells this content of the file from every other one."""
    skipped: tuple[SkippedEntry, ...] | None = None
    """What was left out, if anything was; at most 100 entries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaylistRulesResult:
    """`PlaylistRulesResult` of the protocol."""

    name: str
    """The name."""
    rules: str
    """The text of the file: JSON, as Navidrome has it in its files `.nsp`."""
    revision: str
    """Tells these rules from all others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RadioSearchResult:
    """`RadioSearchResult` of the protocol."""

    stations: tuple[Station, ...]
    """The stations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RadioListResult:
    """`RadioListResult` of the protocol."""

    names: tuple[StationName, ...]
    """The names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRequestRecordPermissionResult:
    """`SessionRequestRecordPermissionResult` of the protocol."""

    granted: bool
    """Whether it may record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRecordPermissionRequestsResult:
    """`SessionRecordPermissionRequestsResult` of the protocol."""

    record_permission: str
    """What holds for all clients: `granted`, `denied` or `undetermined`, with which each program is asked for."""
    requests: tuple[RecordRequest, ...]
    """The requests."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionBeginInterruptionResult:
    """`SessionBeginInterruptionResult` of the protocol."""

    interruption: int
    """The id of the interruption."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputSetFiltersResult:
    """`OutputSetFiltersResult` of the protocol."""

    notes: tuple[str, ...]
    """What of the text was left out without harm, with line and column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputSetFiltersCrossfeed:
    """`OutputSetFiltersCrossfeed` of the protocol."""

    cutoff: float | None = None
    """Up to which frequency the other side is heard, in hertz."""
    feed: float | None = None
    """By how much quieter the other side is at low frequencies, in decibels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputSetFiltersLoudness:
    """`OutputSetFiltersLoudness` of the protocol."""

    reference: float
    """The volume that needs nothing, in decibels."""
    attenuating: bool | None = None
    """Whether the middle is lowered instead of bass and treble being raised."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputSetFiltersCrossover:
    """`OutputSetFiltersCrossover` of the protocol."""

    frequency: float
    """Where it divides, in hertz."""
    sides: Sequence[str]
    """What each channel gets, in order: `low`, `high` or `whole`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputVolumeLimitsResult:
    """`OutputVolumeLimitsResult` of the protocol."""

    outputs: tuple[VolumeLimits, ...]
    """What is chosen, by uid or pattern."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscription:
    """`Subscription` of the protocol."""

    sequence: int
    """The sequence of the last event before this; the next has one more."""
    status: Status
    """See the protocol."""
