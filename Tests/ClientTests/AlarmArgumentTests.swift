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
}
