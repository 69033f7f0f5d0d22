/// What `find`, `search` and `count` ask a library for: a condition, an order, a part. A value.
package struct SongQuery: Hashable, Sendable {
    /// By what songs are sorted.
    package enum Order: Hashable, Sendable {
        case tag(TagType)
        case lastModified
        /// Since when the library knows them.
        case added
        /// The priority in the queue.
        case priority
    }

    /// The condition; `nil` for all songs.
    package var filter: SongFilter?
    /// The order; `nil` for that of the library.
    package var order: Order?
    package var isDescending = false
    /// The part of the songs that is wanted.
    package var window = PositionRange.all

    /// Makes a query for the songs for which a condition holds, in the order of the library.
    package init(_ filter: SongFilter?) { self.filter = filter }

    /// Makes a query of the arguments, which end with `sort` and `window` if the client wants these.
    /// - Parameters:
    ///   - isSearch: whether case does not matter, and whether a pair asks for a part of the text.
    ///   - stripsMarks: whether marks over and under letters do not matter.
    ///   - isOfQueue: whether the songs are those of the queue, which have priorities.
    package init(
        _ text: CommandText, isSearch: Bool, stripsMarks: Bool = false, isOfQueue: Bool = false
    ) throws(MPDFailure) {
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
            let word = name.lowercased()
            if word == "last-modified" {
                order = .lastModified
            } else if word == "added" {
                order = .added
            } else if word == "prio", isOfQueue {
                order = .priority
            } else if let tag = TagType(name: name) {
                order = .tag(tag)
            } else {
                throw MPDFailure(.argument, "Unknown sort tag")
            }
            end -= 2
        }
        filter = try SongFilter((0..<end).map(text.text)[...], isSearch: isSearch, stripsMarks: stripsMarks)
    }

    /// Returns the songs that are wanted, of those for which the condition holds.
    package func select<Matched: MatchedSong>(_ songs: [Matched]) -> [Matched] {
        window.part(of: sorted(songs))
    }

    /// Returns songs in the order that is wanted.
    package func sorted<Matched: MatchedSong>(_ songs: [Matched]) -> [Matched] {
        order == nil ? songs : sorted(songs.map { ($0, key(of: $0)) })
    }

    /// What is compared of a song to sort it. A value.
    package struct Key: Hashable, Comparable, Sendable {
        let number: Double
        let text: [UInt8]

        package static func < (first: Key, second: Key) -> Bool {
            first.number == second.number
                ? first.text.lexicographicallyPrecedes(second.text) : first.number < second.number
        }
    }

    /// Returns what is compared of a song.
    package func key(of song: some MatchedSong) -> Key {
        switch order {
        case nil: Key(number: 0, text: [])
        // Whole seconds, as clients see them: songs that came together stay together.
        case .lastModified: Key(number: (song.modified ?? 0).rounded(.down), text: [])
        case .added: Key(number: (song.added ?? 0).rounded(.down), text: [])
        case .priority: Key(number: Double(song.priority), text: [])
        case .tag(.track), .tag(.disc):
            Key(number: Double(Self.number(song.firstValue(of: order == .tag(.track) ? .track : .disc))), text: [])
        case .tag(let tag): Key(number: 0, text: song.firstValue(of: tag))
        }
    }

    /// Returns things in the order of their keys. Where keys are equal, the order that they have stays.
    package func sorted<Keyed>(_ keyed: [(Keyed, Key)]) -> [Keyed] {
        keyed.enumerated().sorted { a, b in
            let (first, second) = isDescending ? (b.element.1, a.element.1) : (a.element.1, b.element.1)
            return first == second ? a.offset < b.offset : first < second
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
    /// The part of the outermost values that is wanted.
    package var window = PositionRange.all

    /// Makes a query of the arguments from `first` on, which end with `group` and a tag as often as the client wants.
    /// - Parameters:
    ///   - hasWindow: whether a part may be named behind them.
    ///   - isSearch: whether case does not matter, and whether a pair asks for a part of the text.
    ///   - stripsMarks: whether marks over and under letters do not matter.
    package init(
        _ text: CommandText, from first: Int, hasWindow: Bool = false, isSearch: Bool = false, stripsMarks: Bool = false
    ) throws(MPDFailure) {
        var end = text.arguments.count
        if hasWindow, end - first >= 2, text.text(end - 2) == "window" {
            window = try text.range(end - 1)
            end -= 2
        }
        while end - first >= 2, text.text(end - 2) == "group" {
            guard let tag = TagType(name: text.text(end - 1)) else {
                throw MPDFailure(.argument, "Unknown tag type: \(text.text(end - 1))")
            }
            guard !groups.contains(tag) else { throw MPDFailure(.argument, "Conflicting group") }
            guard groups.count < Self.groupLimit else { throw MPDFailure(.argument, "Too many groups") }
            groups.append(tag)
            end -= 2
        }
        if end > first {
            filter = try SongFilter((first..<end).map(text.text)[...], isSearch: isSearch, stripsMarks: stripsMarks)
        }
    }

    /// Makes the older form of `list album ARTIST`.
    package init(albumsOf artist: String) {
        filter = .matches(.tag(.artist), .equals, artist, [])
    }
}
