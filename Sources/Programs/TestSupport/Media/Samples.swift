import PlayerModel

extension [Float] {
    /// The samples without the silence at both ends; the rest is unchanged.
    package var withoutSilence: [Float] {
        guard let first = firstIndex(where: { $0 != 0 }), let last = lastIndex(where: { $0 != 0 }) else { return [] }
        return Array(self[first...last])
    }

    /// Returns `count` frames of a ramp.
    package static func ramp(_ first: Float = 1, _ count: Int) -> [Float] { (0..<count).map { first + Float($0) } }
}

/// Returns the mix of two mono tracks that overlap by `count` frames. `gains` are the gains of both.
package func crossfaded(_ first: [Float], _ second: [Float], _ count: Int, gains: (Float, Float) = (1, 1)) -> [Float] {
    let start = first.count - count
    let mixed = (0..<count).map { frame in
        let levels = Crossfade.levels(at: frame, of: count)
        return first[start + frame] * gains.0 * levels.leaving + second[frame] * gains.1 * levels.coming
    }
    return first[..<start].map { $0 * gains.0 } + mixed + second[count...].map { $0 * gains.1 }
}

/// Returns whether all samples agree, except for the rounding of 32-bit floats.
package func areNearlyEqual(_ left: [Float], _ right: [Float]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { abs($0 - $1) <= max(1e-3, abs($1) * 1e-6) }
}
