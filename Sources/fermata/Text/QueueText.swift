import ControlProtocol

/// The queue, for people.
enum QueueText {
    /// Returns consecutive pages as one list.
    static func list(_ pages: [Wire.QueuePage]) -> String {
        let items = pages.flatMap(\.items)
        let length = pages.last?.length ?? 0
        if length == 0 { return "the queue is empty" }
        let widest = items.map { "\($0.id)".count }.max() ?? 0
        var lines = items.map { item in
            let number = "\(item.id)"
            let duration = item.duration.map { seconds in
                "  " + Terminal.faint(TimeText.duration(seconds, isEstimate: item.durationIsEstimate))
            }
            let parts = [
                item.range.map { "\(TimeText.text($0.start))–\($0.end.map { TimeText.text($0) } ?? "")" },
                item.priority.map { "priority \($0)" },
            ].compactMap(\.self).map { "  " + Terminal.faint($0) }.joined()
            return String(repeating: " ", count: widest - number.count) + number + "  " + StatusText.name(of: item)
                + (duration ?? "") + parts
        }
        if items.count < length { lines.append("\(items.count) of \(length) items") }
        return lines.joined(separator: "\n")
    }

    static func added(_ number: Int, skipped: [Wire.SkippedEntry]) -> String {
        (["added \(items(number))"] + left(out: skipped)).joined(separator: "\n")
    }

    static func removed(_ reply: JSONValue) -> String {
        (try? Wire.QueueRemoval(json: reply)).map { "removed \(items($0.count))" } ?? PlainText.text(reply)
    }

    /// Returns a line for each entry that was left out when media was added.
    static func left(out entries: [Wire.SkippedEntry]) -> [String] {
        entries.map { Terminal.harmless("left out of \($0.uri): \($0.message)") }
    }

    private static func items(_ number: Int) -> String { number == 1 ? "1 item" : "\(number) items" }
}
