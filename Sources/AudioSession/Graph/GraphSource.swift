package import AudioTypes

/// A source: an input of the sound system.
package struct GraphSource: Hashable, Sendable {
    /// What clients see of it.
    package var device: InputDevice
    /// The server's number for the source, never used again while the server lives.
    package var serial: UInt64
    /// The source's own volume on the cubic scale of mixers, above 1 if a mixer amplifies; `nil` while unknown.
    package var level: Double?
    /// Whether the source's own mute switch is on.
    package var isMuted = false

    /// Makes a description.
    package init(_ device: InputDevice, serial: UInt64) {
        self.device = device
        self.serial = serial
    }
}
