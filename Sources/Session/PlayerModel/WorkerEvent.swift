package import MediaTypes

/// The number of one opened source. Numbers only grow.
package typealias SourceToken = UInt64

/// An event that the opener or the decode worker reports to the control side.
package enum WorkerEvent: Sendable {
    /// The source is open and waits for ``DecodeWorker/begin(_:)`` or ``DecodeWorker/append(_:)``.
    case opened(SourceToken, SourceDescription)
    /// The source could not be opened.
    case failedToOpen(SourceToken, PlaybackError)
    /// The segment's last frame is in the ring, or is kept back for an overlap: the player can now name the segment that
    /// follows. `frames` is the number of frames in the segment. `duration` is the true duration of its media in seconds, if
    /// the source can tell it.
    case decoded(segment: UInt64, frames: Int64, duration: Double? = nil)
    /// The last `frames` of the segment are not in the ring as they are, but mixed into the segment that follows.
    case overlapped(segment: UInt64, frames: Int64)
    /// Decoding stopped in the middle. The `frames` that were decoded before are heard, and the segment ends behind them.
    case failed(segment: UInt64, frames: Int64, PlaybackError)
    /// No audio of the segment will come: the source cannot go to its first frame, or there is no ring for the audio.
    case failedToBegin(segment: UInt64, PlaybackError)
    /// The tags of the media change at a frame, which may be some way ahead of the frame that is heard.
    case tagsChanged(segment: UInt64, TagChange)
    /// That many more packets could not be decoded and were left out; the segment goes on.
    case skipped(packets: Int)
    /// A silence of the segment is left out, which may be some way ahead of the frame that is heard.
    case silenceSkipped(segment: UInt64, SilenceCut)
    /// A gap in the live sound of the segment is over.
    case gap(segment: UInt64, LiveGap)
}
