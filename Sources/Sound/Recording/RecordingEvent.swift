package import MediaTypes

/// Something that happened in a recording.
package enum RecordingEvent: Hashable, Sendable {
    /// The first file is there. Comes again if another takes its place before anything was recorded.
    case began(path: String)
    /// The first frame is there; it was sound at this time (CLOCK_MONOTONIC, nanoseconds).
    case firstFrame(at: Int64)
    /// A piece is complete, and the next one has begun.
    case split(RecordedFile, next: String)
    /// Sound is missing, or what follows is muted.
    case marked(RecordingMark)
    /// The levels since the last event of this kind; only while somebody wants them.
    case levels(Levels)
    /// The recording is over, and nothing more happens in it.
    case ended(RecordingResult)
}

/// A file that is complete.
package struct RecordedFile: Hashable, Sendable {
    package var path: String
    /// Its frames, those that stand in for missing ones included.
    package var frames: Int64
}

/// A place in a recording at which sound is missing, or from which on it is muted or not.
package struct RecordingMark: Hashable, Sendable {
    /// Why it is missing, or what changes.
    package enum Cause: Hashable, Sendable {
        /// The sound system missed cycles.
        case missed
        /// The disk was too slow, and the buffer was full.
        case dropped
        /// The recording was to begin at a time, and the first frame came later.
        case late
        /// Somebody paused the recording.
        case paused
        /// An interruption of the session paused it.
        case interrupted
        /// The sound server was away.
        case serverLost
        /// The input was gone, or changed.
        case inputLost
        /// Somebody muted the recording: silence follows, and nothing is missing.
        case muted
        /// Sound follows again.
        case unmuted
        /// The mute switch of the input itself is on: it brings silence.
        case inputMuted
        /// It is off again.
        case inputUnmuted
    }

    package var cause: Cause
    /// The frame of the recording, counted over all its pieces, before which sound is missing.
    package var frame: Int64
    /// How many frames are missing.
    package var missing: Int64
    /// How many frames of silence stand in for them.
    package var filled: Int64
}

/// What a recording has become.
package struct RecordingResult: Hashable, Sendable {
    /// Why it ended.
    package var end = RecordingEnd.stopped
    /// The last file; `nil` if none could be made.
    package var file: RecordedFile?
    /// How many files there are.
    package var files = 0
    /// The frames of all files.
    package var frames: Int64 = 0
    /// Their length, in seconds.
    package var seconds = 0.0
    /// The frames that the sound system never brought.
    package var missed: Int64 = 0
    /// The frames that were dropped because the disk was too slow.
    package var dropped: Int64 = 0
}

/// Why a recording ended.
package enum RecordingEnd: Hashable, Sendable {
    /// Somebody stopped it.
    case stopped
    /// It has the length that was asked for.
    case maximumDuration
    /// There was silence for as long as was asked for.
    case silence
    /// The input is gone, and the recording was not to go on with another.
    case inputLost
    /// The player plays in another format now, and the recording can have only one.
    case formatChanged
    /// The daemon ends.
    case shuttingDown
    /// It could not be written.
    case failed(MediaError)
}
