import MediaTypes
import SystemSupport

/// What the tags of a song say that it is. By this a song is known again whose file is gone, where a file has come that has other bytes:
/// other tags, another cover, or another format.
///
/// The hashes are kept in the user's database. If a later version folds texts in another way, those of this one match nothing.
struct SongIdentity: Hashable, Sendable {
    /// The hash of the recording's identifier at MusicBrainz and of that of its release, if there is one; `nil` without the former.
    let recording: Int64?
    /// The hash of title, artists and album, folded, and of the numbers of disc and track; `nil` unless the tags have the first three.
    let words: Int64?
    /// The duration; `nil` if unknown.
    let milliseconds: Int64?

    /// How far two durations of one recording are apart at most, in milliseconds: formats round them, and some fill up their last block.
    static let tolerance: Int64 = 1_000

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
        if texts.contains("") {
            words = nil
        } else {
            // A disc that is not stated is usually the only one, and programs that write tags add its number.
            words = Self.hash(texts, [TagNumber(tags[.disc]).number ?? 1, TagNumber(tags[.track]).number ?? 0])
        }
    }

    /// Whether the tags do not say what the song is.
    var isEmpty: Bool { recording == nil && words == nil }

    /// The length of an identifier of MusicBrainz, a UUID, in characters.
    private static let identifierLength = 36

    /// An identifier of MusicBrainz in lower case; `nil` if the text is none. Files have all kinds of words in these tags.
    private static func identifier(_ text: String?) -> String? {
        guard let text, text.utf8.count == identifierLength, text.allSatisfy({ $0.isHexDigit || $0 == "-" }) else { return nil }
        return text.lowercased()
    }

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
