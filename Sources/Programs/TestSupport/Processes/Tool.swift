import FoundationEssentials

/// Runs command-line programs until they end.
package enum Tool {
    /// Runs `program`, waits for its end and returns its standard output.
    ///
    /// - Throws: `programFailed` with its standard error if it ends with a status other than 0; `timedOut` if it does not end
    ///   (it is killed then).
    @discardableResult
    package static func run(
        _ program: String, _ arguments: [String] = [],
        environment: [String: String] = ProcessInfo.processInfo.environment, deadline: Duration = generousDeadline
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
