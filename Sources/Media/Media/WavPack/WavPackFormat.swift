/// How the samples of WavPack are to be understood.
struct WavPackFormat: Hashable {
    /// More channels than recordings have.
    static let mostChannels = 8

    let channelCount: Int
    /// Significant bits of a sample.
    let bits: Int
    /// The bytes of a sample: how far up a whole number reaches.
    let sampleSize: Int
    let isFloat: Bool
    let hertz: Int
    /// The channels' positions as a WAVE channel mask.
    let mask: UInt32

    var isSane: Bool {
        (1...Self.mostChannels).contains(channelCount) && (1...32).contains(bits) && (1...4).contains(sampleSize)
            && (1...1 << 24).contains(hertz)
    }
}
