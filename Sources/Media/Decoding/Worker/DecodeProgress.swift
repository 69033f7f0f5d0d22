import PlayerModel
import Synchronization

/// How far the decode thread has got. That thread writes it after each chunk; control reads it.
package final class DecodeProgress: Sendable {
    private let newest = Mutex(DecodeReading(segment: 0, frame: 0))

    /// The newest reading. Control thread.
    var reading: DecodeReading { newest.withLock { $0 } }

    /// Stores a new reading. Decode thread.
    func set(_ reading: DecodeReading) { newest.withLock { $0 = reading } }
}
