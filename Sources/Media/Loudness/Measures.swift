import CEBUR128

extension LoudnessMeter {
    /// What a meter measures. Each of these takes time and memory: an hour of stereo takes about a second for all but the true
    /// peak, and several times as long with it.
    package struct Measures: OptionSet, Hashable, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// The loudness of the last 400 ms.
        package static let momentary = Measures(rawValue: 1)
        /// The loudness of the last three seconds.
        package static let shortTerm = Measures(rawValue: 2)
        /// The loudness of everything.
        package static let integrated = Measures(rawValue: 4)
        /// The loudness range of everything.
        package static let range = Measures(rawValue: 8)
        /// The largest sample.
        package static let samplePeak = Measures(rawValue: 16)
        /// The largest value between the samples.
        package static let truePeak = Measures(rawValue: 32)

        /// libebur128's word for them.
        var mode: Int32 {
            var bits = EBUR128_MODE_M.rawValue
            if contains(.shortTerm) { bits |= EBUR128_MODE_S.rawValue }
            if contains(.integrated) { bits |= EBUR128_MODE_I.rawValue }
            if contains(.range) { bits |= EBUR128_MODE_LRA.rawValue }
            if contains(.samplePeak) { bits |= EBUR128_MODE_SAMPLE_PEAK.rawValue }
            if contains(.truePeak) { bits |= EBUR128_MODE_TRUE_PEAK.rawValue }
            return Int32(bits)
        }

        /// The longest time that libebur128 keeps samples for, in milliseconds.
        var longestWindow: Int { isDisjoint(with: [.shortTerm, .range]) ? 400 : 3_000 }
    }
}
