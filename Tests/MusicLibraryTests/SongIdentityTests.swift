import MediaTypes
import TagReading
import Testing

@testable import MusicLibrary

@Suite("What the tags of a song say that it is")
struct SongIdentityTests {
    private static let recording = "8f3471b5-7e6a-48da-86a9-c1c07a0f47ae"
    private static let release = "1b022e01-4da6-387b-8658-8678046e4cef"

    private func tags(_ change: (inout MusicTags) -> Void = { _ in }) -> MusicTags {
        var tags = MusicTags()
        (tags[.title], tags[.shownArtist]) = ("Café Noir", "Ana feat. Örjan")
        (tags[all: .artist], tags[.album]) = (["Ana feat. Örjan"], "Evenings")
        (tags[.track], tags[.recordingIdentifier], tags[.releaseIdentifier]) = ("3", Self.recording, Self.release)
        change(&tags)
        return tags
    }

    private func identity(_ change: (inout MusicTags) -> Void = { _ in }) -> SongIdentity {
        SongIdentity(SongTags(tags(change)), milliseconds: 1_000)
    }

    @Test("is the same whatever the case, the accents, the total of tracks, an only disc and a list of artists")
    func same() {
        let other = identity {
            ($0[.title], $0[.album], $0[.track], $0[.disc]) = ("CAFE NOIR", "evenings", "03/12", "1/1")
            ($0[.shownArtist], $0[all: .artist]) = ("Ana Feat. Orjan", ["Ana", "Orjan"])
            ($0[.recordingIdentifier], $0[.releaseIdentifier]) = (Self.recording.uppercased(), Self.release.uppercased())
            ($0[all: .genre], $0[.comment], $0[.date]) = (["Jazz"], "bought", "1999")
        }
        #expect(other == identity())
        #expect(!other.isEmpty)
    }

    @Test("has other words with any other text or number, and with the same letters in another tag")
    func otherWords() {
        let changes: [(inout MusicTags) -> Void] = [
            { _ in }, { $0[.title] = "Café" }, { $0[.album] = "Mornings" }, { $0[.track] = "4" }, { $0[.disc] = "2" },
            { ($0[.track], $0[.date]) = (nil, "1999-05-12") }, { ($0[.track], $0[.date]) = ("A1", "1999-05-13") },
            { ($0[.track], $0[.date]) = (nil, "1999-05-13T18:00") },
            { ($0[.shownArtist], $0[all: .artist]) = ("Ana", ["Ana"]) }, { ($0[.title], $0[.album]) = ("Evenings", "Café Noir") },
            { ($0[.shownArtist], $0[all: .artist], $0[.album]) = ("Ana feat. ÖrjanE", ["Ana feat. ÖrjanE"], "venings") },
        ]
        #expect(Set(changes.map { identity($0).words }).count == changes.count)
        #expect(Set(changes.map { identity($0).recording }).count == 1)
    }

    @Test("has no words unless there are a title, an artist and an album")
    func missingWords() {
        #expect(identity { $0[.title] = nil }.words == nil)
        #expect(identity { ($0[.shownArtist], $0[all: .artist]) = (nil, []) }.words == nil)
        #expect(identity { $0[.album] = nil }.words == nil)
        #expect(SongIdentity(SongTags(MusicTags()), milliseconds: 1_000).isEmpty)
    }

    @Test("has words without the number of a track only by a date that has a day")
    func episodes() {
        for date in [nil, "", "1999", "1999-05", "1999-5-12", "12-05-1999", "May 12, 1999", "1999-May-12"] {
            #expect(identity { ($0[.track], $0[.date]) = (nil, date) }.words == nil, "\(date ?? "none")")
        }
        let day = identity { ($0[.track], $0[.date]) = (nil, "1999-05-12") }
        #expect(day.words != nil && day == identity { ($0[.track], $0[.date], $0[all: .genre]) = (nil, "1999-05-12", ["News"]) })
        #expect(identity { $0[.date] = "1999-05-12" }.words == identity().words, "with a number, the date does not count")
    }

    @Test("has a recording by its identifier and that of the release, and none where the former is no identifier")
    func recordings() {
        #expect(identity().recording != nil)
        #expect(identity { $0[.releaseIdentifier] = nil }.recording != identity().recording)
        #expect(identity { $0[.releaseIdentifier] = Self.recording }.recording != identity().recording)
        #expect(identity { $0[.releaseIdentifier] = "none" }.recording == identity { $0[.releaseIdentifier] = nil }.recording)
        let placeholders: [String?] = [
            String(repeating: "-", count: 36), "00000000-0000-0000-0000-000000000000",
            String(repeating: "a", count: 36), "8f3471b5-7e6a48da-86a9-c1c0-7a0f47ae",
        ]
        for text in [nil, "", "unknown", String(Self.recording.dropLast()), String(repeating: "x", count: 36)] + placeholders {
            #expect(identity { $0[.recordingIdentifier] = text }.recording == nil, "\(text ?? "none")")
        }
    }
}
