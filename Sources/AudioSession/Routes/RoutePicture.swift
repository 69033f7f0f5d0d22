import AudioTypes

/// Where the sound goes in one snapshot, with everything of that snapshot that tells why it would go elsewhere in another.
package struct RoutePicture: Hashable, Sendable {
    /// The sinks that get the sound, or would if there were a stream.
    var sinks: [GraphSink] = []
    /// Serials of all sinks there were.
    var existing: Set<UInt64> = []
    /// What the user had chosen as the default.
    var configuredDefault: String?
    /// Where our own stream had been sent to.
    var target: String?
    /// Where a client had sent it, whether or not that exists.
    var wish: String?

    /// Nothing anywhere.
    init() {}

    /// Reads a snapshot.
    /// - Parameters:
    ///   - wish: `uid` of the sink that a client chose, until the stream is known to be sent somewhere else.
    ///   - hasOutput: whether the category lets sound out at all.
    init(_ snapshot: GraphSnapshot, wish: String?, hasOutput: Bool) {
        existing = Set(snapshot.sinks.map(\.serial))
        configuredDefault = snapshot.configuredDefault
        target = snapshot.stream?.target ?? wish
        self.wish = wish
        guard hasOutput else { return }
        let linked = snapshot.sinks.filter { snapshot.stream?.reaches.contains($0.uid) ?? false }
        let wanted = target.flatMap { snapshot.sink($0) } ?? snapshot.defaultSink.flatMap { snapshot.sink($0) }
        sinks = (linked.isEmpty ? [wanted].compactMap { $0 } : linked).filter { !$0.isDummy }
        for index in sinks.indices {
            // How loud a sink is has no part in where the sound goes.
            sinks[index].level = nil
            sinks[index].isMuted = false
        }
    }

    /// As clients are told.
    package var route: Route { Route(outputs: sinks.map(\.output)) }

    /// Whether two pictures are of the same route: volumes, serials and names for people do not count.
    func isSameRoute(as other: RoutePicture) -> Bool { identities == other.identities }

    private var identities: [RouteIdentity] { sinks.map(RouteIdentity.init) }
}

/// What makes two routes the same one.
private struct RouteIdentity: Hashable {
    let uid: String
    let type: String
    let channelCount: Int
    let isAvailable: Bool
    let device: String
    let profile: String
    let port: String
    let codec: String

    init(_ sink: GraphSink) {
        uid = sink.uid
        type = sink.type.rawValue
        channelCount = sink.channelCount
        isAvailable = sink.isAvailable
        device = sink.device?.name ?? ""
        profile = sink.device?.profile ?? ""
        port = sink.device?.port ?? ""
        codec = sink.device?.codec ?? ""
    }
}
