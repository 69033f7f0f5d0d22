package import AudioTypes

/// A sink, with the port of its device that it plays through now.
package struct GraphSink: Hashable, Sendable {
    /// The name that stays the same across restarts of everything: PipeWire's `node.name`.
    package var uid: String
    /// The server's number for the sink, never used again while the server lives. Another number means that the sink was made
    /// anew.
    package var serial: UInt64
    /// The name for people.
    package var name: String
    /// The kind of device that the sound comes out of: by the active port if the device has ports.
    package var type: OutputType
    /// The number of channels that it plays.
    package var channelCount: Int
    /// The positions of the channels; empty if they are not known.
    package var channelNames: [String] = []
    /// The device that the sink belongs to; `nil` for a sink that exists only in software.
    package var device: GraphDevice?
    /// Every port of the device that the sink can play through, in the order of the device.
    package var ports: [SinkPort] = []
    /// Whether something is plugged in, as far as the device can tell; `false` only if the device says that nothing is.
    package var isAvailable = true
    /// Whether it is a stand-in that nobody hears: the dummy sink of a system without sound cards.
    package var isDummy = false
    /// Whether it is an output beside the sound server's: volume and delay are set where it leads to, and the server neither announces
    /// nor records there.
    package var isIndependent = false
    /// The sink's own volume on the cubic scale of mixers, above 1 if a mixer amplifies; `nil` while unknown.
    package var level: Double?
    /// Whether the sink's own mute switch is on.
    package var isMuted = false

    /// Makes a description.
    package init(
        uid: String, serial: UInt64, name: String, type: OutputType, channelCount: Int, device: GraphDevice? = nil
    ) {
        self.uid = uid
        self.serial = serial
        self.name = name
        self.type = type
        self.channelCount = channelCount
        self.device = device
    }
}

extension GraphSink {
    /// The volume that clients get, 0…1. If a mixer amplifies beyond the end of the scale, clients get 1. `nil` while unknown.
    package var outputVolume: Double? { level.map { min(1, $0) } }
}

/// A card, or a Bluetooth device.
package struct GraphDevice: Hashable, Sendable {
    /// The name that stays the same across restarts: PipeWire's `device.name`.
    package var name: String
    /// The server's number for the device. Another number means that the device left and came back.
    package var serial: UInt64
    /// The name of the active profile; empty if there is none.
    package var profile = ""
    /// The name of the active port (PipeWire's route) that the sink plays through; empty if there is none.
    package var port = ""
    /// The names of the ports that report that nothing is plugged in.
    package var unavailablePorts: Set<String> = []
    /// The Bluetooth codec; empty if there is none.
    package var codec = ""
    /// The profiles that the device has, in its own order.
    package var profiles: [DeviceProfile] = []

    /// Makes a description.
    package init(name: String, serial: UInt64) {
        self.name = name
        self.serial = serial
    }
}
