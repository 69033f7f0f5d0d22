/// A choice of an output: a sink, and perhaps a port of its device.
package struct OutputChoice: Hashable, Sendable {
    /// The `uid` of the sink.
    package var sink: String
    /// The name of the port; `nil` for whichever port the sink plays through.
    package var port: String?

    /// Makes a choice.
    package init(sink: String, port: String? = nil) {
        self.sink = sink
        self.port = port
    }

    /// Parses the uid of an output, as a client or the configuration gives it. The output need not exist. A sink of `graph`
    /// with exactly this uid takes precedence over a sink with a port.
    init(uid: String, in graph: GraphSnapshot) {
        let choice = PortChoice(uid: uid) { graph.sink($0) != nil }
        self.init(sink: choice.node, port: choice.port)
    }

    /// The uid of the output, as clients use it.
    package var uid: String { asPort.uid }

    /// The same without the kind of the node.
    var asPort: PortChoice { PortChoice(node: sink, port: port) }
}
