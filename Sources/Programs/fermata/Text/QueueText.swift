import ControlProtocol
import JSON

/// The queue, for people.
enum QueueText {
    static func added(_ number: Int, skipped: [Wire.SkippedEntry]) -> String {
        (["added \(items(number))"] + left(out: skipped)).joined(separator: "\n")
    }

    static func removed(_ reply: JSONValue) -> String {
        (try? Wire.QueueRemoval(json: reply)).map { "removed \(items($0.count))" } ?? PlainText.text(reply)
    }

    /// Returns a line for each entry that was left out when media was added.
    static func left(out entries: [Wire.SkippedEntry]) -> [String] {
        entries.map { Terminal.harmless(SentenceText.forPeople("left out of \($0.uri): \($0.message)")) }
    }

    private static func items(_ number: Int) -> String { number == 1 ? "1 item" : "\(number) items" }
}
