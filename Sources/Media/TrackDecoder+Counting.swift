// Seeks where packets are counted.
extension TrackDecoder {
    /// Moves by counting packets to `preroll` frames before the target, from here or from the start, and decodes up to it. Answers
    /// `false` where packets of this track cannot be counted; then the position may be any.
    mutating func count(to target: Int64, preroll: Int64) throws(MediaError) -> Bool {
        // A packet that could not be decoded would be counted all the same.
        guard let packets, errorCount == 0, !hasChangedRate else { return false }
        let isBehind = position.map { $0 > target } ?? true
        if isBehind, try !beginAnew() { return true }
        if let end = try readPackets(packets, until: target - preroll) {
            // The track is over before; what a decoder holds back at the end is still to be counted.
            guard try beginAnew(), try readPackets(packets, until: end - max(1, preroll)) == nil else { return false }
        }
        try drop(to: target)
        return true
    }

    /// Decodes the first frame: FFmpeg leaves out what a decoder begins with, of the very first packets only.
    private mutating func beginAnew() throws(MediaError) -> Bool {
        try rewind(to: link)
        return try next()
    }

    /// Reads packets up to the one in which frame `goal` is and gives that one to the decoder, as the first behind a jump. Answers
    /// the number of the frame behind the last packet where there is no such packet.
    private mutating func readPackets(_ packets: PacketCount, until goal: Int64) throws(MediaError) -> Int64? {
        guard try finishPackets(until: goal), var index = nextIndex else { return nil }
        guard !isDraining else { return index }
        var isNext = true
        while try demuxer.readPacket() {
            try throwIfUnwanted()
            noteTags()
            let count = Int64(packets.frames(of: demuxer.packet))
            guard index + count > goal else {
                index += count
                isNext = false
                continue
            }
            isLanding = true
            defer { isLanding = false }
            if !isNext {
                decoder.flush()
                concealment.reset()
                index += Int64(packets.lost)
            }
            nextIndex = index
            if try !decoder.send(demuxer.packet) { try countFailure() }
            demuxer.packet.clear()
            // What lacks the packet before may fail, and does not count.
            _ = try next()
            return nil
        }
        return index
    }

    /// Takes what the decoder still has of the packets that it was given; `false` where frame `goal` is in that, or was before.
    private mutating func finishPackets(until goal: Int64) throws(MediaError) -> Bool {
        while let index = nextIndex, index <= goal {
            guard case .frame = try decoder.receive(into: frame) else {
                pending = 0..<0
                return true
            }
            _ = try accept()
        }
        return false
    }
}
