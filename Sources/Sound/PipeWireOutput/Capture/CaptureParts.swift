import AudioTypes
import CPipeWire
import Logging
import RealtimeAudio

/// The parts of a ``CaptureStream``. Under the loop's lock.
final class CaptureParts {
    private let connection: Connection
    private let configuration: CaptureConfiguration
    private let output: OutputConfiguration
    private let buffer: CaptureBuffer
    private let deliver: @Sendable (CaptureEvent) -> Void
    private let lifetime: StreamLifetime
    private var callback: CaptureCallback?
    private var title: String
    /// Whether the owner wants the graph to run the stream.
    private var isActive = true
    /// The sources that were reported last, so that nothing is reported twice.
    private var toldSources: [String] = []
    /// The server's number of the source for which the stream was sent back last, so that this is tried once.
    private var returnedTo: UInt64?
    /// The server's numbers of all nodes that can be captured from.
    private var candidates: Set<UInt64> = []

    init(
        _ connection: Connection, _ configuration: CaptureConfiguration, _ output: OutputConfiguration,
        into buffer: CaptureBuffer, logger: Logger, events: @escaping @Sendable (CaptureEvent) -> Void
    ) throws(OutputError) {
        self.connection = connection
        self.configuration = configuration
        self.output = output
        self.buffer = buffer
        deliver = events
        title = configuration.title
        lifetime = try StreamLifetime(connection, logger: logger)
        lifetime.handlers = StreamLifetime.Handlers(
            make: { [unowned self] core throws(OutputError) in try make(core) },
            made: { _ in }, ended: { [unowned self] in callback = nil })
    }

    func begin() {
        lifetime.begin()
        lifetime.setActive(isActive)
    }

    func end() { lifetime.end() }

    func setActive(_ isActive: Bool) {
        self.isActive = isActive
        lifetime.setActive(isActive)
    }

    func setTitle(_ title: String) {
        self.title = title
        lifetime.update([PW_KEY_MEDIA_NAME: title, PW_KEY_NODE_DESCRIPTION: title])
    }

    func timing() -> OutputTiming { callback?.timing() ?? OutputTiming(quantum: 0, graphRate: 0, latency: 0) }

    private func make(_ core: Core) throws(OutputError) -> PipeWireStream {
        var configuration = configuration
        configuration.title = title
        let handlers = PipeWireStream.Handlers(
            stateChanged: { [unowned self] in lifetime.hear($0, $1) }, volumeTold: { _ in }, muteTold: { _ in })
        let callback = CaptureCallback(buffer, capturesSink: configuration.capturesSink)
        callback.setSink(expectedSink())
        let entries = configuration.entries(buffer.format, output)
        let made = try PipeWireStream(core, callback, properties: Properties(entries), handlers: handlers)
        self.callback = callback
        return made
    }
}

extension CaptureParts {
    /// The number of the sink that the stream will capture from, as far as that is known before it is linked.
    private func expectedSink() -> UInt32? {
        guard case .output(let uid) = configuration.source, let model = connection.graph?.model else { return nil }
        return (uid ?? model.metadata?.defaultSink).flatMap { model.sink(named: $0)?.id }
    }
}

extension CaptureParts: ConnectionUser {
    func serverConnected(version: String) {
        lifetime.serverConnected()
        lifetime.setActive(isActive)
    }

    func loopTurned() {
        lifetime.replaceTaken()
        let model = connection.completeGraph?.model
        lookForNewCandidates(model)
        let sources = lifetime.nodeID.flatMap { node in model?.sources(ofNode: node) } ?? []
        if let state = lifetime.newState(isLinked: !sources.isEmpty, hasEnds: !candidates.isEmpty) {
            deliver(.streamChanged(state))
        }
        if let model { returnToSource(from: sources, model) }
        if sources != toldSources {
            toldSources = sources
            if let sink = sources.first.flatMap({ model?.sink(named: $0) }) { callback?.setSink(sink.id) }
            deliver(.sourcesChanged(sources))
        }
    }

    func serverEnded() {
        lifetime.serverEnded()
        // Another server numbers anew.
        returnedTo = nil
    }

    /// Sends the stream back to the source that it was made for. Where that is missing when the stream comes, as behind a restart of the
    /// server, the session manager gives it another one, and leaves it there. What a person has chosen for the stream since then counts.
    private func returnToSource(from sources: [String], _ model: GraphModel) {
        guard case .input(let uid?) = configuration.source, !sources.isEmpty, !sources.contains(uid), let node = lifetime.nodeID,
            let wanted = model.nodes.values.first(where: { $0.isSource && $0.name == uid }), wanted.serial != returnedTo,
            isFree(model.metadata?.target(ofNode: node))
        else { return }
        returnedTo = wanted.serial
        connection.graph?.setTarget(ofNode: node, name: uid)
    }

    /// Whether nobody has sent the stream anywhere in particular.
    private func isFree(_ target: MetadataContent.Target?) -> Bool {
        switch target {
        case nil, .anywhere?: true
        case .object?, .node?: false
        }
    }

    /// Makes a stream that failed again: at once if there is something new to capture from, else after a while as long as there is
    /// anything.
    private func lookForNewCandidates(_ model: GraphModel?) {
        let now = Set(model?.nodes.values.filter { $0.isSource || $0.isSink }.map(\.serial) ?? [])
        let hasNew = !now.isSubset(of: candidates)
        candidates = now
        if hasNew {
            lifetime.remakeIfFailed()
        } else if !now.isEmpty {
            lifetime.retryIfFailed()
        }
    }
}
