import AudioTypes
import Logging
import RealtimeAudio

/// The streams that play the player's sound: one, or one for each of several outputs. Under the loop's lock.
///
/// Several streams are in one group of the graph, so that one driver runs all of them, and share one sound: each frame is rendered once.
/// All are alike. One of them is the main stream, which the owner hears of, and by which positions are counted. If its output is left
/// while others stay, another stream becomes the main one, and those that stay play on without a gap.
final class PlayerStreams {
    /// How long the latencies of outputs are left alone after a change, in nanoseconds: a sink that starts tells others at first.
    private static let settleTime: Int64 = 200_000_000

    private let connection: Connection
    private let configuration: OutputConfiguration
    private let outbox: EventOutbox
    private let logger: Logger
    private let renderEvents: @Sendable (RenderEvent) -> Void
    private(set) var main: PlayerStream
    /// All streams, the main one among them.
    private var streams: [PlayerStream]
    /// The sinks of all streams by `node.name`, the primary first, while there are several.
    private var targets: [String] = []
    private var renderer: Renderer?
    /// What all streams play; `nil` while there is one, which has the renderer for itself.
    private var sound: SharedSound?
    private var settings: StreamSettings
    private var isActive = false
    /// Whether the graph runs no stream.
    private var isResting = true
    private var delays = SharedDelays()
    /// Fires when the latencies have been left alone long enough.
    private var delayTimer: LoopSource?
    /// Fires when the latest output has played what was rendered before the player rested.
    private var restTimer: LoopSource?
    private let passthrough: PassthroughWatch

    /// Makes the streams of an output, of which there is one at first. The parameters are those of ``PlaybackStream``.
    init(
        _ connection: Connection, configuration: OutputConfiguration, outbox: EventOutbox, logger: Logger,
        renderEvents: @escaping @Sendable (RenderEvent) -> Void
    ) throws(OutputError) {
        self.connection = connection
        self.configuration = configuration
        self.outbox = outbox
        self.logger = logger
        self.renderEvents = renderEvents
        settings = StreamSettings(orders: configuration.orders)
        passthrough = try PassthroughWatch(connection, nodeName: StreamProperties(configuration).nodeName)
        main = try PlayerStream(
            connection, configuration: configuration, outbox: outbox, logger: logger, renderEvents: renderEvents)
        streams = [main]
        delayTimer = try connection.timer { [unowned self] in updateDelays(mayShorten: false) }
        restTimer = try connection.timer { [unowned self] in rest() }
        attach(main)
    }

    deinit {
        delayTimer = nil
        restTimer = nil
    }

    /// Has the connection call the streams, before the report on them.
    func register() {
        main.stream.register()
        connection.add(self)
    }

    private func attach(_ stream: PlayerStream) {
        stream.outbox.filter = { [unowned self, unowned stream] event in filter(event, of: stream) }
        stream.stream.latencyChanged = { [unowned self] in lookAtLatencies() }
    }

    /// Looks at the latencies of all outputs soon, because one has changed.
    private func lookAtLatencies() { if streams.count > 1 { delayTimer?.fire(afterNanoseconds: Self.settleTime) } }

    /// Returns whether the owner hears of an event of one stream.
    private func filter(_ event: OutputEvent, of stream: PlayerStream) -> Bool {
        switch event {
        case .volumeChanged(let level, let isMuted):
            settings.level = min(max(0, level), 1)
            settings.isMuted = isMuted
            for other in streams where other !== stream { settings.applyVolume(to: other.stream) }
        case .timingChanged:
            lookAtLatencies()
            return stream === main
        default: break
        }
        return true
    }

    // MARK: What the owner wants of all streams

    /// Makes inactive streams in the format of `renderer`; no callback of the streams before runs when this returns.
    func open(_ renderer: Renderer) {
        close()
        self.renderer = renderer
        passthrough.opened(renderer.format)
        share()
        for stream in streams where stream === main || exists(stream.uid) && isSharable { stream.open(renderer) }
    }

    /// Ends the streams; no callback runs when this returns.
    func close() {
        restTimer?.fire(afterNanoseconds: 0)
        (isActive, isResting) = (false, true)
        renderer = nil
        passthrough.closed()
        for stream in streams {
            stream.close()
            stream.leave(hasCompanions: streams.count > 1)
        }
        sound = nil
    }

    /// Sets whether the graph runs the streams. If outputs play later than others, or filters hold sound, the streams rest only when the
    /// last frame is played.
    func setActive(_ isActive: Bool) {
        let wasActive = self.isActive
        self.isActive = isActive
        let longest = streams.map { (sound == nil ? 0 : $0.delay) + $0.stream.heldSeconds }.max() ?? 0
        restTimer?.fire(afterNanoseconds: isActive || longest == 0 ? 0 : Int64(longest * 1e9))
        if isActive {
            if !wasActive, let sound {
                updateDelays(mayShorten: true)
                // The graph may run one of them a cycle before the others, which would miss its frames.
                if isResting { sound.awaitReaders(streams.count(where: \.isOpen)) }
            }
            isResting = false
            for stream in streams { stream.stream.setActive(true) }
        } else if longest == 0 {
            rest()
        }
    }

    private func rest() {
        isResting = true
        for stream in streams { stream.stream.setActive(false) }
        // Only silence is left to be played.
        if streams.count == 1 { leaveSound() }
    }

    /// Sets the title that mixers show; `nil` for the program's name.
    func setTitle(_ title: String?) {
        settings.title = title
        for stream in streams { stream.stream.setTitle(title) }
    }

    /// Sets the volume on the cubic scale of desktop mixers, 0…1, in steps too small to hear.
    func setVolume(_ level: Double) {
        settings.level = level
        for stream in streams { stream.stream.setVolume(level) }
    }

    /// Sets the mixer's mute switch.
    func setMuted(_ isMuted: Bool) {
        settings.isMuted = isMuted
        for stream in streams { stream.stream.setMuted(isMuted) }
    }

    /// Makes all streams again; the session manager links them like new ones.
    func relink() { for stream in streams { stream.stream.relink() } }

    /// Takes over what the owner wants of all streams.
    func apply(_ orders: OutputOrders) {
        let haveDelaysChanged = orders.delays != settings.orders.delays
        settings.orders = orders
        for stream in streams { stream.stream.apply(orders) }
        if haveDelaysChanged { updateDelays(mayShorten: false) }
    }

    /// Silences all streams at once, or ends the silence.
    func setCut(_ isCut: Bool) { for stream in streams { stream.stream.guarding.setCut(isCut) } }

    // MARK: What is known

    /// What the owner wants of all streams.
    var orders: OutputOrders { settings.orders }

    /// How the graph runs the main stream; the latency has its delay.
    func timing() -> OutputTiming {
        let timing = main.stream.timing()
        if main.delay == 0 { return timing }
        return OutputTiming(quantum: timing.quantum, graphRate: timing.graphRate, latency: timing.latency + main.delay)
    }

    /// How late the sound is heard at each sink, by `node.name`; empty while nothing runs.
    var latencies: [String: OutputLatency] {
        var latencies: [String: OutputLatency] = [:]
        for stream in streams {
            guard let sink = sink(of: stream), stream.stream.timing().graphRate > 0 else { continue }
            latencies[sink] = OutputLatency(own: stream.stream.settledLatency ?? 0, delay: stream.delay)
        }
        return latencies
    }

    /// What the equaliser of each sink does that the sound goes to, by `node.name`; empty while there is no stream.
    var filterReports: [String: OutputFilterReport] {
        Dictionary(streams.compactMap(\.stream.filters.report).map { ($0.sink, $0.report) }) { first, _ in first }
    }

    /// The server's ids of the nodes of all streams but the main one.
    var companionNodes: [UInt32] { streams.filter { $0 !== main }.compactMap(\.stream.nodeID) }

    /// Returns what can be given as it is to the sink that plays, if that is another offer than the one before: nothing if there are
    /// several sinks, or the output has a ceiling, which nobody can keep coded sound below. In the loop's thread.
    func newOffer(_ model: GraphModel) -> PassthroughOffer? {
        passthrough.newOffer(
            model, stream: main.stream.nodeID, uid: main.stream.routing.uid,
            isAlone: streams.count == 1 && !main.stream.hasCeiling(model))
    }

    /// Whether several streams may play what there is. Coded sound is for one sink.
    private var isSharable: Bool { renderer?.format.coding == nil }

    /// Returns `node.name` of the sink that a stream was sent to, or else is linked with.
    private func sink(of stream: PlayerStream) -> String? {
        let model = connection.completeGraph?.model
        return stream.uid ?? stream.stream.nodeID.flatMap { model?.linkedSinks(of: $0).first?.name }
            ?? model?.metadata?.defaultSink
    }

    private func exists(_ uid: String?) -> Bool {
        uid.flatMap { connection.completeGraph?.model.sink(named: $0) } != nil
    }
}

// MARK: - Where the sound goes

extension PlayerStreams {
    /// Sends the sound to the sink `uid`, or with `nil` to the default sink, and nowhere else. If a stream plays there already, it
    /// stays.
    func setTarget(_ uid: String?) {
        targets = []
        passthrough.forgetMove()
        let wanted = uid ?? connection.completeGraph?.model.metadata?.defaultSink
        if streams.count > 1, let heir = streams.first(where: { $0.uid == wanted }) { lead(heir) }
        for stream in streams where stream !== main { remove(stream) }
        main.send(to: uid)
        main.stayAlone()
    }

    /// Sends the sound to all sinks of `uids`, the first as the primary. Streams that play to one of them stay.
    func setTargets(_ uids: [String]) {
        guard uids.count > 1 else { return setTarget(uids.first) }
        targets = uids
        passthrough.forgetMove()
        if main.uid.map({ !uids.contains($0) }) ?? true {
            let free = uids.filter { uid in !streams.contains { $0.uid == uid } }
            if let uid = free.first(where: { $0 == sink(of: main) }) ?? free.first { main.send(to: uid) }
        }
        for uid in uids where !streams.contains(where: { $0.uid == uid }) { add(uid) }
        settle()
    }

    /// Makes a stream to the sink `uid`.
    private func add(_ uid: String) {
        var configuration = configuration
        configuration.target = uid
        do throws(OutputError) {
            let stream = try PlayerStream(
                connection, configuration: configuration, outbox: outbox, logger: logger, renderEvents: renderEvents)
            attach(stream)
            settings.apply(to: stream.stream)
            streams.append(stream)
            share()
            stream.stream.register()
            if let renderer, exists(uid), isSharable {
                stream.open(renderer)
                stream.stream.setActive(isActive)
            }
        } catch {
            logger.error("an output could not be added", metadata: ["output": "\(uid)", "reason": "\(error.message)"])
        }
    }

    private func remove(_ stream: PlayerStream) {
        stream.close()
        stream.stream.unregister()
        streams.removeAll { $0 === stream }
    }

    /// Makes `stream` the main one.
    private func lead(_ stream: PlayerStream) {
        if stream === main { return }
        main.reader?.setPrimary(false)
        main = stream
        main.reader?.setPrimary(true)
        connection.wake()
    }

    /// Has the primary lead as soon as it plays, ends streams to sinks that are no targets, and opens those whose sink has come.
    private func settle() {
        guard let primary = targets.first else { return }
        let isHeard = { (stream: PlayerStream) in stream.stream.isStreaming || !self.isActive }
        let chosen = streams.filter { stream in targets.contains { $0 == stream.uid } }
        let heir =
            chosen.first { $0.uid == primary && isHeard($0) } ?? (chosen.contains { $0 === main } ? main : nil)
            ?? chosen.first(where: isHeard) ?? chosen.first
        if let heir { lead(heir) }
        for stream in streams where stream !== main && !chosen.contains(where: { $0 === stream }) { remove(stream) }
        for stream in streams where stream !== main {
            switch (stream.isOpen, exists(stream.uid)) {
            case (true, true): stream.stream.retryIfFailed()
            case (true, false): stream.close()
            case (false, true):
                guard let renderer, isSharable else { continue }
                stream.open(renderer)
                stream.stream.setActive(isActive)
            default: break
            }
        }
    }

    // MARK: The shared sound

    /// Has all streams share one sound, if there are several.
    private func share() {
        guard streams.count > 1, isSharable, let renderer else { return }
        // The main stream may have had the renderer for itself since it was left alone.
        if let reader = main.reader, !main.comeBack() || reader.hasLeft { leaveSound() }
        let sound = sound ?? SharedSound(renderer)
        self.sound = sound
        for stream in streams {
            stream.join(sound, isPrimary: stream === main)
            // What is known from before counts from the first frame on.
            if let delay = stream.uid.flatMap({ delays.now[$0] ?? settings.orders.delays[$0] }) { stream.setDelay(delay) }
        }
        delayTimer?.fire(afterNanoseconds: Self.settleTime)
    }

    private func leaveSound() {
        for stream in streams { stream.leave(hasCompanions: false) }
        sound = nil
    }

    /// Brings the outputs in step by what they tell of their latency and what a client has chosen.
    private func updateDelays(mayShorten: Bool) {
        guard sound != nil, streams.count > 1 else { return }
        var latencies: [String: Double] = [:]
        for stream in streams {
            guard let uid = stream.uid, let latency = stream.stream.settledLatency else { continue }
            latencies[uid] = latency
        }
        delays.update(latencies: latencies, chosen: settings.orders.delays, mayShorten: mayShorten)
        for stream in streams { if let uid = stream.uid, let delay = delays.now[uid] { stream.setDelay(delay) } }
    }
}

extension PlayerStreams: ConnectionUser {
    /// Silences each stream that reaches a sink which nobody chose for it, before it is heard there: the session manager moves it
    /// when its own sink is lost.
    func graphChanged() {
        guard streams.count > 1, let model = connection.completeGraph?.model else { return }
        for stream in streams {
            guard let node = stream.stream.nodeID else { continue }
            let isAstray = model.linkedSinks(of: node).contains { $0.name != stream.uid }
            stream.stream.guarding.setAstray(isAstray || !exists(stream.uid))
        }
    }

    func loopTurned() { if streams.count > 1 { settle() } }

    /// The owner decides again whether the streams run when the server is back.
    func serverEnded() {
        passthrough.serverEnded()
        (isActive, isResting) = (false, true)
        restTimer?.fire(afterNanoseconds: 0)
    }
}
