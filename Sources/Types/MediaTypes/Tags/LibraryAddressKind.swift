/// What the name of an address is the name of that stands for songs of the library: `album:Kind of Blue`, `genre:Jazz`.
package enum LibraryAddressKind: Hashable, Sendable {
    case album, year
    /// A tag whose values are names.
    case named(SongTag)

    /// All kinds.
    package static let all: [LibraryAddressKind] =
        [.album] + SongTag.named.filter { $0.definition.address != nil }.map(LibraryAddressKind.named) + [.year]

    /// The word in front of the colon.
    package var word: String {
        switch self {
        case .album: "album"
        case .year: "year"
        case .named(let tag): tag.definition.address ?? tag.definition.name
        }
    }

    /// Makes the kind of a word, whose case does not matter; `nil` if it is none.
    package init?(word: some StringProtocol) {
        let word = word.lowercased()
        guard let kind = Self.all.first(where: { $0.word == word }) else { return nil }
        self = kind
    }
}
