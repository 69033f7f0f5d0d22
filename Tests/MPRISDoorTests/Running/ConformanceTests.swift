import FoundationEssentials
import TestSupport
import Testing

@Suite("The player by the letter of MPRIS", .serialized)
struct ConformanceTests {
    /// The program that checks any player.
    private static let checker =
        #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" } + "/scripts/check-mpris"

    @Test("every check of scripts/check-mpris passes")
    func everything() async throws {
        let stage = try await DoorStage.playing()
        let output = stage.system.directory.file("checks")
        let child = try await stage.system.launch(
            "python3", [Self.checker, "fermata", "--seconds", "3"], output: .file(output), error: .file(output))
        let status = try await child.waitForExit(deadline: .seconds(300))
        let text = String(decoding: try readFile(output), as: UTF8.self)
        #expect(status.isSuccess && text.contains(" 0 skipped"), "\(text)\n\(stage.daemon.log)")
    }
}
