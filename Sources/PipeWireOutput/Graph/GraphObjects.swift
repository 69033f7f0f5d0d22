/// A node: a sink, a stream, or something in between.
struct GraphNode: Hashable {
    let id: UInt32
    /// The server's number for the object that is never used again.
    let serial: UInt64
    /// Complete once the object has answered; the registry tells only some.
    private(set) var properties: [String: String]
    /// Whether it is in the graph's cycle.
    var isRunning = false
    /// The linear factor of each channel; empty while unknown.
    var volumes: [Float] = []
    var isMuted = false
    /// Whether it has told everything of itself.
    var hasAnswered = false

    init(_ id: UInt32, _ properties: [String: String]) {
        self.id = id
        serial = properties["object.serial"].flatMap { UInt64($0) } ?? UInt64(id)
        self.properties = properties
    }

    mutating func setProperties(_ properties: [String: String]) { self.properties = properties }

    var name: String { properties["node.name"] ?? "" }

    var mediaClass: String { properties["media.class"] ?? "" }

    var isSink: Bool { mediaClass == "Audio/Sink" || mediaClass == "Audio/Duplex" }

    /// What nodes of one filter have in common: what goes into one of them comes out of another. `nil` for other nodes.
    var group: String? { properties["node.link-group"].flatMap { $0.isEmpty ? nil : $0 } }

    /// A program's stream that plays; the end of a filter, which looks the same, is none.
    var isPlayback: Bool { mediaClass == "Stream/Output/Audio" && group == nil }

    var client: UInt32? { properties["client.id"].flatMap { UInt32($0) } }

    var cardID: UInt32? { properties["device.id"].flatMap { UInt32($0) } }

    /// Which part of its card a sink is; cards that have ports name one for each.
    var cardPart: Int { properties["card.profile.device"].flatMap { Int($0) } ?? -1 }
}

/// A card, or a Bluetooth device: PipeWire's `Device`.
struct GraphCard: Hashable {
    let serial: UInt64
    private(set) var properties: [String: String]
    /// The name of the active profile, and its number; -1 while unknown.
    var profile = ""
    var profileIndex = -1
    /// By index.
    var ports: [Int: GraphPort] = [:]
    /// By the part of the card that plays through it (`card.profile.device`).
    var activePorts: [Int: GraphPort] = [:]
    var hasAnswered = false

    init(_ id: UInt32, _ properties: [String: String]) {
        serial = properties["object.serial"].flatMap { UInt64($0) } ?? UInt64(id)
        self.properties = properties
    }

    mutating func setProperties(_ properties: [String: String]) { self.properties = properties }
}

/// A port of a card, a socket or a built-in speaker: PipeWire's `Route` in the direction of output.
struct GraphPort: Hashable {
    let index: Int
    /// The part of the card that plays through it; -1 for one that is not active.
    let device: Int
    let name: String
    /// PipeWire's `port.type`, such as `headphones`; empty where the card does not say.
    let type: String
    /// `false` only where the card says that nothing is plugged in.
    var isAvailable: Bool
    /// For people; empty where the card does not say.
    var title = ""
    /// The parts of the card that can play through it.
    var parts: Set<Int> = []
    /// The profiles, by number, in which they can; empty for all.
    var profiles: Set<Int> = []
}

/// A link between ports of two nodes.
struct GraphLink: Hashable {
    let output: UInt32
    let input: UInt32
}
