import AudioTypes

/// A choice of a sink or a source by its name, and of a port of its device.
struct PortChoice: Hashable, Sendable {
    /// The uid of the node.
    var node: String
    /// The name of the port; `nil` for whichever port the node uses.
    var port: String?

    /// The character between both in the uid of an output or an input.
    private static let mark = OutputUID.mark

    /// Makes a choice.
    init(node: String, port: String?) {
        self.node = node
        self.port = port
    }

    /// Parses a uid, as a client or the configuration gives it. What it names need not exist. A node with exactly this uid takes
    /// precedence over one with a port.
    /// - Parameter exists: whether there is a node of this uid.
    init(uid: String, where exists: (String) -> Bool) {
        guard !exists(uid), let mark = uid.lastIndex(of: Self.mark) else {
            self.init(node: uid, port: nil)
            return
        }
        self.init(node: String(uid[..<mark]), port: String(uid[uid.index(after: mark)...]))
    }

    /// The uid of the output or the input, as clients use it.
    var uid: String { port.map { OutputUID.joined(node, port: $0) } ?? node }
}

/// The ports of the device that a node uses.
struct CardPorts: Hashable, Sendable {
    /// The name of the active one; empty if there is none.
    var active: String
    /// The names of those with something plugged in.
    var offered: Set<String>
}
