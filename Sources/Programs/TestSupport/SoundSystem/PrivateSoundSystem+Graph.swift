import FoundationEssentials

extension PrivateSoundSystem {
    /// Reads PipeWire's objects as they are now.
    package func graph() async throws(TestSupportError) -> Graph {
        try Graph(dump: try await Tool.run("pw-dump", environment: environment, deadline: .seconds(10)))
    }

    /// Waits until `probe` finds what it looks for in the graph, and also while the server is away.
    package func waitForGraph<Value: Sendable>(
        _ what: @autoclosure () -> String, deadline: Duration = generousDeadline, _ probe: @Sendable (Graph) -> Value?
    ) async throws(TestSupportError) -> Value {
        try await waitFor(what(), deadline: deadline) { () async throws(TestSupportError) -> Value? in
            guard let graph = try? await graph() else { return nil }
            return probe(graph)
        }
    }

    /// Returns the `node.name` of the sink that WirePlumber made the default, or nil if WirePlumber has chosen none or does not
    /// answer.
    package func defaultSink() async -> String? {
        // A line of the answer: update: id:0 key:'default.audio.sink' value:'{"name":"speaker"}' type:'Spa:String:JSON'
        // `pw-metadata` may wait for ever for WirePlumber's metadata while WirePlumber starts.
        let answer = try? await run("pw-metadata", ["0", "default.audio.sink"], deadline: .seconds(10))
        guard let name = answer?.split(separator: "\"name\":").dropFirst().first else { return nil }
        return name.split(separator: "\"").first { !$0.allSatisfy(\.isWhitespace) }.map(String.init)
    }

    /// Waits until the sink `name` is the default.
    package func waitForDefaultSink(_ name: String) async throws(TestSupportError) {
        try await waitUntil("\(name) to be the default sink") { await defaultSink() == name }
    }

    /// Waits until a stream from `source` (a `node.name`) reaches the sink `sink`.
    package func waitForLink(from source: String, to sink: String) async throws(TestSupportError) {
        let _: Bool = try await waitForGraph("\(source) to be linked to \(sink)") { graph in
            guard let output = graph.node(named: source), let input = graph.node(named: sink) else { return nil }
            return graph.isLinked(output, to: input) ? true : nil
        }
    }

    /// Returns the linear volume of each channel of the node `name`, as a mixer would read it; nil if there is no such node.
    package func channelVolumes(ofNode name: String) async throws(TestSupportError) -> [Double]? {
        try await graph().node(named: name)?.channelVolumes
    }
}
