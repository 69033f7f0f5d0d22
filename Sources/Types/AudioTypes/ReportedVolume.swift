/// A volume as the server reports it: a linear factor for each channel, of which 0 is silence and 1 leaves the samples as they are.
package enum ReportedVolume {
    /// The greatest factor that is accepted, 60 dB: a level of 10. Mixers stop far below that, but the server takes any
    /// number.
    package static let mostFactor: Float = 1_000

    /// Returns the factors that the server reported, each clamped to 0…``mostFactor``, with 0 for NaN. The server passes
    /// on whatever a program has set, including infinity and NaN. All other code here relies on this.
    package static func believable(_ told: some Sequence<Float>) -> [Float] {
        told.map { $0.isNaN ? 0 : min(max(0, $0), mostFactor) }
    }
}
