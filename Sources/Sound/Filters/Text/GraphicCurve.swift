import Glibc

/// A curve of gains over frequencies, as in a line `GraphicEQ`.
package struct GraphicCurve: Hashable, Sendable {
    /// One point.
    package struct Point: Hashable, Sendable {
        /// Hertz.
        package let frequency: Double
        /// Decibels.
        package let gain: Double

        /// Makes a point.
        package init(frequency: Double, gain: Double) { (self.frequency, self.gain) = (frequency, gain) }
    }

    /// The points, by rising frequencies; at least one.
    package let points: [Point]

    /// The most points. AutoEq writes 127.
    package static let pointLimit = 1_024
    /// The gains that a point may have, in decibels. Lower than those of a ``Band``: older curves of AutoEq begin with −84.
    package static let gains = -100.0...40.0

    /// Makes a curve, or returns `nil` without points, with too many, with frequencies that do not rise, a gain outside ``gains`` or a
    /// frequency outside those of a ``Band``.
    package init?(_ points: [Point]) {
        guard (1...Self.pointLimit).contains(points.count),
            points.allSatisfy({ Band.frequencies.contains($0.frequency) && Self.gains.contains($0.gain) }),
            zip(points, points.dropFirst()).allSatisfy({ $0.frequency < $1.frequency })
        else { return nil }
        self.points = points
    }

    /// Whether samples pass unchanged.
    package var isNeutral: Bool { points.allSatisfy { $0.gain == 0 } }

    /// The gain at `frequency` hertz in decibels: a straight line over the logarithm of the frequency between two points, and level
    /// outside them.
    package func gain(at frequency: Double) -> Double {
        guard let after = points.firstIndex(where: { $0.frequency > frequency }) else { return points[points.count - 1].gain }
        if after == 0 { return points[0].gain }
        let (low, high) = (points[after - 1], points[after])
        let part = log(frequency / low.frequency) / log(high.frequency / low.frequency)
        return low.gain + (high.gain - low.gain) * part
    }
}

extension GraphicCurve: CustomStringConvertible {
    /// `20 -1.5;21 -1.4`, without blanks that nothing needs, so that what was read is not longer once it is written.
    package var description: String {
        points.map { "\($0.frequency.writtenAsFrequency) \($0.gain.written)" }.joined(separator: ";")
    }
}
