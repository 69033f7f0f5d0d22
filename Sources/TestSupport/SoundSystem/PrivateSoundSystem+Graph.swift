import FoundationEssentials

extension PrivateSoundSystem {
    /// What PipeWire holds now.
    package func graph() async throws(TestSupportError) -> Graph {
        try Graph(dump: try await Tool.run("pw-dump", environment: environment, deadline: .seconds(10)))
    }

    /// Waits until `probe` finds what it looks for in the graph. A server that is away is waited for too.
    package func waitForGraph<Value: Sendable>(
        _ what: @autoclosure () -> String, deadline: Duration = patience, poll: Duration = .milliseconds(20),
        _ probe: @Sendable (Graph) -> Value?
    ) async throws(TestSupportError) -> Value {
        try await waitFor(what(), deadline: deadline, poll: poll) { () async throws(TestSupportError) -> Value? in
            guard let graph = try? await graph() else { return nil }
            return probe(graph)
        }
    }

    /// Waits until the sink `name` is the default.
    ///
    /// Asks rarely: while any program begins to listen to the session manager's metadata, as `pw-dump` does, PipeWire tells no
    /// change of them to those that listen already (`metadata_property` in its module-metadata), so that the daemon under test
    /// would never hear of the new default.
    package func waitForDefaultSink(_ name: String) async throws(TestSupportError) {
        let _: Bool = try await waitForGraph("\(name) to be the default sink", poll: .milliseconds(250)) {
            $0.defaultSink == name ? true : nil
        }
    }

    /// Waits until a stream from `source` (a `node.name`) reaches the sink `sink`.
    package func waitForLink(from source: String, to sink: String) async throws(TestSupportError) {
        let _: Bool = try await waitForGraph("\(source) to be linked to \(sink)") { graph in
            guard let output = graph.node(named: source), let input = graph.node(named: sink) else { return nil }
            return graph.isLinked(output, to: input) ? true : nil
        }
    }

    /// The linear volume of each channel of the node `name`, as a mixer would read it; nil when there is no such node.
    package func channelVolumes(ofNode name: String) async throws(TestSupportError) -> [Double]? {
        try await graph().node(named: name)?.channelVolumes
    }
}
