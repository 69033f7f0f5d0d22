package import TextPatterns

/// What a condition, an order and a list of values look at in a song. Texts are bytes in UTF-8: a list may look at those of a whole library.
package protocol MatchedSong {
    /// Calls `body` with each text until it returns `true`. If the song lacks a tag, the tag that stands in for it counts.
    /// - Returns: whether there was any text.
    func forEachText(of subject: SongFilter.Subject, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool
    /// The last change of the file, in seconds since 1970; `nil` if unknown.
    var modified: Double? { get }
    /// Since when the library knows the song, in seconds since 1970; `nil` if it does not.
    var added: Double? { get }
    /// The priority in the queue; 0 for none.
    var priority: UInt8 { get }
    /// The duration in milliseconds; `nil` if unknown.
    var milliseconds: Int? { get }
    /// The format of the sound, as it is shown; `nil` if unknown.
    var soundFormat: SoundFormat? { get }
}

extension MatchedSong {
    /// The first value of a tag; empty if the song does not have it.
    func firstValue(of type: TagType) -> [UInt8] {
        var value: [UInt8] = []
        _ = forEachText(of: .tag(type)) {
            value = Array($0)
            return true
        }
        return value
    }
}

extension Song: MatchedSong {
    package func forEachText(of subject: SongFilter.Subject, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        let texts =
            switch subject {
            case .tag(let type): values(of: type)
            case .any: tags.filter { !$0.type.isIdentifier }.map(\.value)
            case .file: [file]
            }
        for var text in texts where text.withUTF8(body) { break }
        return !texts.isEmpty
    }

    package var milliseconds: Int? { duration.map(Decimals.wholeMilliseconds) }

    package var priority: UInt8 { place?.priority ?? 0 }

    package var soundFormat: SoundFormat? { format.flatMap { try? SoundFormat($0, isMask: false) } }
}

/// A condition that is ready to be compared with many songs. A value.
package indirect enum SongMatcher: Sendable {
    case matches(SongFilter.Subject, TextMatcher)
    case fits(SongFilter.Subject, TextPattern)
    case hasFormat(SoundFormat)
    case below(TextMatcher, directory: TextMatcher)
    case modifiedSince(Double)
    case addedSince(Double)
    case hasPriority(UInt8)
    case not(SongMatcher)
    case all([SongMatcher])

    /// Prepares a condition.
    package init(_ filter: SongFilter) {
        switch filter {
        case .matches(let subject, let comparison, let value, let folding):
            self = .matches(subject, TextMatcher(comparison, value, folding))
        case .fits(let subject, let pattern): self = .fits(subject, pattern)
        case .hasFormat(let format): self = .hasFormat(format)
        case .below(let directory):
            let folder = directory.hasSuffix("/") || directory.isEmpty ? directory : directory + "/"
            self = .below(
                TextMatcher(.startsWith, folder, []), directory: TextMatcher(.equals, directory, []))
        case .modifiedSince(let time): self = .modifiedSince(time)
        case .addedSince(let time): self = .addedSince(time)
        case .hasPriority(let priority): self = .hasPriority(priority)
        case .not(let filter): self = .not(SongMatcher(filter))
        case .all(let filters): self = .all(filters.map(SongMatcher.init))
        }
    }

    /// Returns whether the condition holds for `song`. If the effort is spent, the answer means nothing.
    /// - Parameter effort: what comparisons may cost for all songs of a question together.
    package func holds(for song: some MatchedSong, _ effort: ComparisonEffort) -> Bool {
        switch self {
        case .matches(let subject, let matcher):
            return Self.holds(subject, of: song, isForNoText: matcher.isForNoText) { matcher.holds(for: $0, effort) }
        case .fits(let subject, let pattern):
            return Self.holds(subject, of: song, isForNoText: pattern.source.isEmpty) { effort.finds(pattern, in: $0) }
        case .hasFormat(let format): return effort.allows(0) && song.soundFormat.map(format.includes) ?? false
        case .below(let below, let directory):
            var holds = false
            _ = song.forEachText(of: .file) { text in
                holds = below.holds(for: text, effort) || directory.holds(for: text, effort)
                return true
            }
            return holds
        case .modifiedSince(let time): return effort.allows(0) && song.modified.map { $0 >= time } ?? false
        case .addedSince(let time): return effort.allows(0) && song.added.map { $0 >= time } ?? false
        case .hasPriority(let priority): return effort.allows(0) && song.priority >= priority
        case .not(let matcher): return !matcher.holds(for: song, effort)
        case .all(let matchers): return matchers.allSatisfy { $0.holds(for: song, effort) }
        }
    }

    /// Returns whether `matches` holds for one of the texts.
    /// - Parameter isForNoText: whether a missing tag is what is asked for.
    private static func holds(
        _ subject: SongFilter.Subject, of song: some MatchedSong, isForNoText: Bool,
        _ matches: (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        var holds = false
        let hasAny = song.forEachText(of: subject) { text in
            holds = matches(text)
            return holds
        }
        if !hasAny, isForNoText, case .tag = subject { return true }
        return holds
    }
}

/// Compares texts with a value. It compares bytes: for strings of Swift, an accented letter equals a letter with an accent behind it, and
/// is not within one. A value.
package struct TextMatcher: Hashable, Sendable {
    private let comparison: SongFilter.Comparison
    /// In the form that texts are compared in.
    private let value: [UInt8]
    private let folding: TextFolding

    /// Prepares a value.
    package init(_ comparison: SongFilter.Comparison, _ value: String, _ folding: TextFolding) {
        self.comparison = comparison
        self.value = Array(folding.form(of: value).utf8)
        self.folding = folding
    }

    /// Whether a missing text is what is asked for: an empty value asks for songs that do not have the tag, however it is compared.
    var isForNoText: Bool { value.isEmpty }

    /// How many times as long it takes to bring a text that is not ASCII into the form that is compared.
    private static let foldingFactor = 16

    /// Returns whether a text compares with the value. If the effort is spent, the answer means nothing.
    package func holds(for text: UnsafeBufferPointer<UInt8>, _ effort: ComparisonEffort) -> Bool {
        guard effort.allows(text.count) else { return false }
        guard !folding.isEmpty else { return holds(for: text) }
        guard text.contains(where: { $0 >= 0x80 }) else {
            guard folding.contains(.letterCase) else { return holds(for: text) }
            // The small letters of ASCII are the letters plus a bit; those of other texts may have other lengths.
            return text.count >= value.count
                && withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { small in
                    for index in text.indices {
                        let byte = text[index]
                        small[index] = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
                    }
                    return holds(for: UnsafeBufferPointer(small))
                }
        }
        guard effort.allows(text.count * (Self.foldingFactor - 1)) else { return false }
        var form = folding.form(of: String(decoding: text, as: UTF8.self))
        return form.withUTF8 { holds(for: $0) }
    }

    private func holds(for text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count >= value.count else { return false }
        switch comparison {
        case .equals: return text.count == value.count && text.elementsEqual(value)
        case .startsWith: return text.starts(with: value)
        case .contains: return value.withUnsafeBufferPointer { TextSearch.contains($0, in: text) }
        }
    }
}
