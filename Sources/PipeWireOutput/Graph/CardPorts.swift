import Logging

/// Sets the ports of cards: the socket or speaker that a sink plays through. Under the loop's lock.
final class CardPorts {
    private let connection: Connection
    private let logger: Logger
    /// Whether a card was asked for another port: the last such request has to reach the server before the connection
    /// ends.
    private(set) var hasAsked = false

    init(_ connection: Connection, logger: Logger) {
        self.connection = connection
        self.logger = logger
    }

    /// Makes the sink whose `node.name` is `sink` play through the port named `port`. If the sink or the port does not
    /// exist, this only logs a notice.
    func setPort(_ port: String, ofSink sink: String) {
        guard let graph = connection.completeGraph, !connection.isLost else { return }
        if graph.setPort(port, ofSink: sink) {
            hasAsked = true
        } else {
            logger.notice("a port could not be chosen", metadata: ["port": "\(port)", "sink": "\(sink)"])
        }
    }
}
