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
