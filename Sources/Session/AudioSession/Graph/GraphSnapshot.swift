import AudioTypes

/// The state of the sound system at one moment, as far as the session's decisions need it. The value is complete in itself, so
/// no decision depends on the order in which the server reported changes.
package struct GraphSnapshot: Hashable, Sendable {
    /// Every sink that exists, oldest first.
    package var sinks: [GraphSink] = []
    /// Every input that exists, oldest first.
    package var sources: [GraphSource] = []
    /// Every device that exists, whether or not it has a sink now.
    package var devices: [GraphDevice] = []
    /// The `uid` of the sink that the session manager uses as the default.
    package var defaultSink: String?
    /// The `uid` of the sink that the user has chosen as the default, whether or not it exists now.
    package var configuredDefault: String?
    /// The `uid` of the source that the session manager uses as the default.
    package var defaultSource: String?
    /// The uid of the source that this daemon's canceller of echo makes, whether or not it is there.
    package var canceller = EchoCanceller.uid
    /// Our own stream; `nil` while there is none.
    package var stream: GraphStream?
    /// Our streams that play the same sound to further outputs.
    package var companions: [GraphStream] = []
    /// The playback streams of other programs, oldest first.
    package var others: [OtherStream] = []
    /// How the server may run the graph.
    package var clock = GraphClock()
    /// Whether there is a session manager to link streams.
    package var hasSessionManager = false
    /// Whether there is a sound server. Without one, a graph has an independent sink alone.
    package var hasSoundServer = true

    /// Makes an empty graph.
    package init() {}

    /// Returns the sink with this uid, or `nil` if there is none.
    package func sink(_ uid: String) -> GraphSink? { sinks.first { $0.uid == uid } }

    /// Returns whether any of our streams reaches the sink with this uid.
    func reaches(_ uid: String) -> Bool {
        stream?.reaches.contains(uid) == true || companions.contains { $0.reaches.contains(uid) }
    }

    /// Returns the source with this uid, or `nil` if there is none.
    package func source(_ uid: String) -> GraphSource? { sources.first { $0.device.uid == uid } }
}

/// Our own stream, as the graph shows it.
package struct GraphStream: Hashable, Sendable {
    /// The server's number for the stream. Another number means another stream.
    package var serial: UInt64
    /// The `uid` of every sink that the stream's links reach, through filters too, in the order of the sinks.
    package var reaches: [String]
    /// Whether a link leads to something that takes the sound but does not pass it on to a sink, such as a recorder.
    package var feedsOthers: Bool
    /// The `uid` of the sink that the stream was sent to, by us or in the desktop's mixer; `nil` if it follows the default.
    package var target: String?

    /// Makes a description.
    package init(serial: UInt64, reaches: [String] = [], feedsOthers: Bool = false, target: String? = nil) {
        self.serial = serial
        self.reaches = reaches
        self.feedsOthers = feedsOthers
        self.target = target
    }

    /// Whether anything takes the stream's sound.
    var isLinked: Bool { feedsOthers || !reaches.isEmpty }
}

/// A stream of another program.
package struct OtherStream: Hashable, Sendable {
    /// The server's number for the stream, never used again while the server lives.
    package var serial: UInt64
    /// The name of its program, for people.
    package var name: String
    /// PipeWire's `media.role`; empty if the stream has none.
    package var role: String
    /// Whether the stream runs now: linked, active and in the graph's cycle.
    package var isRunning: Bool

    /// Makes a description.
    package init(serial: UInt64, name: String, role: String, isRunning: Bool) {
        self.serial = serial
        self.name = name
        self.role = role
        self.isRunning = isRunning
    }
}

extension GraphSnapshot {
    /// The available output that comes first in the order of loudspeaker types; never a private one.
    var loudspeaker: GraphSink? {
        let preferred: [OutputType] = [.builtInSpeaker, .lineOut, .hdmi, .displayPort, .usbAudio, .unknown, .virtual]
        let outputs = sinks.flatMap(\.outputs)
        return preferred.lazy.compactMap { type in
            outputs.first { $0.type == type && $0.isAvailable && !$0.isDummy }
        }.first
    }
}
