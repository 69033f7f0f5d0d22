package import AudioTypes

/// A port that a sink can play through: a socket, or a built-in speaker.
package struct SinkPort: Hashable, Sendable {
    /// PipeWire's name for the port, unique on its device.
    package var name: String
    /// The title for people; empty if the device gives none.
    package var title: String
    /// The kind of device that the sound comes out of there.
    package var type: OutputType
    /// Whether something is plugged in, as far as the device can tell.
    package var isAvailable: Bool

    /// Makes a description.
    package init(name: String, title: String, type: OutputType, isAvailable: Bool) {
        self.name = name
        self.title = title
        self.type = type
        self.isAvailable = isAvailable
    }
}

extension GraphSink {
    /// Whether the ports are outputs of their own: the sink has several ports, and one of them is active.
    var hasPorts: Bool { ports.count > 1 && !(device?.port ?? "").isEmpty }

    /// Returns the sink as it is when it plays through `port`.
    func playing(through port: SinkPort) -> GraphSink {
        var sink = self
        sink.type = port.type
        sink.isAvailable = port.isAvailable
        sink.device?.port = port.name
        return sink
    }

    /// The outputs that clients can choose. If the sink has several ports: the sink through each port with something plugged
    /// in, and through the port that it plays through now. Otherwise the sink itself.
    var outputs: [GraphSink] {
        guard hasPorts else { return [self] }
        return ports.filter { $0.isAvailable || $0.name == device?.port }.map { playing(through: $0) }
    }

    /// The output that clients get. If the sink has several ports, the active port is part of its uid and name.
    package var output: OutputDevice {
        guard hasPorts, let port = device?.port else {
            return OutputDevice(uid: uid, name: name, type: type, channelCount: channelCount, channelNames: channelNames)
        }
        let title = ports.first { $0.name == port }?.title ?? ""
        return OutputDevice(
            uid: OutputChoice(sink: uid, port: port).uid, name: "\(name): \(title.isEmpty ? port : title)", type: type,
            channelCount: channelCount, channelNames: channelNames)
    }
}
