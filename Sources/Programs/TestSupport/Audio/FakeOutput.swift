package import AudioTypes
import Playback
package import RealtimeAudio
import Synchronization

/// An output without a sound system. The test says when a cycle runs and how long it is, and gets the audio that would be
/// heard.
///
/// Like PipeWire, it calls back only while a stream is open and active and there is a sink, and hands events over in order.
package final class FakeOutput: AudioOutput {
    /// The calls, in order.
    package enum Call: Hashable, Sendable {
        case open(StreamFormat)
        case setActive(Bool)
        case setVolume(Double)
        case setMuted(Bool)
        case setTitle(String?)
        case close
        case shutDown
    }

    private struct State {
        var calls: [Call] = []
        var renderer: Renderer?
        var isActive = false
        var hasSink = true
        var graphRate = 0
        var streamState = OutputStreamState.closed
        /// Whether the graph ignores requests for now.
        var isHeld = false
        var events: @Sendable (OutputEvent) -> Void = { _ in }
        var renderEvents: @Sendable (RenderEvent) -> Void = { _ in }
        /// The left channel of everything rendered.
        var heard: [Float] = []
        /// Every channel of the frames that the present stream rendered.
        var planes: [[Float]] = []
    }

    private let state = Mutex(State())

    /// Makes an output that has a sink.
    package init() {}

    /// Sets the closures that get the events. To be called before anything else.
    package func start(
        events: @escaping @Sendable (OutputEvent) -> Void, renderEvents: @escaping @Sendable (RenderEvent) -> Void
    ) {
        state.withLock {
            $0.events = events
            $0.renderEvents = renderEvents
        }
    }

    /// The calls so far.
    package var calls: [Call] { state.withLock { $0.calls } }

    /// The left channel of everything rendered so far.
    package var heard: [Float] { state.withLock { $0.heard } }

    /// Every channel of the frames that were rendered since the present stream was opened.
    package var planes: [[Float]] { state.withLock { $0.planes } }

    /// The newest frame's left sample.
    package var newest: Float? { state.withLock { $0.heard.last } }

    /// How many frames the present stream could render now without a gap; 0 if no cycle would run, or the stream is to be
    /// silent.
    package var readableFrames: Int {
        guard let renderer = state.withLock({ $0.streamState == .streaming ? $0.renderer : nil }),
            renderer.plays
        else { return 0 }
        return renderer.fillCount
    }

    /// The renderer that the stream plays now.
    package var renderer: Renderer? { state.withLock { $0.renderer } }

    /// Whether cycles run.
    package var isStreaming: Bool { state.withLock { $0.streamState == .streaming } }

    /// Takes the sink away, or brings it back.
    package func setSink(_ isThere: Bool) { change { $0.hasSink = isThere } }

    /// Keeps the stream in its present state until ``releaseState()``, as a graph does that is slow to answer.
    package func holdState() { change { $0.isHeld = true } }

    /// Lets the graph catch up.
    package func releaseState() { change { $0.isHeld = false } }

    /// The rate that the graph has for the present stream.
    package var graphRate: Int {
        get { state.withLock { $0.graphRate } }
        set { state.withLock { $0.graphRate = newValue } }
    }

    /// Sends an event in the way in which events of the sound server come.
    package func send(_ event: OutputEvent) { state.withLock { $0.events }(event) }

    /// Runs one cycle of `frameCount` frames. Does nothing if no cycle would run.
    ///
    /// - Parameters:
    ///   - now: The cycle's start on CLOCK_MONOTONIC, in nanoseconds.
    ///   - delay: How long after that its first frame is heard, in nanoseconds.
    package func runCycle(_ frameCount: Int, now: Int64, delay: Int64 = 0) {
        guard let renderer = state.withLock({ $0.streamState == .streaming ? $0.renderer : nil }) else { return }
        let channels = (0..<renderer.format.channelCount).map { _ in
            UnsafeMutablePointer<Float>.allocate(capacity: max(1, frameCount))
        }
        defer { for channel in channels { channel.deallocate() } }
        channels.withUnsafeBufferPointer { planes in
            guard let start = planes.baseAddress else { return }
            renderer.consumer.render(into: start, frameCount: frameCount, time: CycleTime(now: now, delay: delay))
        }
        let planes = channels.map { Array(UnsafeBufferPointer(start: $0, count: frameCount)) }
        let handler = state.withLock {
            $0.heard += planes[0]
            for (index, plane) in planes.enumerated() { $0.planes[index] += plane }
            return $0.renderEvents
        }
        while let event = renderer.nextEvent() { handler(event) }
    }

    private func change(_ body: (inout sending State) -> Void) {
        let news = state.withLock { state -> (@Sendable (OutputEvent) -> Void, OutputStreamState)? in
            body(&state)
            let new: OutputStreamState =
                state.renderer == nil ? .closed : !state.hasSink ? .waiting : state.isActive ? .streaming : .paused
            guard !state.isHeld, new != state.streamState else { return nil }
            state.streamState = new
            return (state.events, new)
        }
        if let (handler, new) = news { handler(.streamChanged(new)) }
    }

    package func open(_ renderer: Renderer) {
        change {
            $0.calls.append(.open(renderer.format))
            $0.renderer = renderer
            $0.planes = Array(repeating: [], count: renderer.format.channelCount)
            $0.isActive = false
            $0.graphRate = 0
        }
    }

    package func setActive(_ isActive: Bool) {
        change {
            $0.calls.append(.setActive(isActive))
            $0.isActive = isActive
        }
    }

    package func setVolume(_ level: Double) { state.withLock { $0.calls.append(.setVolume(level)) } }

    package func setMuted(_ isMuted: Bool) { state.withLock { $0.calls.append(.setMuted(isMuted)) } }

    package func setTitle(_ title: String?) { state.withLock { $0.calls.append(.setTitle(title)) } }

    /// Plays nothing any more, until the next ``open(_:)``.
    package func close() {
        change {
            $0.calls.append(.close)
            $0.renderer = nil
            $0.isActive = false
        }
    }

    package func shutDown() {
        change {
            $0.calls.append(.shutDown)
            $0.renderer = nil
        }
    }
}
