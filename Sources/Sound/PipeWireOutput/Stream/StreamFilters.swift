import AudioSession
import AudioTypes
import Filters
import Glibc
import Logging
import RealtimeAudio

/// Gives a stream the filters of the output that it plays to. Under the loop's lock.
///
/// A stream gets those of the output that it is meant for before it is connected. When it is linked with another output, the server
/// tells the link before any sound goes over it, and the callback gets the other filters at that moment: what is heard there begins
/// with them. What takes long to compute is made as soon as a choice, the format or an output is known. If it is not ready when sound goes to
/// its output, the stream waits for it in silence, but not for long.
final class StreamFilters {
    /// How long sound waits for filters, in nanoseconds.
    static let longestWait: Int64 = 500_000_000

    private let connection: Connection
    private let logger: Logger
    private var choices: OutputFilters
    private weak var callback: PlaybackCallback?
    private var format: StreamFormat?
    /// The sink by which the filters were chosen, and its port.
    private var output: Output?
    /// Whether the stream was seen to be linked with `output`.
    private var isLinked = false
    /// What counts for the output.
    private var rule: OutputFilters.Rule?
    /// What the callback has, or would have if it were allowed to change anything, or gets once it is made.
    private var request: FilterLibrary.Request?
    private var filters = ReadFilters.none
    /// Whether the callback was given anything since the stream was made.
    private var hasPublished = false
    /// Whether what is being made begins at once.
    private var isSudden = false
    /// Whether filters are being made for the output.
    private var isAwaiting = false
    /// The sinks that the sound reached when that was looked at last.
    private var reached: Set<String> = []
    /// The outputs for which filters were prepared.
    private var prepared: Set<Output> = []
    /// The volume that is heard behind the filters, in decibels.
    private var volume = 0.0
    /// Waits until the callback does not run.
    var finishCycle: () -> Void = {}
    /// Ends the wait for filters.
    private var timer: LoopSource?

    private struct Output: Hashable {
        var sink: String
        var port: String?
        /// Whether it is worn at the ears, as far as any choice asks for that.
        var isAtEars: Bool
    }

    /// Whether any choice takes long to compute.
    private var hasSlow = false
    /// Whether any choice has a crossfeed.
    private var hasCrossfeed = false

    init(_ connection: Connection, choices: OutputFilters, logger: Logger) throws(OutputError) {
        self.connection = connection
        self.choices = choices
        self.logger = logger
        lookAtChoices()
        timer = try connection.timer { [unowned self] in beginWithout() }
        connection.filters.add(self) { [unowned self] in take() }
    }

    deinit {
        connection.filters.remove(self)
        timer = nil
    }

    /// Takes over what is chosen. If that changes what the stream has, the callback fades to it.
    func set(_ choices: OutputFilters) {
        guard choices != self.choices else { return }
        self.choices = choices
        lookAtChoices()
        connection.filters.keep(choices)
        prepared = []
        publish(isSudden: false)
        prepareOthers()
    }

    private func lookAtChoices() {
        hasSlow = choices.choices.values.contains(where: ReadFilters.isSlow)
        hasCrossfeed = choices.choices.values.contains { $0.parts.crossfeed != nil }
    }

    /// Has the loudness follow the volume of the stream, which PipeWire applies behind the callback: a level on the cubic scale.
    func follow(level: Double) {
        volume = level > 0 ? 60 * log10(level) : -.infinity
        callback?.filters?.setVolume(volume)
    }

    // MARK: The stream

    /// Takes in the callback of a stream that is about to be made, and gives it the filters of the output that it is meant for:
    /// `uid`, or else the default sink.
    func streamMade(_ callback: PlaybackCallback, uid: String?) {
        (self.callback, format, isLinked) = (callback, callback.format, false)
        (rule, request, filters, hasPublished, reached) = (nil, nil, .none, false, [])
        (isAwaiting, prepared) = (false, [])
        callback.filters?.setVolume(volume)
        connection.filters.retryFailed()
        let model = connection.graph?.model
        let sink = (uid ?? model?.metadata?.defaultSink).flatMap { model?.sink(named: $0) }
        output = sink.flatMap { sink in model.map { self.output(sink, $0.port(of: sink), $0) } }
        publish(isSudden: true)
        prepareOthers()
    }

    func streamEnded() {
        timer?.fire(afterNanoseconds: 0)
        callback = nil
        format = nil
        output = nil
        isAwaiting = false
    }

    private func output(_ sink: GraphNode, _ port: GraphPort?, _ model: GraphModel) -> Output {
        Output(sink: sink.name, port: port?.name, isAtEars: hasCrossfeed && model.isAtEars(sink, port))
    }

    /// Has the callback forget the sound, because the graph does not run the stream any more.
    func rested() { callback?.filters?.forget() }

    /// How long sound is in what the callback has, in seconds.
    var heldSeconds: Double {
        guard callback?.filters != nil, let kernel = filters.kernel else { return 0 }
        return Double(kernel.held) / Double(kernel.rate.hertz)
    }

    /// Looks where the stream goes, at once after each change of the graph.
    func look(nodeID: UInt32?) {
        guard let nodeID, let callback, let model = connection.graph?.model else { return }
        callback.filters?.collect()
        prepareOthers()
        let sinks = model.reached(from: nodeID)
        let reachedBefore = reached
        reached = Set(sinks.map(\.name))
        guard let sink = sinks.first(where: { isLinked && $0.name == output?.sink }) ?? sinks.first else {
            isLinked = false
            return
        }
        let new = output(sink, model.port(of: sink), model)
        let wasLinked = isLinked
        isLinked = true
        guard new != output || !wasLinked else { return }
        // Another port of the same sink is heard at once where the sink switches it: there, the sound goes on. It does at a second sink, too,
        // that was reached already when the first one went. But a loudspeaker must not get what filters hold of the sound of headphones.
        let isOtherPort = new.sink == output?.sink && new.port != output?.port
        let isHolding = isOtherPort && (request.map { ReadFilters.holdsSound($0.choice) } ?? false || holdsSound(at: new))
        let goesOn = wasLinked && reachedBefore.contains(new.sink) && !isHolding
        if new.sink != output?.sink || isOtherPort { callback.filters?.beginCount() }
        output = new
        publish(isSudden: !goesOn)
    }

    private func holdsSound(at output: Output) -> Bool {
        choices.rule(sink: output.sink, port: output.port).map { ReadFilters.holdsSound($0.choice) } ?? false
    }

    /// What the filters do now; `nil` while there is no stream.
    var report: (sink: String, report: OutputFilterReport)? {
        guard let callback, let format, let output else { return nil }
        var report = OutputFilterReport()
        report.rule = rule?.name
        if let rule, !rule.choice.isOff {
            (report.bands, report.level, report.parts) = (filters.bandCount, filters.level, filters.parts)
            report.latency = Double(callback.filters?.latency ?? 0) / Double(format.sampleRate.hertz)
            report.problem = isAwaiting ? Self.preparing : filters.problem
            report.bypass = format.coding.map { $0.codec == .dop ? .dsd : .passthrough }
            report.clippedSamples = callback.filters?.clippedSamples ?? 0
        }
        return (output.sink, report)
    }

    private static let preparing = "The filters are being computed."

    // MARK: The filters

    private func publish(isSudden: Bool) {
        guard let callback, let format else { return }
        let wanted = output.flatMap { choices.rule(sink: $0.sink, port: $0.port) } ?? choices.rule(sink: "", port: nil)
        rule = wanted
        let new = wanted.map { self.request(for: $0, at: output, format) }
        // At another output the same filters begin at once, too: the callback may be fading from others that were before them.
        if new == request, !(isSudden && hasPublished) { return }
        request = new
        guard let new else { return give(.none, isSudden: isSudden) }
        // Nothing runs where no bit may change.
        guard callback.filters != nil else { return filters = .none }
        // As soon as what is being made has to begin at once, it has to.
        self.isSudden = isSudden || isAwaiting && self.isSudden
        if let made = connection.filters.filters(for: new, isAwaited: true) { return give(made, isSudden: self.isSudden) }
        isAwaiting = true
        if isSudden {
            callback.setHeld(true, for: .filters)
            endCycle()
            timer?.fire(afterNanoseconds: Self.longestWait)
        }
    }

    /// Has a cycle that began with the filters of another output end before there is a link over which it would be heard: the link waits for this
    /// thread.
    private func endCycle() { if isLinked { finishCycle() } }

    /// Takes what was made, if the stream waits for it.
    private func take() {
        guard isAwaiting, let request, let made = connection.filters.filters(for: request, isAwaited: true) else { return }
        if let problem = made.problem {
            logger.warning("filters are not complete", metadata: ["output": "\(output?.sink ?? "")", "reason": "\(problem)"])
        }
        give(made, isSudden: isSudden)
    }

    /// Begins without what has not been made in time. It is faded in once it is there.
    private func beginWithout() {
        guard isAwaiting, let request else { return }
        let (choice, format) = (request.choice, request.format)
        give(
            .quick(choice, for: format, hasCrossfeed: request.hasCrossfeed, problem: Self.preparing), isSudden: isSudden)
        (isAwaiting, isSudden) = (true, false)
    }

    /// Has the callback run `made`, and ends the wait for it.
    private func give(_ made: ReadFilters, isSudden: Bool) {
        let before = filters
        filters = made
        isAwaiting = false
        timer?.fire(afterNanoseconds: 0)
        if made.kernel != nil || before.kernel != nil || (isSudden && hasPublished) {
            hasPublished = true
            if let kernel = made.kernel {
                callback?.filters?.publish(kernel, isSudden: isSudden)
            } else {
                callback?.filters?.publish([], isSudden: isSudden)
            }
            if isSudden { endCycle() }
        }
        callback?.setHeld(false, for: .filters)
    }

    /// Has filters made for all outputs to which the sound may go.
    private func prepareOthers() {
        guard hasSlow, let format, callback?.filters != nil, let model = connection.graph?.model else { return }
        // A jack is another port of a sink.
        let outputs = model.sinks.values.flatMap { sink in
            let ports = model.ports(of: sink)
            return ports.isEmpty ? [output(sink, model.port(of: sink), model)] : ports.map { output(sink, $0, model) }
        }
        for output in outputs {
            guard prepared.insert(output).inserted, let rule = choices.rule(sink: output.sink, port: output.port),
                ReadFilters.isSlow(rule.choice)
            else { continue }
            _ = connection.filters.filters(for: request(for: rule, at: output, format), isAwaited: false)
        }
    }

    private func request(for rule: OutputFilters.Rule, at output: Output?, _ format: StreamFormat) -> FilterLibrary.Request {
        let isNamed = rule.name != OutputFilters.anyOutput && !rule.name.contains("*")
        let hasCrossfeed = rule.choice.parts.crossfeed != nil && (isNamed || output?.isAtEars ?? false)
        return FilterLibrary.Request(choice: rule.choice, hasCrossfeed: hasCrossfeed, format: format)
    }
}
