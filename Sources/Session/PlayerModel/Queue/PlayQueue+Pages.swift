import MediaTypes

// The queue in pages: one reply with a hundred thousand items would be megabytes for every client that asks, even if the client
// does not read it.
extension PlayQueue {
    /// The largest number of items on a page.
    private static let pageLimit = 1_000
    /// The approximate limit for the text of a page, in bytes. The last item may exceed it, so that every page has an item.
    private static let pageBytes = 256 << 10
    /// The approximate size of an item in a reply without its texts, in bytes.
    private static let itemBytes = 80
    /// The approximate size of the names and numbers of album tags in a reply, in bytes.
    private static let albumTagsBytes = 110

    /// Returns the items from index `offset` on, at most `count` of them and no more than fit on a page.
    package func page(from offset: Int, count: Int?) -> ArraySlice<QueueItem> {
        let rest = items.dropFirst(offset).prefix(min(count ?? Self.pageLimit, Self.pageLimit))
        var bytes = 0
        return rest.prefix { item in
            guard bytes <= Self.pageBytes else { return false }
            bytes += Self.itemBytes + item.textBytes + (item.albumTags == AlbumTags() ? 0 : Self.albumTagsBytes)
            return true
        }
    }
}
