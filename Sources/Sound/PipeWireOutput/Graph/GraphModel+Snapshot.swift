import AudioSession
import AudioTypes

/// The snapshot of the graph that the session gets.
extension GraphModel {
    /// Returns the whole graph; `nil` while a new object has not reported everything about itself.
    /// - Parameters:
    ///   - stream: the server's id of our stream's node.
    ///   - companions: those of our streams that play the same sound.
    func snapshot(stream: UInt32?, companions: [UInt32] = []) -> GraphSnapshot? {
        guard nodes.values.allSatisfy(\.hasAnswered), cards.values.allSatisfy(\.hasAnswered) else { return nil }
        var snapshot = GraphSnapshot()
        let ordered = nodes.values.sorted { $0.serial < $1.serial }
        snapshot.sinks = ordered.filter { $0.isSink && !$0.name.isEmpty }.map { graphSink($0) }
        snapshot.sources = ordered.filter { $0.isSource && !$0.name.isEmpty }.map { graphSource($0) }
        snapshot.defaultSource = metadata?.defaultSource
        snapshot.devices = cards.values.sorted { $0.serial < $1.serial }.map {
            graphDevice($0, port: $0.activePorts.min { $0.key < $1.key }?.value, $0.properties)
        }
        snapshot.defaultSink = metadata?.defaultSink
        snapshot.configuredDefault = metadata?.configuredDefault
        snapshot.clock = clock
        snapshot.hasSessionManager = metadata != nil
        snapshot.stream = stream.flatMap { nodes[$0] }.map { graphStream($0) }
        snapshot.companions = companions.compactMap { nodes[$0] }.map { graphStream($0) }
        snapshot.others = ordered.filter { isOther($0) }.map {
            OtherStream(
                serial: $0.serial, name: CleanText.of($0.properties["application.name"] ?? $0.name),
                role: $0.properties["media.role"] ?? "", isRunning: $0.isRunning)
        }
        return snapshot
    }

    private func graphStream(_ node: GraphNode) -> GraphStream {
        let reach = reach(of: node.id)
        return GraphStream(
            serial: node.serial, reaches: reach.sinks.map(\.name), feedsOthers: reach.hasOtherEnds, target: target(of: node))
    }

    /// Whether the node is another program's stream.
    func isOther(_ node: GraphNode) -> Bool { node.isPlayback && (node.client == nil || node.client != ownClient) }

    /// Whether a sink with a port is worn at the ears.
    func isAtEars(_ node: GraphNode, _ port: GraphPort?) -> Bool {
        let properties = (card(of: node)?.properties ?? [:]).merging(node.properties) { _, ofNode in ofNode }
        let formFactor = properties["device.form-factor"] ?? properties["device.form_factor"]
        return type(of: node, port, properties).isAtEars(formFactor: formFactor)
    }

    /// Describes a sink with its card and port.
    func graphSink(_ node: GraphNode) -> GraphSink {
        let card = card(of: node)
        let port = port(of: node)
        let properties = (card?.properties ?? [:]).merging(node.properties) { _, ofNode in ofNode }
        let names = [node.properties["node.description"], node.properties["node.nick"]].compactMap { $0 }
        var sink = GraphSink(
            uid: node.name, serial: node.serial, name: CleanText.of(names.first { !$0.isEmpty } ?? node.name),
            type: type(of: node, port, properties), channelCount: Self.channelCount(node.properties),
            device: card.map { graphDevice($0, port: port, properties) })
        sink.channelNames = Self.channelNames(node.properties)
        sink.isAvailable = port?.isAvailable ?? true
        sink.ports = ports(of: node).map {
            SinkPort(
                name: $0.name, title: CleanText.of($0.title), type: type(of: node, $0, properties),
                isAvailable: $0.index == port?.index ? sink.isAvailable : $0.isAvailable)
        }
        sink.isDummy = node.properties["wireplumber.is-fallback"] == "true" || node.name == "auto_null"
        sink.level = Volume(linear: node.volumes)?.level
        sink.isMuted = node.isMuted
        return sink
    }

    private func graphSource(_ node: GraphNode) -> GraphSource {
        let properties = (card(of: node)?.properties ?? [:]).merging(node.properties) { _, ofNode in ofNode }
        let names = [node.properties["node.description"], node.properties["node.nick"]].compactMap { $0 }
        let port = port(of: node)
        var source = GraphSource(
            InputDevice(
                uid: node.name, name: CleanText.of(names.first { !$0.isEmpty } ?? node.name),
                type: InputType(properties: properties, port: port),
                channelCount: Self.channelCount(node.properties), channelNames: Self.channelNames(node.properties)),
            serial: node.serial)
        source.port = port?.name ?? ""
        source.ports = ports(of: node).map {
            SourcePort(
                name: $0.name, title: CleanText.of($0.title), type: InputType(properties: properties, port: $0),
                isAvailable: $0.index == port?.index ? port?.isAvailable ?? true : $0.isAvailable)
        }
        source.card = card(of: node)?.properties["device.name"]
        source.level = Volume(linear: node.volumes)?.level
        source.isMuted = node.isMuted
        // PipeWire's module names the group of its nodes so.
        let groups = [node.properties["node.link-group"], node.properties["node.group"], node.name]
        source.cancelsEcho = groups.contains { $0?.hasPrefix("echo-cancel") ?? false }
        return source
    }

    /// Returns the type of a sink's port, or of a sink without ports. If a pattern of the owner matches a name that
    /// clients see, a type that is not private becomes headphones.
    private func type(of node: GraphNode, _ port: GraphPort?, _ properties: [String: String]) -> OutputType {
        let type = OutputType(properties: properties, port: port?.type ?? "")
        if type.isPrivate { return type }
        var names = port.map { [OutputChoice(sink: node.name, port: $0.name).uid, $0.title] } ?? []
        // A laptop's sink may be called "Speaker + Headphones", whichever port plays.
        if port == nil || type != .builtInSpeaker {
            names += [node.name] + [node.properties["node.description"], node.properties["node.nick"]].compactMap { $0 }
        }
        return privateOutputs.contains(names) ? .headphones : type
    }

    private func graphDevice(_ card: GraphCard, port: GraphPort?, _ properties: [String: String]) -> GraphDevice {
        var device = GraphDevice(name: card.properties["device.name"] ?? "", serial: card.serial)
        device.profile = card.profile
        device.port = port?.name ?? ""
        device.codec = properties["api.bluez5.codec"] ?? ""
        device.profiles = card.profiles.sorted { $0.key < $1.key }.map(\.value)
        let ports = Array(card.ports.values) + Array(card.activePorts.values)
        device.unavailablePorts = Set(ports.filter { !$0.isAvailable }.map(\.name))
        return device
    }

    /// Returns `node.name` of the existing sink to which somebody has moved a node: by the metadata, else by the node's
    /// own properties.
    func target(of node: GraphNode) -> String? {
        switch metadata?.target(ofNode: node.id) ?? node.properties["target.object"].map({ .object($0) }) {
        case .object(let text):
            nodes.values.first { $0.isSink && (String($0.serial) == text || $0.name == text) }?.name
        case .node(let id): nodes[id].flatMap { $0.isSink ? $0.name : nil }
        case .anywhere, nil: nil
        }
    }

    /// Returns `audio.channels`, or else the number of positions in `audio.position`, as in `[ FL FR ]` or `FL,FR`; 2 if
    /// neither is set. PipeWire's maximum of 64 is the upper bound.
    static func channelCount(_ properties: [String: String]) -> Int {
        let most = 64
        if let count = properties["audio.channels"].flatMap({ Int($0) }), count > 0 { return min(count, most) }
        let names = channelNames(properties)
        return names.isEmpty ? 2 : min(names.count, most)
    }

    /// Returns the positions of the channels, `audio.position`, as in `[ FL FR ]` or `FL,FR`; none if they are not told for each channel.
    static func channelNames(_ properties: [String: String]) -> [String] {
        let names = (properties["audio.position"] ?? "").split { " ,[]".contains($0) }.prefix(64).map { CleanText.of(String($0)) }
        let count = properties["audio.channels"].flatMap { Int($0) }
        return count == nil || count == names.count ? names : []
    }
}
