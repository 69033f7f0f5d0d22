import AudioSession
import AudioTypes

/// What is known of the server's graph: a value that takes in what the server reports, and answers the output's
/// questions.
///
/// The server reuses ids, so a new object replaces everything known of its id. `object.serial` tells an object from an
/// earlier one.
struct GraphModel: Hashable {
    private(set) var nodes: [UInt32: GraphNode] = [:]
    private(set) var cards: [UInt32: GraphCard] = [:]
    private(set) var links: [UInt32: GraphLink] = [:]
    /// The ports through which our own nodes give sound: the node of each.
    private(set) var ownPorts: [UInt32: UInt32] = [:]
    /// What the session manager's metadata says; `nil` while there is no metadata.
    private(set) var metadata: MetadataContent?
    /// How the server may run its graph.
    private(set) var clock = GraphClock()
    /// Whether the sinks that there are have told their formats; only if somebody wants to know them.
    private(set) var knowsFormats = false
    /// Decides which sinks count as headphones whatever their device says.
    var privateOutputs = HeadphonePatterns([])
    /// The server's id of our own connection.
    var ownClient: UInt32?

    // MARK: What the server tells

    mutating func addNode(_ id: UInt32, properties: [String: String]) { nodes[id] = GraphNode(id, properties) }

    mutating func addCard(_ id: UInt32, properties: [String: String]) { cards[id] = GraphCard(id, properties) }

    mutating func addLink(_ id: UInt32, _ link: GraphLink) { links[id] = link }

    mutating func setActive(_ isActive: Bool, link id: UInt32) { links[id]?.isActive = isActive }

    mutating func addOwnPort(_ id: UInt32, ofNode node: UInt32) { ownPorts[id] = node }

    mutating func setProperties(_ properties: [String: String], of id: UInt32) {
        nodes[id]?.setProperties(properties)
        cards[id]?.setProperties(properties)
    }

    mutating func setRunning(_ isRunning: Bool, node id: UInt32) { nodes[id]?.isRunning = isRunning }

    mutating func setVolumes(_ volumes: [Float], node id: UInt32) { nodes[id]?.volumes = volumes }

    mutating func setMuted(_ isMuted: Bool, node id: UInt32) { nodes[id]?.isMuted = isMuted }

    mutating func setFormats(_ formats: SinkFormats, node id: UInt32) { nodes[id]?.formats = formats }

    /// Notes whether the sinks have told their formats, and forgets the formats if nobody wants to know them.
    mutating func setKnowsFormats(_ knows: Bool) {
        knowsFormats = knows
        if !knows { for id in nodes.keys { nodes[id]?.formats = SinkFormats() } }
    }

    /// Takes in a port that the card has, active or not.
    mutating func setPort(_ port: GraphPort, card id: UInt32) {
        cards[id]?.keep(port, by: port.index, in: port.isInput ? \.inputPorts : \.ports)
    }

    /// Takes in the port that a part of the card uses now.
    mutating func setActivePort(_ port: GraphPort, card id: UInt32) {
        cards[id]?.keep(port, by: port.device, in: port.isInput ? \.activeInputs : \.activePorts)
    }

    /// Takes in a profile that the card has, active or not.
    mutating func setListedProfile(_ listed: GraphProfile, card id: UInt32) {
        cards[id]?.keep(listed.profile, by: listed.index, in: \.profiles)
    }

    /// Forgets the profiles of a card, which is about to list them anew.
    mutating func forgetListedProfiles(card id: UInt32) { cards[id]?.profiles = [:] }

    mutating func setProfile(_ name: String, index: Int = -1, card id: UInt32) {
        cards[id]?.profile = name
        cards[id]?.profileIndex = index
    }

    /// Notes that a new object has reported everything about itself.
    mutating func setAnswered(_ id: UInt32) {
        nodes[id]?.hasAnswered = true
        cards[id]?.hasAnswered = true
    }

    mutating func remove(_ id: UInt32) {
        nodes[id] = nil
        cards[id] = nil
        links[id] = nil
        ownPorts[id] = nil
        metadata?.forget(node: id)
    }

    /// Replaces what the session manager's metadata says: nothing at first, or `nil` when the metadata is gone.
    mutating func setMetadata(_ wishes: MetadataContent?) { metadata = wishes }

    /// Takes in a change of a subject's key. No key stands for all keys of the subject; no value means that they are
    /// removed.
    mutating func setMetadata(subject: UInt32, key: String?, value: String?) {
        metadata?.set(subject: subject, key: key, value: value)
    }

    /// Takes in a change of a key of the server's own settings.
    mutating func setSetting(_ key: String?, value: String?) { clock.set(key, value: value) }

    // MARK: What follows from it

    /// The sinks by id.
    var sinks: [UInt32: GraphNode] { nodes.filter { $0.value.isSink } }

    /// Returns the sink with that `node.name`.
    func sink(named name: String) -> GraphNode? { nodes.values.first { $0.isSink && $0.name == name } }

    /// Returns `node.name` of every node from which a link leads to the node `id`, in the order of the server.
    func sources(ofNode id: UInt32) -> [String] {
        Set(links.values.filter { $0.input == id }.map(\.output)).compactMap { nodes[$0] }
            .sorted { $0.serial < $1.serial }.map(\.name)
    }

    /// Returns the source with that `node.name`.
    func source(named name: String) -> GraphNode? { nodes.values.first { $0.isSource && $0.name == name } }

    /// Returns the id and the number of the profile `profile` of the card whose `device.name` is `card`.
    func profile(_ profile: String, ofCard card: String) -> (card: UInt32, index: Int)? {
        for (id, found) in cards where found.properties["device.name"] == card {
            if let index = found.profiles.first(where: { $0.value.name == profile })?.key { return (id, index) }
        }
        return nil
    }

    /// Returns the card that a node belongs to.
    func card(of node: GraphNode) -> GraphCard? { node.cardID.flatMap { cards[$0] } }

    /// Returns the port that a sink plays through now, or a source takes sound in through, with what is known of its availability.
    func port(of node: GraphNode) -> GraphPort? {
        guard let card = card(of: node),
            var port = node.isSink ? card.activePorts[node.cardPart] : card.activeInputs[node.cardPart]
        else { return nil }
        // Either place may report first that a jack is unplugged; the driver decides which.
        let listed = node.isSink ? card.ports[port.index] : card.inputPorts[port.index]
        if listed?.isAvailable == false { port.isAvailable = false }
        return port
    }

    /// Returns the ports that a sink or a source can use in its card's active profile, whether or not anything is plugged in.
    func ports(of node: GraphNode) -> [GraphPort] {
        guard let card = card(of: node) else { return [] }
        return (node.isSink ? card.ports : card.inputPorts).values.filter { port in
            port.parts.contains(node.cardPart) && (port.profiles.isEmpty || port.profiles.contains(card.profileIndex))
        }.sorted { $0.index < $1.index }
    }
}

/// What a sink can be given as it is.
extension GraphModel {
    /// Returns the sink that our stream belongs to: the one that it was moved to, or was chosen, or else the default one. The parameters are those
    /// of ``passthroughOffer(stream:named:uid:)``.
    func sink(ofStream stream: UInt32?, uid: String?) -> GraphNode? {
        let moved = stream.flatMap { nodes[$0] }.flatMap { target(of: $0) }
        return (moved ?? uid.flatMap { sink(named: $0)?.name } ?? metadata?.defaultSink).flatMap { sink(named: $0) }
    }

    /// Returns what our stream can be given to the sink that it belongs to: the one that was chosen, or else the default one. While
    /// another stream plays there or listens in, the session manager lets the sink get nothing but sound.
    /// - Parameters:
    ///   - stream: the server's id of our stream's node; `nil` while it has none.
    ///   - ownName: its `node.name`. A stream of that name that we have just ended may still be linked.
    ///   - uid: `node.name` of the chosen sink; `nil` if none is chosen.
    func passthroughOffer(stream: UInt32?, named ownName: String, uid: String?) -> PassthroughOffer {
        guard let sink = sink(ofStream: stream, uid: uid) else { return PassthroughOffer() }
        let name = sink.name
        let isShared = links.values.contains { link in
            if link.output == sink.id { return true }
            guard link.input == sink.id, let other = nodes[link.output] else { return false }
            return other.name != ownName || other.client != ownClient
        }
        guard !isShared else { return PassthroughOffer(sink: name) }
        // DSD over PCM is sound to the server, which changes it for a volume, for another rate of the graph or of the sink, and for
        // another number of channels.
        let isUnchanged = !sink.isMuted && sink.volumes.allSatisfy { $0 == 1 } && Self.channelCount(sink.properties) == 2
        let direct = isUnchanged ? Set(sink.formats.directRates.map(Int.init).filter { clock.grant($0) }) : []
        return PassthroughOffer(sink: name, codecs: sink.formats.burstCodecs, rates: direct)
    }
}
