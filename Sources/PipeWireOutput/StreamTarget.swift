/// Where the owner sends the stream, and whether the session manager's metadata says so: a value, asked after each change of
/// the graph, that says what to write there.
///
/// What is written is the sink's name, not its number: the session manager finds the sink by it whenever it comes, however
/// often it was gone. It is written for each new stream too, because there the stream's own property is not enough: a session
/// manager that finds no such sink, or the default one, makes the stream follow the default from then on.
struct StreamTarget: Hashable {
    enum Action: Hashable {
        /// Write ``StreamTarget/uid`` for the stream's node.
        case write
        /// Remove what is written.
        case remove
        /// Tell the owner that somebody else has sent the stream elsewhere than to that sink.
        case tellTaken(String)
    }

    private enum Phase: Hashable {
        case unwritten
        /// Not told back yet: the metadata may still say this, from before.
        case written(over: String?)
        /// The metadata said so, and this in the older key.
        case holds(older: String?)
    }

    /// `node.name` of the sink; `nil` for none in particular.
    private(set) var uid: String?
    private var phase = Phase.unwritten
    /// Everything that was written for the stream's node: news of it may come late, when something else is wished already.
    private var written: Set<String?> = []

    init(uid: String? = nil) { self.uid = uid }

    /// The owner wishes another one. Whoever chooses none removes what is written.
    mutating func choose(_ uid: String?) {
        self.uid = uid
        phase = .unwritten
        if uid == nil { written.insert(nil) }
    }

    /// The next stream is another node.
    mutating func streamEnded() {
        phase = .unwritten
        written = []
    }

    /// Looks at what the session manager has written down; `nil` where there is none, or it has not heard of the stream's node.
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
            // What is written again as it was is not told back, and somebody's word right behind ours hides it.
            return entries.object == over || written.contains(entries.object) ? [] : giveUp(uid)
        case .holds(let older):
            if entries.object != uid {
                return written.contains(entries.object) ? [] : giveUp(uid)
            }
            if entries.node == older { return [] }
            // The session manager's own word for "as it sees fit", which says nothing while the newer key does.
            if entries.node == nil || entries.node == "-1" {
                phase = .holds(older: entries.node)
                return []
            }
            // Somebody who does not know the newer key, which would win.
            return [.remove] + giveUp(uid)
        }
    }

    private mutating func giveUp(_ uid: String) -> [Action] {
        choose(nil)
        return [.tellTaken(uid)]
    }
}

/// Where a node is wanted, in the two keys of the session manager's metadata.
struct TargetEntries: Hashable {
    /// `target.object`: a serial or a name.
    var object: String?
    /// `target.node`: an id.
    var node: String?
}
