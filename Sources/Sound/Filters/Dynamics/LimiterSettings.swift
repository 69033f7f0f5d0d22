/// How loud the loudest sample may be, and how a ``Limiter`` keeps to it.
package struct LimiterSettings: Hashable, Sendable {
    /// The loudest sample, in decibels below full scale.
    package let ceiling: Double
    /// How far it looks ahead, in milliseconds: by so much sound comes later.
    package let lookAhead: Double
    /// The time in which the level comes back by two thirds once it is no longer too loud, in milliseconds.
    package let release: Double
    /// Whether what a converter makes between the samples counts, too (ITU-R BS.1770), and not only the samples.
    package let isTruePeak: Bool

    /// What the ceiling may be.
    package static let ceilings = -20.0...0.0
    /// What the look-ahead may be.
    package static let lookAheads = 1.0...5.0
    /// What the release may be.
    package static let releases = 10.0...2_000.0

    /// −1 dBFS, as EBU R 128 asks for, with a look-ahead of 5 ms.
    package static let standard = LimiterSettings()

    private init() { (ceiling, lookAhead, release, isTruePeak) = (-1, 5, 100, false) }

    /// Makes settings, or returns `nil` if a number is outside its bounds.
    package init?(ceiling: Double = -1, lookAhead: Double = 5, release: Double = 100, isTruePeak: Bool = false) {
        guard Self.ceilings.contains(ceiling), Self.lookAheads.contains(lookAhead), Self.releases.contains(release) else {
            return nil
        }
        (self.ceiling, self.lookAhead, self.release, self.isTruePeak) = (ceiling, lookAhead, release, isTruePeak)
    }
}
