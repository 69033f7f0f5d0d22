import Synchronization

/// How far the decode thread has got: written by it after each chunk, read by control.
package final class DecodeProgress: Sendable {
    /// A run of audio, and the frame of its track behind the last one that is in the ring.
    package struct Reading: Hashable, Sendable {
        package var segment: UInt64
        package var frame: Int64

        package init(segment: UInt64, frame: Int64) {
            self.segment = segment
            self.frame = frame
        }
    }

    private let newest = Mutex(Reading(segment: 0, frame: 0))

    /// Control: the newest reading.
    var reading: Reading { newest.withLock { $0 } }

    /// Decode thread.
    func set(_ reading: Reading) { newest.withLock { $0 = reading } }
}
