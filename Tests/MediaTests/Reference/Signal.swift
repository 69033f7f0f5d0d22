import Glibc

/// Sounds that encoders treat differently: of a tone and of silence they make longer packets than of noise.
enum Signal: String, CaseIterable, Sendable {
    case noise, tone, silence, music

    /// The samples of one channel, of 16 bits. Channels differ.
    func samples(count: Int, rate: Int, channel: Int) -> [Int16] {
        switch self {
        case .noise:
            var random = LinearCongruentialGenerator(state: UInt64(channel + 1))
            return (0..<count).map { _ in Int16.random(in: -8_000...8_000, using: &random) }
        case .tone:
            let step = 2 * Double.pi * Double(440 + 50 * channel) / Double(rate)
            return (0..<count).map { Int16(16_000 * sin(step * Double($0))) }
        case .silence:
            return Array(repeating: 0, count: count)
        case .music:
            return (0..<count).map { Int16(24_000 * Self.chord(at: Double($0) / Double(rate), channel: channel)) }
        }
    }

    /// Plucked chords, three a second, each of three strings that die away.
    private static func chord(at time: Double, channel: Int) -> Double {
        let number = Int(time * 3)
        let since = time - Double(number) / 3
        let root = 220 * pow(2, Double(number * 5 % 12) / 12) * (1 + 0.002 * Double(channel))
        return [1, 1.25, 1.5].reduce(0) { sum, interval in
            let phase = 2 * Double.pi * root * interval * since
            return sum + 0.2 * exp(-4 * since) * sin(phase) + 0.08 * exp(-9 * since) * sin(2 * phase)
        }
    }

    /// A WAV file of it.
    func wave(count: Int, rate: Int, channels: Int) -> [UInt8] {
        let planes = (0..<channels).map { samples(count: count, rate: rate, channel: $0) }
        var data: [UInt8] = []
        data.reserveCapacity(count * channels * 2)
        for index in 0..<count {
            for plane in planes {
                let sample = UInt16(bitPattern: plane[index])
                data += [UInt8(truncatingIfNeeded: sample), UInt8(sample >> 8)]
            }
        }
        return WAVFile.bytes(rate: UInt32(rate), channels: UInt16(channels), bits: 16, data: data)
    }
}
