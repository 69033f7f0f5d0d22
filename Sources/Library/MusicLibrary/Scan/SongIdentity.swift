import MediaTypes
import SystemSupport

/// What the tags of a song say that it is. By this a song is known again whose file is gone, where a file has come that has other bytes:
/// other tags, another cover, or another format.
///
/// The hashes are kept in the user's database. If a later version folds texts in another way, those of this one match nothing.
struct SongIdentity: Hashable, Sendable {
    /// The hash of the recording's identifier at MusicBrainz and of that of its release, if there is one; `nil` without the former.
    let recording: Int64?
    /// The hash of title, artists and album, folded, and of the numbers of disc and track; `nil` unless the tags have the first three and
    /// the number of the track. Without that one, the date counts if it has a day: episodes often have all else in common.
    let words: Int64?
    /// The duration; `nil` if unknown.
    let milliseconds: Int64?

    /// How far two durations of one recording are apart at most, in milliseconds: formats round them, and some fill up their last block.
    static let tolerance: Int64 = 1_000
    /// The same where the identifiers of recording and release are equal: releases differ in the silence at the ends. What is further apart
    /// has an identifier that was copied from another song.
    static let recordingTolerance: Int64 = 10_000

    /// By what two songs are compared, the surest first.
    enum Means: CaseIterable {
        case recording, words
    }

    /// Takes the tags of a song as the library keeps them.
    init(_ tags: SongTags, milliseconds: Int64?) {
        self.milliseconds = milliseconds
        recording = Self.identifier(tags[.recordingIdentifier]).map { recording in
            Self.hash([recording, Self.identifier(tags[.releaseIdentifier]) ?? ""], [])
        }
        let texts = [tags[.title], tags.shownArtist, tags[.album]].map { $0.map(SearchText.searchForm) ?? "" }
        // A disc that is not stated is usually the only one, and programs that write tags add its number.
        let disc = TagNumber(tags[.disc]).number ?? 1
        if texts.contains("") {
            words = nil
        } else if let track = TagNumber(tags[.track]).number {
            words = Self.hash(texts, [disc, track])
        } else {
            words = Self.day(tags[.date]).map { Self.hash(texts + [$0], [disc]) }
        }
    }

    /// Whether the tags do not say what the song is.
    var isEmpty: Bool { recording == nil && words == nil }

    /// How many digits stand between the dashes of an identifier of MusicBrainz, a UUID.
    private static let identifierParts = [8, 4, 4, 4, 12]

    /// An identifier of MusicBrainz in lower case; `nil` if the text is none. Files have all kinds of words in these tags, and zeros.
    static func identifier(_ text: String?) -> String? {
        guard let text else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == identifierParts, parts.allSatisfy({ $0.allSatisfy(isHexadecimal) }),
            parts.contains(where: { part in part.contains { $0 != UInt8(ascii: "0") } })
        else { return nil }
        return text.lowercased()
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit }

    /// A date, with all that is stated, that has a year, a month and a day: `2003-05-12` and what may follow; `nil` if it has not.
    private static func day(_ date: String?) -> String? {
        guard let date else { return nil }
        let parts = date.utf8.prefix(10).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy(isDigit) }) else { return nil }
        return date
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func hash(_ texts: [String], _ numbers: [UInt16]) -> Int64 {
        var checksum = Checksum()
        for text in texts {
            let bytes = Array(text.utf8)
            // The length first: where one text ends and the next begins counts.
            checksum.combine(UInt64(bytes.count))
            checksum.combine(bytes.span)
        }
        for number in numbers { checksum.combine(UInt64(number)) }
        return Int64(bitPattern: checksum.value)
    }
}
