/// Which sinks a node's links reach.
extension GraphModel {
    /// The sinks, oldest first, that get what `node` plays. Filters are followed: what goes into a node comes out of its own
    /// links and of the others of its link group. A sink ends the search, unless it is the entrance of a filter that leads on.
    func reached(from node: UInt32) -> [GraphNode] {
        var search = Search(model: self)
        search.follow(node)
        return search.found.sorted { $0.serial < $1.serial }
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

        mutating func follow(_ output: UInt32) {
            for link in model.links.values where link.output == output { enter(link.input) }
        }

        private mutating func enter(_ id: UInt32) {
            guard seen.insert(id).inserted, let node = model.nodes[id] else { return }
            let others = model.nodes.values.filter { $0.id != id && $0.group != nil && $0.group == node.group }
            if node.isSink {
                let before = found
                for other in others { follow(other.id) }
                // Its monitor is no way out: only who listens to it hears that.
                if found == before { found.insert(node) }
            } else {
                follow(id)
                for other in others { follow(other.id) }
            }
        }
    }
}
