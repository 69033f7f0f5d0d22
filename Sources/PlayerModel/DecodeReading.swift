/// How far the decode worker has got: a run of audio, and the frame of its track behind the last one that is in the ring.
package struct DecodeReading: Hashable, Sendable {
    package var segment: UInt64
    package var frame: Int64

    package init(segment: UInt64, frame: Int64) {
        self.segment = segment
        self.frame = frame
    }
}
