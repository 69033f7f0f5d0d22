import AudioTypes

/// Which side of a ``Crossover`` each channel gets: for a subwoofer, or loudspeakers with an amplifier for each way. The matrix before it
/// decides which sound a channel has.
package struct ChannelCrossover: Hashable, Sendable {
    /// What a channel gets.
    package enum Side: Hashable, Sendable {
        /// Everything.
        case whole
        /// What is below the frequency.
        case low
        /// What is above it.
        case high
    }

    /// Where it divides.
    package let crossover: Crossover
    /// The side of each channel, in the order of the planes; channels without one get everything.
    package let sides: [Side]

    /// Makes a crossover for channels, or returns `nil` with more than 64.
    package init?(_ crossover: Crossover, sides: [Side]) {
        guard sides.count <= ChannelLayout.maximumChannelCount else { return nil }
        (self.crossover, self.sides) = (crossover, sides)
    }

    /// Whether every channel gets everything.
    package var isNeutral: Bool { sides.allSatisfy { $0 == .whole } }

    /// What the channel at `index` goes through.
    package func bands(of index: Int) -> [Band] {
        guard index < sides.count else { return [] }
        return switch sides[index] {
        case .whole: []
        case .low: crossover.low
        case .high: crossover.high
        }
    }
}
