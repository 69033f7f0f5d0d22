import PlayerModel

extension [Float] {
    /// Without the silence at both ends; what is between is not touched.
    package var withoutSilence: [Float] {
        guard let first = firstIndex(where: { $0 != 0 }), let last = lastIndex(where: { $0 != 0 }) else { return [] }
        return Array(self[first...last])
    }

    /// `count` frames of a ramp.
    package static func ramp(_ first: Float = 1, _ count: Int) -> [Float] { (0..<count).map { first + Float($0) } }
}

/// The mix of two mono tracks that overlap by `count` frames, the ends of both with their gains.
package func crossfaded(_ first: [Float], _ second: [Float], _ count: Int, gains: (Float, Float) = (1, 1)) -> [Float] {
    let start = first.count - count
    let mixed = (0..<count).map { frame in
        let levels = Crossfade.levels(at: frame, of: count)
        return first[start + frame] * gains.0 * levels.leaving + second[frame] * gains.1 * levels.coming
    }
    return first[..<start].map { $0 * gains.0 } + mixed + second[count...].map { $0 * gains.1 }
}

/// Whether all samples agree, but for what 32-bit floats round.
package func areNearlyEqual(_ left: [Float], _ right: [Float]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { abs($0 - $1) <= max(1e-3, abs($1) * 1e-6) }
}
