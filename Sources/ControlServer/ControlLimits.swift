package import NIOCore

/// How much a client may ask of the control server.
package struct ControlLimits: Hashable, Sendable {
    /// The longest message, in bytes without the end of the line.
    package var messageBytes = 1 << 20
    /// How deep the arrays and objects of a message may nest.
    package var depth = 32
    /// How many requests a batch may have: a reply is longer than the shortest request, so that the length of the message
    /// alone would be no limit of what it leads to.
    package var batchRequests = 16_384
    /// How many clients may be connected.
    package var clients = 1_024
    /// Unsent output of a client, in bytes, past which its events coalesce and its requests wait.
    package var outputBytes = 4 << 20
    /// How long output may wait for a client that reads nothing of it; it is ended then, or at most a quarter of that later.
    package var writeTimeout = TimeAmount.seconds(10)
    /// How long closing down waits for clients to take what they are owed.
    package var shutdownTimeout = TimeAmount.seconds(1)

    /// The limits of the protocol.
    package init() {}

    /// How many bytes are kept for all clients together: output that they have not taken, replies to batches that are not
    /// complete, messages that have not ended, and requests that wait. Past it the slowest is ended.
    /// A batch takes a multiple of its message: one client alone must not come near.
    package var keptBytes: Int { max(4 * outputBytes, 16 * messageBytes) }
    /// How many of them there are where the daemon becomes careful: who has anything unsent waits.
    var crowdedBytes: Int { keptBytes / 2 }
    /// How long the replies to a batch may be then, in bytes.
    var crowdedBatchBytes: Int { min(outputBytes, 256 << 10) }

    /// Bytes handed to the kernel at a time: the grain in which progress of a client is seen.
    static let chunkBytes = 1 << 14
    /// Requests of one client that are served before the others have their turn.
    static let requestsPerTurn = 32
    /// Bytes of replies after which the others have their turn, too: a long reply takes long to write.
    static let bytesPerTurn = 64 << 10
    /// Events that tell of something that happened, kept for a client that does not read.
    static let heldOccurrences = 256
    /// How many bytes of them.
    static let heldBytes = 256 << 10
}
