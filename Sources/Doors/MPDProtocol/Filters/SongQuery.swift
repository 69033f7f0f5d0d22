/// What `find`, `search` and `count` ask a library for: a condition, an order, a part. A value.
package struct SongQuery: Hashable, Sendable {
    /// By what songs are sorted.
    package enum Order: Hashable, Sendable {
        case tag(TagType)
        case lastModified
    }

    /// The condition; `nil` for all songs.
    package var filter: SongFilter?
    /// The order; `nil` for that of the library.
    package var order: Order?
    package var isDescending = false
    /// The part of the songs that is wanted.
    package var window = PositionRange.all

    /// Makes a query of the arguments, which end with `sort` and `window` if the client wants these.
    /// - Parameter isSearch: whether case does not matter, and whether a pair asks for a part of the text.
    package init(_ text: CommandText, isSearch: Bool) throws(MPDFailure) {
        var end = text.arguments.count
        // From the end on, because values may have the same names.
        if end >= 2, text.text(end - 2) == "window" {
            window = try text.range(end - 1)
            end -= 2
        }
        if end >= 2, text.text(end - 2) == "sort" {
            var name = text.text(end - 1)
            isDescending = name.hasPrefix("-")
            if isDescending { name.removeFirst() }
            if name.lowercased() == "last-modified" {
                order = .lastModified
            } else if let tag = TagType(name: name) {
                order = .tag(tag)
            } else {
                throw MPDFailure(.argument, "Unknown sort tag")
            }
            end -= 2
        }
        filter = try SongFilter((0..<end).map(text.text)[...], isSearch: isSearch)
    }

    /// Returns the songs that are wanted, of those for which the condition holds.
    package func select<Matched: MatchedSong>(_ songs: [Matched]) -> [Matched] {
        var songs = songs
        switch order {
        case nil: break
        case .lastModified:
            songs = Self.sorted(songs.map { ($0, $0.modified ?? 0) }, isDescending, <)
        case .tag(.track), .tag(.disc):
            let tag = order == .tag(.track) ? TagType.track : .disc
            songs = Self.sorted(songs.map { ($0, Self.number($0.firstValue(of: tag))) }, isDescending, <)
        case .tag(let tag):
            songs = Self.sorted(songs.map { ($0, $0.firstValue(of: tag)) }, isDescending) { $0.lexicographicallyPrecedes($1) }
        }
        let end = min(window.end, songs.count)
        return window.start < end ? Array(songs[window.start..<end]) : []
    }

    private static func sorted<Matched, Key>(
        _ keyed: [(Matched, Key)], _ isDescending: Bool, _ less: (Key, Key) -> Bool
    ) -> [Matched] {
        // The order of the library stays where keys are equal.
        keyed.enumerated().sorted { a, b in
            let (first, second) = isDescending ? (b.element.1, a.element.1) : (a.element.1, b.element.1)
            if less(first, second) { return true }
            return less(second, first) ? false : a.offset < b.offset
        }.map(\.element.0)
    }

    private static func number(_ text: [UInt8]) -> Int {
        Int(String(decoding: text.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }, as: UTF8.self)) ?? 0
    }
}

/// What `list` and `count` with `group` ask a library for: the values of a tag, within those of other tags. A value.
package struct GroupQuery: Hashable, Sendable {
    /// How many groups there may be. Clients send one to three.
    private static let groupLimit = 8

    /// The tags, the outermost first: a client names it last.
    package var groups: [TagType] = []
    /// The condition; `nil` for all songs.
    package var filter: SongFilter?

    /// Makes a query of the arguments from `first` on, which end with `group` and a tag as often as the client wants.
    package init(_ text: CommandText, from first: Int) throws(MPDFailure) {
        var end = text.arguments.count
        while end - first >= 2, text.text(end - 2) == "group" {
            guard let tag = TagType(name: text.text(end - 1)) else {
                throw MPDFailure(.argument, "Unknown tag type: \(text.text(end - 1))")
            }
            guard !groups.contains(tag) else { throw MPDFailure(.argument, "Conflicting group") }
            guard groups.count < Self.groupLimit else { throw MPDFailure(.argument, "Too many groups") }
            groups.append(tag)
            end -= 2
        }
        if end > first { filter = try SongFilter((first..<end).map(text.text)[...], isSearch: false) }
    }

    /// Makes the older form of `list album ARTIST`.
    package init(albumsOf artist: String) {
        filter = .matches(.tag(.artist), .equals, artist, foldsCase: false)
    }
}
