package import NIOCore

/// The limits of the control server for its clients.
package struct ControlLimits: Hashable, Sendable {
    /// The longest message, in bytes without the end of the line.
    package var messageBytes = 1 << 20
    /// How deeply the arrays and objects of a message may nest.
    package var depth = 32
    /// How many requests a batch may have. A reply is longer than the shortest request, so the length of the message alone
    /// would not limit the replies.
    package var batchRequests = 16_384
    /// How many clients may be connected at once.
    package var clients = 1_024
    /// How many bytes of unsent output a client may have. Past that, its events coalesce and its requests wait.
    package var outputBytes = 4 << 20
    /// How long output may wait for a client that reads nothing of it. The server then closes the connection, or up to a
    /// quarter of that later.
    package var writeTimeout = TimeAmount.seconds(10)
    /// How long the server waits at its end for clients to read their remaining output.
    package var shutdownTimeout = TimeAmount.seconds(1)

    /// Makes the default limits, those of the protocol.
    package init() {}

    /// How many bytes the server keeps for all clients together: output that they have not read, replies to batches that are
    /// not complete, messages that have not ended, and requests that wait. Past that, the server closes the slowest client. A
    /// batch takes a multiple of the bytes of its message, and one client alone must not come near the limit.
    package var keptBytes: Int { max(4 * outputBytes, 16 * messageBytes) }
    /// Above how many of these bytes there is a crowd, in which a client with any unsent output has to wait.
    var crowdedBytes: Int { keptBytes / 2 }
    /// How long the replies to a batch may be in a crowd, in bytes.
    var crowdedBatchBytes: Int { min(outputBytes, 256 << 10) }

    /// How many bytes go to the kernel at a time: the unit in which the server sees the progress of a client.
    static let chunkBytes = 1 << 14
    /// How many requests of one client the server serves before the others have their turn.
    static let requestsPerTurn = 32
    /// After how many bytes of replies the others have their turn as well: a long reply takes long to write.
    static let bytesPerTurn = 64 << 10
    /// How many events that report an occurrence the server keeps for a client that does not read.
    static let heldOccurrences = 256
    /// How many bytes of such events the server keeps.
    static let heldBytes = 256 << 10
}
