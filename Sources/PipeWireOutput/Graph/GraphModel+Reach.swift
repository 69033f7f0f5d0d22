/// Where a node's links lead.
extension GraphModel {
    struct Reach {
        /// Oldest first.
        var sinks: [GraphNode]
        /// Whether something that is no sink takes the sound and hands it on to nobody.
        var hasOtherEnds: Bool
    }

    /// The sinks, oldest first, that get what `node` plays. Filters are followed: what goes into a node comes out of its own
    /// links and of the others of its link group. A sink ends the search, unless it leads on: as the entrance of a filter or, where
    /// no device is behind it, by its monitor.
    func reached(from node: UInt32) -> [GraphNode] { reach(of: node).sinks }

    /// The same, and whether it ends elsewhere too: in a recorder, say. A filter that is linked to nothing is no end.
    func reach(of node: UInt32) -> Reach {
        var search = Search(model: self)
        search.follow(node)
        return Reach(sinks: search.found.sorted { $0.serial < $1.serial }, hasOtherEnds: search.hasOtherEnds)
    }

    /// Whether another program keeps a sink that `stream` reaches running: it plays to the sink, or records what the sink plays.
    func isShared(_ stream: UInt32) -> Bool {
        let sinks = Set(reached(from: stream).map(\.id))
        return links.values.contains { link in
            let other = sinks.contains(link.input) ? link.output : sinks.contains(link.output) ? link.input : stream
            return other != stream && nodes[other].map { $0.isRunning && $0.group == nil } ?? false
        }
    }

    private struct Search {
        let model: GraphModel
        /// Nodes whose inputs were looked at: filters may feed themselves.
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
                // Who records what a sink plays takes nothing from us.
                let ends = hasOtherEnds
                defer { hasOtherEnds = ends }
                for other in others { follow(other.id) }
                // Nobody hears a sink that is only software but who is linked to its monitor, as programs do that change all
                // sound on its way (Easy Effects). With a device behind it the monitor is for those who listen in.
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
