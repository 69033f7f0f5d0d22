import Glibc
import Synchronization

extension PrivateSoundSystem {
    /// Adds a sink while everything runs, as when headphones are plugged in, and waits until it is listed.
    package func addSink(_ sink: NullSink) async throws(TestSupportError) {
        try await addSink(sink.name, by: ["create-node", "adapter", sink.arguments(lingering: false)])
    }

    /// Adds a sink that sends its sound over the network, as when another machine is found there, and waits until it is listed.
    package func addSink(_ sink: NetworkSink) async throws(TestSupportError) {
        try await addSink(sink.name, by: ["load-module", sink.module, sink.arguments])
    }

    /// Adds PipeWire's own parametric equalizer, which is a sink that passes its sound on, and waits until it is listed.
    /// - Parameter settings: the path of its filters, one a line.
    package func addEqualizer(_ name: String, settings: String) async throws(TestSupportError) {
        let arguments = """
            { equalizer.filepath = "\(settings)" equalizer.description = "Equalizer" \
            capture.props = { node.name = "\(name)" media.class = Audio/Sink } \
            playback.props = { node.name = "\(name)-output" node.passive = true } }
            """
        try await addSink(name, by: ["load-module", "libpipewire-module-parametric-equalizer", arguments])
    }

    /// Adds a sink by a command of `pw-cli`, whose process the sink lives in.
    private func addSink(_ name: String, by command: [String]) async throws(TestSupportError) {
        let creator = try await launch("pw-cli", ["-m"] + command)
        processes.withLock { $0.sinks[name] = creator }
        let _: GraphObject = try await waitForGraph("the sink \(name), of which pw-cli says \(complaints)") {
            $0.node(named: name)
        }
    }

    /// The last errors that `pw-cli` has told.
    private var complaints: [String] {
        let log = (try? readFile(directory.file("pw-cli.log"))) ?? []
        let errors = String(decoding: log, as: UTF8.self).split(separator: "\n").filter { $0.contains("rror") }
        return errors.suffix(5).map(String.init)
    }

    /// Removes a sink that `addSink` added, as when headphones are pulled out, and waits until it has gone.
    package func removeSink(_ name: String) async throws(TestSupportError) {
        guard let creator = processes.withLock({ $0.sinks.removeValue(forKey: name) }) else {
            throw TestSupportError(.unexpectedAnswer, "no sink \(name) was added")
        }
        try await creator.stop(SIGKILL)
        let _: Bool = try await waitForGraph("the sink \(name) to go") { $0.node(named: name) == nil ? true : nil }
    }

    /// Chooses the default sink as a user does in a mixer, and waits until the choice is in force.
    package func setDefaultSink(_ name: String) async throws(TestSupportError) {
        try await askForDefaultSink(name)
        try await waitForDefaultSink(name)
    }

    /// Chooses the default sink as a user does in a mixer, and asks no tool whether the choice is in force: while a tool begins
    /// to listen, PipeWire tells other programs of no new default. The program under test has to say when it has heard of it.
    package func askForDefaultSink(_ name: String) async throws(TestSupportError) {
        let node = try await waitForGraph("the sink \(name)") { $0.node(named: name) }
        try await run("wpctl", ["set-default", "\(node.id)"])
    }

    /// Forces the graph's cycle to `frames`, or with nil lets the streams decide again.
    package func forceQuantum(_ frames: Int?) async throws(TestSupportError) {
        try await set("clock.force-quantum", to: frames ?? 0)
    }

    /// Has the graph's cycle have `frames`, whatever streams wish for. Newer graphs stop for a cycle that is forced; they go on through
    /// a change of what they may choose, as through one that a stream wishes.
    package func limitQuantum(to frames: Int) async throws(TestSupportError) {
        try await set("clock.min-quantum", to: frames)
        try await set("clock.max-quantum", to: frames)
    }

    /// Forces the graph's rate to `hertz`, or with nil lets the streams decide again.
    package func forceRate(_ hertz: Int?) async throws(TestSupportError) {
        try await set("clock.force-rate", to: hertz ?? 0)
    }

    /// Sets a number among PipeWire's settings and waits until the server reads it back.
    ///
    /// The server recalculates the graph in the same callback that stores the value, so the next cycle of each driver
    /// after this returns is of the new size.
    private func set(_ key: String, to value: Int) async throws(TestSupportError) {
        try await run("pw-metadata", ["-n", "settings", "0", key, "\(value)"])
        try await waitUntil("\(key) to be \(value)") { () async throws(TestSupportError) -> Bool in
            try await run("pw-metadata", ["-n", "settings", "0", key]).contains("value:'\(value)'")
        }
    }
}
