/// That samples are stored with fewer bits than their source has.
package struct DepthReduction: Hashable, Sendable {
    /// The bits of the source.
    package let from: Int
    /// The bits that are stored.
    package let to: Int
    /// Whether noise of two steps was added before, so that what the last bits said turns into noise and not into distortion.
    package let isDithered: Bool
}

extension AudioFileFormat {
    /// Returns the format for sound whose samples have so many bits where it comes from. If nobody asked for a depth, all of them are kept:
    /// 16 or 24, or of more than 24 what a float keeps, where the codec can store floats.
    /// - Parameters:
    ///   - bits: `nil` for sound that has no such number, because it was coded with losses; it is stored with 16 if nobody asked for more.
    ///   - dithers: whether samples that lose bits are dithered.
    package func keeping(bits: Int?, dithers: Bool) -> AudioFileFormat {
        guard samples != nil, let bits else { return self }
        var format = self
        format.sourceBits = bits
        if followsSource, bits > 16 { format.samples = bits > 24 && codec == .pcm ? .float32 : .signed24 }
        // The last bit of 24 is below what any device or ear can tell, and a float has no more.
        format.isDithered = dithers && bits > 16 && format.samples == .signed16
        return format
    }

    /// Returns the format for sound of which nobody knows how many bits its samples have: all are kept, if nobody asked for a depth.
    package func keepingAll() -> AudioFileFormat {
        var format = self
        if followsSource { format.samples = .signed24 }
        return format
    }

    /// Returns whether a sample keeps more bits than in `other`.
    package func isDeeper(than other: AudioFileFormat) -> Bool {
        guard let samples, let others = other.samples else { return false }
        return samples.keptBits > others.keptBits
    }

    /// Returns the format, which stays as it is, for sound that goes on with samples of so many bits.
    package func goingOn(bits: Int) -> AudioFileFormat {
        guard samples != nil else { return self }
        var format = self
        format.sourceBits = max(bits, sourceBits ?? 0)
        return format
    }

    /// What the samples lose of their bits; `nil` if nothing.
    package var reduction: DepthReduction? {
        guard let sourceBits, let kept = samples?.integerBits, sourceBits > kept else { return nil }
        return DepthReduction(from: sourceBits, to: kept, isDithered: isDithered)
    }
}

extension AudioFileFormat.SampleKind {
    /// The bits of an integer that are kept.
    fileprivate var keptBits: Int { integerBits ?? 25 }

    /// The bits of an integer; `nil` for floats.
    fileprivate var integerBits: Int? {
        switch self {
        case .signed16: 16
        case .signed24: 24
        case .float32: nil
        }
    }
}
