import MediaTypes

// Items that name the same media.
extension PlayQueue {
    /// The ids of the duplicates: of all items that name the same media, all but one. The one that stays is the current item if
    /// it is among them, else the first.
    var duplicates: [Int64] {
        var seen = Set<String>(minimumCapacity: items.count)
        let current = current
        if let current { seen.insert(Self.name(current.uri)) }
        return items.filter { $0.id != current?.id && !seen.insert(Self.name($0.uri)).inserted }.map(\.id)
    }

    /// Returns the items of `new` whose media neither the queue names nor an earlier item of `new`.
    func unknown(of new: [QueueItem]) -> [QueueItem] {
        // A set of the new items, which are few as a rule: a set of the whole queue would take megabytes for one item.
        var unseen = Set(new.map { Self.name($0.uri) })
        for item in items where !unseen.isEmpty { unseen.remove(Self.name(item.uri)) }
        return new.filter { unseen.remove(Self.name($0.uri)) != nil }
    }

    /// Returns one name for all spellings of a local file: its path, if that can be written as text.
    private static func name(_ uri: String) -> String {
        guard uri.utf8.first != UInt8(ascii: "/"), MediaRange.split(uri) == nil, let location = try? MediaLocation(uri: uri),
            let path = String(validating: location.path, as: UTF8.self)
        else { return uri }
        return path
    }
}
