/// Values of tags within values of other tags, each once, in the order of their bytes. A value.
package struct TagTree: Hashable, Sendable {
    /// A value, by its bytes, because two strings of Swift may be equal although they have different bytes.
    private struct Value: Hashable, Comparable {
        let bytes: [UInt8]

        /// All bytes at once: an array hashes one after the other, which takes most of the time of a long list.
        func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }

        static func < (first: Value, second: Value) -> Bool { first.bytes.lexicographicallyPrecedes(second.bytes) }
    }

    private var children: [Value: TagTree] = [:]
    /// How many songs there are, and how long all of them last.
    package private(set) var count = 0
    package private(set) var milliseconds = 0

    /// Makes an empty tree.
    package init() {}

    /// Adds a song, or several with the same values, under its values of `tags`, the outermost first. A song without a tag stands under an
    /// empty text. Returns how many values were looked at: with several values of several tags, they multiply.
    /// - Parameters:
    ///   - count: how many songs.
    ///   - milliseconds: how long they last together.
    ///   - limit: after how many values the rest is left out: one song with many values of each tag could fill the memory.
    @discardableResult
    package mutating func add(
        _ song: some MatchedSong, count songCount: Int, milliseconds duration: Int, under tags: ArraySlice<TagType>,
        upTo limit: Int = .max
    ) -> Int {
        guard let tag = tags.first else {
            count += songCount
            milliseconds += duration
            return 1
        }
        var looked = 0
        func add(_ bytes: [UInt8]) {
            looked += children[Value(bytes: bytes), default: TagTree()].add(
                song, count: songCount, milliseconds: duration, under: tags.dropFirst(), upTo: limit - looked)
        }
        let hasAny = song.forEachText(of: .tag(tag)) { value in
            if looked < limit { add(Array(value)) }
            return looked >= limit
        }
        if !hasAny, limit > 0 { add([]) }
        return looked
    }

    /// Adds one song.
    @discardableResult
    package mutating func add(_ song: some MatchedSong, under tags: ArraySlice<TagType>, upTo limit: Int = .max) -> Int {
        add(song, count: 1, milliseconds: song.milliseconds ?? 0, under: tags, upTo: limit)
    }

    /// Calls `body` with each value of the level `tags` has left, outermost first.
    package func forEach(_ tags: ArraySlice<TagType>, _ body: (_ tag: TagType, _ value: [UInt8], _ tree: TagTree) -> Void) {
        guard let tag = tags.first else { return }
        for (value, tree) in children.sorted(by: { $0.key < $1.key }) {
            body(tag, value.bytes, tree)
            tree.forEach(tags.dropFirst(), body)
        }
    }
}
