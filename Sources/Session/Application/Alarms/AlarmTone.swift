import Glibc

/// The tone that an alarm plays if nothing else is heard: pairs of beeps, as a file in the WAVE format. It grows no louder by itself.
enum AlarmTone {
    /// Samples a second: enough for the two sounds, and little for the disk.
    private static let rate = 8_000
    /// How long the file is, in seconds, and how long one pair of beeps with the pause behind it is, in samples.
    private static let (seconds, period) = (30, 2 * rate)
    /// How long a beep is, when the second one begins, and how long each takes to its full level, in samples.
    private static let (length, second, ramp) = (rate / 4, rate * 2 / 5, rate / 100)

    /// Returns the file: one channel of 16 bits.
    static func file() -> [UInt8] {
        let pair = (0..<period).map(sample)
        var bytes = header(dataBytes: UInt32(seconds * rate * 2))
        bytes.reserveCapacity(bytes.count + seconds * rate * 2)
        for _ in 0..<(seconds * rate / period) {
            for sample in pair { append(UInt16(bitPattern: sample), to: &bytes) }
        }
        return bytes
    }

    private static func sample(_ index: Int) -> Int16 {
        let place = index >= second ? index - second : index
        guard place < length else { return 0 }
        let level = min(1, Double(min(place, length - place)) / Double(ramp))
        let time = Double(place) / Double(rate)
        // Two sounds a fifth apart, which small loudspeakers have.
        let sound = sin(2 * .pi * 880 * time) + sin(2 * .pi * 1_320 * time)
        return Int16(sound * level * 12_000)
    }

    private static func header(dataBytes: UInt32) -> [UInt8] {
        var bytes = Array("RIFF".utf8)
        append(dataBytes + 36, to: &bytes)
        bytes += Array("WAVEfmt ".utf8)
        append(UInt32(16), to: &bytes)
        // Plain samples of one channel.
        append(UInt16(1), to: &bytes)
        append(UInt16(1), to: &bytes)
        append(UInt32(rate), to: &bytes)
        append(UInt32(rate * 2), to: &bytes)
        append(UInt16(2), to: &bytes)
        append(UInt16(16), to: &bytes)
        bytes += Array("data".utf8)
        append(dataBytes, to: &bytes)
        return bytes
    }

    private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        for place in 0..<(value.bitWidth / 8) { bytes.append(UInt8(truncatingIfNeeded: value >> (place * 8))) }
    }
}
