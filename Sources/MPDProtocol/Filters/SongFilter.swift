/// A condition for songs. A value.
package indirect enum SongFilter: Hashable, Sendable {
    /// What of a song is compared.
    package enum Subject: Hashable, Sendable {
        case tag(TagType)
        /// Any of the tags.
        case any
        /// The address.
        case file
    }

    /// How a text of a song is compared.
    package enum Comparison: Hashable, Sendable {
        case equals, contains, startsWith
    }

    /// A text of the song compares with the value. `foldsCase`: small and capital letters count as the same.
    case matches(Subject, Comparison, String, foldsCase: Bool)
    /// The address of the song begins with this directory.
    case below(String)
    /// The file has changed since a time, in seconds since 1970.
    case modifiedSince(Double)
    case not(SongFilter)
    case all([SongFilter])

    /// Returns whether the condition holds for `song`.
    package func holds(for song: Song) -> Bool {
        switch self {
        case .matches(let subject, let comparison, let value, let foldsCase):
            let texts = Self.texts(subject, of: song)
            // An empty value asks for songs that do not have the tag.
            if value.isEmpty, comparison == .equals, case .tag = subject, texts.isEmpty { return true }
            let wanted = foldsCase ? value.lowercased() : value
            return texts.contains { Self.compare(foldsCase ? $0.lowercased() : $0, comparison, wanted) }
        case .below(let directory):
            let folder = directory.hasSuffix("/") || directory.isEmpty ? directory : directory + "/"
            return song.file == directory || song.file.utf8.starts(with: folder.utf8)
        case .modifiedSince(let time): return song.modified.map { $0 >= time } ?? false
        case .not(let filter): return !filter.holds(for: song)
        case .all(let filters): return filters.allSatisfy { $0.holds(for: song) }
        }
    }

    private static func texts(_ subject: Subject, of song: Song) -> [String] {
        switch subject {
        case .tag(let type): song.values(of: type)
        case .any: song.tags.map(\.value)
        case .file: [song.file]
        }
    }

    /// Compares bytes: for strings of Swift, an accented letter equals a letter with an accent behind it, and is not within one.
    private static func compare(_ text: String, _ comparison: Comparison, _ value: String) -> Bool {
        switch comparison {
        case .equals: text.utf8.elementsEqual(value.utf8)
        case .contains: value.isEmpty || text.utf8.firstRange(of: value.utf8) != nil
        case .startsWith: text.utf8.starts(with: value.utf8)
        }
    }
}
