/// A volume on the cubic scale of desktop mixers.
package struct Volume: Hashable, Sendable, Codable {
    /// 0 (silent) … 1 (as recorded).
    package var level: Double
    package var muted: Bool

    package init(level: Double = 1, muted: Bool = false) {
        self.level = level
        self.muted = muted
    }
}

extension Volume {
    /// Differences of levels up to this are no news: the sound server rounds them.
    private static let tolerance = 0.000_5

    /// The volume with its level in the range 0…1.
    var clamped: Volume { Volume(level: min(1, max(0, level)), muted: muted) }

    /// Returns the volume that a client asks for. A `nil` leaves its value as it is; `level` comes before `delta`; the result
    /// is clamped.
    func changed(level: Double?, delta: Double?, muted: Bool?) -> Volume {
        var wanted = self
        if let level { wanted.level = level }
        if let delta { wanted.level += delta }
        if let muted { wanted.muted = muted }
        return wanted.clamped
    }

    /// Returns whether a volume that the sound server reports is another one.
    func isChanged(by report: Volume) -> Bool {
        abs(report.level - level) > Self.tolerance || report.muted != muted
    }
}
