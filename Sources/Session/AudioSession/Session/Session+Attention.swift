/// The signs that somebody gives commands, and waits to hear what they do.
struct Attention: Hashable, Sendable {
    /// The clients that have given a command and are still connected.
    private(set) var clients: Set<UInt64> = []
    /// The time of the latest sign, in nanoseconds; `nil` if there was none yet.
    private var latest: Int64?

    /// How long after the last sign a further command is likely, in nanoseconds: ten seconds. A person who looks for a passage or sets
    /// the volume gives several commands.
    static let duration: Int64 = 10_000_000_000

    /// Notes a command of `client`. 0 stands for a door without connections, such as media keys.
    mutating func noteCommand(of client: UInt64, at now: Int64) {
        latest = now
        if client != 0 { clients.insert(client) }
    }

    /// Notes that something happened that a person may react to.
    mutating func noteChange(at now: Int64) { latest = now }

    mutating func clientLeft(_ client: UInt64, at now: Int64) {
        if clients.remove(client) != nil { latest = now }
    }

    /// The time at which nobody is likely to give a command any more; `nil` as long as somebody is connected who may.
    var end: Int64? { clients.isEmpty ? (latest ?? 0) + Self.duration : nil }
}

// How long the cycles of the graph may be.
extension Session {
    /// Whether `client` counts as somebody who gives commands, until it leaves.
    package func expectsCommands(of client: UInt64) -> Bool { attention.clients.contains(client) }

    /// The time at which play becomes steady, if nothing happens before.
    var attentionDeadline: Int64? { player.isPlaying && !given.isSteady ? attention.end : nil }

    /// Has the output take long cycles in steady play: each one costs wake-ups of the daemon, the sound server and the device.
    /// Before anybody is likely to give a command they become short again, since a command is heard at the end of a cycle.
    mutating func judgeAttention() {
        let isSteady = player.isPlaying && attention.end.map { $0 <= now } ?? false
        if isSteady == given.isSteady { return }
        given.isSteady = isSteady
        decide(.setSteady(isSteady))
    }
}
