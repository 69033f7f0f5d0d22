import JSON
import Logging
import TestSupport
import Testing

@testable import Rooms

@Suite("A file of what is known of rooms")
struct RoomFileTests {
    @Test("what was learned in the last moment is on the disk when the daemon ends")
    func lastMoment() throws {
        let directory = try TemporaryDirectory()
        let log = RecordedLog()
        let make = { RoomFile(directory: directory.path, name: "rooms", complaint: "No file.", logger: log.logger) }
        let file = make()
        for latency in 1...50 { file.write(["kitchen": .integer(Int64(latency))]) }
        file.finish()
        #expect(make().read { try? JSONValue(parsing: String(decoding: $0, as: UTF8.self)) } == ["kitchen": 50])
        #expect(log.lines.isEmpty)
    }
}
