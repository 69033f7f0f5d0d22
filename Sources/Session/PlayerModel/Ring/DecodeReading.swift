/// How far the decode worker has got.
package struct DecodeReading: Hashable, Sendable {
    /// The segment that the worker writes.
    package var segment: UInt64
    /// The position in the segment's track behind the last frame that is in the ring.
    package var frame: Int64

    package init(segment: UInt64, frame: Int64) {
        self.segment = segment
        self.frame = frame
    }
}
