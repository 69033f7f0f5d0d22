import AudioSession
import AudioTypes

/// A node: a sink, a stream, or something in between.
struct GraphNode: Hashable {
    let id: UInt32
    /// The server's number for the object, which is never used again.
    let serial: UInt64
    /// The properties; complete once the object has answered, because the registry reports only some.
    private(set) var properties: [String: String]
    /// Whether the node takes part in the graph's cycle.
    var isRunning = false
    /// The linear factor of each channel; empty while unknown.
    var volumes: [Float] = []
    var isMuted = false
    /// What it takes as it is; empty while unknown.
    var formats = SinkFormats()
    /// Whether the node has reported everything about itself.
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

    /// Whether a program can capture sound from it as from an input.
    var isSource: Bool { mediaClass.hasPrefix("Audio/Source") || mediaClass == "Audio/Duplex" }

    /// The link group, which the nodes of one filter share: sound that enters one of them leaves through another. `nil`
    /// for other nodes.
    var group: String? { properties["node.link-group"].flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether the node is a program's playback stream. The output end of a filter looks the same, but is none.
    var isPlayback: Bool { mediaClass == "Stream/Output/Audio" && group == nil }

    var client: UInt32? { properties["client.id"].flatMap { UInt32($0) } }

    var cardID: UInt32? { properties["device.id"].flatMap { UInt32($0) } }

    /// The part of its card that a sink or a source is; each one of a card with ports names one.
    var cardPart: Int { properties["card.profile.device"].flatMap { Int($0) } ?? -1 }
}

/// What a sink takes as it is, by the formats that it lists.
struct SinkFormats: Hashable {
    /// The rates of the samples that carry DSD64, 128, 256 and 512 over PCM, in hertz. Nobody asks for others.
    static let ratesOfDSD: Set<UInt32> = [
        176_400, 192_000, 352_800, 384_000, 705_600, 768_000, 1_411_200, 1_536_000,
    ]

    /// What it takes in bursts of IEC 61937.
    var burstCodecs: Set<PassthroughCodec> = []
    /// Those of ``ratesOfDSD`` at which it takes samples of 24 bits or more in two channels.
    var directRates: Set<UInt32> = []

    mutating func formUnion(_ other: SinkFormats) {
        burstCodecs.formUnion(other.burstCodecs)
        directRates.formUnion(other.directRates)
    }
}

/// A card, or a Bluetooth device: PipeWire's `Device`.
struct GraphCard: Hashable {
    let serial: UInt64
    private(set) var properties: [String: String]
    /// The name of the active profile, and its number; -1 while unknown.
    var profile = ""
    var profileIndex = -1
    /// The ports that it can play through, by index.
    var ports: [Int: GraphPort] = [:]
    /// The ports through which it can take sound in, by index.
    var inputPorts: [Int: GraphPort] = [:]
    /// The active ports, by the part of the card that plays through them (`card.profile.device`).
    var activePorts: [Int: GraphPort] = [:]
    /// The ports through which the parts of the card take sound in now, by the part.
    var activeInputs: [Int: GraphPort] = [:]
    /// The profiles by number.
    var profiles: [Int: DeviceProfile] = [:]
    var hasAnswered = false

    init(_ id: UInt32, _ properties: [String: String]) {
        serial = properties["object.serial"].flatMap { UInt64($0) } ?? UInt64(id)
        self.properties = properties
    }

    mutating func setProperties(_ properties: [String: String]) { self.properties = properties }

    /// Keeps what the card reports under a number, unless it reports more than any real card has.
    mutating func keep<Value>(_ value: Value, by number: Int, in list: WritableKeyPath<GraphCard, [Int: Value]>) {
        if self[keyPath: list].count < Self.mostEntries || self[keyPath: list][number] != nil {
            self[keyPath: list][number] = value
        }
    }

    /// The most ports, parts or profiles that are kept of a card. Real ones have a dozen ports, and a handful of profiles for each
    /// codec.
    static let mostEntries = 256

    /// Whether it is a Bluetooth device, of which the registry tells so at once.
    var isBluetooth: Bool { properties["device.api"] == "bluez5" }
}

/// A profile that a card has, with its number.
struct GraphProfile: Hashable {
    let index: Int
    let profile: DeviceProfile
}

/// A port of a card, a socket or a built-in speaker or microphone: PipeWire's `Route`.
struct GraphPort: Hashable {
    let index: Int
    /// The part of the card that plays, or takes sound in, through the port; -1 if the port is not active.
    let device: Int
    let name: String
    /// PipeWire's `port.type`, such as `headphones`; empty if the card does not report it.
    let type: String
    /// `false` only if the card reports that nothing is plugged in.
    var isAvailable: Bool
    /// The port's name for people; empty if the card does not report it.
    var title = ""
    /// The parts of the card that can use the port.
    var parts: Set<Int> = []
    /// The profiles, by number, in which the port can be used; empty for all.
    var profiles: Set<Int> = []
    /// Whether sound comes in through it.
    var isInput = false
}

/// A link between ports of two nodes.
struct GraphLink: Hashable {
    let output: UInt32
    let input: UInt32
    /// The server's id of the port that the sound comes from; `nil` if the server does not tell.
    var port: UInt32?
    /// Whether sound passes. Told only of links from our own nodes.
    var isActive = false
}
