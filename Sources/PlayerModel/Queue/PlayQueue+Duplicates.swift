import MediaTypes

// Items that name the same media.
extension PlayQueue {
    /// The ids of all items that name what another names: of each such group all but one, which is the current item where that
    /// is among them, else the first.
    package var duplicates: [Int64] {
        var seen = Set<String>(minimumCapacity: items.count)
        let current = current
        if let current { seen.insert(Self.name(current.uri)) }
        return items.filter { $0.id != current?.id && !seen.insert(Self.name($0.uri)).inserted }.map(\.id)
    }

    /// Those of `new` that neither the queue names nor one before them.
    func unknown(of new: [QueueItem]) -> [QueueItem] {
        // Of the new ones, which are few as a rule: a set of the whole queue would take megabytes for one item.
        var unseen = Set(new.map { Self.name($0.uri) })
        for item in items where !unseen.isEmpty { unseen.remove(Self.name(item.uri)) }
        return new.filter { unseen.remove(Self.name($0.uri)) != nil }
    }

    /// One name for the ways to write a local file: its path, where that can be written as one.
    private static func name(_ uri: String) -> String {
        guard uri.utf8.first != UInt8(ascii: "/"), MediaRange.split(uri) == nil, let location = try? MediaLocation(uri: uri),
            let path = String(validating: location.path, as: UTF8.self)
        else { return uri }
        return path
    }
}
