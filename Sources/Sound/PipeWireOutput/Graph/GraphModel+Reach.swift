/// Which sinks a node reaches through its links.
extension GraphModel {
    struct Reach {
        /// The sinks that get the node's sound, oldest first.
        var sinks: [GraphNode]
        /// Whether a node that is no sink takes the sound and passes it on to no other node.
        var hasOtherEnds: Bool
    }

    /// Returns the sinks that get what `node` plays, oldest first. The search goes through filters: sound that enters a
    /// node leaves through the node's own links and those of the other nodes in its link group. The search ends at a
    /// sink, unless the sink is the entrance of a filter, or has no device and passes the sound on through its monitor.
    func reached(from node: UInt32) -> [GraphNode] { reach(of: node).sinks }

    /// Returns the same sinks, and whether the sound also ends elsewhere, for example in a recorder. A filter that is
    /// linked to nothing is no such end.
    func reach(of node: UInt32) -> Reach {
        var search = Search(model: self)
        search.follow(node)
        return Reach(sinks: search.found.sorted { $0.serial < $1.serial }, hasOtherEnds: search.hasOtherEnds)
    }

    /// Returns the sinks that links lead to from `node` itself.
    func linkedSinks(of node: UInt32) -> [GraphNode] {
        links.values.filter { $0.output == node }.compactMap { nodes[$0.input] }.filter(\.isSink)
    }

    /// Whether sound passes from each port of our own node `node`.
    func isWhollyLinked(_ node: UInt32) -> Bool {
        let passing = Set(links.values.filter { $0.output == node && $0.isActive }.compactMap(\.port))
        let ports = ownPorts.filter { $0.value == node }.keys
        return !ports.isEmpty && ports.allSatisfy(passing.contains)
    }

    /// Whether another program keeps a sink that `stream` reaches running: it plays to the sink, or records what the sink
    /// plays.
    func isShared(_ stream: UInt32) -> Bool {
        let sinks = Set(reached(from: stream).map(\.id))
        return links.values.contains { link in
            let other = sinks.contains(link.input) ? link.output : sinks.contains(link.output) ? link.input : stream
            return other != stream && nodes[other].map { $0.isRunning && $0.group == nil } ?? false
        }
    }

    private struct Search {
        let model: GraphModel
        /// Nodes that the search has entered: filters may feed themselves.
        var seen: Set<UInt32> = []
        var found: Set<GraphNode> = []
        var hasOtherEnds = false

        mutating func follow(_ output: UInt32) {
            for link in model.links.values where link.output == output { enter(link.input) }
        }

        private mutating func enter(_ id: UInt32) {
            guard seen.insert(id).inserted, let node = model.nodes[id] else { return }
            let others = model.nodes.values.filter { $0.id != id && $0.group != nil && $0.group == node.group }
            let (before, seenBefore) = (found, seen.count)
            if node.isSink {
                // A program that records what a sink plays is no end of our sound.
                let ends = hasOtherEnds
                defer { hasOtherEnds = ends }
                for other in others { follow(other.id) }
                // The sound of a sink without a device is heard only through what is linked to its monitor; programs that
                // process all sound use this (Easy Effects). If the sink has a device, its monitor is only for listening
                // in.
                if node.cardID == nil { follow(id) }
                if found == before { found.insert(node) }
            } else {
                follow(id)
                for other in others { follow(other.id) }
                if found == before, node.group == nil, seen.count == seenBefore { hasOtherEnds = true }
            }
        }
    }
}
