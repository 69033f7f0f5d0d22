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
    /// Every port of the device through which the source can take sound in, in the order of the device.
    package var ports: [SourcePort] = []
    /// The name of the active one; empty if there is none.
    package var port = ""
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

/// A port through which a source can take sound in: a socket, or a built-in microphone.
package struct SourcePort: Hashable, Sendable {
    /// PipeWire's name for the port, unique on its device.
    package var name: String
    /// The title for people; empty if the device gives none.
    package var title: String
    /// The kind of device that the sound comes from there.
    package var type: InputType
    /// Whether something is plugged in, as far as the device can tell.
    package var isAvailable: Bool

    /// Makes a description.
    package init(name: String, title: String, type: InputType, isAvailable: Bool) {
        self.name = name
        self.title = title
        self.type = type
        self.isAvailable = isAvailable
    }
}

extension GraphSource {
    /// Whether the ports are inputs of their own: the source has several ports, and one of them is active.
    private var hasPorts: Bool { ports.count > 1 && !port.isEmpty }

    /// The inputs that clients can choose. If the source has several ports: each with something plugged in, and the active one.
    /// Otherwise the source itself.
    package var inputs: [InputDevice] {
        guard hasPorts else { return [device] }
        return ports.filter { $0.isAvailable || $0.name == port }.map { input(through: $0) }
    }

    /// The input that clients get. If the source has several ports, the active one is part of its uid and name.
    package var input: InputDevice {
        guard hasPorts, let active = ports.first(where: { $0.name == port }) else { return device }
        return input(through: active)
    }

    private func input(through port: SourcePort) -> InputDevice {
        InputDevice(
            uid: PortChoice(node: device.uid, port: port.name).uid,
            name: "\(device.name): \(port.title.isEmpty ? port.name : port.title)", type: port.type,
            channelCount: device.channelCount, channelNames: device.channelNames)
    }

    /// The ports that the source has.
    var cardPorts: CardPorts { CardPorts(active: port, offered: Set(ports.lazy.filter(\.isAvailable).map(\.name))) }
}
