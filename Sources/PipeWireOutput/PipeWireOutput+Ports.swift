import Logging

/// The ports of cards: which socket or speaker a sink plays through.
extension PipeWireOutput {
    /// Has the sink of that `node.name` play through the port of that name, for every program. The session manager is not to
    /// remember it. Nothing where there are no such; the graph tells what came of it.
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
