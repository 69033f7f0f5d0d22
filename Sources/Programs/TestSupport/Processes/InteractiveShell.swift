import FoundationEssentials

/// A shell that people type into.
package enum InteractiveShell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// Whether it is installed.
    package var isInstalled: Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(rawValue)") }
    }

    /// A line that somebody types.
    package struct Line: Sendable {
        /// What is typed behind the prompt, such as `fermata play --al\t`.
        package let keys: String
        /// What the terminal has to show before the line is entered.
        package let shown: [String]

        package init(_ keys: String, showing shown: [String] = []) {
            self.keys = keys
            self.shown = shown
        }
    }

    /// Types lines one after the other, on a terminal of their own, and enters each.
    /// - Parameter setup: a file that the shell reads first.
    /// - Returns: for each line its words, as a program would get them.
    package func words(
        of lines: [Line], after setup: String, environment: [String: String]
    ) async throws(TestSupportError) -> [[String]] {
        let program = String(#filePath.dropLast("InteractiveShell.swift".count)) + "type_keys.py"
        let arguments = lines.flatMap { [$0.keys, "\($0.shown.count)"] + $0.shown }
        let output = try await Tool.run("python3", [program, rawValue, setup] + arguments, environment: environment)
        return output.split(separator: 0x1e, omittingEmptySubsequences: false).dropLast().map { line in
            line.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
