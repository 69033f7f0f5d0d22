package import MediaTypes

/// A tag of an item that a client can set. The names are those of the control protocol.
package enum QueueTag: String, CaseIterable, Hashable, Sendable {
    case title, artist, album, albumArtist, trackNumber, discNumber, date, genre
}

extension QueueItem {
    /// Sets a tag of the item's own; an empty text removes it. A number that no track or disc can have removes it too.
    mutating func set(_ tag: QueueTag, to text: String) {
        switch tag {
        case .title: tags.own.title = QueueText.shown(text)
        case .artist: tags.own.artist = QueueText.shown(text)
        case .album: tags.own.album = QueueText.shown(text)
        case .trackNumber: ownTrackNumber = TagNumber(text).number
        case .albumArtist, .discNumber, .date, .genre:
            let old = ownTags.albumTags
            var new = AlbumTags(
                artist: tag == .albumArtist ? text : old.artist, date: tag == .date ? text : old.date,
                genre: tag == .genre ? text : old.genre,
                discNumber: tag == .discNumber ? TagNumber(text).number : old.discNumber, discTotal: old.discTotal,
                trackTotal: old.trackTotal)
            new.sheetGain = old.sheetGain
            tags.own.shared = new.shared
        }
    }
}

extension QueueItem {
    /// Makes items, still without ids, of files about which something is known already. Equal texts share their memory.
    package static func items(of files: [(uri: String, facts: MediaFacts)]) -> [QueueItem] {
        var pool = TextPool()
        return files.map { file in
            var item = QueueItem(id: 0, uri: file.uri)
            item.takeOwn(file.facts)
            item.take(duration: file.facts.duration, isEstimate: file.facts.durationIsEstimate)
            item.trimTags(sharing: &pool)
            return item
        }
    }
}

extension PlayQueue {
    /// Sets tags of an item; an empty text removes one.
    /// - Throws: `queue_item_not_found`, and `queue_item_not_editable` for a file, whose tags are those inside it.
    mutating func setTags(_ tags: [QueueTag: String], of id: Int64) throws(PlaybackError) {
        guard let index = index(of: id) else { throw PlaybackQueueLookup.notFound(id) }
        guard MediaAddress.isWeb(items[index].uri) else {
            throw PlaybackError(
                .queueItemNotEditable,
                "the tags of \(items[index].uri) come from the file: only addresses of the network can get other tags",
                uri: items[index].uri, item: id)
        }
        let (old, mark) = (items[index], mark)
        update(where: { $0.id == id }) { item in
            for (tag, text) in tags { item.set(tag, to: text) }
            return item != old
        }
        if items[index] != old { note(.tags(old), .changed, 1, since: mark) }
    }
}
