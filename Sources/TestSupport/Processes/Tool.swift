import FoundationEssentials

/// Runs command-line programs to their end.
package enum Tool {
    /// Runs `program`, waits for it and answers what it wrote to its standard output.
    ///
    /// - Throws: `programFailed` with what it wrote to its standard error when it ends with another status than 0;
    ///   `timedOut` when it does not end (it is killed then).
    @discardableResult
    package static func run(
        _ program: String, _ arguments: [String] = [],
        environment: [String: String] = ProcessInfo.processInfo.environment, deadline: Duration = patience
    ) async throws(TestSupportError) -> [UInt8] {
        let directory = try TemporaryDirectory()
        let (output, error) = (directory.file("output"), directory.file("error"))
        let child = try await ChildProcess.launch(
            program, arguments, environment: environment, output: .file(output), error: .file(error))
        let status = try await child.waitForExit(deadline: deadline)
        guard status.isSuccess else {
            let complaint = String(decoding: try readFile(error), as: UTF8.self)
            throw TestSupportError(.programFailed, "\(program) \(arguments.joined(separator: " ")) \(status): \(complaint)")
        }
        return try readFile(output)
    }
}
