import ArgumentParser
import FermataKit

/// What shells offer behind `help`. The scripts of ``CompletionScript`` ask for it: `fermata ---commands SHELL WORD...`, with the words between
/// `help` and the one that is typed. A line of the answer is a candidate in the form that the shell takes.
enum CommandCompletion {
    /// The first argument of such a request. No command has such a name.
    static let command = "---commands"

    /// Answers such a request, and returns the exit status. `nil` for all other arguments.
    static func run(_ arguments: [String]) -> Int32? {
        guard arguments.first == command else { return nil }
        guard arguments.count >= 2, let shell = CompletionShell(rawValue: arguments[1]) else {
            return ClientFailure.Status.refused.rawValue
        }
        let names = CommandNames.all(behind: Array(arguments.dropFirst(2))).map { $0.text(for: shell) }
        if !names.isEmpty { Terminal.write(names.joined(separator: "\n")) }
        return 0
    }
}
