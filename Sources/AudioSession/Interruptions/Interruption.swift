/// Why the session has to step back.
package enum InterruptionReason: Hashable, Sendable {
    case communication, alarm, emergency, corked, otherPlayer, systemSleep, routeDisconnected
    /// A client's own word.
    case client(String)

    /// As clients are told.
    package var word: String {
        switch self {
        case .communication: "communication"
        case .alarm, .emergency: "alarm"
        case .corked: "corked"
        case .otherPlayer: "otherPlayer"
        case .systemSleep: "systemSleep"
        case .routeDisconnected: "routeDisconnected"
        case .client(let word): word
        }
    }

    /// Whether it outranks the user's wish to play on: that is refused until it is over. The others end for us then.
    var outranksUser: Bool {
        switch self {
        case .communication, .alarm, .emergency, .systemSleep: true
        // Who takes links away may be a person, with a patchbay, and then nobody gives them back.
        case .corked, .otherPlayer, .routeDisconnected, .client: false
        }
    }
}

/// What makes an interruption, and ends it by going away.
package enum InterruptionSource: Hashable, Sendable {
    /// Streams of one kind, however many there are.
    case stream(serial: UInt64)
    case sessionManager
    /// Another player, by its name on the bus.
    case player(String)
    case system
    /// A client's connection, by its number, and which of its interruptions.
    case client(UInt64, id: Int64)
    case route
}

/// Something that has the session step back, from its beginning to its end.
package struct Interruption: Hashable, Sendable {
    /// Tells it apart; never used twice.
    package let id: Int64
    package let reason: InterruptionReason
    package let source: InterruptionSource
    /// Who it is, for people.
    package let sourceName: String
    /// Whether it is enough to play softly.
    package let ducks: Bool
}
