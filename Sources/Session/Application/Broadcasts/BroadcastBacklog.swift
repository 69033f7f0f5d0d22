import Broadcasting
import NIOCore

/// What a new listener of a stream gets at once: its head, and the last pieces, with which a player begins without waiting. A value.
struct BroadcastBacklog {
    /// How many pieces are kept, each a tenth of a second.
    static let most = 20

    /// Which stream it is.
    let stream: Broadcast.Stream
    private var head: ByteBuffer?
    private var pieces: [ByteBuffer] = []

    init(_ stream: Broadcast.Stream) { self.stream = stream }

    /// What a listener who comes now gets; nothing before the stream has begun.
    var burst: [ByteBuffer] { head.map { [$0] + pieces } ?? [] }

    /// Notes that the stream begins.
    mutating func begin(_ head: ByteBuffer) { self.head = head }

    /// Notes what follows.
    mutating func append(_ piece: ByteBuffer) {
        if pieces.count >= Self.most { pieces.removeFirst() }
        pieces.append(piece)
    }
}
