import ArgumentParser
import FermataKit
import MediaTypes

/// What shells offer behind the word of a kind, such as `album:`, in the place of media.
///
/// The scripts of ``CompletionScript`` ask for it: `fermata ---media bash LINE TAIL`, for which see ``BashWord``, and for the other shells
/// `fermata ---media zsh WORD`, with the word as it was typed. A line of the answer is a candidate in the form that the shell takes.
enum MediaCompletion {
    /// The first argument of such a request. No command has such a name.
    static let command = "---media"

    /// Answers such a request, and returns the exit status: 1 if the word begins with no kind. `nil` for all other arguments.
    static func run(_ arguments: [String]) -> Int32? {
        guard arguments.first == command else { return nil }
        guard let lines = lines(Array(arguments.dropFirst())) else { return ClientFailure.Status.refused.rawValue }
        if !lines.isEmpty { Terminal.write(lines.joined(separator: "\n")) }
        return 0
    }

    private static func lines(_ request: [String]) -> [String]? {
        guard request.count >= 2, let shell = CompletionShell(rawValue: request[0]) else { return nil }
        guard shell == .bash else {
            // What was typed may be quoted: by a mark in front of it, or by a backslash before the colon.
            let word = request[1].drop { $0 == "'" || $0 == "\"" }
            return candidates(for: word.replacing("\\:", with: ":", maxReplacements: 1))?.map { $0.text(for: shell) }
        }
        guard request.count == 3, let word = BashWord(line: request[1], tail: request[2]) else { return nil }
        return candidates(for: word.value[...])?.compactMap { word.completion(to: $0.word) }
    }

    /// Returns the addresses of the kind with which a word begins, whatever is behind the colon; `nil` if it begins with none.
    private static func candidates(for word: Substring) -> [Candidate]? {
        guard let colon = word.firstIndex(of: ":"), let kind = MediaAddress.Kind(word: word[..<colon]) else { return nil }
        return names(of: kind).map { $0.behind(String(word[...colon])) }
    }

    private static func names(of kind: MediaAddress.Kind) -> [Candidate] {
        switch kind {
        case .library(.album): KnownNames.albums
        case .library(.year): KnownNames.years
        // The artist of a whole album counts as one of its songs.
        case .library(.named(.artist)): KnownNames.artists
        case .library(.named(let tag)): KnownNames.names(of: tag)
        case .playlist: KnownNames.playlists
        }
    }
}
