package import AudioTypes
package import Logging
package import RealtimeAudio
import SystemSupport

/// An output to a server of rooms: a connection over which a thread writes what a renderer plays, as fast as the server takes it.
///
/// The thread and the connection exist while the output is active, and a moment longer. If the server is away, the thread tries again
/// until it is back or the output is closed. Fermata's control thread calls the methods; none of them waits for the server. The
/// closures are called on the control thread and on the output's own.
package final class SnapcastOutput: Sendable {
    /// What the control thread wants, and what the thread has told.
    struct State {
        var renderer: Renderer?
        var isActive = false
        /// The linear factor of volume and mute switch.
        var gain: Float = 1
        var level = 1.0
        /// The greatest level that there may be.
        var maximum = 1.0
        var isMuted = false
        /// Where the server was found, if it has to be found.
        var host: String?
        /// Whether the server was reported as away.
        var isLost = false
        /// Whether there is a connection.
        var isConnected = false
        /// When the server has taken all of the last connection (CLOCK_MONOTONIC, nanoseconds).
        var freeAt: Int64 = 0
        var hasEnded = false
        var told = OutputStreamState.closed
        /// Wakes the thread; `nil` while there is none.
        var wake: EventDescriptor?
        var events: @Sendable (OutputEvent) -> Void = { _ in }
        var renderEvents: @Sendable (RenderEvent) -> Void = { _ in }

        /// Whether the renderer is asked for sound. Nobody hears it while the server is away.
        var isSounding: Bool { isActive && !isLost }

        /// Whether the thread has something to do.
        var isWanted: Bool { !hasEnded && renderer != nil && (isActive || isLost) }

        /// Tells what the callback of `renderer` has reported.
        func tellEvents(of renderer: Renderer) {
            renderer.eventDescriptor.drain()
            while let event = renderer.nextEvent() { renderEvents(event) }
        }

        /// Tells the state of the stream if it is another.
        mutating func tell() {
            let state: OutputStreamState =
                renderer == nil ? .closed : !isActive ? .paused : isConnected && !isLost ? .streaming : .waiting
            guard state != told else { return }
            told = state
            events(.streamChanged(state))
        }
    }

    package let configuration: FeedConfiguration
    let logger: Logger
    let filters: FeedFilters
    let state = Monitor(State())

    /// The most time to wait at the end until the thread has written the last sound and the silence behind it, in nanoseconds. It takes a
    /// millisecond unless the machine is busy or the server takes nothing.
    private static let lastWait: Int64 = 200_000_000

    /// Makes an output that does nothing before ``start(events:renderEvents:)``.
    /// - Parameter library: makes the filters, for other outputs as well.
    package init(_ configuration: FeedConfiguration, library: FeedLibrary = FeedLibrary(), logger: Logger) {
        self.configuration = configuration
        self.logger = logger
        filters = FeedFilters(configuration.format.stream, library: library, logger: logger)
    }

    /// Sets the closures that get the events of the output and of what it plays. Called once, before anything else.
    package func start(
        events: @escaping @Sendable (OutputEvent) -> Void, renderEvents: @escaping @Sendable (RenderEvent) -> Void
    ) {
        state.withLock { state in
            state.events = events
            state.renderEvents = renderEvents
        }
    }

    /// The output as clients see it.
    package var device: OutputDevice {
        OutputDevice(
            uid: FeedConfiguration.uid, name: configuration.name, type: .network,
            channelCount: configuration.format.stream.channelCount)
    }

    /// The only format in which the server takes sound.
    package var format: StreamFormat { configuration.format.stream }

    /// How the output takes the sound, with the time until it is heard.
    package func timing() -> OutputTiming {
        let rate = Int(format.sampleRate.hertz)
        let latency = Double(Pacing.lead) / 1e9 + configuration.bufferSeconds + filters.latencySeconds
        return OutputTiming(quantum: Pacing(rate: rate, at: 0).periodFrames, graphRate: rate, latency: latency)
    }

    // MARK: What the owner wants

    /// Plays `renderer` from now on, once the output is active; the one before is not called any more.
    package func open(_ renderer: Renderer) {
        filters.prepare()
        change { state in
            state.renderer = renderer
            state.isActive = false
        }
    }

    /// Plays nothing any more, and leaves the server alone.
    package func close() {
        change { state in
            state.renderer = nil
            state.isActive = false
            state.isLost = false
        }
    }

    /// Writes to the server, or stops that.
    package func setActive(_ isActive: Bool) { change { $0.isActive = isActive } }

    /// Sets the volume on the cubic scale, 0…1.
    package func setVolume(_ level: Double) { change(\.level, level) }

    /// Sets the greatest level, 0…1.
    package func setMaximum(_ maximum: Double) { change(\.maximum, maximum) }

    /// Mutes, or ends that.
    package func setMuted(_ isMuted: Bool) { change(\.isMuted, isMuted) }

    /// Takes over what each output's sound goes through. If the rooms get something else, what they hear fades to it.
    package func setFilters(_ choices: OutputFilters) { filters.set(choices) }

    /// What the sound for the rooms goes through; `nil` while nothing is open.
    package var filterReport: OutputFilterReport? { state.withLock { $0.renderer != nil } ? filters.report : nil }

    /// How long something is heard behind the last frame through what the sound goes through, in seconds.
    package var heldSeconds: Double { Double(filters.heldFrames) / Double(format.sampleRate.hertz) }

    /// Nothing shows a title: the server has none for its sources.
    package func setTitle(_ title: String?) {}

    /// Notes on which host the server was found; `nil` if nobody knows any more. A connection that works goes on, the next one leads there.
    package func serverFound(on host: String?) { change { $0.host = host } }

    /// Ends everything. The last frames are followed by enough silence for the server to play them: the process may end when this returns,
    /// because the system sends what was written.
    package func shutDown() {
        change { state in
            state.hasEnded = true
            state.renderer = nil
            state.isActive = false
            state.isLost = false
            state.events = { _ in }
            state.renderEvents = { _ in }
        }
        _ = state.wait(until: MonotonicClock.nanoseconds + Self.lastWait) { $0.isConnected ? nil : () }
    }

    private func change<Value>(_ path: WritableKeyPath<State, Value>, _ value: Value) {
        state.withLock { state in
            state[keyPath: path] = value
            let level = Float(max(0, min(1, state.maximum, state.level)))
            state.gain = state.isMuted ? 0 : level * level * level
            filters.follow(gain: state.gain)
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let wake = state.withLock { state -> EventDescriptor? in
            body(&state)
            state.tell()
            if state.wake == nil, state.isWanted { startThread(&state) }
            return state.wake
        }
        wake?.signal()
    }

    private func startThread(_ state: inout State) {
        do {
            let wake = try EventDescriptor()
            try OwnThread.start(name: "fermata-rooms") { [self] in
                var loop = FeedLoop(self, wake: wake)
                loop.run()
            }
            state.wake = wake
        } catch {
            logger.error("Nothing can be sent to the rooms.", metadata: ["reason": "\(error)"])
        }
    }
}

// MARK: - The thread's side

extension SnapcastOutput {
    /// Whether the thread goes on. If not, it no longer exists for others when this returns.
    func goesOn() -> Bool {
        state.withLock { state in
            if !state.isWanted { state.wake = nil }
            return state.isWanted
        }
    }

    /// Where the server takes the sound; `nil` as long as it has not been found.
    var source: HostPort? { configuration.source.address(on: state.withLock { $0.host }) }

    /// Whether the server, or the way to it, counts as away.
    var isAway: Bool { state.withLock(\.isLost) }

    /// Notes that the server has taken the connection.
    func connected() {
        state.withLock { state in
            state.isConnected = true
            state.tell()
        }
    }

    /// Notes that the rooms of a server that was away are there again; `settle` makes the renderer ready to go on.
    func returned(_ settle: (Renderer) -> Void) {
        state.withLock { state in
            guard state.isLost else { return }
            if let renderer = state.renderer { settle(renderer) }
            state.isLost = false
            state.events(.outputReturned)
            state.tell()
        }
    }

    /// Notes that there is no connection any more, because nobody needs it. The server has taken all of it at `freeAt`.
    func disconnected(freeAt: Int64) {
        state.withLock { state in
            state.isConnected = false
            state.freeAt = freeAt
            state.tell()
        }
    }

    /// Notes that there is no connection, for the reason `error`.
    func disconnected(_ error: FeedError) { lose(error) { $0.isConnected = false } }

    /// Notes that nothing arrives over a connection that may still go on.
    func stalled(_ error: FeedError) { lose(error) { _ in } }

    private func lose(_ error: FeedError, _ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            guard state.renderer != nil, !state.hasEnded else { return state.tell() }
            if !state.isLost {
                state.isLost = true
                // The owner decides again once the server is back.
                state.isActive = false
                logger.warning("The rooms take no sound.", metadata: ["reason": "\(error.message)"])
                state.events(.outputLost(message: error.message))
            }
            state.tell()
        }
    }
}
