import Database
import TestSupport
import Testing

@testable import MusicLibrary

// What a queue that shuffles asks of the library.
extension ScanTests {
    @Test("tells how a song is rated and when it was played last, by the path of its file")
    func drawing() throws {
        for title in ["Both", "None"] { try add("\(title).flac", title: title) }
        let store = try store()
        try scanner(store).scan(.directories)
        let none = try #require(try store.ratingAndLastPlayed(ofSongAt: path("None.flac")))
        #expect(none.rating == nil && none.lastPlayed == nil)
        _ = try heard("Both", store)
        let both = try #require(try store.ratingAndLastPlayed(ofSongAt: path("Both.flac")))
        #expect(both.rating == 8 && both.lastPlayed == 1_000)
        // What else is noted of a song is no rating.
        let bare = try #require(try store.neverPlayed().first { $0.title == "None" })
        try store.setSticker("like", "2", of: .song(bare.id))
        #expect(try #require(try store.ratingAndLastPlayed(ofSongAt: path("None.flac"))).rating == nil)
        let other = try store.ratingAndLastPlayed(ofSongAt: path("other.flac"))
        #expect(other == nil)
    }
}
