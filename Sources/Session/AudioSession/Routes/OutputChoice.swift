/// A choice of an output: a sink, and perhaps a port of its device.
package struct OutputChoice: Hashable, Sendable {
    /// The `uid` of the sink.
    package var sink: String
    /// The name of the port; `nil` for whichever port the sink plays through.
    package var port: String?

    /// The character between sink and port in the uid of an output.
    private static let mark: Character = "#"

    /// Makes a choice.
    package init(sink: String, port: String? = nil) {
        self.sink = sink
        self.port = port
    }

    /// Parses the uid of an output, as a client or the configuration gives it. The output need not exist. A sink of `graph`
    /// with exactly this uid takes precedence over a sink with a port.
    init(uid: String, in graph: GraphSnapshot) {
        guard graph.sink(uid) == nil, let mark = uid.lastIndex(of: Self.mark) else {
            self.init(sink: uid)
            return
        }
        self.init(sink: String(uid[..<mark]), port: String(uid[uid.index(after: mark)...]))
    }

    /// The uid of the output, as clients use it.
    package var uid: String { port.map { "\(sink)\(Self.mark)\($0)" } ?? sink }
}
