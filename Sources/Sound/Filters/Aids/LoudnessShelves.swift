/// More bass and treble the lower the volume, because ears hear less of both then. Nothing at the reference and above, all of it 20 dB
/// below, and in between as many decibels as the volume is lower.
package struct LoudnessShelves: Hashable, Sendable {
    /// The volume that needs nothing, in decibels.
    package let reference: Double
    /// The most bass, in decibels.
    package let bass: Double
    /// The most treble, in decibels.
    package let treble: Double

    /// What `bass` and `treble` may be, in decibels.
    package static let gains = 0.0...10.0
    /// What the reference may be, in decibels.
    package static let references = -80.0...0.0
    /// How far below the reference the most is reached, in decibels.
    package static let range = 20.0

    /// Makes a correction, or returns `nil` if a number is outside its bounds.
    package init?(reference: Double, bass: Double, treble: Double) {
        guard Self.references.contains(reference), Self.gains.contains(bass), Self.gains.contains(treble) else { return nil }
        (self.reference, self.bass, self.treble) = (reference, bass, treble)
    }

    /// The shelves at a volume in decibels; none where they would change nothing.
    package func bands(volume: Double) -> [Band] {
        // A volume of nothing is −∞, and no volume at all is none.
        let part = volume.isNaN ? 0 : min(max((reference - volume) / Self.range, 0), 1)
        let shelves = [
            Band(.lowShelf, frequency: 85, gain: bass * part, width: .quality(0.7)),
            Band(.highShelf, frequency: 6_500, gain: treble * part, width: .quality(0.7)),
        ]
        return shelves.compactMap(\.self).filter { !$0.isNeutral }
    }
}
