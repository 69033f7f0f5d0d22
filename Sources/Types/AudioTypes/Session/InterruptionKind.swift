/// The kinds of interruptions that a client can keep away while it is connected.
package enum InterruptionKind: String, CaseIterable, Hashable, Sendable {
    /// Streams with the role of an alarm or an emergency.
    case alarms
    /// Streams of calls.
    case calls
    /// Other players.
    case players
}
