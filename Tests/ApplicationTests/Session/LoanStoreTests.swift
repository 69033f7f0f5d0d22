import AudioSession
import Glibc
import Logging
import SystemSupport
import TestSupport
import Testing

@testable import Application
@testable import Playback

@Suite("The book of streams that are lowered")
struct LoanStoreTests {
    private static func record(before: [Float], ducked: [Float]) -> DuckRecord {
        DuckRecord(
            server: 1, serial: 5, application: "a", node: "n", process: "9", memory: "m", before: before, ducked: ducked)
    }

    /// A keeper over a file with these records.
    private func keeper(of records: [DuckRecord], in directory: TemporaryDirectory) throws -> LoanStore {
        try SealedFile(directory: directory.path, name: "ducked").write(records)
        return LoanStore(directory: directory.path, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test("is read back as it was written")
    func whole() throws {
        let records = [Self.record(before: [1, 0.5], ducked: [0.2, 0.1]), Self.record(before: [0], ducked: [0])]
        let directory = try TemporaryDirectory()
        #expect(try keeper(of: records, in: directory).load() == records)
    }

    @Test(
        "is set aside where it has volumes that no server tells, which would be set otherwise",
        arguments: [([0.5, -1], [0.1, 0.2]), ([0.5], [-0.1]), ([0.5], [2_000]), ([1, 1], [0.2])] as [([Float], [Float])])
    func unbelievable(before: [Float], ducked: [Float]) throws {
        let directory = try TemporaryDirectory()
        let records = [Self.record(before: [1], ducked: [0.2]), Self.record(before: before, ducked: ducked)]
        #expect(try keeper(of: records, in: directory).load().isEmpty)
        #expect(access(directory.file("ducked.json.damaged"), F_OK) == 0)
    }
}
