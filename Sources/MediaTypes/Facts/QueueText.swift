/// The texts that the queue shows: a hundred thousand items of a hostile library must fit into memory, state and replies.
package enum QueueText {
    /// The longest that is kept, in bytes.
    private static let limit = 512

    /// The text, cut with an ellipsis where it is too long; `nil` where it is empty.
    package static func shown(_ text: String?) -> String? {
        guard var text, !text.isEmpty else { return nil }
        if text.utf8.count > limit {
            text = String(decoding: text.utf8.prefix(limit - 4), as: Unicode.UTF8.self)
            // What was cut in its middle has become a replacement character.
            if text.unicodeScalars.last == "\u{FFFD}" { text.unicodeScalars.removeLast() }
            text += "…"
        }
        return text
    }
}
