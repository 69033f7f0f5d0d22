/// The encoder delay that iTunes writes into a tag, as hexadecimal numbers: an unused one, the delay, the padding, and the
/// length of the recording between them, all in frames.
package struct ITunesGap: Equatable {
    package let delay: Int64
    let padding: Int64
    package let length: Int64

    /// The delay of an MPEG audio decoder, in frames. Neither iTunes nor LAME counts it as part of the encoder's delay.
    private static let decoderDelay: Int64 = 528 + 1

    /// Reads the tag `itunsmpb`; `nil` if it is missing or its numbers make no sense.
    package init?(_ tags: [String: String]) {
        let numbers = (tags["itunsmpb"] ?? "").split(separator: " ").prefix(4).compactMap { Int64($0, radix: 16) }
        // No encoder has a delay of seconds. A length that no recording reaches would overflow in sums.
        guard numbers.count == 4, (0..<1 << 16).contains(numbers[1]), (0..<1 << 32).contains(numbers[2]),
            (1..<1 << 48).contains(numbers[3])
        else { return nil }
        (delay, padding, length) = (numbers[1], numbers[2], numbers[3])
    }

    /// All frames that the encoder wrote.
    package var whole: Int64 { delay + length + padding }

    /// The number of frames at the start of the decoded MPEG audio that are not part of the recording.
    package var skipOfMPEG: UInt32 { UInt32(delay + Self.decoderDelay) }
}
