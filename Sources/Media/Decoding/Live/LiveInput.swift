import AudioTypes
import Media
import MediaTypes
import SystemSupport

/// What live sound is read from: it gives frames as soon as there are any. One thread at a time.
protocol LiveInput: AnyObject {
    /// The format of the frames.
    var format: StreamFormat { get }
    /// How many packets could not be decoded so far.
    var decodeErrorCount: Int { get }

    /// Adds frames that have come to `frames`, and waits for some until `deadline` by the monotonic clock in nanoseconds; `nil`: for as
    /// long as it takes. A signal on `interruption` ends the wait, and is not taken.
    func read(
        into frames: HeldFrames, until deadline: Int64?, orSignalOf interruption: EventDescriptor
    ) throws(MediaError) -> LiveReading
}

/// The result of one read of a ``LiveInput``.
enum LiveReading: Equatable {
    /// So many frames came, at least one.
    case frames(Int)
    /// The client wants everything that came to be heard now.
    case flushed
    /// Nothing came in time, or before the reader was interrupted.
    case timedOut, interrupted
    case ended
}
