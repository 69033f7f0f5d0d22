import MediaTypes

// Seeking by counting packets.
extension TrackDecoder {
    /// Moves to `preroll` frames before the target by counting packets, from the current position or from the start, and
    /// decodes up to the target. Returns `false` if the packets of this track cannot be counted; the position is then
    /// undefined.
    mutating func count(to target: Int64, preroll: Int64) throws(MediaError) -> Bool {
        // A packet that could not be decoded would be counted too.
        guard let packets = facts?.packets, check.errorCount == 0, !formats.hasChangedRate else { return false }
        let isBehind = position.sample.map { $0 > target } ?? true
        if isBehind, try !beginAnew() { return true }
        if let end = try readPackets(packets, until: target - preroll) {
            // The track ends before that. What the decoder holds back at the end must still be counted.
            guard try beginAnew(), try readPackets(packets, until: end - max(1, preroll)) == nil else { return false }
        }
        try drop(to: target)
        return true
    }

    /// Opens the link anew and decodes its first frame: FFmpeg drops a decoder's initial output only for the very first
    /// packets.
    private mutating func beginAnew() throws(MediaError) -> Bool {
        try rewind(to: position.link)
        return try next()
    }

    /// Reads packets up to the one that contains frame `goal`, and gives that one to the decoder as the first after a jump. If
    /// there is no such packet, returns the number of the frame after the last packet; otherwise `nil`.
    private mutating func readPackets(_ packets: PacketCount, until goal: Int64) throws(MediaError) -> Int64? {
        guard try finishPackets(until: goal), var index = position.next else { return nil }
        guard !decoder.isDraining else { return index }
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
            landing.isUnderWay = true
            defer { landing.isUnderWay = false }
            if !isNext {
                decoder.flush()
                check.jump()
                index += Int64(packets.lost)
            }
            position.next = index
            keeper.noteJump()
            try keeper.keep(demuxer, start: index, link: position.link, tags: tags.latest)
            if try !decoder.send(demuxer.packet) { try countFailure() }
            demuxer.packet.clear()
            // A packet that lacks the one before it may fail; that does not count.
            _ = try next()
            return nil
        }
        return index
    }

    /// Takes the frames that the decoder still holds of the packets sent so far. Returns `false` if frame `goal` is one of
    /// them, or is earlier.
    private mutating func finishPackets(until goal: Int64) throws(MediaError) -> Bool {
        while let index = position.next, index <= goal {
            guard case .frame = try decoder.receive(into: frame) else {
                position.clear()
                return true
            }
            _ = try accept()
        }
        return false
    }
}
