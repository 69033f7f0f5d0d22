/// Writes Musepack of version 7, which no program of Debian does: silence, in packets of 1,152 frames.
enum Musepack7 {
    /// - Parameters:
    ///   - inLast: what the header says of the frames in the last packet.
    ///   - isGapless: whether it says that this counts.
    static func bytes(packets: Int, inLast: Int, isGapless: Bool) -> [UInt8] {
        var bits: [UInt8] = []
        func write(_ number: Int, _ width: Int) { bits += (0..<width).reversed().map { UInt8(number >> $0 & 1) } }
        write(packets, 32)
        // No joint stereo, two bands, profile 10, 44.1 kHz, and no peaks or gains.
        for (number, width) in [(0, 2), (1, 6), (10, 4), (0, 20), (0, 64)] { write(number, width) }
        for (number, width) in [(isGapless ? 1 : 0, 1), (inLast, 11), (0, 20), (0, 8)] { write(number, width) }
        for _ in 0..<packets {
            // Its length in bits: nothing in the first band of either channel, and the same in the second.
            for (number, width) in [(10, 20), (0, 8), (3, 2)] { write(number, width) }
        }
        write(inLast, 11)
        write(0, 64)
        bits += Array(repeating: 0, count: (32 - bits.count % 32) % 32)
        let content = stride(from: 0, to: bits.count, by: 32).flatMap { start in
            let word = bits[start..<start + 32].reduce(UInt32(0)) { $0 << 1 | UInt32($1) }
            return (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
        return Array("MP+".utf8) + [7] + content
    }
}
