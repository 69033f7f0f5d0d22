import MessageBus

/// `org.mpris.MediaPlayer2.TrackList`: the part of the queue around the current track.
enum TrackListInterface {
    static let name = "org.mpris.MediaPlayer2.TrackList"

    private static let metadata = BusValueType.dictionary(key: .string, value: .variant)

    /// Makes the interface, which reads `state` and hands calls to `hand`.
    static func make(_ state: PublishedState, _ hand: @escaping PlayerInterface.Hand) -> BusInterface {
        BusInterface(
            name, methods: methods(state, hand),
            properties: [
                .init("Tracks", .array(.objectPath), announced: .invalidation) { paths(state.player.tracks) },
                .init("CanEditTracks", .boolean, announced: .constant) { .boolean(true) },
            ],
            signals: [
                .init("TrackListReplaced", [.init("Tracks", .array(.objectPath)), .init("CurrentTrack", .objectPath)]),
                .init("TrackAdded", [.init("Metadata", metadata), .init("AfterTrack", .objectPath)]),
                .init("TrackRemoved", [.init("TrackId", .objectPath)]),
                .init("TrackMetadataChanged", [.init("TrackId", .objectPath), .init("Metadata", metadata)]),
            ])
    }

    private static func methods(_ state: PublishedState, _ hand: @escaping PlayerInterface.Hand) -> [BusInterface.Method] {
        func withTrack(_ name: String, _ call: @escaping (ObjectPath) -> PlayerCall) -> BusInterface.Method {
            .init(name, [.init("TrackId", .objectPath)]) { values, reply in
                if case .objectPath(let track) = values[0] { hand(call(track), reply) }
            }
        }
        return [
            .init(
                "GetTracksMetadata", [.init("TrackIds", .array(.objectPath))], returns: [.init("Metadata", .array(metadata))]
            ) { values, reply in
                guard case .array(_, let asked) = values[0] else { return }
                let known = Dictionary(state.player.tracks.map { (BusValue.objectPath($0.path), $0) }) { first, _ in first }
                var seen: Set<BusValue> = []
                let found = asked.filter { seen.insert($0).inserted }.compactMap { known[$0]?.metadata }
                reply.succeed([.array(of: metadata, found)])
            },
            .init(
                "AddTrack", [.init("Uri", .string), .init("AfterTrack", .objectPath), .init("SetAsCurrent", .boolean)]
            ) { values, reply in
                guard case .string(let uri) = values[0], case .objectPath(let place) = values[1],
                    case .boolean(let plays) = values[2]
                else { return }
                if let error = Address.error(uri) { return reply.fail(error) }
                hand(.add(uri, after: place, plays: plays), reply)
            },
            withTrack("RemoveTrack") { .remove($0) }, withTrack("GoTo") { .goTo($0) },
        ]
    }

    static func paths(_ tracks: [PublishedTrack]) -> BusValue { .array(of: .objectPath, tracks.map { .objectPath($0.path) }) }
}

/// A change of the list of tracks, as one of the interface's signals.
enum TrackListChange: Hashable {
    case replaced
    case added(PublishedTrack, after: Int64?)
    case removed(Int64)
    case described(PublishedTrack)

    /// Up to so many tracks that came or went are told one by one.
    private static let fewTracks = 8

    /// Returns the signals that lead from one list to another.
    static func between(_ old: [PublishedTrack], _ new: [PublishedTrack]) -> [TrackListChange] {
        if old == new { return [] }
        let (before, after) = (Set(old.map(\.id)), Set(new.map(\.id)))
        let (gone, come) = (old.filter { !after.contains($0.id) }, new.filter { !before.contains($0.id) })
        let stays = old.map(\.id).filter { after.contains($0) } == new.map(\.id).filter { before.contains($0) }
        guard stays, gone.count + come.count <= fewTracks else { return [.replaced] }
        var changes: [TrackListChange] = gone.map { .removed($0.id) }
        var last: Int64?
        let known = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
        for track in new {
            if let earlier = known[track.id] {
                if earlier != track { changes.append(.described(track)) }
            } else {
                changes.append(.added(track, after: last))
            }
            last = track.id
        }
        return changes
    }

    /// Whether other tracks are in the list than before, or in another order.
    var isAboutTheList: Bool { if case .described = self { false } else { true } }
}
