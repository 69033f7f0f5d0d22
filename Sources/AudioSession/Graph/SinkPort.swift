package import AudioTypes

/// A port that a sink can play through: a socket, or a speaker that is built in.
package struct SinkPort: Hashable, Sendable {
    /// PipeWire's name for it, unique on its device.
    package var name: String
    /// For people; empty where the device does not say.
    package var title: String
    /// What kind of thing the sound comes out of there.
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
    /// Whether its ports are outputs of their own: where there are several.
    var hasPorts: Bool { ports.count > 1 && !(device?.port ?? "").isEmpty }

    /// The sink as it is when it plays through that port.
    func playing(through port: SinkPort) -> GraphSink {
        var sink = self
        sink.type = port.type
        sink.isAvailable = port.isAvailable
        sink.device?.port = port.name
        return sink
    }

    /// What can be chosen of it: itself or, where it has several ports, itself through each at which something is plugged in, and
    /// through the one that it plays through now.
    var outputs: [GraphSink] {
        guard hasPorts else { return [self] }
        return ports.filter { $0.isAvailable || $0.name == device?.port }.map { playing(through: $0) }
    }

    /// What clients are told of it. Where it has several ports, the one that it plays through is part of what it is.
    package var output: OutputDevice {
        guard hasPorts, let port = device?.port else {
            return OutputDevice(uid: uid, name: name, type: type, channelCount: channelCount)
        }
        let title = ports.first { $0.name == port }?.title ?? ""
        return OutputDevice(
            uid: OutputChoice(sink: uid, port: port).uid, name: "\(name): \(title.isEmpty ? port : title)", type: type,
            channelCount: channelCount)
    }
}
