/// The sink that the owner has chosen for the stream, compared with the session manager's metadata. This is a value: the
/// output asks it after each change of the graph, and it returns what to write to the metadata.
///
/// The entry holds the sink's name, not its number: by its name, the session manager finds the sink whenever it comes
/// back. Each new stream needs its own entry, because the stream's own property is not enough. If a session manager does
/// not find the sink of that property, or if it is the default sink, it makes the stream follow the default from then on.
struct StreamTarget: Hashable {
    enum Action: Hashable {
        /// Write ``StreamTarget/uid`` for the stream's node.
        case write
        /// Remove the entry.
        case remove
        /// Report to the owner that somebody else has moved the stream away from that sink.
        case tellTaken(String)
    }

    private enum Phase: Hashable {
        case unwritten
        /// The name is written, but the metadata has not reported it yet. The metadata may still hold this older value.
        case written(over: String?)
        /// The metadata has reported the name, and this value of the older key.
        case holds(older: String?)
    }

    /// `node.name` of the sink; `nil` if the owner has chosen none.
    private(set) var uid: String?
    private var phase = Phase.unwritten
    /// All values that were written for the stream's node. Reports of them may come late, when the owner has already
    /// chosen another sink.
    private var written: Set<String?> = []

    init(uid: String? = nil) { self.uid = uid }

    /// Takes in the owner's new choice. If `uid` is `nil`, the caller removes the entry.
    mutating func choose(_ uid: String?) {
        self.uid = uid
        phase = .unwritten
        if uid == nil { written.insert(nil) }
    }

    /// Forgets what was written: the next stream is another node.
    mutating func streamEnded() {
        phase = .unwritten
        written = []
    }

    /// Compares the session manager's entries for the stream's node with the target. `entries` is `nil` while there is no
    /// session manager, or while the node is not in the graph yet. Returns what to do.
    mutating func look(at entries: TargetEntries?) -> [Action] {
        guard let uid else { return [] }
        guard let entries else {
            phase = .unwritten
            return []
        }
        switch phase {
        case .unwritten:
            phase = .written(over: entries.object)
            written.insert(uid)
            return [.write]
        case .written(let over):
            if entries.object == uid {
                phase = .holds(older: entries.node)
                return []
            }
            // PipeWire does not report a write that changes nothing. If somebody else writes right after us, only their
            // value is seen.
            return entries.object == over || written.contains(entries.object) ? [] : giveUp(uid)
        case .holds(let older):
            if entries.object != uid {
                return written.contains(entries.object) ? [] : giveUp(uid)
            }
            if entries.node == older { return [] }
            // `-1` is the session manager's own value for "as it sees fit". It means nothing while the newer key is set.
            if entries.node == nil || entries.node == "-1" {
                phase = .holds(older: entries.node)
                return []
            }
            // A program that does not know the newer key has written the older one. The newer key would win, so it is
            // removed.
            return [.remove] + giveUp(uid)
        }
    }

    private mutating func giveUp(_ uid: String) -> [Action] {
        choose(nil)
        return [.tellTaken(uid)]
    }
}

/// The target of a node, in the two keys of the session manager's metadata.
struct TargetEntries: Hashable {
    /// `target.object`: a serial or a name.
    var object: String?
    /// `target.node`: an id.
    var node: String?
}
