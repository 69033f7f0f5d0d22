import FoundationEssentials

/// A shell that people type into.
package enum InteractiveShell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// Whether it is installed.
    package var isInstalled: Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(rawValue)") }
    }

    /// Types keys behind the prompt, on a terminal of its own, and enters the line.
    /// - Parameters:
    ///   - keys: such as `fermata play --al\t`.
    ///   - setup: a file that the shell reads first.
    ///   - shown: what the terminal has to show before the line is entered.
    /// - Returns: the words of the line, as a program would get them.
    package func words(
        typing keys: String, after setup: String, showing shown: [String] = [], environment: [String: String]
    ) async throws(TestSupportError) -> [String] {
        let program = String(#filePath.dropLast("InteractiveShell.swift".count)) + "type_keys.py"
        let output = try await Tool.run("python3", [program, rawValue, setup, keys] + shown, environment: environment)
        return output.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { String(decoding: $0, as: UTF8.self) }
    }
}
