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

    /// Tells what `fermata undo` has taken back.
    static func undone(_ reversion: Wire.QueueReversion) -> String {
        let items = items(reversion.count)
        return switch reversion.change {
        case .added: "took out \(items) again"
        case .removed: "brought back \(items)"
        case .moved: "moved \(items) back"
        case .replaced: "brought back \(items), in place of the others"
        case .changed: "changed \(items) back"
        case .several: "took back \(changes(reversion.count))"
        }
    }

    /// Tells what `fermata redo` has done again.
    static func redone(_ reversion: Wire.QueueReversion) -> String {
        let items = items(reversion.count)
        return switch reversion.change {
        case .added: "added \(items) again"
        case .removed: "removed \(items) again"
        case .moved: "moved \(items) again"
        case .replaced: "replaced \(items) again"
        case .changed: "changed \(items) again"
        case .several: "made \(changes(reversion.count)) again"
        }
    }

    private static func changes(_ number: Int) -> String { number == 1 ? "1 change" : "\(number) changes" }

    /// Returns a line for each entry that was left out when media was added.
    static func left(out entries: [Wire.SkippedEntry]) -> [String] {
        entries.map { Terminal.harmless(SentenceText.forPeople("left out of \($0.uri): \($0.message)")) }
    }

    private static func items(_ number: Int) -> String { number == 1 ? "1 item" : "\(number) items" }
}
