import AudioTypes

/// What a stream's volume may be at the sinks that it reaches. A value.
struct StreamVolumeLimit: Hashable {
    /// The greatest level of the stream, 0…1 on the cubic scale.
    var level = 1.0
    /// Whether the volume of the sink takes the place of that of the stream, which stays at ``level``.
    var isOfSink = false
    /// Whether the output has a ceiling, so that nothing may be given to it whose volume nobody can change here.
    var hasCeiling = false

    /// A sink that a stream reaches.
    struct Sink: Hashable {
        var name: String
        var port: String?
        /// The sink's own level; `nil` while it is unknown.
        var level: Double?
    }

    /// Any volume, in the stream.
    init() {}

    /// Makes the limit at `sinks`, all of which the stream reaches.
    /// - Parameter mayBeOfSink: whether the volume of the sink may take the place of that of the stream: not for a stream beside others.
    init(_ volumes: OutputVolumes, at sinks: [Sink], mayBeOfSink: Bool) {
        let rules = sinks.map { volumes.rule(sink: $0.name, port: $0.port) }
        let ceiling = rules.map(\.ceiling).min() ?? 1
        level = ceiling
        hasCeiling = ceiling < 1
        guard sinks.count == 1, rules[0].control == .sink, let sinkLevel = sinks[0].level else { return }
        // What of the ceiling the sink itself does not keep to.
        level = sinkLevel > ceiling ? ceiling / sinkLevel : 1
        isOfSink = mayBeOfSink
    }
}

/// How often a stream's volume is set back that somebody has set beyond what the output allows. Whoever sets it again at once each time gets
/// it back once a second.
struct SetBacks: Hashable {
    /// How many come at once within ``span``.
    static let most = 8
    /// Ten seconds, in nanoseconds.
    static let span: Int64 = 10_000_000_000
    /// How long each one waits after that, in nanoseconds.
    static let wait: Int64 = 1_000_000_000

    private var times: [Int64] = []
    /// Whether one waits.
    private var isWaiting = false

    init() {}

    /// Returns after how many nanoseconds the volume is set back that somebody sets now; `nil` if one waits already, which sets that back, too.
    mutating func delay(at now: Int64) -> Int64? {
        if isWaiting { return nil }
        times.removeAll { now - $0 >= Self.span }
        if times.count >= Self.most {
            isWaiting = true
            return Self.wait
        }
        times.append(now)
        return 0
    }

    /// Notes that none waits any more.
    mutating func waited() { isWaiting = false }
}
