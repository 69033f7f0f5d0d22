import AudioTypes
import Media
import MediaTypes

/// What live sound is read from: it gives frames as soon as there are any. One thread at a time.
protocol LiveInput: AnyObject {
    /// The format of the frames.
    var format: StreamFormat { get }
    /// How many packets could not be decoded so far.
    var decodeErrorCount: Int { get }

    /// Adds frames that have come to `frames`, and waits for some until `deadline` by the monotonic clock in nanoseconds; `nil`: for as
    /// long as it takes. An input that cannot end a wait takes longer.
    func read(into frames: HeldFrames, until deadline: Int64?) throws(MediaError) -> LiveReading
}

/// The result of one read of a ``LiveInput``.
enum LiveReading: Equatable {
    /// So many frames came, at least one.
    case frames(Int)
    /// The client wants everything that came to be heard now.
    case flushed
    /// Nothing came in time.
    case timedOut
    case ended
}
