/// Judges whether an answer is mostly something else than content: extensions of chunks, frames and fields that mean nothing, texts
/// between pieces of sound. A server that sends this as fast as the line allows keeps a core busy without any sound. A value.
struct Padding {
    /// How many bytes besides content an answer may have in any case: its head, a handshake, the pictures of a chatty station.
    static let allowance: Int64 = 1 << 20
    /// How many times the bytes of the content those besides it may have. Chunks and records of TLS around each packet of a station that
    /// sends silence come to twice.
    static let factor: Int64 = 4

    /// Where the count began: earlier answers have come over the same connections.
    private var beginning: (received: Int64, content: Int64)?

    /// Returns whether too little of what came is content.
    /// - Parameters:
    ///   - received: how many bytes were read from the connections, of this answer and those before it. If there are fewer than before,
    ///     a connection was closed, and the count begins anew.
    ///   - content: how many bytes of content the answer has given.
    mutating func isTooMuch(received: Int64, content: Int64) -> Bool {
        guard let beginning, beginning.received <= received else {
            beginning = (received, content)
            return false
        }
        let new = content - beginning.content
        return received - beginning.received - new > Self.allowance + Self.factor * new
    }
}
