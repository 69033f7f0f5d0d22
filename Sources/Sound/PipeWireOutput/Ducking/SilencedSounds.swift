/// Decides which streams of other programs are silenced because they are sounds of the system. A value.
///
/// A stream is silenced behind its volume. That ends by itself when anybody sets the volume, as the session manager does with a new
/// stream before it lets it run. So a stream is silenced again when its volume is another one, and when it begins to run.
struct SilencedSounds: Hashable {
    enum Action: Hashable {
        case silence(serial: UInt64)
        /// Lets the stream be heard, by setting the volume that it has.
        case restore(serial: UInt64)
    }

    /// What a stream was like when it was last silenced.
    private struct Seen: Hashable {
        let volumes: [Float]
        let isRunning: Bool
    }

    private var isSilent = false
    private var seen: [UInt64: Seen] = [:]

    /// The roles of such streams, in lower case. What clients of PulseAudio call `event` is `Notification` here.
    private static let roles: Set<String> = ["event", "notification"]

    mutating func setSilent(_ isSilent: Bool) { self.isSilent = isSilent }

    /// Takes in all streams of other programs that exist now, and returns what to do with them.
    mutating func look(at streams: [(stream: DuckStream, role: String)]) -> [Action] {
        let sounds = streams.filter { Self.roles.contains($0.role.lowercased()) }.map(\.stream).sorted { $0.serial < $1.serial }
        seen = seen.filter { serial, _ in sounds.contains { $0.serial == serial } }
        var actions: [Action] = []
        for stream in sounds {
            let now = Seen(volumes: stream.volumes, isRunning: stream.isRunning)
            if isSilent {
                if seen[stream.serial] != now { actions.append(.silence(serial: stream.serial)) }
                seen[stream.serial] = now
            } else if seen[stream.serial] != nil, !stream.volumes.isEmpty {
                actions.append(.restore(serial: stream.serial))
                seen[stream.serial] = nil
            }
        }
        return actions
    }

    /// Notes that every stream has gone with the server.
    mutating func serverLost() { seen = [:] }
}
