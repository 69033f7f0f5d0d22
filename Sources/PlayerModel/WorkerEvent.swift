package import MediaTypes

/// Names one opened source. Ever increasing.
package typealias SourceToken = UInt64

/// What opener and decode worker tell the control side.
package enum WorkerEvent: Sendable {
    /// The source is open and waits for ``DecodeWorker/begin(_:)`` or ``DecodeWorker/append(_:)``.
    case opened(SourceToken, SourceDescription)
    /// It could not be opened.
    case failedToOpen(SourceToken, PlaybackError)
    /// The segment's last frame is in the ring, or kept back for what follows, `frames` behind its first: time to name that.
    /// `duration` is how many seconds its media is in truth, where the source can tell.
    case decoded(segment: UInt64, frames: Int64, duration: Double? = nil)
    /// So many of the segment's last frames are not in the ring as they are, but mixed into what follows.
    case overlapped(segment: UInt64, frames: Int64)
    /// Decoding stopped in the middle; the `frames` decoded before are heard, and the segment ends there.
    case failed(segment: UInt64, frames: Int64, PlaybackError)
    /// None of the segment will come: the source cannot go where it was told to, or there is nothing to put it into.
    case failedToBegin(segment: UInt64, PlaybackError)
    /// The media says something else about itself from `frame` on, which may be some way ahead of what is heard.
    case tagsChanged(segment: UInt64, TagChange)
    /// That many packets more could not be decoded and were left out; the segment goes on.
    case skipped(packets: Int)
}
