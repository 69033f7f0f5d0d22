package import TextPatterns

/// A condition for songs. A value.
package indirect enum SongFilter: Hashable, Sendable {
    /// The part of a song that is compared.
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

    /// A text of the song compares with the value.
    case matches(Subject, Comparison, String, TextFolding)
    /// A regular expression matches a part of a text of the song.
    case fits(Subject, TextPattern)
    /// The sound of the song has one of the formats of a mask.
    case hasFormat(SoundFormat)
    /// The address of the song begins with this directory.
    case below(String)
    /// The file has changed since a time, in seconds since 1970.
    case modifiedSince(Double)
    /// The library knows the song since a time, in seconds since 1970, or a later one.
    case addedSince(Double)
    /// The song has at least this priority in the queue.
    case hasPriority(UInt8)
    case not(SongFilter)
    case all([SongFilter])

    /// Returns whether the condition holds for `song`. For many songs, make a ``SongMatcher`` once. A text for which a regular expression
    /// takes more than 50,000 steps does not match.
    package func holds(for song: some MatchedSong) -> Bool {
        let limits = ComparisonEffort.Limits(steps: 50_000, nanoseconds: 1, bytes: .max)
        return SongMatcher(self).holds(for: song, ComparisonEffort(limits) { 0 })
    }

    /// The directory below which all songs are for which the condition holds, as far as the condition says it at its top; `nil` if not.
    package var base: String? {
        switch self {
        case .below(let directory): directory
        case .all(let filters): filters.lazy.compactMap(\.base).first
        case .matches, .fits, .hasFormat, .modifiedSince, .addedSince, .hasPriority, .not: nil
        }
    }

    /// Whether a regular expression is part of the condition.
    package var hasPattern: Bool {
        switch self {
        case .fits: true
        case .not(let filter): filter.hasPattern
        case .all(let filters): filters.contains(where: \.hasPattern)
        case .matches, .hasFormat, .below, .modifiedSince, .addedSince, .hasPriority: false
        }
    }
}
