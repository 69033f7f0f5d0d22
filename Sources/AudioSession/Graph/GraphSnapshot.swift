/// The sound system at one moment, as far as the session's decisions need it: a value, complete in itself, so that no decision
/// depends on the order in which the changes behind it were told.
package struct GraphSnapshot: Hashable, Sendable {
    /// Every sink that exists, oldest first.
    package var sinks: [GraphSink] = []
    /// Every device that exists, whether or not it has a sink now.
    package var devices: [GraphDevice] = []
    /// `uid` of the sink that the session manager has chosen as the default.
    package var defaultSink: String?
    /// `uid` of the sink that the user has chosen as the default, whether or not it exists now.
    package var configuredDefault: String?
    /// Our own stream; `nil` while there is none.
    package var stream: GraphStream?
    /// The streams of other programs that play to the sound system, oldest first.
    package var others: [OtherStream] = []
    /// Whether a session manager is there to link streams.
    package var hasSessionManager = false

    /// Makes an empty graph.
    package init() {}

    /// The sink of that uid.
    package func sink(_ uid: String) -> GraphSink? { sinks.first { $0.uid == uid } }
}

/// Our own stream, as the graph has it.
package struct GraphStream: Hashable, Sendable {
    /// The server's number for it: another one is another stream.
    package var serial: UInt64
    /// `uid` of every sink that its links reach, through filters too, in the order of the sinks.
    package var reaches: [String]
    /// Whether a link leads to something else that takes its sound and hands it on to no sink, such as a recorder.
    package var feedsOthers: Bool
    /// `uid` of the sink that somebody moved it to: our own wish or the desktop's mixer; `nil` where it follows the default.
    package var target: String?

    /// Makes a description.
    package init(serial: UInt64, reaches: [String] = [], feedsOthers: Bool = false, target: String? = nil) {
        self.serial = serial
        self.reaches = reaches
        self.feedsOthers = feedsOthers
        self.target = target
    }

    /// Whether anything takes its sound.
    var isLinked: Bool { feedsOthers || !reaches.isEmpty }
}

/// A stream of another program.
package struct OtherStream: Hashable, Sendable {
    /// The server's number for it, never used again while the server lives.
    package var serial: UInt64
    /// Its program's name, for people.
    package var name: String
    /// PipeWire's `media.role`; empty where it has none.
    package var role: String
    /// Whether it runs now: linked, active and in the graph's cycle.
    package var isRunning: Bool

    /// Makes a description.
    package init(serial: UInt64, name: String, role: String, isRunning: Bool) {
        self.serial = serial
        self.name = name
        self.role = role
        self.isRunning = isRunning
    }
}
