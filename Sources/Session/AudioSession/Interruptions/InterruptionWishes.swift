package import AudioTypes

/// What clients do not want to be interrupted by, each for as long as its connection lasts. A value.
package struct InterruptionWishes: Hashable, Sendable {
    private var kinds: [UInt64: Set<InterruptionKind>] = [:]

    /// Makes the value before any client has wished for anything.
    package init() {}

    /// What interrupts nobody now: what any of the clients has named.
    package var declined: Set<InterruptionKind> { kinds.values.reduce(into: []) { $0.formUnion($1) } }

    /// Replaces what the connection `client` has named.
    mutating func set(_ wished: Set<InterruptionKind>, of client: UInt64) { kinds[client] = wished.isEmpty ? nil : wished }

    /// Forgets what the connection `client` has named.
    mutating func clientLeft(_ client: UInt64) { kinds[client] = nil }

    /// Returns whether an interruption for `reason` stays away.
    func decline(_ reason: InterruptionReason) -> Bool { reason.kind.map(declined.contains) ?? false }
}

extension InterruptionReason {
    /// The kind that a client can keep away; `nil` for the reasons that nobody can.
    fileprivate var kind: InterruptionKind? {
        switch self {
        case .alarm, .emergency: .alarms
        case .communication: .calls
        case .otherPlayer: .players
        case .corked, .systemSleep, .routeDisconnected, .announcement, .client: nil
        }
    }
}
