import AudioTypes
package import MediaTypes

extension AudioReader {
    /// Returns the tag changes found since the last call: titles of a radio station, or of the links of an Ogg chain. Their
    /// frames may be some way ahead of ``position``.
    package mutating func takeTagChanges() -> [TagChange] {
        guard !track.tagChanges.isEmpty else { return [] }
        defer { track.tagChanges = [] }
        return track.tagChanges.map { TagChange(frame: FrameCount(outputFrame(of: $0.frame)), tags: $0.tags) }
    }

    /// Sets whether packets are kept for ``takePackets()`` from now on. Those that are there stay if they are.
    package mutating func keepPackets(_ isWanted: Bool) { track.keeper.setWanted(isWanted) }

    /// Returns the packets that were decoded since the last call, if they are kept. Their frames are counted at the rate of the output,
    /// and may be some way ahead of ``position``.
    package mutating func takePackets() -> [PlayedPacket] {
        // The closure must not capture the reader while its keeper changes.
        let rates = (Int64(info.format.sampleRate.hertz), Int64(outputFormat.sampleRate.hertz))
        return track.keeper.take { Self.outputFrame(of: $0, rates) }
    }
}
