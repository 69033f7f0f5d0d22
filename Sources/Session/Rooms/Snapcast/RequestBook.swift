import NIOCore

/// The requests that wait for their answers, by their numbers.
struct RequestBook {
    struct Entry {
        let request: SnapcastRequest
        let since: NIODeadline
        let done: (RoomError?) -> Void
    }

    /// How many may wait: as many as it takes to take every room out of its group.
    static let most = 1_024

    private var entries: [Int64: Entry] = [:]
    private var latest: Int64 = 0

    var count: Int { entries.count }

    /// When the oldest was sent.
    var oldest: NIODeadline? { entries.values.map(\.since).min() }

    /// Whether such a request waits.
    func holds(_ request: SnapcastRequest) -> Bool { entries.values.contains { $0.request == request } }

    /// The volume that a room is to have by the newest request that waits.
    func volume(of room: String) -> (percent: Int, isMuted: Bool)? {
        let newest = entries.filter { entry in
            if case .setVolume(room, _, _) = entry.value.request { true } else { false }
        }.max { $0.key < $1.key }
        guard case .setVolume(_, let percent, let isMuted)? = newest?.value.request else { return nil }
        return (percent, isMuted)
    }

    /// Notes a request, and returns its number.
    mutating func add(_ request: SnapcastRequest, at now: NIODeadline, done: @escaping (RoomError?) -> Void) -> Int64 {
        latest += 1
        entries[latest] = Entry(request: request, since: now, done: done)
        return latest
    }

    /// Takes out the request of that number; `nil` if none waits.
    mutating func take(_ id: Int64) -> Entry? { entries.removeValue(forKey: id) }

    /// Takes out all, oldest first.
    mutating func takeAll() -> [Entry] {
        defer { entries = [:] }
        return entries.sorted { $0.key < $1.key }.map(\.value)
    }
}
