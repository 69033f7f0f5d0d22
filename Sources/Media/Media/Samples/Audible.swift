/// The part of a decoder's output that is the recording. Codecs start late, and their packets are longer than the sound in
/// them.
struct Audible: Equatable {
    /// The frames before the recording.
    var lead: Int64 = 0
    /// The number of frames of the recording; `nil` if it goes on up to the last decoded frame.
    var length: Int64?

    init(lead: Int64 = 0, length: Int64? = nil) {
        self.lead = lead
        // A length that no recording reaches is treated as unknown, because adding it to another length would overflow.
        self.length = length.flatMap { (1...1 << 48).contains($0) ? $0 : nil }
    }
}

/// What the first decoded packet of a track shows.
struct Beginning: Equatable {
    /// The byte offset of the first packet in the content; -1 if unknown.
    let offset: Int64
    /// The timestamp of the first decoded frame, in ticks of the stream; `nil` if it has none.
    let timestamp: Int64?
    /// The number of frames (samples a channel) in that first decoded frame.
    let count: Int
    /// The number of frames in each packet; `nil` if the codec has no constant number.
    let packetSize: Int?

    /// The value before anything was decoded.
    static let unknown = Beginning(offset: -1, timestamp: nil, count: 0, packetSize: nil)
}
