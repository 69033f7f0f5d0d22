import CPipeWire
import Glibc

/// A stream's volume as the graph holds it: a linear factor for each channel. It is kept as a level and the balance
/// between the channels, so that a change of the level keeps the balance that a user has set in a mixer.
struct Volume: Hashable {
    /// The level on the cubic scale, 0…1, or above 1 if a mixer amplifies. Silence is exactly zero, not a small number.
    var level: Double
    /// Each channel's linear factor relative to that of the loudest channel; empty if all are equal.
    var balance: [Double] = []

    init(level: Double) { self.level = level }

    /// Makes a volume of factors that have passed ``AudioTypes/ReportedVolume/believable(_:)``. Returns `nil` if there are none.
    init?(linear factors: [Float]) {
        guard let loudest = factors.max() else { return nil }
        level = cbrt(Double(loudest))
        if loudest > 0, factors.contains(where: { $0 != loudest }) {
            balance = factors.map { Double($0) / Double(loudest) }
        }
    }

    /// Returns the linear factors for `channelCount` channels.
    func factors(channelCount: Int) -> [Float] {
        let linear = level * level * level
        return (0..<channelCount).map { channel in
            Float(linear * (balance.count == channelCount ? balance[channel] : 1))
        }
    }

    /// Whether both levels are the same to the ear and within the rounding of floats.
    func isNear(_ other: Volume) -> Bool { abs(level - other.level) < 1e-4 }
}
