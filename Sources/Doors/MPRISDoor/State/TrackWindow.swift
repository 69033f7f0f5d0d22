import PlayerModel

/// The part of the queue that is published as the list of tracks. The specification has the list for the tracks around the
/// current one: a queue of a hundred thousand items as one message would block every panel.
///
/// The part moves only when the current item comes near its edge, so that a change of the track is not a change of the list.
struct TrackWindow: Hashable {
    /// The most tracks in the list.
    static let size = 100
    /// How many tracks stand on each side of the current one at least, as far as the queue has them.
    static let margin = 10

    private var start = 0
    private var key: Key?
    /// The tracks in the list.
    private(set) var tracks: [PublishedTrack] = []
    /// What the tracks were made of, by the item's id, and each without what only the current item tells.
    private var made: [Int64: Made] = [:]

    private struct Made: Hashable {
        let item: QueueItem
        let track: PublishedTrack

        init(_ item: QueueItem) {
            self.item = item
            track = PublishedTrack(item, duration: item.duration)
        }
    }

    /// What the list depends on.
    private struct Key: Hashable {
        let revision: Int64
        let current: Int64?
    }

    /// Brings the list up to date. `current` is the newest that is known of the current item.
    mutating func update(_ queue: PlayQueue, current: PublishedTrack?) {
        let new = Key(revision: queue.revision, current: queue.currentID)
        if new != key { move(in: queue, isChanged: new.revision != key?.revision) }
        key = new
        // The revision stays when an item is opened and tells more of itself.
        guard let current, let place = tracks.firstIndex(where: { $0.id == current.id }) else { return }
        tracks[place] = current
    }

    private mutating func move(in queue: PlayQueue, isChanged: Bool) {
        let (old, index) = (start, queue.currentIndex ?? 0)
        let isNear = index < start + Self.margin || index >= start + Self.size - Self.margin
        if isNear { start = index - Self.size / 2 }
        start = min(max(0, start), max(0, queue.items.count - Self.size))
        guard isChanged || start != old else { return }
        // Most of them are as they were, and addresses may be long.
        let shown = queue.items[start...].prefix(Self.size).map { item in
            made[item.id].flatMap { $0.item == item ? $0 : nil } ?? Made(item)
        }
        tracks = shown.map(\.track)
        made = Dictionary(shown.map { ($0.item.id, $0) }) { first, _ in first }
    }
}
