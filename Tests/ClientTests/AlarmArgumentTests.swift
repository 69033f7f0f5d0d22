import ArgumentParser
import Testing

@testable import fermata

@Suite("The arguments of the alarm clock")
struct AlarmArgumentTests {
    @Test(
        "name days where they name any: an empty variable of a script makes no weekly alarm one for once",
        arguments: ["", ",", ",,"])
    func emptyDays(days: String) throws {
        #expect(throws: (any Error).self) { try Fermata.parseAsRoot(["alarm", "add", "7:30", "--days", days, "/a.flac"]) }
        #expect(throws: (any Error).self) { try Fermata.parseAsRoot(["alarm", "edit", "1", "--days", days]) }
        #expect(throws: Never.self) { try Fermata.parseAsRoot(["alarm", "add", "7:30", "--days", "mon,,tue", "/a.flac"]) }
    }

    @Test("name files that are not there, and no other media")
    func missing() {
        #expect(MediaAddress.missingFile("/nowhere/a b.flac") == "/nowhere/a b.flac")
        #expect(MediaAddress.missingFile("nowhere.flac")?.hasSuffix("/nowhere.flac") == true)
        for there in ["/", "http://127.0.0.1/a.flac", "playlist:x", "album:x"] {
            #expect(MediaAddress.missingFile(there) == nil, "\(there)")
        }
    }
}
