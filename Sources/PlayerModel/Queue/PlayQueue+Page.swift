// The queue in pieces: one reply with a hundred thousand items would be megabytes for every client that asks, read or not.
extension PlayQueue {
    /// The most items of a page.
    package static let pageLimit = 1_000
    /// About how many bytes of text a page may have. Its last item may exceed it, so that every page has one.
    private static let pageBytes = 256 << 10
    /// About what an item has beside its texts where it is written, in bytes.
    private static let itemBytes = 80

    /// The items from `offset` on, at most `count` of them and no more than fit on a page.
    package func page(from offset: Int, count: Int?) -> ArraySlice<QueueItem> {
        let rest = items.dropFirst(offset).prefix(min(count ?? Self.pageLimit, Self.pageLimit))
        var bytes = 0
        return rest.prefix { item in
            guard bytes <= Self.pageBytes else { return false }
            bytes += Self.itemBytes + item.uri.utf8.count
            for text in [item.title, item.artist, item.album] { bytes += text?.utf8.count ?? 0 }
            return true
        }
    }
}
