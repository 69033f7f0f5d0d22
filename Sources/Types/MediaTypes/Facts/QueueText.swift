import AudioTypes

/// Limits the texts that the queue shows: a hundred thousand items of a hostile library must fit into memory, state and
/// replies.
package enum QueueText {
    /// The largest length of a text, in bytes.
    private static let usualLimit = 512

    /// Returns `text` as it may be shown (``CleanText``), cut with an ellipsis if it is too long; `nil` if it is empty.
    package static func shown(_ text: String?) -> String? { shown(text, limit: usualLimit) }

    /// Does the same with another `limit`, in bytes.
    static func shown(_ text: String?, limit: Int) -> String? {
        guard var text = text.map({ CleanText.of($0) }), !text.isEmpty else { return nil }
        if text.utf8.count > limit {
            text = String(decoding: text.utf8.prefix(limit - 4), as: Unicode.UTF8.self)
            // A character that was cut in its middle has become a replacement character.
            if text.unicodeScalars.last == "\u{FFFD}" { text.unicodeScalars.removeLast() }
            text += "…"
        }
        return text
    }
}
