import MediaTypes

// Which items belong together.
extension PlayQueue {
    /// Whether an item and the one before or behind it are of one album, and the queue plays them as such.
    func isWithinAlbum(_ item: QueueItem) -> Bool {
        guard !modes.shuffles, modes.repeats != .one, let index = index(of: item.id) else { return false }
        return index > 0 && item.isOfOneAlbum(with: items[index - 1])
            || index + 1 < items.count && item.isOfOneAlbum(with: items[index + 1])
    }

    /// Whether `next` is what stands behind `item` on its album, and is played behind it for that reason.
    func continuesAlbum(_ item: QueueItem, with next: QueueItem) -> Bool {
        guard !modes.shuffles, let index = index(of: item.id), index + 1 < items.count else { return false }
        return items[index + 1].id == next.id && item.isOfOneAlbum(with: next)
    }
}

extension QueueItem {
    /// Whether two items say that they are of one album, or are parts of one file.
    ///
    /// The same title may be of two albums: folder or artist has to be the same too. Of an item whose tags nobody has read
    /// nothing is known but where it is: the same folder is the same album then.
    func isOfOneAlbum(with other: QueueItem) -> Bool {
        if let part = MediaRange.split(uri), part.file == MediaRange.split(other.uri)?.file { return true }
        guard let album else { return false }
        if let otherAlbum = other.album {
            return album == otherAlbum && (folder == other.folder || artist != nil && artist == other.artist)
        }
        return !other.wasRead && folder == other.folder
    }

    private var folder: Substring { uri.prefix(upTo: uri.lastIndex(of: "/") ?? uri.startIndex) }
}
