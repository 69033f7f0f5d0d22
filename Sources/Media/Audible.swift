/// What of a decoder's output is the recording: codecs begin late, and their packets are longer than the sound in them.
struct Audible: Equatable {
    /// The frames before the recording.
    var lead: Int64 = 0
    /// The frames of the recording; `nil` where it goes on up to the last one decoded.
    var length: Int64?

    init(lead: Int64 = 0, length: Int64? = nil) {
        self.lead = lead
        // What no recording is long enough for is no length, and would overflow where it is added to another.
        self.length = length.flatMap { (1...1 << 48).contains($0) ? $0 : nil }
    }
}

/// How the decoding of a track began.
struct Beginning: Equatable {
    /// The place of the first packet in the content: -1 where unknown.
    let offset: Int64
    /// The timestamp of the first frame.
    let timestamp: Int64?
    /// The frames in that.
    let count: Int
    /// The frames of each packet, where all have as many.
    let packetSize: Int?

    /// Before anything was decoded.
    static let unknown = Beginning(offset: -1, timestamp: nil, count: 0, packetSize: nil)
}
