/// The reason of an interruption.
package enum InterruptionReason: Hashable, Sendable {
    case communication, alarm, emergency, corked, otherPlayer, systemSleep, routeDisconnected
    /// Words or a signal of Fermata's own, for which the music pauses.
    case announcement
    /// A reason in the client's own word.
    case client(String)

    /// Whether it concerns only what is heard on this machine: a call there disturbs nobody in another room.
    var concernsThisMachine: Bool {
        switch self {
        case .communication, .alarm, .emergency, .corked, .otherPlayer, .client: true
        // A machine that sleeps feeds no room. An announcement has rules of its own. A lost output is judged where it is lost.
        case .systemSleep, .announcement, .routeDisconnected: false
        }
    }

    /// Whether nobody wants to be recorded meanwhile.
    var pausesRecordings: Bool {
        switch self {
        case .communication, .alarm, .emergency, .systemSleep, .client: true
        case .corked, .otherPlayer, .routeDisconnected, .announcement: false
        }
    }

    /// Whether it pauses even a recording that somebody wants whatever else happens.
    var pausesAllRecordings: Bool { self == .systemSleep }

    /// The reason as clients get it.
    package var word: String {
        switch self {
        case .communication: "communication"
        case .alarm, .emergency: "alarm"
        case .corked: "corked"
        case .otherPlayer: "otherPlayer"
        case .systemSleep: "systemSleep"
        case .routeDisconnected: "routeDisconnected"
        case .announcement: "announcement"
        case .client(let word): word
        }
    }

    /// Whether the interruption outranks the user. If so, `play` fails until the interruption is over. When a person sends
    /// `play` during any other interruption, that one ends for us.
    var outranksUser: Bool {
        switch self {
        case .communication, .alarm, .emergency, .systemSleep: true
        // A person with a patchbay may have taken the links away, and then nobody gives them back.
        case .corked, .otherPlayer, .routeDisconnected, .announcement, .client: false
        }
    }
}

/// The source of an interruption. The interruption ends when its source goes away.
package enum InterruptionSource: Hashable, Sendable {
    /// A stream of another program, by the server's number for it.
    case stream(serial: UInt64)
    case sessionManager
    /// Another player, by its name on the session bus.
    case player(String)
    case system
    /// A client's connection, by its number, and the id of the interruption.
    case client(UInt64, id: Int64)
    case route
    case announcement
}

/// An interruption: something makes the session step back until it is over.
package struct Interruption: Hashable, Sendable {
    /// What an interruption does to playback.
    package enum Effect: Hashable, Sendable {
        case pauses
        /// Playback continues at a lower volume.
        case ducks
        /// The room of this machine is mute, and the other rooms play on.
        case mutesLocalRoom
    }

    /// The id of the interruption; never used twice.
    package let id: Int64
    package let reason: InterruptionReason
    /// What made the interruption, and ends it.
    package let source: InterruptionSource
    /// The name of the source, for people.
    package let sourceName: String
    /// What it does to what is heard on this machine.
    package let usualEffect: Effect
    /// What it does now: another thing while the sound goes to rooms.
    package internal(set) var effect: Effect

    /// Makes an interruption that does the same wherever the sound goes.
    package init(
        id: Int64, reason: InterruptionReason, source: InterruptionSource, sourceName: String, effect: Effect
    ) {
        self.id = id
        self.reason = reason
        self.source = source
        self.sourceName = sourceName
        usualEffect = effect
        self.effect = effect
    }

    /// Whether playback continues at a lower volume.
    package var ducks: Bool { effect == .ducks }
    /// Whether playback pauses.
    package var pauses: Bool { effect == .pauses }
}
