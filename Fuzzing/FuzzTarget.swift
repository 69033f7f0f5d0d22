/// Something that takes bytes from outside, by the name that `scripts/fuzz` calls it.
struct FuzzTarget {
    let name: String
    /// The most bytes that are tried.
    let lengthLimit: Int
    /// Takes one invented input. A trap, a broken promise (`precondition`), a report of the sanitizer, too much memory or too
    /// much time is a finding.
    let feed: @Sendable (UnsafeRawBufferPointer) -> Void

    /// All there are.
    static let all = [
        framing, websockets, heads, control, mpd, filters, equalizers, impulses, service, player, events, state, ducked,
        configuration, tags,
        pictures,
        playlists, edits, rules, migration,
        addresses, shown, hosts, http, hls, segments, mp4, fragments, ogg, ends, wavpack, repair, notes, strangers, names, orders,
        packets,
        players,
        bus, graph, pods, rooms, library, coded, flac, unread, repeated, texts, spelt, terminals,
    ]

    init(_ name: String, atMost lengthLimit: Int, feed: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) {
        self.name = name
        self.lengthLimit = lengthLimit
        self.feed = feed
    }
}
