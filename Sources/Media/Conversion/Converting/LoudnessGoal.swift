package import MediaTypes

/// How loud sound is to become: as loud as others by EBU R 128, but never so loud that its waves would be clipped.
package struct LoudnessGoal: Hashable, Sendable {
    /// The integrated loudness in LUFS.
    package let loudness: Double
    /// The highest true peak in dBTP.
    package let highestPeak: Double

    /// The loudness of broadcasts in LUFS, and the highest peak in dBTP (EBU R 128).
    package static let broadcast = LoudnessGoal(known: -23, -1)

    /// Makes a goal. The default peak is that of EBU R 128.
    /// - Throws: ``MediaError/Code/unsupported`` unless the loudness is in -70…0 LUFS and the peak in -20…0 dBTP.
    package init(loudness: Double, highestPeak: Double = -1) throws(MediaError) {
        guard (-70.0...0).contains(loudness), (-20.0...0).contains(highestPeak) else {
            throw MediaError(
                .unsupported,
                "a loudness is -70 to 0 LUFS and a highest peak -20 to 0 dBTP, not \(loudness) and \(highestPeak)")
        }
        self.init(known: loudness, highestPeak)
    }

    private init(known loudness: Double, _ highestPeak: Double) {
        self.loudness = loudness
        self.highestPeak = highestPeak
    }

    /// Returns the gain for sound that was measured. Silence keeps its level.
    package func change(integrated: Double?, truePeak: Double?) -> LoudnessChange {
        guard let integrated else { return LoudnessChange(integrated: nil, truePeak: truePeak, gain: 0, isLimitedByPeak: false) }
        let wanted = loudness - integrated
        let most = truePeak.map { highestPeak - $0 } ?? wanted
        return LoudnessChange(
            integrated: integrated, truePeak: truePeak, gain: min(wanted, most), isLimitedByPeak: most < wanted)
    }
}

/// What was measured of sound, and the gain that it got for its ``LoudnessGoal``.
package struct LoudnessChange: Hashable, Sendable {
    /// The integrated loudness before the gain in LUFS; `nil` for silence.
    package let integrated: Double?
    /// The true peak before the gain in dBTP; `nil` for silence.
    package let truePeak: Double?
    /// The gain in decibels.
    package let gain: Double
    /// Whether more gain was wanted than the highest peak allows, so that the result is more quiet than the goal.
    package let isLimitedByPeak: Bool
}
