/// What iTunes writes about an encoder's delay, as hexadecimal numbers in a tag: nothing, the delay, the padding and the length
/// between them, in frames.
struct ITunesGap: Equatable {
    let delay: Int64
    let padding: Int64
    let length: Int64

    /// What a decoder of MPEG audio is late by: neither iTunes nor LAME counts it as the encoder's delay.
    private static let decoderDelay: Int64 = 528 + 1

    /// `nil` where there is no such tag, or it makes no sense.
    init?(_ tags: [String: String]) {
        let numbers = (tags["itunsmpb"] ?? "").split(separator: " ").prefix(4).compactMap { Int64($0, radix: 16) }
        // No encoder is late by seconds, and what no recording is long enough for would overflow where it is added up.
        guard numbers.count == 4, (0..<1 << 16).contains(numbers[1]), (0..<1 << 32).contains(numbers[2]),
            (1..<1 << 48).contains(numbers[3])
        else { return nil }
        (delay, padding, length) = (numbers[1], numbers[2], numbers[3])
    }

    /// Everything that the encoder wrote.
    var whole: Int64 { delay + length + padding }

    /// The frames at the start of decoded MPEG audio that do not belong to the recording.
    var skipOfMPEG: UInt32 { UInt32(delay + Self.decoderDelay) }
}
