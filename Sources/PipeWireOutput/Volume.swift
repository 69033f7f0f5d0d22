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

    /// Reads ``believable(_:)`` factors.
    init?(linear factors: [Float]) {
        guard let loudest = factors.max() else { return nil }
        level = cbrt(Double(loudest))
        if loudest > 0, factors.contains(where: { $0 != loudest }) {
            balance = factors.map { Double($0) / Double(loudest) }
        }
    }

    /// The greatest factor that is believed, 60 dB: a level of 10. Mixers stop far below, and the server takes any number.
    static let mostFactor: Float = 1_000

    /// The factors that the server told, each a number in 0…``mostFactor``: it hands on whatever a program has set, infinities and
    /// what is no number among it. Everything else here counts on this.
    static func believable(_ told: some Sequence<Float>) -> [Float] {
        told.map { $0.isNaN ? 0 : min(max(0, $0), mostFactor) }
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
