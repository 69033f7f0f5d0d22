import ArgumentParser

/// The names of commands on a command line: finds a mistake in them, and what was probably meant. The parser itself would take
/// a wrong name for an argument, and a name behind `help` for none at all.
enum CommandNames {
    /// How many names are suggested at most.
    private static let mostSuggestions = 3

    /// Returns a message about the first word that should name a command and does not; `nil` if there is none.
    /// - Parameter arguments: the command line, beginning with the command.
    static func mistake(in arguments: [String]) -> String? {
        if let answer = WordsOfOthers.answer(toOptionsOf: arguments) { return message(answer, help: [Fermata.self, Play.self]) }
        var path: [any ParsableCommand.Type] = [Fermata.self]
        let asksForHelp = arguments.first == "help"
        for word in asksForHelp ? arguments.dropFirst() : arguments[...] {
            if word.hasPrefix("-") { return nil }
            let children = path.last?.configuration.subcommands ?? []
            if children.isEmpty {
                return asksForHelp ? message("'\(words(path))' has no commands of its own", help: path.dropLast()) : nil
            }
            guard let child = children.first(where: { names(of: $0).contains(word) }) else {
                if path.count == 1, let known = WordsOfOthers.answer(word, behind: "") {
                    return message("'\(word)' is no command. \(known)", help: path[...])
                }
                let place = path.count > 1 ? " of '\(words(path))'" : ""
                let known = suggestions(for: word, among: children, at: path)
                let other = WordsOfOthers.answer(word, behind: path.dropFirst().map { $0._commandName }.joined(separator: " "))
                let question =
                    known.isEmpty ? other.map { " " + $0 } ?? "" : " Did you mean \(known.joined(separator: " or "))?"
                return message("'\(Terminal.harmless(word))' is no command\(place).\(question)", help: path[...])
            }
            path.append(child)
        }
        return nil
    }

    /// The names of all commands that `help` explains, by the words in front of them: the commands of the client behind none.
    static func all(behind path: [String]) -> [Candidate] {
        var here: any ParsableCommand.Type = Fermata.self
        for word in path {
            guard let next = here.configuration.subcommands.first(where: { names(of: $0).contains(word) }) else { return [] }
            here = next
        }
        return here.configuration.subcommands.map { Candidate($0._commandName, $0.configuration.abstract) }
    }

    private static func message(_ sentence: String, help path: ArraySlice<any ParsableCommand.Type>) -> String {
        "Error: \(sentence)\n  See '\(words(Array(path))) --help' for the commands."
    }

    private static func words(_ path: [any ParsableCommand.Type]) -> String {
        path.map { $0._commandName }.joined(separator: " ")
    }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [command._commandName] + command.configuration.aliases
    }

    /// Returns the commands that a word may stand for, nearest first, in quotes.
    private static func suggestions(
        for word: String, among commands: [any ParsableCommand.Type], at path: [any ParsableCommand.Type]
    ) -> [String] {
        let near = commands.flatMap { names(of: $0) }.map { ($0, distance(from: word, to: $0)) }
            .filter { $0.1 <= (word.count > 4 ? 2 : 1) || word.count > 1 && $0.0.hasPrefix(word) }
        if let nearest = near.map(\.1).min() {
            return near.filter { $0.1 == nearest }.prefix(mostSuggestions).map { "'\($0.0)'" }
        }
        // The name may be right, and only stand in the wrong place.
        return elsewhere(word, below: [Fermata.self]).prefix(mostSuggestions).map { "'\(words($0))'" }
    }

    /// Returns the commands of that name below a command.
    private static func elsewhere(_ word: String, below path: [any ParsableCommand.Type]) -> [[any ParsableCommand.Type]] {
        (path.last?.configuration.subcommands ?? []).flatMap { child in
            (names(of: child).contains(word) ? [path + [child]] : []) + elsewhere(word, below: path + [child])
        }
    }

    /// Returns how many letters have to be put in, left out, replaced, or exchanged with their neighbours.
    static func distance(from first: String, to second: String) -> Int {
        let (a, b) = (Array(first), Array(second))
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                let above = rows[i]
                var best = min(above[j + 1] + 1, row[j] + 1, above[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
