/// The format of samples as integers, one frame behind the other and each in little-endian order: what a stream of plain bytes
/// between programs has.
package struct PCMFormat: Hashable, Sendable {
    /// How a sample is stored.
    package enum Sample: Int, Hashable, Sendable {
        case bits16 = 16
        /// In the lower three of four bytes.
        case bits24 = 24
        case bits32 = 32

        /// How many bytes a sample takes.
        package var bytes: Int { self == .bits16 ? 2 : 4 }
    }

    /// The rate and the channels.
    package let stream: StreamFormat
    /// How each sample is stored.
    package let sample: Sample

    /// The rates that sound cards have, in hertz.
    private static let rates = 8_000...384_000
    private static let mostChannels = 8

    /// Reads rate, bits and channels as in `48000:16:2`, or returns `nil` if `text` is something else: rates from 8000 to 384000, 16,
    /// 24 or 32 bits, and up to 8 channels in their usual order.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil }
        guard parts.count == 3, numbers.count == 3, Self.rates.contains(numbers[0]), numbers[2] <= Self.mostChannels,
            let rate = SampleRate(hertz: numbers[0]), let sample = Sample(rawValue: numbers[1]),
            let layout = ChannelLayout.standard(channelCount: numbers[2])
        else { return nil }
        stream = StreamFormat(sampleRate: rate, channelLayout: layout)
        self.sample = sample
    }

    /// How many bytes a frame takes.
    package var frameBytes: Int { sample.bytes * stream.channelCount }
}
