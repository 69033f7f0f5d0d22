package import LineServer

/// The limits of the control server for its clients.
package struct ControlLimits: Hashable, Sendable {
    /// The limits of the connections. A message is a line.
    package var lines = LineServerLimits()
    /// How deeply the arrays and objects of a message may nest.
    package var depth = 32
    /// How many requests a batch may have. A reply is longer than the shortest request, so the length of the message alone
    /// would not limit the replies.
    package var batchRequests = 16_384

    /// Makes the default limits, those of the protocol.
    package init() {}

    /// How long the replies to a batch may be in a crowd, in bytes.
    var crowdedBatchBytes: Int { min(lines.outputBytes, 256 << 10) }

    /// How many events that report an occurrence the server keeps for a client that does not read.
    static let heldOccurrences = 256
    /// How many bytes of such events the server keeps.
    static let heldBytes = 256 << 10
}
