/// Where somebody wants the sound: a sink, perhaps through a certain port of its device.
package struct OutputChoice: Hashable, Sendable {
    /// `uid` of the sink.
    package var sink: String
    /// The name of the port; `nil` for whichever the sink plays through.
    package var port: String?

    /// Stands between the two in what clients call an output.
    private static let mark: Character = "#"

    /// Makes a choice.
    package init(sink: String, port: String? = nil) {
        self.sink = sink
        self.port = port
    }

    /// Reads what a client or the configuration calls an output, whether or not it exists now; the sinks of `graph` first.
    init(uid: String, in graph: GraphSnapshot) {
        guard graph.sink(uid) == nil, let mark = uid.lastIndex(of: Self.mark) else {
            self.init(sink: uid)
            return
        }
        self.init(sink: String(uid[..<mark]), port: String(uid[uid.index(after: mark)...]))
    }

    /// As clients call it.
    package var uid: String { port.map { "\(sink)\(Self.mark)\($0)" } ?? sink }
}
