import Logging

/// The ports of cards: the socket or speaker that a sink plays through.
extension PipeWireOutput {
    /// Makes the sink whose `node.name` is `sink` play through the port named `port`, for every program. The session
    /// manager does not save the choice. If the sink or the port does not exist, this only logs a notice. The graph
    /// reports the result.
    package func setPort(_ port: String, ofSink sink: String) {
        withLock {
            guard let connection, connection.isGraphKnown, loss == nil else { return }
            if connection.graph?.setPort(port, ofSink: sink) ?? false {
                hasAskedCard = true
            } else {
                logger.notice("a port could not be chosen", metadata: ["port": "\(port)", "sink": "\(sink)"])
            }
        }
    }
}
