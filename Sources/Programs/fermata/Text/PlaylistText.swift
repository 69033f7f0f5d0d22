import ControlProtocol
import JSON

/// Stored playlists as people read them.
enum PlaylistText {
    static func list(_ value: JSONValue) -> String {
        let playlists = (value["playlists"]?.arrayValue ?? []).compactMap { try? Wire.StoredPlaylist(json: $0) }
        return playlists.isEmpty ? "there are no playlists" : playlists.map { Terminal.harmless($0.name) }.joined(separator: "\n")
    }

    /// Returns the entries of a part that begins at the index `start`, with their places.
    static func entries(_ page: Wire.PlaylistPage, from start: Int) -> String {
        let entries = page.entries
        guard !entries.isEmpty else { return start == 0 ? "the playlist is empty" : "" }
        return entries.enumerated().map { offset, entry in
            let title = entry.title ?? MediaAddress.title(of: entry.uri)
            let name = entry.artist.map { "\($0) – \(title)" } ?? title
            let parts = [
                "\(start + offset + 1)", name, entry.duration.map { TimeText.text($0) } ?? "",
                entry.problem.map { "(cannot be played: \($0))" } ?? "",
            ]
            return Terminal.harmless(parts.filter { !$0.isEmpty }.joined(separator: "  "))
        }.joined(separator: "\n")
    }

    /// Returns the addresses of the entries, one a line.
    static func uris(_ page: Wire.PlaylistPage) -> String {
        page.entries.map { Terminal.harmless($0.uri) }.joined(separator: "\n")
    }

    /// Returns rules as they are written, without what could steer a terminal.
    static func rules(_ text: String) -> String {
        let lines = text.replacing("\r\n", with: "\n").replacing("\t", with: "    ").split(
            separator: "\n", omittingEmptySubsequences: false)
        return lines.map { Terminal.harmless(String($0)) }.joined(separator: "\n")
    }

    /// Returns what a change has left behind.
    static func outcome(_ outcome: Wire.PlaylistOutcome) -> String {
        let line = "\(outcome.name): \(outcome.length == 1 ? "1 entry" : "\(outcome.length) entries")"
        return ([Terminal.harmless(line)] + [skipped(outcome)]).filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Returns what a change has left out, one line for each.
    static func skipped(_ outcome: Wire.PlaylistOutcome) -> String {
        outcome.skipped.map { Terminal.harmless(SentenceText.forPeople("left out: \($0.uri): \($0.message)")) }.joined(
            separator: "\n")
    }
}
