import Testing

@testable import PlayerModel

@Suite("What was left out when media was added")
struct SkippedEntryTests {
    @Test("names no user and no password, because the log and other clients see it")
    func credentials() {
        let entry = SkippedEntry(uri: "http://me:secret@example.org/list.m3u", message: "nothing can be played")
        #expect(entry.uri == "http://example.org/list.m3u")
        #expect(SkippedEntry(uri: "/music/a@b.m3u", message: "").uri == "/music/a@b.m3u")
    }
}
