import MediaTypes
import TagReading
import Testing

@testable import MusicLibrary

@Suite("The identifiers that a file states")
struct SongIdentifiersTests {
    private static func identifier(_ number: Int) -> String { "3e8f3a2c-5d5f-4b7a-9a54-1f5a0a6d9c\(number + 10)" }

    @Test("are read as they stand, also several artists in one text, and what is none is left out")
    func read() {
        var tags = MusicTags()
        tags[.recordingIdentifier] = Self.identifier(1)
        tags[.releaseIdentifier] = "the one with the blue cover"
        tags[all: .artistIdentifier] = ["\(Self.identifier(2)); \(Self.identifier(3))/unknown", Self.identifier(4)]
        let found = SongIdentifiers(tags)
        #expect(found.recording == Self.identifier(1) && found.release == nil)
        #expect(found.artists == [2, 3, 4].map(Self.identifier))
    }

    @Test("are of twenty artists at most")
    func many() {
        var tags = MusicTags()
        tags[all: .artistIdentifier] = (0..<50).map(Self.identifier)
        #expect(SongIdentifiers(tags).artists == (0..<20).map(Self.identifier))
    }
}
