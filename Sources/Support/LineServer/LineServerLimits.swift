package import NIOCore

/// The limits of a line server for its clients.
package struct LineServerLimits: Hashable, Sendable {
    /// The longest line, in bytes without its end.
    package var lineBytes = 1 << 20
    /// How many clients may be connected at once.
    package var clients = 1_024
    /// How many bytes of unsent output a client may have. Past that, its lines wait.
    package var outputBytes = 4 << 20
    /// How long output may wait for a client that reads nothing of it. The server then closes the connection, or up to a
    /// quarter of that later.
    package var writeTimeout = TimeAmount.seconds(10)
    /// For how long a client may show nothing of itself; `nil` for any time.
    package var silenceTimeout: TimeAmount?
    /// Whether a line that has just come waits for the next round if others have used the time of this one. If not, it is served at once, so
    /// that a client which goes without its answer can still hand its connection over.
    package var defersNewcomers = false
    /// How long the server waits at its end for clients to read their remaining output.
    package var shutdownTimeout = TimeAmount.seconds(1)

    /// Makes the default limits.
    package init() {}

    /// How many bytes the server keeps for all clients together: output that they have not read, lines that have not ended,
    /// and what each conversation counts in ``LineConversation/keptBytes``. Past that, the server closes the slowest client. A
    /// conversation may keep a multiple of the bytes of a line, and one client alone must not come near the limit.
    package var keptBytes: Int { max(4 * outputBytes, 16 * lineBytes) }
    /// Above how many of these bytes there is a crowd, in which a client with any unsent output has to wait.
    var crowdedBytes: Int { keptBytes / 2 }

    /// How many bytes go to the kernel at a time: the unit in which the server sees the progress of a client.
    static let chunkBytes = 1 << 14
    /// How many lines of one client, or parts of their work, the server serves before the others have their turn.
    static let stepsPerTurn = 32
    /// After how many bytes of replies the others have their turn as well: a long reply takes long to write.
    static let bytesPerTurn = 64 << 10
    /// After what time the others have their turn as well. Lines may cost anything from a microsecond to milliseconds. A turn ends
    /// with the line that goes beyond it.
    package var turnTime = TimeAmount.milliseconds(5)
}
