package import AudioTypes

/// A sink, with the port of its device that plays it now.
package struct GraphSink: Hashable, Sendable {
    /// Stays the same across restarts of everything: PipeWire's `node.name`.
    package var uid: String
    /// The server's number for it, never used again while the server lives: another one means that the sink was made anew.
    package var serial: UInt64
    /// For people.
    package var name: String
    /// What kind of thing the sound comes out of, by the active port where the device has ports.
    package var type: OutputType
    /// How many channels it plays.
    package var channelCount: Int
    /// The device it belongs to; `nil` for one that is only software.
    package var device: GraphDevice?
    /// Every port of the device that it can play through, in the order of the device.
    package var ports: [SinkPort] = []
    /// Whether something is plugged in, as far as the device can tell: `false` only where it says that nothing is.
    package var isAvailable = true
    /// Whether it is a stand-in that nobody hears: the dummy sink of a system without sound cards.
    package var isDummy = false
    /// The sink's own volume on the cubic scale of mixers, above 1 where one amplifies, and its mute switch; `nil` while unknown.
    package var level: Double?
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
    /// How loud clients are told that it is, 0…1: a mixer that amplifies, and goes past the end of the scale, is as loud as that.
    package var outputVolume: Double? { level.map { min(1, $0) } }
}

/// A card, or a Bluetooth device.
package struct GraphDevice: Hashable, Sendable {
    /// Stays the same across restarts: PipeWire's `device.name`.
    package var name: String
    /// The server's number for it; another one means that the device left and came back.
    package var serial: UInt64
    /// The name of its active profile; empty where it has none.
    package var profile = ""
    /// The name of the active port (PipeWire's route) that the sink plays through; empty where it has none.
    package var port = ""
    /// The names of its ports that say that nothing is plugged in.
    package var unavailablePorts: Set<String> = []
    /// The Bluetooth codec; empty where there is none.
    package var codec = ""

    /// Makes a description.
    package init(name: String, serial: UInt64) {
        self.name = name
        self.serial = serial
    }
}
