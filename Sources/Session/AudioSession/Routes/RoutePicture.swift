import AudioTypes

/// A picture of the route in one snapshot: where the sound goes, and everything in the snapshot that can explain why it goes
/// elsewhere in a later one.
package struct RoutePicture: Hashable, Sendable {
    /// The sinks that get the sound, or would get it if there were a stream.
    var sinks: [GraphSink] = []
    /// The serials of all sinks in the snapshot.
    var existing: Set<UInt64> = []
    /// The `uid` of the default that the user had chosen.
    var configuredDefault: String?
    /// The `uid` of the sink that our stream had been sent to.
    var target: String?
    /// The `uid` of the sink that had been chosen through Fermata, whether or not it exists.
    var wish: String?

    /// Makes a picture without any sink.
    init() {}

    /// Makes the picture of a snapshot.
    /// - Parameters:
    ///   - wish: the `uid` of the sink that was chosen through Fermata; it counts until the stream is known to be sent
    ///     elsewhere.
    ///   - beside: the `uid`s of the sinks that were chosen beside it.
    ///   - hasOutput: whether the category has output.
    init(_ snapshot: GraphSnapshot, wish: String?, beside: [String] = [], hasOutput: Bool) {
        existing = Set(snapshot.sinks.map(\.serial))
        configuredDefault = snapshot.configuredDefault
        target = snapshot.stream?.target ?? wish
        self.wish = wish
        guard hasOutput else { return }
        let linked = snapshot.sinks.filter { snapshot.stream?.reaches.contains($0.uid) ?? false }
        let wanted = target.flatMap { snapshot.sink($0) } ?? snapshot.defaultSink.flatMap { snapshot.sink($0) }
        sinks = linked.isEmpty ? [wanted].compactMap { $0 } : linked
        let others = linked.isEmpty ? beside : snapshot.companions.flatMap(\.reaches)
        for sink in others.compactMap({ snapshot.sink($0) }) where !sinks.contains(where: { $0.uid == sink.uid }) {
            sinks.append(sink)
        }
        sinks.removeAll(where: \.isDummy)
        for index in sinks.indices {
            // The volume of a sink has no part in where the sound goes.
            sinks[index].level = nil
            sinks[index].isMuted = false
        }
    }

    /// The route as clients get it.
    package var route: Route { Route(outputs: sinks.map(\.output)) }

    /// Returns whether two pictures show the same route. Volumes, serials and names for people do not count.
    func isSameRoute(as other: RoutePicture) -> Bool { identities == other.identities }

    private var identities: [RouteIdentity] { sinks.map(RouteIdentity.init) }
}

/// The properties that make two routes the same.
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
