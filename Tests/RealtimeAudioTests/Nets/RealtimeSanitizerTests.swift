import TestSupport
import Testing

@Suite(
    "RealtimeSanitizer",
    .enabled(if: Toolchain.hasRealtimeSanitizer, "no swiftc, no lld, or no RealtimeSanitizer runtime in this toolchain"))
struct RealtimeSanitizerTests {
    @Test("the callback passes through all it does; an allocation inside it would end the program")
    func watched() async throws {
        let directory = try TemporaryDirectory()
        try await Tool.run(
            "bash", ["\(Toolchain.root)/scripts/sanitize-realtime", "--build", directory.path],
            environment: Toolchain.environment(adding: [:]), deadline: .seconds(300))
        let options = "suppressions=\(Toolchain.root)/Tests/RealtimeSanitizer/suppressions.txt"
        let environment = Toolchain.environment(adding: ["RTSAN_OPTIONS": options])
        let said = try await Tool.run(directory.file("sanitized"), environment: environment)
        #expect(String(decoding: said, as: UTF8.self).contains("broke the contract"))

        let log = directory.file("log")
        let caught = try await ChildProcess.launch(
            directory.file("sanitized"), ["allocate"], environment: environment, error: .file(log))
        let status = try await caught.waitForExit()
        #expect(!status.isSuccess)
        #expect(String(decoding: try readFile(log), as: UTF8.self).contains("ERROR: RealtimeSanitizer"))
    }
}
