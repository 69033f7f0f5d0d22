import Glibc

/// Amplitudes on the scale of decibels below full scale.
enum Decibels {
    /// What stands for silence, which has no number of decibels.
    static let silence = -120.0

    /// Returns the factor for `decibels`.
    static func factor(_ decibels: Double) -> Double { pow(10, decibels / 20) }

    /// Returns the decibels of `amplitude`, ``silence`` at least.
    static func of(_ amplitude: Double) -> Double {
        guard amplitude > 0, amplitude.isFinite else { return silence }
        return max(silence, 20 * log10(amplitude))
    }
}
