import AudioTypes
import Filters
import Logging
import RealtimeAudio

/// Gives a stream the equaliser of the output that it plays to. Under the loop's lock.
///
/// A stream gets the one of the output that it is meant for before it is connected. When it is linked with another output, the server
/// tells the link before any sound goes over it, and the callback gets the other equaliser at that moment: what is heard there begins
/// with it.
final class StreamFilters {
    private let connection: Connection
    private let logger: Logger
    private var choices: OutputFilters
    private weak var callback: PlaybackCallback?
    private var format: StreamFormat?
    /// The sink by which the equaliser was chosen, and its port.
    private var output: Output?
    /// Whether the stream was seen to be linked with `output`.
    private var isLinked = false
    /// What the callback has, or would have if it were allowed to change anything.
    private var rule: OutputFilters.Rule?
    private var filters = ReadFilters.none
    /// Whether the callback was given anything since the stream was made.
    private var hasPublished = false
    /// The sinks that the sound reached when that was looked at last.
    private var reached: Set<String> = []

    private struct Output: Hashable {
        var sink: String
        var port: String?
    }

    init(_ connection: Connection, choices: OutputFilters, logger: Logger) {
        self.connection = connection
        self.choices = choices
        self.logger = logger
    }

    /// Takes over what is chosen. If that changes what the stream has, the callback fades to it.
    func set(_ choices: OutputFilters) {
        guard choices != self.choices else { return }
        self.choices = choices
        publish(isSudden: false)
    }

    // MARK: The stream

    /// Takes in the callback of a stream that is about to be made, and gives it the equaliser of the output that it is meant for:
    /// `uid`, or else the default sink.
    func streamMade(_ callback: PlaybackCallback, uid: String?) {
        (self.callback, format, isLinked) = (callback, callback.format, false)
        (rule, filters, hasPublished, reached) = (nil, .none, false, [])
        let model = connection.graph?.model
        let sink = (uid ?? model?.metadata?.defaultSink).flatMap { model?.sink(named: $0) }
        output = sink.map { Output(sink: $0.name, port: model?.port(of: $0)?.name) }
        publish(isSudden: true)
    }

    func streamEnded() {
        callback = nil
        format = nil
        output = nil
    }

    /// Looks where the stream goes, at once after each change of the graph.
    func look(nodeID: UInt32?) {
        guard let nodeID, let callback, let model = connection.graph?.model else { return }
        callback.filters?.collect()
        let sinks = model.reached(from: nodeID)
        let reachedBefore = reached
        reached = Set(sinks.map(\.name))
        guard let sink = sinks.first(where: { isLinked && $0.name == output?.sink }) ?? sinks.first else {
            isLinked = false
            return
        }
        let new = Output(sink: sink.name, port: model.port(of: sink)?.name)
        let wasLinked = isLinked
        isLinked = true
        guard new != output || !wasLinked else { return }
        // Another port of the same sink is heard at once where the sink switches it: there, the sound goes on. It does at a second sink, too,
        // that was reached already when the first one went.
        let goesOn = wasLinked && reachedBefore.contains(new.sink)
        if new != output { callback.filters?.beginCount() }
        output = new
        publish(isSudden: !goesOn)
    }

    /// What the equaliser does now; `nil` while there is no stream.
    var report: (sink: String, report: OutputFilterReport)? {
        guard let callback, let format, let output else { return nil }
        var report = OutputFilterReport()
        report.rule = rule?.name
        if case .equalizer = rule?.choice {
            (report.bands, report.level) = (filters.bandCount, filters.level)
            report.bypass = format.coding.map { $0.codec == .dop ? .dsd : .passthrough }
            report.clippedSamples = callback.filters?.clippedSamples ?? 0
        }
        return (output.sink, report)
    }

    // MARK: The equaliser

    private func publish(isSudden: Bool) {
        guard let callback, let format else { return }
        let wanted = output.flatMap { choices.rule(sink: $0.sink, port: $0.port) } ?? choices.rule(sink: "", port: nil)
        defer { rule = wanted }
        // At another output the same equaliser begins at once, too: the callback may be fading from one that was before it.
        if wanted?.choice == rule?.choice, !(isSudden && hasPublished) { return }
        let before = filters.cascades
        do throws(EqualizerTextError) {
            filters = if let wanted { try ReadFilters.of(wanted.choice, for: format) } else { .none }
        } catch {
            logger.error("an equaliser cannot be used", metadata: ["output": "\(output?.sink ?? "")", "reason": "\(error)"])
            filters = .none
        }
        guard filters.cascades != before || (isSudden && hasPublished) else { return }
        hasPublished = true
        callback.filters?.publish(filters.cascades, isSudden: isSudden)
    }
}
