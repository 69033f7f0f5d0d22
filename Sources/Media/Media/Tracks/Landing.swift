/// The way from a jump to its first frame.
struct Landing: Equatable {
    /// `true` while packets that lack their predecessors may fail, and do not count.
    var isUnderWay = false
    /// Whether a jump led to a place with meaningless timestamps.
    private(set) var isBlind = false
    /// The number of the first sample of the packet decoded last, counted from the link's start, while a jump needs it and if the packet
    /// states it.
    private(set) var packetStart: Int64?

    /// Notes what the packet at `offset` says about its position. On the last page of Ogg FFmpeg invents the packets' timestamps:
    /// the page's number is that of its end.
    mutating func note(_ packetStart: Int64?, at offset: Int64, _ facts: TrackFacts?) {
        self.packetStart = packetStart
        if let last = facts?.lastPage, offset >= last { isBlind = facts?.flac == nil }
    }
}
