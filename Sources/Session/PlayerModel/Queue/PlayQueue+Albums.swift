import MediaTypes

// Which items belong to the same album.
extension PlayQueue {
    /// Returns whether `item` and the item before or behind it are of one album, and the queue plays them in that order: it
    /// neither shuffles songs nor repeats one item.
    func isWithinAlbum(_ item: QueueItem) -> Bool {
        guard !modes.shuffles || modes.shufflesAlbums, modes.repeats != .one, let index = index(of: item.id) else { return false }
        return index > 0 && item.isOfOneAlbum(with: items[index - 1])
            || index + 1 < items.count && item.isOfOneAlbum(with: items[index + 1])
    }

    /// Returns whether `next` follows `item` in the queue and on its album, and is played next for that reason. Where whole albums are
    /// shuffled, others may stand between the two.
    func continuesAlbum(_ item: QueueItem, with next: QueueItem) -> Bool {
        guard !modes.shuffles || modes.shufflesAlbums, let index = index(of: item.id) else { return false }
        let behind = items[(index + 1)...]
        return (modes.shuffles ? behind.contains { $0.id == next.id } : behind.first?.id == next.id)
            && item.isOfOneAlbum(with: next)
    }
}

extension QueueItem {
    /// Returns whether two items are of the same album according to their tags, or are parts of one file.
    ///
    /// Two albums may have the same title, so the folder, the artist or the artist of the album must be the same too. If nobody has read the tags of
    /// `other`, only its address is known: then the same folder counts as the same album.
    func isOfOneAlbum(with other: QueueItem) -> Bool {
        if let part = MediaRange.split(uri), part.file == MediaRange.split(other.uri)?.file { return true }
        let (own, others) = (ownTags, other.ownTags)
        guard let album = own.album else { return false }
        if let otherAlbum = others.album {
            let albumArtist = own.albumTags.artist
            return album == otherAlbum
                && (folder == other.folder || own.artist != nil && own.artist == others.artist
                    || albumArtist != nil && albumArtist == others.albumTags.artist)
        }
        return !other.wasRead && folder == other.folder
    }

    /// Whether two items go together for somebody who skips albums: they are of one album, whichever of them was read, or are files of one
    /// folder that nobody has read.
    func goesTogether(with other: QueueItem) -> Bool {
        if isOfOneAlbum(with: other) || other.isOfOneAlbum(with: self) { return true }
        let isUnknown = [self, other].allSatisfy { $0.isFile && !$0.wasRead && $0.ownTags.album == nil }
        return isUnknown && folder == other.folder
    }

    var folder: Substring { uri.prefix(upTo: uri.lastIndex(of: "/") ?? uri.startIndex) }
}
