import PlayerModel
import Synchronization

/// How far the decode thread has got: written by it after each chunk, read by control.
package final class DecodeProgress: Sendable {
    private let newest = Mutex(DecodeReading(segment: 0, frame: 0))

    /// Control: the newest reading.
    var reading: DecodeReading { newest.withLock { $0 } }

    /// Decode thread.
    func set(_ reading: DecodeReading) { newest.withLock { $0 = reading } }
}
