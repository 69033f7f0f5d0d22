import AudioTypes

/// What is known of the server's graph: a value, fed with what the registry tells, asked for what the owner wants to know.
struct GraphModel {
    /// A sink. Ids of the server are reused, so an object that comes anew replaces everything known of its id.
    struct Node {
        /// The server's number for the object that is never used again.
        let serial: String
        /// Complete once the object has been asked; the registry tells only some.
        var properties: [String: String]
        var isComplete = false
    }

    /// A link between the ports of two nodes.
    struct Link {
        let output: UInt32
        let input: UInt32
    }

    private(set) var sinks: [UInt32: Node] = [:]
    private var cards: [UInt32: [String: String]] = [:]
    private var links: [UInt32: Link] = [:]
    /// `node.name` of the default sink.
    private(set) var defaultSink: String?

    // MARK: What the registry tells

    mutating func addSink(_ id: UInt32, properties: [String: String]) {
        sinks[id] = Node(serial: properties["object.serial"] ?? String(id), properties: properties)
    }

    mutating func addCard(_ id: UInt32, properties: [String: String]) { cards[id] = properties }

    mutating func addLink(_ id: UInt32, _ link: Link) { links[id] = link }

    /// All properties of a sink or a card; whether that changed anything.
    mutating func complete(_ id: UInt32, properties: [String: String]) -> Bool {
        if let known = sinks[id] {
            if known.isComplete && known.properties == properties { return false }
            sinks[id]?.properties = properties
            sinks[id]?.isComplete = true
            return true
        }
        if let known = cards[id], known != properties {
            cards[id] = properties
            return true
        }
        return false
    }

    /// Forgets an object; whether it mattered.
    mutating func remove(_ id: UInt32) -> Bool {
        let wasSink = sinks.removeValue(forKey: id) != nil
        let wasCard = cards.removeValue(forKey: id) != nil
        let wasLink = links.removeValue(forKey: id) != nil
        return wasSink || wasCard || wasLink
    }

    /// Whether `name` is news.
    mutating func setDefaultSink(_ name: String?) -> Bool {
        if defaultSink == name { return false }
        defaultSink = name
        return true
    }

    // MARK: What the owner asks

    /// The sinks whose properties are known, oldest first.
    var devices: [OutputDevice] {
        sinks.sorted { (Int($0.value.serial) ?? 0) < (Int($1.value.serial) ?? 0) }
            .compactMap { $0.value.isComplete ? device($0.value) : nil }
    }

    /// `node.name` of the sink that a link from `node` reaches. A filter between the two would be followed from here: from
    /// the input node of a link that is no sink to the outputs of its link group.
    func target(of node: UInt32) -> String? {
        for (_, link) in links.sorted(by: { $0.key < $1.key }) where link.output == node {
            if let name = sinks[link.input]?.properties["node.name"] { return name }
        }
        return nil
    }

    /// `object.serial` of the sink with that `node.name`.
    func serial(ofSink name: String) -> String? {
        sinks.values.first { $0.properties["node.name"] == name }?.serial
    }

    private func device(_ node: Node) -> OutputDevice? {
        guard let uid = node.properties["node.name"] else { return nil }
        let card = node.properties["device.id"].flatMap { UInt32($0) }.flatMap { cards[$0] } ?? [:]
        let properties = card.merging(node.properties) { _, ofNode in ofNode }
        let named = [node.properties["node.description"], node.properties["node.nick"]].compactMap { $0 }
        return OutputDevice(
            uid: uid, name: named.first { !$0.isEmpty } ?? uid, type: OutputType(properties: properties),
            channelCount: Self.channelCount(node.properties))
    }

    /// `audio.channels`, else the number of positions named, as in `[ FL FR ]` or `FL,FR`; stereo where nothing is said.
    private static func channelCount(_ properties: [String: String]) -> Int {
        if let count = properties["audio.channels"].flatMap({ Int($0) }), count > 0 { return count }
        let names = (properties["audio.position"] ?? "").split { " ,[]".contains($0) }
        return names.isEmpty ? 2 : names.count
    }
}
