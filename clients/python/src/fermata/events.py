"""The events of the protocol.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from . import types
from .reading import Event

__all__ = [
    "EVENTS",
    "AlarmChanged",
    "AlarmEnded",
    "AlarmMissed",
    "AlarmRang",
    "AnnouncementBegan",
    "AnnouncementEnded",
    "AnnouncementFailed",
    "JobChanged",
    "LibraryChanged",
    "LibraryListened",
    "LibraryLoudness",
    "LibraryProgress",
    "LibraryWatching",
    "OutputFiltersChanged",
    "OutputVolumeLimitsChanged",
    "PlayerBuffering",
    "PlayerChapterChanged",
    "PlayerGap",
    "PlayerItemChanged",
    "PlayerItemFailed",
    "PlayerLevels",
    "PlayerLoopChanged",
    "PlayerLyricLine",
    "PlayerMetadataChanged",
    "PlayerOptionsChanged",
    "PlayerPositionChanged",
    "PlayerResumed",
    "PlayerSilenceSkipped",
    "PlayerSpectrum",
    "PlayerSpeedChanged",
    "PlayerStartedLate",
    "PlayerStateChanged",
    "PlayerStopAfterChanged",
    "PlayerVolumeChanged",
    "PlaylistChanged",
    "QueueChanged",
    "RecordingBegan",
    "RecordingEnded",
    "RecordingLevels",
    "RecordingMarked",
    "RecordingSplit",
    "RecordingStateChanged",
    "RemoteDevicesChanged",
    "RoomsChanged",
    "RouteInputsChanged",
    "RouteOutputsChanged",
    "ServerConfigurationReloaded",
    "ServerOverflow",
    "ServerShuttingDown",
    "SessionActiveChanged",
    "SessionConfigurationChanged",
    "SessionInputVolumeChanged",
    "SessionInterruptionBegan",
    "SessionInterruptionEnded",
    "SessionMediaServicesLost",
    "SessionMediaServicesReset",
    "SessionOutputVolumeChanged",
    "SessionRecordPermissionAsked",
    "SessionRecordPermissionRequestEnded",
    "SessionRouteChanged",
    "SessionSilenceSecondaryAudioHint",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStateChanged(Event):
    """`player.stateChanged`: The state of the player changed."""

    state: str
    """The state of the player now: `playing`, `paused`, `stopped`, `buffering`, or another word of a newer daemon."""
    reason: str
    """Why the state changed: `user`, `mpris`, `mpd`, `alarm`, `endOfQueue`, `error`, `routeLost`, `interrupted`, `mediaServicesLost`,
    `systemSleep`, `stopAfter`, `startup`, `none`, or another word of a newer daemon.
    """
    previous_state: str
    """The state before: `playing`, `paused`, `stopped`, `buffering`, or another word of a newer daemon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerItemChanged(Event):
    """`player.itemChanged`: Another item is the current one; sent when its first frame is heard."""

    item: types.QueueItem | None
    """The current item; null if none is left."""
    reason: str
    """Why the item changed: `next`, `previous`, `gapless`, `play`, `queue`, `end`, or another word of a newer daemon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPositionChanged(Event):
    """`player.positionChanged`: The position jumped: a seek, a loop, a resync."""

    position: types.Position
    """The position now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerItemFailed(Event):
    """`player.itemFailed`: An item cannot be played; the player goes on to the next."""

    item: types.QueueItem
    """The item."""
    error: types.Error
    """Why it failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerBuffering(Event):
    """`player.buffering`: Playback waits for the buffer to fill."""

    fill: float
    """How much of the sound needed to go on is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerGap(Event):
    """`player.gap`: A gap in a live stream is over: its sound came too late."""

    item: types.QueueItem
    """The item."""
    silence: float
    """How long there was silence because nothing came, in seconds."""
    skipped: float
    """How much sound was left out because it came too late, in seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStartedLate(Event):
    """`player.startedLate`: What was to be heard at a time began later: opening it took longer."""

    item: types.QueueItem
    """The item."""
    seconds: float
    """How much later, in seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLevels(Event):
    """`player.levels`: The levels of what plays, before volume and fades, 30 times a second; only for a client that subscribes to this
    type.
    """

    peak: tuple[float, ...]
    """The highest sample of each channel, in decibels; -120 for silence."""
    rms: tuple[float, ...]
    """The RMS of each channel, in decibels; -120 for silence."""
    momentary: float | None
    """The loudness of the last 400 ms in LUFS (EBU R 128); null for silence, and if it cannot be measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSpectrum(Event):
    """`player.spectrum`: How strong what plays is in each of 32 bands from 20 Hz to 20 kHz, each as wide to the ear as the others, 30
    times a second; only for a client that subscribes to this type.
    """

    bands: tuple[float, ...]
    """In decibels below a sine at full scale; -120 for silence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerMetadataChanged(Event):
    """`player.metadataChanged`: The tags of the media changed."""

    tags: Mapping[str, str]
    """The tags of the media from now on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerVolumeChanged(Event):
    """`player.volumeChanged`: The volume changed."""

    level: float
    """0 is silence, 1 is full."""
    muted: bool
    """Whether the sound is muted."""
    maximum: float | None = None
    """The most that the output allows, if it does not allow all."""
    source: str
    """Who changed it: client, system for a mixer, limit or output for the output: `client`, `system`, `limit`, `output`, or another word
    of a newer daemon.
    """
    fade: types.VolumeFade | None = None
    """Where it goes by itself from there; missing if it stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStopAfterChanged(Event):
    """`player.stopAfterChanged`: Playback is to stop by itself, or no longer."""

    stop_after: types.StopAfter | None
    """When playback stops by itself; null if it does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLoopChanged(Event):
    """`player.loopChanged`: A part of the current item is heard over and over, as often as `left` says; or none any more."""

    loop: types.Loop | None
    """The part; null if none is repeated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSilenceSkipped(Event):
    """`player.silenceSkipped`: A silence was left out; the position has jumped over it."""

    seconds: float
    """How long it was without what was kept of it, in seconds of the item."""
    total: float
    """How many seconds of the item were left out so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerResumed(Event):
    """`player.resumed`: The item that has just become the current one goes on where it was left."""

    item: types.QueueItem
    """The item."""
    seconds: float
    """Where it goes on, in seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerChapterChanged(Event):
    """`player.chapterChanged`: Another chapter of the current item is heard."""

    chapter: types.Chapter | None
    """The chapter; null if none is heard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLyricLine(Event):
    """`player.lyricLine`: Another line of the current item's lyrics is heard."""

    line: types.LyricLine | None
    """The line; null if none is heard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSpeedChanged(Event):
    """`player.speedChanged`: Another speed is wanted of the current item, or it comes from elsewhere."""

    speed: float
    """How many seconds of the item are heard in a second."""
    from_: str
    """For what it was chosen: `item`, `book`, `feed`, `all`, or another word of a newer daemon."""
    of: str | None = None
    """What has it: the address of the item, an album, a folder, or how addresses begin; not for all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerOptionsChanged(Event):
    """`player.optionsChanged`: The options for playing changed."""

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
class QueueChanged(Event):
    """`queue.changed`: The queue changed."""

    revision: int
    """The new revision."""
    length: int
    """How many items there are now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementBegan(Event):
    """`announcement.began`: The first frame of an announcement is heard."""

    announcement: int
    """The id of the announcement."""
    uri: str
    """The address of its media."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementEnded(Event):
    """`announcement.ended`: An announcement is over, heard or not."""

    announcement: int
    """The id of the announcement."""
    reason: str
    """Why: finished, cancelled, timeLimit, interrupted or routeLost: `finished`, `cancelled`, `timeLimit`, `interrupted`, `routeLost`,
    or another word of a newer daemon.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementFailed(Event):
    """`announcement.failed`: An announcement could not be heard, or not to its end."""

    announcement: int
    """The id of the announcement."""
    error: types.Error
    """Why it failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmChanged(Event):
    """`alarm.changed`: An alarm was added, is another one than before, or was removed."""

    alarm: int
    """The number of the alarm."""
    entry: types.Alarm | None
    """The alarm as it is now; `null` if it was removed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmRang(Event):
    """`alarm.rang`: An alarm is heard, or something else is heard of it than before."""

    alarm: int
    """The number of the alarm."""
    source: str
    """What is heard: `wanted`, what it names; `fallback`, the file of the configuration; or the `tone`: `wanted`, `fallback`, `tone`, or
    another word of a newer daemon.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmEnded(Event):
    """`alarm.ended`: An alarm rings no more."""

    alarm: int
    """The number of the alarm."""
    reason: str
    """Why: dismissed, snoozed, takenOver, timeLimit, replaced, removed or shuttingDown: `dismissed`, `snoozed`, `takenOver`,
    `timeLimit`, `replaced`, `removed`, `shuttingDown`, or another word of a newer daemon.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmMissed(Event):
    """`alarm.missed`: An alarm was to ring, and did not: nothing ran then, or the clock was set."""

    alarm: int
    """The number of the alarm."""
    due: float
    """When it was to ring, in seconds since the beginning of 1970 (UTC)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingBegan(Event):
    """`recording.began`: A recording began."""

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
    reduced: types.DepthReduction | None = None
    """The bits that the samples of what plays lose, if they do."""
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
    heard: types.RecordingHeard | None = None
    """What the player let be heard when the first frame was sound, if it played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingStateChanged(Event):
    """`recording.stateChanged`: A recording pauses, waits for its input, is muted, or goes on."""

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
    reduced: types.DepthReduction | None = None
    """The bits that the samples of what plays lose, if they do."""
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
    heard: types.RecordingHeard | None = None
    """What the player let be heard when the first frame was sound, if it played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingSplit(Event):
    """`recording.split`: A file of a recording is complete, and the next one has begun."""

    recording: int
    """The id of the recording."""
    path: str
    """The file that is complete."""
    frames: int
    """Its frames."""
    next: str
    """The file that is being written now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingMarked(Event):
    """`recording.marked`: Sound is missing at a place of a recording, or silence takes its place from there on."""

    recording: int
    """The id of the recording."""
    cause: str
    """Why sound is missing: missed, dropped, paused, interrupted, serverLost or inputLost. Or what changes with the frame, before which
    nothing is missing: muted, unmuted, inputMuted or inputUnmuted: `missed`, `dropped`, `late`, `paused`, `interrupted`, `serverLost`,
    `inputLost`, `muted`, `unmuted`, `inputMuted`, `inputUnmuted`, or another word of a newer daemon.
    """
    frame: int
    """The frame before which it is missing, counted over all files."""
    missing: int
    """How many frames are missing."""
    filled: int
    """How many frames of silence stand in for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingLevels(Event):
    """`recording.levels`: The levels of a recording, up to 20 times a second; only for a client that subscribes to this type."""

    recording: int
    """The id of the recording."""
    peak: tuple[float, ...]
    """The highest sample of each channel, in decibels; -120 for silence."""
    rms: tuple[float, ...]
    """The RMS of each channel, in decibels; -120 for silence."""
    momentary: float | None
    """The loudness of the last 400 ms in LUFS (EBU R 128); null for silence, and if it cannot be measured."""
    frame: int
    """The frames of the recording so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingEnded(Event):
    """`recording.ended`: A recording is over, and its files are on the disk."""

    recording: int
    """The id of the recording."""
    reason: str
    """Why it ended: stopped, maxDuration, silence, inputLost, shuttingDown or failed: `stopped`, `maxDuration`, `silence`, `inputLost`,
    `formatChanged`, `shuttingDown`, `failed`, or another word of a newer daemon.
    """
    error: types.Error | None = None
    """Why it failed."""
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
class JobChanged(Event):
    """`job.changed`: A job was added, began, got on (at most four times a second), or is over."""

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
    error: types.Error | None = None
    """Why it failed."""
    result: types.JobResult | None = None
    """What it has become, once it is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryProgress(Event):
    """`library.progress`: A scan of the library began, got on (about twice a second), or is over."""

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
class LibraryChanged(Event):
    """`library.changed`: A scan has changed which songs the library has, or what it knows of them."""

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
class LibraryWatching(Event):
    """`library.watching`: Other directories of music are watched than before, or a limit of the system keeps some from being watched."""

    directories: int
    """The directories whose changes the system reports."""
    polled: int
    """Those that are looked at from time to time: on network file systems, and beyond the limit of the system."""
    problem: str | None = None
    """Why some are not watched that could be; missing if all are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryLoudness(Event):
    """`library.loudness`: Measuring of loudness began, got on (every two seconds), waits for a scan, or is over."""

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
class LibraryListened(Event):
    """`library.listened`: An item was heard, and is over or was left, whether the library has it or not."""

    song: int | None = None
    """The id of the song, if the library has it."""
    uri: str
    """The address of the item."""
    tags: Mapping[str, str]
    """`title`, `artist`, `album`, `albumartist`, `track`, `date` and `genre`, as far as they are known."""
    seconds: float
    """Seconds that were heard; pauses and what was passed over do not count."""
    duration: float | None = None
    """The duration of the item in seconds."""
    started_at: float
    """When its first frame was heard, in seconds since 1970."""
    completed: bool
    """Whether its last frame was heard."""
    skipped: bool
    """Whether somebody went on to another item before this one counted as played."""
    played: bool
    """Whether it counts as a play: half of it or four minutes were heard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaylistChanged(Event):
    """`playlist.changed`: A client has made, edited, renamed or deleted a stored playlist, or the rules of one may find other songs than
    when it was read last. What other programs do in the directory is not told.
    """

    name: str
    """The name of the playlist."""
    change: str
    """`created`, `edited`, `renamed`, `deleted` or `outdated`: `created`, `edited`, `renamed`, `deleted`, `outdated`, or another word of
    a newer daemon.
    """
    to: str | None = None
    """The new name of one that was renamed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomsChanged(Event):
    """`rooms.changed`: Something about a room or a group has changed, whoever changed it. Each change is an event of its own."""

    change: str
    """`available` and `unavailable`: the server answers, or does not. `added` and `removed`: the server knows the room, or has forgotten
    it. `connected` and `disconnected`: the room has come or gone. `group`: the room is in another group. The others name what of the room
    or the group is another one: `available`, `unavailable`, `added`, `removed`, `connected`, `disconnected`, `volume`, `latency`, `name`,
    `group`, `groupName`, `groupMute`, `groupStream`, or another word of a newer daemon.
    """
    room: types.Room | None = None
    """The room as it is now, or was last."""
    group: types.RoomGroup | None = None
    """The group as it is now; with `group` and `added`, that of the room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionInterruptionBegan(Event):
    """`session.interruptionBegan`: An interruption of playback began."""

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
class SessionInterruptionEnded(Event):
    """`session.interruptionEnded`: An interruption of playback is over."""

    interruption: int
    """The id of the interruption."""
    should_resume: bool
    """Whether playback should go on."""
    resumed: bool
    """Whether it does go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRouteChanged(Event):
    """`session.routeChanged`: The route of the sound changed."""

    reason: str
    """Why the route changed."""
    previous_route: types.Route
    """The route before."""
    route: types.Route
    """The route now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionConfigurationChanged(Event):
    """`session.configurationChanged`: The buffer duration, sample rate or latency of the graph changed."""

    io_buffer_duration: float
    """The graph's buffer duration, in seconds."""
    sample_rate: float
    """The graph's sample rate, in hertz."""
    output_latency: float
    """Seconds until a rendered frame is heard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOutputVolumeChanged(Event):
    """`session.outputVolumeChanged`: The volume of the output changed."""

    level: float
    """0 is silence, 1 is full."""
    muted: bool
    """Whether the sound is muted."""
    maximum: float | None = None
    """The most that the output allows, if it does not allow all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionInputVolumeChanged(Event):
    """`session.inputVolumeChanged`: The volume of the input changed that recordings take which name none."""

    level: float
    """0 is silence, 1 is full."""
    muted: bool
    """Whether the sound is muted."""
    maximum: float | None = None
    """The most that the output allows, if it does not allow all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSilenceSecondaryAudioHint(Event):
    """`session.silenceSecondaryAudioHint`: Secondary audio should be silent, or may play again."""

    begin: bool
    """Whether secondary audio should be silent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionActiveChanged(Event):
    """`session.activeChanged`: The session was activated or deactivated."""

    active: bool
    """Whether the session is active."""
    reason: str
    """Why the session became active or inactive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionMediaServicesLost(Event):
    """`session.mediaServicesLost`: The sound server is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionMediaServicesReset(Event):
    """`session.mediaServicesReset`: The sound server is back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRecordPermissionAsked(Event):
    """`session.recordPermissionAsked`: A client wants to record, and waits until a person allows or denies it with
    `session.answerRecordPermission`.
    """

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
class SessionRecordPermissionRequestEnded(Event):
    """`session.recordPermissionRequestEnded`: A request for permission to record does not wait any more."""

    request: int
    """The id of the request."""
    end: str
    """Whether it was `allowed`, `denied`, or `withdrawn` because its client is gone: `allowed`, `denied`, `withdrawn`, or another word
    of a newer daemon.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteOutputsChanged(Event):
    """`route.outputsChanged`: Outputs that can be chosen came or went, or have another name, number of channels, volume or mute switch,
    or are the default now.
    """

    added: tuple[types.Output, ...]
    """The new outputs."""
    removed: tuple[types.Output, ...]
    """The outputs that are gone, as they were."""
    changed: tuple[types.Output, ...]
    """The outputs that are others than before, as they are now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteInputsChanged(Event):
    """`route.inputsChanged`: Inputs that can be chosen came or went, or have another name, number of channels, volume or mute switch, or
    are the default now.
    """

    added: tuple[types.Input, ...]
    """The new inputs."""
    removed: tuple[types.Input, ...]
    """The inputs that are gone, as they were."""
    changed: tuple[types.Input, ...]
    """The inputs that are others than before, as they are now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputFiltersChanged(Event):
    """`output.filtersChanged`: Something else is chosen that the sound of an output, or of several, goes through."""

    output: str
    """The uid of an output, a pattern for uids, or `default`."""
    choice: str
    """Whether it is an `equalizer`, other `parts` alone, `off`, or `inherited` because nothing is chosen any more: `equalizer`, `parts`,
    `off`, `inherited`, or another word of a newer daemon.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputVolumeLimitsChanged(Event):
    """`output.volumeLimitsChanged`: Another ceiling, beginning or place of the volume is chosen for an output, or for several. What is
    missing is inherited.
    """

    output: str
    """The uid of an output, a pattern for uids, or `default`."""
    maximum: float | None = None
    """The greatest volume of the player."""
    at_start: float | None = None
    """The volume that the player begins with."""
    control: str | None = None
    """Where the volume is set: `software`, `sink`, or another word of a newer daemon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteDevicesChanged(Event):
    """`remote.devicesChanged`: A device of the network was paired or revoked: read `remote.list` anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfigurationReloaded(Event):
    """`server.configurationReloaded`: The daemon has read a new configuration."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerShuttingDown(Event):
    """`server.shuttingDown`: The daemon is shutting down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOverflow(Event):
    """`server.overflow`: Events were left out because this client did not read."""

    dropped: int
    """How many events were left out."""


EVENTS: dict[str, type[Event]] = {
    "player.stateChanged": PlayerStateChanged,
    "player.itemChanged": PlayerItemChanged,
    "player.positionChanged": PlayerPositionChanged,
    "player.itemFailed": PlayerItemFailed,
    "player.buffering": PlayerBuffering,
    "player.gap": PlayerGap,
    "player.startedLate": PlayerStartedLate,
    "player.levels": PlayerLevels,
    "player.spectrum": PlayerSpectrum,
    "player.metadataChanged": PlayerMetadataChanged,
    "player.volumeChanged": PlayerVolumeChanged,
    "player.stopAfterChanged": PlayerStopAfterChanged,
    "player.loopChanged": PlayerLoopChanged,
    "player.silenceSkipped": PlayerSilenceSkipped,
    "player.resumed": PlayerResumed,
    "player.chapterChanged": PlayerChapterChanged,
    "player.lyricLine": PlayerLyricLine,
    "player.speedChanged": PlayerSpeedChanged,
    "player.optionsChanged": PlayerOptionsChanged,
    "queue.changed": QueueChanged,
    "announcement.began": AnnouncementBegan,
    "announcement.ended": AnnouncementEnded,
    "announcement.failed": AnnouncementFailed,
    "alarm.changed": AlarmChanged,
    "alarm.rang": AlarmRang,
    "alarm.ended": AlarmEnded,
    "alarm.missed": AlarmMissed,
    "recording.began": RecordingBegan,
    "recording.stateChanged": RecordingStateChanged,
    "recording.split": RecordingSplit,
    "recording.marked": RecordingMarked,
    "recording.levels": RecordingLevels,
    "recording.ended": RecordingEnded,
    "job.changed": JobChanged,
    "library.progress": LibraryProgress,
    "library.changed": LibraryChanged,
    "library.watching": LibraryWatching,
    "library.loudness": LibraryLoudness,
    "library.listened": LibraryListened,
    "playlist.changed": PlaylistChanged,
    "rooms.changed": RoomsChanged,
    "session.interruptionBegan": SessionInterruptionBegan,
    "session.interruptionEnded": SessionInterruptionEnded,
    "session.routeChanged": SessionRouteChanged,
    "session.configurationChanged": SessionConfigurationChanged,
    "session.outputVolumeChanged": SessionOutputVolumeChanged,
    "session.inputVolumeChanged": SessionInputVolumeChanged,
    "session.silenceSecondaryAudioHint": SessionSilenceSecondaryAudioHint,
    "session.activeChanged": SessionActiveChanged,
    "session.mediaServicesLost": SessionMediaServicesLost,
    "session.mediaServicesReset": SessionMediaServicesReset,
    "session.recordPermissionAsked": SessionRecordPermissionAsked,
    "session.recordPermissionRequestEnded": SessionRecordPermissionRequestEnded,
    "route.outputsChanged": RouteOutputsChanged,
    "route.inputsChanged": RouteInputsChanged,
    "output.filtersChanged": OutputFiltersChanged,
    "output.volumeLimitsChanged": OutputVolumeLimitsChanged,
    "remote.devicesChanged": RemoteDevicesChanged,
    "server.configurationReloaded": ServerConfigurationReloaded,
    "server.shuttingDown": ServerShuttingDown,
    "server.overflow": ServerOverflow,
}
