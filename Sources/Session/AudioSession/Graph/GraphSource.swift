package import AudioTypes

/// A source: an input of the sound system.
package struct GraphSource: Hashable, Sendable {
    /// What clients see of it.
    package var device: InputDevice
    /// The server's number for the source, never used again while the server lives.
    package var serial: UInt64
    /// The name of the device that the source belongs to, PipeWire's `device.name`; `nil` for a source that exists only in
    /// software.
    package var card: String?
    /// The source's own volume on the cubic scale of mixers, above 1 if a mixer amplifies; `nil` while unknown.
    package var level: Double?
    /// Whether the source's own mute switch is on.
    package var isMuted = false
    /// Whether the source takes out of its sound what the machine itself plays.
    package var cancelsEcho = false

    /// Makes a description.
    package init(_ device: InputDevice, serial: UInt64) {
        self.device = device
        self.serial = serial
    }
}

extension GraphSource {
    /// The volume that clients get, 0…1. If a mixer amplifies beyond the end of the scale, clients get 1. `nil` while unknown.
    package var inputVolume: Double? { level.map { min(1, $0) } }
}
