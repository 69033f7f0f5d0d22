import ArgumentParser

/// A word that a shell may complete to, and what the shell says about it.
struct Candidate: Hashable {
    let word: String
    private let note: String?

    init(_ word: String, _ note: String? = nil) {
        self.word = Terminal.harmless(word)
        self.note = note.map { Terminal.fit(Terminal.harmless($0), columns: 60) }
    }

    /// Returns the candidate with more in front of its word.
    func behind(_ prefix: String) -> Candidate { Candidate(prefix + word, note) }

    /// The line as the shell takes it for which the parser asks.
    var text: String { text(for: CompletionShell.requesting) }

    /// Returns the line as a shell takes it. bash would take a note as words, so that only numbers have one there.
    func text(for shell: CompletionShell?) -> String {
        switch shell {
        case .zsh:
            let word = word.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
            return note.map { "\(word):\($0)" } ?? word
        case .fish: return note.map { "\(word)\t\($0)" } ?? word
        // The script shows a note beside a number, and leaves it out where bash would take it for words.
        case .bash where !word.isEmpty && word.utf8.allSatisfy({ (0x30...0x39).contains($0) }):
            return note.map { "\(word)\t\($0)" } ?? word
        default: return quoted
        }
    }

    /// The word as bash takes it, which expands what is offered to it as a part of a script: it would run a command in an album's name.
    /// bash writes dollars and backquotes into the line as they are, where they mean variables and commands, and takes a tilde in front for a
    /// home directory. An empty line offers nothing.
    private var quoted: String {
        guard !word.contains(where: { $0 == "$" || $0 == "`" }), word.first != "~" else { return "" }
        let isPlain = word.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || "-_.,:/+@%".utf8.contains(byte)
        }
        return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }
}
