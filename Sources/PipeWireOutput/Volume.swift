import CPipeWire
import Glibc

/// A stream's volume as the graph holds it: a linear factor a channel. Kept apart as one level and the balance between the
/// channels, so that a change of the level leaves the balance that a user set in a mixer.
struct Volume: Hashable {
    /// On the cubic scale, 0…1, above 1 where a mixer amplifies. Zero, not a small number, is silence.
    var level: Double
    /// Each channel's linear factor relative to the loudest; empty for equal ones.
    var balance: [Double] = []

    init(level: Double) { self.level = level }

    /// Reads what the graph says.
    init?(linear factors: [Float]) {
        guard let loudest = factors.max() else { return nil }
        level = cbrt(Double(max(0, loudest)))
        if loudest > 0, factors.contains(where: { $0 != loudest }) {
            balance = factors.map { Double(max(0, $0)) / Double(loudest) }
        }
    }

    /// Linear factors for that many channels.
    func factors(channelCount: Int) -> [Float] {
        let linear = level * level * level
        return (0..<channelCount).map { channel in
            Float(linear * (balance.count == channelCount ? balance[channel] : 1))
        }
    }

    /// Whether both are the same to the ear and to the rounding of floats.
    func isNear(_ other: Volume) -> Bool { abs(level - other.level) < 1e-4 }
}
