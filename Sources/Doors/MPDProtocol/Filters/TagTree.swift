/// How much a tree of values may still hold. One song with many values of each tag could fill the memory, and so can a library of which
/// every song has a branch of its own at each of many levels. A value.
package struct TreeAllowance: Hashable, Sendable {
    /// What a value takes besides its bytes: its array, its place in a dictionary, and the tree below it.
    private static let bytesOfNode = 160

    /// How many values may still be looked at.
    private var values: Int
    /// How many bytes the tree may still take, nearly.
    private var bytes: Int

    /// Makes an allowance of which nothing is used.
    package init(values: Int, bytes: Int) {
        self.values = values
        self.bytes = bytes
    }

    /// Whether all of it is used. The tree does not have everything then.
    package var isSpent: Bool { values <= 0 || bytes <= 0 }

    fileprivate mutating func take(node: Int) { bytes -= Self.bytesOfNode + node }

    fileprivate mutating func takeValue() { values -= 1 }
}

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
    /// empty text. With several values of several tags, they multiply.
    /// - Parameters:
    ///   - count: how many songs.
    ///   - milliseconds: how long they last together.
    ///   - allowance: once it is spent, the rest is left out.
    package mutating func add(
        _ song: some MatchedSong, count songCount: Int, milliseconds duration: Int, under tags: ArraySlice<TagType>,
        within allowance: inout TreeAllowance
    ) {
        guard let tag = tags.first else {
            allowance.takeValue()
            count += songCount
            milliseconds += duration
            return
        }
        func add(_ bytes: [UInt8]) {
            guard !allowance.isSpent else { return }
            let value = Value(bytes: bytes)
            if children[value] == nil { allowance.take(node: bytes.count) }
            children[value, default: TagTree()].add(
                song, count: songCount, milliseconds: duration, under: tags.dropFirst(), within: &allowance)
        }
        let hasAny = song.forEachText(of: .tag(tag)) { value in
            add(Array(value))
            return allowance.isSpent
        }
        if !hasAny { add([]) }
    }

    /// Adds one song.
    package mutating func add(
        _ song: some MatchedSong, under tags: ArraySlice<TagType>, within allowance: inout TreeAllowance
    ) {
        add(song, count: 1, milliseconds: song.milliseconds ?? 0, under: tags, within: &allowance)
    }

    /// Calls `body` with each value of the level `tags` has left, outermost first.
    /// - Parameter window: the part of the outermost values that is wanted.
    package func forEach(
        _ tags: ArraySlice<TagType>, within window: PositionRange = .all,
        _ body: (_ tag: TagType, _ value: [UInt8], _ tree: TagTree) -> Void
    ) {
        guard let tag = tags.first, window.start < children.count else { return }
        let sorted = children.sorted { $0.key < $1.key }
        for (value, tree) in sorted[window.start..<max(window.start, min(window.end, sorted.count))] {
            body(tag, value.bytes, tree)
            tree.forEach(tags.dropFirst(), within: .all, body)
        }
    }
}
