import MediaTypes
import Testing

@Suite("The table of tags")
struct TagDefinitionTests {
    private let definitions = SongTag.allCases.map(\.definition)

    @Test("has the byte in the database that each tag has for ever")
    func bytes() {
        // What a library has kept says these. A new tag stands behind them.
        let bytes = Dictionary(uniqueKeysWithValues: SongTag.allCases.map { ($0.definition.name, $0.rawValue) })
        let known: [String: UInt8] = [
            "title": 0x41, "artist": 0x42, "shownArtist": 0x43, "album": 0x44, "albumArtist": 0x45, "shownAlbumArtist": 0x46,
            "titleSort": 0x47, "track": 0x4C, "disc": 0x4D, "date": 0x4E, "genre": 0x50, "composer": 0x51, "performer": 0x53,
            "label": 0x55, "grouping": 0x5A, "recordingIdentifier": 0x5B, "albumArtistIdentifier": 0x61, "comment": 0x62,
        ]
        for (name, byte) in known { #expect(bytes[name] == byte, "\(name)") }
        // Each is a character of ASCII, and stands where its index says.
        #expect(SongTag.allCases.allSatisfy { $0.rawValue < 0x7F && SongTag.allCases[$0.index] == $0 })
    }

    @Test("has each name and each number once")
    func names() {
        for names in [definitions.map(\.name), definitions.map(\.fileName), definitions.flatMap(\.otherFileNames)] {
            #expect(Set(names).count == names.count)
        }
        let roles = definitions.compactMap(\.role)
        #expect(Set(roles).count == roles.count && roles.sorted() == Array(1...7))
        #expect(definitions.compactMap(\.address).allSatisfy { LibraryAddressKind(word: $0) != nil })
    }

    @Test("keeps the values once for an album whose names a library is browsed by")
    func shared() {
        for tag in SongTag.named { #expect(tag.isShared, "\(tag)") }
        for tag in SongTag.allCases { #expect(tag.isShared == tag.definition.isShared, "\(tag)") }
    }

    @Test("finds every name that files have for a tag", arguments: SongTag.allCases)
    func files(tag: SongTag) {
        #expect(TagVocabulary.name(of: tag.definition.fileName) == tag.definition.fileName)
        for name in tag.definition.otherFileNames { #expect(TagVocabulary.name(of: name) == tag.definition.fileName, "\(name)") }
    }

    @Test("is found by the names of the protocol, and by no other")
    func protocolNames() {
        for tag in SongTag.allCases { #expect(SongTag(name: tag.definition.name) == tag) }
        #expect(SongTag(name: "Title") == nil && SongTag(name: "") == nil)
    }
}
