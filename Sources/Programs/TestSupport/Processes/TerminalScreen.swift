import FoundationEssentials

/// A terminal with a program on it, as a person sees it: tmux, which understands what programs write as terminals do.
package final class TerminalScreen: Sendable {
    private let directory: TemporaryDirectory
    private let environment: [String: String]

    /// Runs a line of the shell on a terminal of that size.
    package init(
        rows: Int = 24, columns: Int = 80, running line: String, environment: [String: String]
    ) async throws(TestSupportError) {
        directory = try TemporaryDirectory()
        self.environment = environment
        // The line comes from a file: tmux would expand what it is given.
        let script = try directory.write(line + "\nsleep 1000\n", to: "line.sh")
        try await run(["-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "sh \(script)"])
        try await run(["set-option", "-g", "status", "off"])
        try await run(["set-option", "-g", "window-size", "manual"])
        try await resize(rows: rows, columns: columns)
    }

    /// Runs a line of the shell in tmux, in a terminal that says to be `name`, and returns all that this terminal has got once it has got
    /// everything that is wanted.
    package static func output(
        in name: String, passing passes: Bool, running line: String, until wanted: [[UInt8]], environment: [String: String]
    ) async throws(TestSupportError) -> [UInt8] {
        let program = String(#filePath.dropLast("TerminalScreen.swift".count)) + "named_terminal.py"
        let hexadecimal = wanted.map { bytes in
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        return try await Tool.run(
            "python3", [program, name, passes ? "on" : "off", line] + hexadecimal, environment: environment)
    }

    @discardableResult
    private func run(_ arguments: [String]) async throws(TestSupportError) -> String {
        let output = try await Tool.run("tmux", ["-S", directory.file("tmux")] + arguments, environment: environment)
        return String(decoding: output, as: UTF8.self)
    }

    /// Presses keys, by tmux's names of them, such as `Enter` or `C-c`.
    package func press(_ keys: String...) async throws(TestSupportError) {
        for key in keys { try await run(["send-keys", key]) }
    }

    /// Types a text.
    package func type(_ text: String) async throws(TestSupportError) { try await run(["send-keys", "-l", text]) }

    /// Pastes a text, in brackets if the program has asked for them.
    package func paste(_ text: String) async throws(TestSupportError) {
        try await run(["set-buffer", text])
        try await run(["paste-buffer", "-p"])
    }

    /// Gives the terminal another size.
    package func resize(rows: Int, columns: Int) async throws(TestSupportError) {
        try await run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// The rows that are shown, without blanks at their ends.
    package func rows() async throws(TestSupportError) -> [String] {
        try await run(["capture-pane", "-p"]).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { row in
            String(row.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// Everything that is shown and was shown, as lines.
    package func text() async throws(TestSupportError) -> String { try await run(["capture-pane", "-p", "-S", "-"]) }

    /// The row and the column of the cursor, from 0.
    package func cursor() async throws(TestSupportError) -> (row: Int, column: Int) {
        let words = try await run(["display-message", "-p", "#{cursor_y} #{cursor_x}"]).split(whereSeparator: \.isWhitespace)
        return (words.first.flatMap { Int($0) } ?? -1, words.last.flatMap { Int($0) } ?? -1)
    }

    /// Waits until a text is shown.
    package func waitFor(_ text: String) async throws(TestSupportError) {
        try await waitUntil("\"\(text)\" on the terminal") { () async throws(TestSupportError) -> Bool in
            try await self.text().contains(text)
        }
    }

    /// Waits until the rows are as a condition wants them.
    package func waitFor(
        _ what: String, _ isRight: @Sendable ([String]) -> Bool
    ) async throws(TestSupportError) {
        var latest: [String] = []
        do {
            try await waitUntil(what) { () async throws(TestSupportError) -> Bool in
                latest = try await rows()
                return isRight(latest)
            }
        } catch {
            throw TestSupportError(.timedOut, "\(error)\n\(latest.joined(separator: "\n"))")
        }
    }

    /// Ends the terminal and what runs on it.
    package func close() async throws(TestSupportError) { try await run(["kill-server"]) }
}
