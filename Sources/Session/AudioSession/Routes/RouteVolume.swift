/// The volume of an input or an output, as clients and mixers see it.
package struct RouteVolume: Hashable, Sendable {
    /// The level on the cubic scale of mixers, 0…1.
    package var level: Double
    /// Whether the mute switch is on.
    package var isMuted: Bool

    /// Makes a volume.
    package init(level: Double, isMuted: Bool) {
        self.level = level
        self.isMuted = isMuted
    }

    /// Whether both are the same within the rounding of the sound system.
    package func isNear(_ other: RouteVolume) -> Bool { abs(level - other.level) < 1e-3 && isMuted == other.isMuted }
}
