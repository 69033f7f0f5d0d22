public import AudioTypes
public import JSON

/// An event that the daemon sends to subscribers. Times are in seconds, levels from 0 to 1.
public enum Event: Hashable, Sendable {
    /// The state of the player changed.
    case playerStateChanged(state: Wire.PlayerState, reason: Wire.StateReason, previousState: Wire.PlayerState)
    /// Another item is the current one; sent when its first frame is heard. `item` is `nil` if none is left.
    case playerItemChanged(item: Wire.QueueItem?, reason: Wire.ItemChangeReason)
    /// The position jumped.
    case playerPositionChanged(position: Wire.Position)
    /// An item cannot be played; the player goes on to the next.
    case playerItemFailed(item: Wire.QueueItem, error: ControlError)
    /// Playback waits for the buffer to fill. `fill` is how much of the data needed to go on is there, 0…1.
    case playerBuffering(fill: Double)
    /// What was to be heard at a time began that many seconds later.
    case playerStartedLate(item: Wire.QueueItem, seconds: Double)
    /// The levels of what plays.
    case playerLevels(Wire.Levels)
    /// How strong what plays is in each of 32 bands.
    case playerSpectrum(bands: [Double])
    /// A gap in a live stream is over: so many seconds of silence because nothing came, and of sound that came too late and was left out.
    case playerGap(item: Wire.QueueItem, silence: Double, skipped: Double)
    /// The item that was just told to be the current one goes on at this second, because it was left there.
    case playerResumed(item: Wire.QueueItem, seconds: Double)
    /// Another chapter of the current item is heard; `nil` for none.
    case playerChapterChanged(chapter: Wire.Chapter?)
    /// Another line of the current item's lyrics is heard; `nil` for none.
    case playerLyricLine(line: Wire.LyricLine?)
    /// The tags of the media changed.
    case playerMetadataChanged(tags: [String: String])
    /// The volume changed.
    case playerVolumeChanged(volume: Wire.Volume, source: Wire.VolumeSource, fade: Wire.VolumeFade? = nil)
    /// The queue changed.
    case queueChanged(revision: Int64, length: Int)
    /// Playback is to stop by itself in another way; `nil`: it does not.
    case playerStopAfterChanged(stopAfter: Wire.StopAfter?)
    /// A part of the current item is heard over and over, or less often than before; `nil`: none any more.
    case playerLoopChanged(loop: Wire.Loop?)
    /// A silence was left out.
    case playerSilenceSkipped(seconds: Double, total: Double)
    /// Another speed is wanted of the current item, or it comes from elsewhere.
    case playerSpeedChanged(Wire.WantedSpeed)
    /// The options for playing changed.
    case playerOptionsChanged(PlaybackOptions)
    /// The first frame of an announcement is heard.
    case announcementBegan(announcement: Int64, uri: String)
    /// An announcement is over, heard or not.
    case announcementEnded(announcement: Int64, reason: Wire.AnnouncementEnd)
    /// An announcement could not be heard, or not to its end.
    case announcementFailed(announcement: Int64, error: ControlError)
    /// An alarm is another one than before; `entry` is `nil` if it was removed.
    case alarmChanged(alarm: Int64, entry: Wire.Alarm?)
    /// An alarm is heard.
    case alarmRang(alarm: Int64, source: Wire.AlarmSource)
    /// An alarm rings no more.
    case alarmEnded(alarm: Int64, reason: Wire.AlarmEnd)
    /// An alarm was to ring at that time, in seconds since the beginning of 1970 (UTC), and did not.
    case alarmMissed(alarm: Int64, due: Double)
    /// A recording began.
    case recordingBegan(Wire.Recording)
    /// A recording pauses, waits for its input, or goes on.
    case recordingStateChanged(Wire.Recording)
    /// The file `path` of a recording is complete, and `next` has begun.
    case recordingSplit(recording: Int64, path: String, frames: Int64, next: String)
    /// Sound is missing at a place of a recording.
    case recordingMarked(Wire.RecordingMark)
    /// The levels of a recording.
    case recordingLevels(Wire.RecordingLevels)
    /// A recording is over.
    case recordingEnded(Wire.RecordingResult)
    /// A job was added, got on, or is over.
    case jobChanged(Wire.Job)
    /// A scan of the library began, got on, or is over.
    case libraryProgress(Wire.LibraryScan)
    /// The library has other songs than before.
    case libraryChanged(Wire.LibraryScan)
    /// Other directories of music are watched than before.
    case libraryWatching(Wire.LibraryWatching)
    /// Measuring of loudness is further than before.
    case libraryLoudness(Wire.LibraryLoudness)
    /// A stored playlist is another one than before.
    case playlistChanged(Wire.PlaylistChange)
    /// A room or a group is another one than before.
    case roomsChanged(Wire.RoomChange)
    /// An item was heard, and is over or was left.
    case libraryListened(Wire.ListenedItem)
    /// An interruption of playback began.
    case sessionInterruptionBegan(Wire.Interruption)
    /// An interruption of playback is over.
    case sessionInterruptionEnded(interruption: Int64, shouldResume: Bool, resumed: Bool)
    /// The route of the sound changed.
    case sessionRouteChanged(reason: String, previousRoute: Wire.Route, route: Wire.Route)
    /// The buffer duration (seconds), sample rate (hertz) or latency (seconds) of the graph changed.
    case sessionConfigurationChanged(ioBufferDuration: Double, sampleRate: Double, outputLatency: Double)
    /// The volume of the output changed.
    case sessionOutputVolumeChanged(Wire.Volume)
    case sessionInputVolumeChanged(Wire.Volume)
    /// Outputs that can be chosen came, went, or are others than before.
    case routeOutputsChanged(added: [Wire.Output], removed: [Wire.Output], changed: [Wire.Output])
    /// The same of inputs.
    case routeInputsChanged(added: [Wire.Input], removed: [Wire.Input], changed: [Wire.Input])
    /// Another equaliser is chosen for an output, by its uid or a pattern.
    case outputFiltersChanged(output: String, choice: Wire.FilterWord)
    /// Another ceiling, beginning or place of the volume is chosen for an output, by its uid or a pattern.
    case outputVolumeLimitsChanged(output: String, maximum: Double?, atStart: Double?, control: Wire.VolumeControl?)
    /// Secondary audio should be silent (`begin`), or may play again.
    case sessionSilenceSecondaryAudioHint(begin: Bool)
    /// A client wants to record, and a person has to allow it.
    case sessionRecordPermissionAsked(Wire.RecordRequest)
    /// Such a request does not wait any more.
    case sessionRecordPermissionRequestEnded(request: Int64, end: Wire.RecordRequestEnd)
    /// The session was activated or deactivated.
    case sessionActiveChanged(active: Bool, reason: String)
    /// The sound server is gone.
    case sessionMediaServicesLost
    /// The sound server is back.
    case sessionMediaServicesReset
    /// Other devices of the network are paired than before.
    case remoteDevicesChanged
    /// The daemon has read a new configuration.
    case serverConfigurationReloaded
    /// The daemon is shutting down.
    case serverShuttingDown
    /// The daemon left out `dropped` events because the client did not read.
    case serverOverflow(dropped: Int)
}

extension Event {
    /// The type of the event.
    public var type: EventType {
        switch self {
        case .playerStateChanged: .playerStateChanged
        case .playerItemChanged: .playerItemChanged
        case .playerPositionChanged: .playerPositionChanged
        case .playerItemFailed: .playerItemFailed
        case .playerResumed: .playerResumed
        case .playerChapterChanged: .playerChapterChanged
        case .playerLyricLine: .playerLyricLine
        case .playerBuffering: .playerBuffering
        case .playerGap: .playerGap
        case .playerLevels: .playerLevels
        case .playerSpectrum: .playerSpectrum
        case .playerStartedLate: .playerStartedLate
        case .playerMetadataChanged: .playerMetadataChanged
        case .playerVolumeChanged: .playerVolumeChanged
        case .queueChanged: .queueChanged
        case .playerStopAfterChanged: .playerStopAfterChanged
        case .playerLoopChanged: .playerLoopChanged
        case .playerSilenceSkipped: .playerSilenceSkipped
        case .playerSpeedChanged: .playerSpeedChanged
        case .playerOptionsChanged: .playerOptionsChanged
        case .announcementBegan: .announcementBegan
        case .announcementEnded: .announcementEnded
        case .announcementFailed: .announcementFailed
        case .alarmChanged: .alarmChanged
        case .alarmRang: .alarmRang
        case .alarmEnded: .alarmEnded
        case .alarmMissed: .alarmMissed
        case .recordingBegan: .recordingBegan
        case .recordingStateChanged: .recordingStateChanged
        case .recordingSplit: .recordingSplit
        case .recordingMarked: .recordingMarked
        case .recordingLevels: .recordingLevels
        case .recordingEnded: .recordingEnded
        case .jobChanged: .jobChanged
        case .libraryProgress: .libraryProgress
        case .libraryChanged: .libraryChanged
        case .libraryWatching: .libraryWatching
        case .libraryLoudness: .libraryLoudness
        case .playlistChanged: .playlistChanged
        case .roomsChanged: .roomsChanged
        case .libraryListened: .libraryListened
        case .sessionRecordPermissionAsked: .sessionRecordPermissionAsked
        case .sessionRecordPermissionRequestEnded: .sessionRecordPermissionRequestEnded
        case .sessionInterruptionBegan: .sessionInterruptionBegan
        case .sessionInterruptionEnded: .sessionInterruptionEnded
        case .sessionRouteChanged: .sessionRouteChanged
        case .sessionConfigurationChanged: .sessionConfigurationChanged
        case .sessionOutputVolumeChanged: .sessionOutputVolumeChanged
        case .sessionInputVolumeChanged: .sessionInputVolumeChanged
        case .routeOutputsChanged: .routeOutputsChanged
        case .routeInputsChanged: .routeInputsChanged
        case .outputFiltersChanged: .outputFiltersChanged
        case .outputVolumeLimitsChanged: .outputVolumeLimitsChanged
        case .sessionSilenceSecondaryAudioHint: .sessionSilenceSecondaryAudioHint
        case .sessionActiveChanged: .sessionActiveChanged
        case .sessionMediaServicesLost: .sessionMediaServicesLost
        case .sessionMediaServicesReset: .sessionMediaServicesReset
        case .remoteDevicesChanged: .remoteDevicesChanged
        case .serverConfigurationReloaded: .serverConfigurationReloaded
        case .serverShuttingDown: .serverShuttingDown
        case .serverOverflow: .serverOverflow
        }
    }

    /// The parameters of the event other than `sequence` and `time`.
    public var details: JSONObject { type.write(self) }

    /// Reads the event of a notification. Clients use it.
    ///
    /// - Returns: `nil` for a type that this program does not know: a newer daemon may have more types.
    package init?(method: String, parameters: JSONObject) throws(JSONMismatch) {
        guard let type = EventType.named(method) else { return nil }
        self = try type.read(parameters)
    }
}
