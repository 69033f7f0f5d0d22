import AudioTypes
import RealtimeAudio
import Recording
import Synchronization

/// A stream that captures what a test gives it.
final class FakeCaptureInput: CaptureInput {
    let source: CaptureSource
    let buffer: CaptureBuffer
    private let events: @Sendable (CaptureEvent) -> Void
    private let state = Mutex((isActive: true, isOver: false, title: "", position: Int64(0)))

    init(
        _ source: CaptureSource, _ title: String, _ buffer: CaptureBuffer, events: @escaping @Sendable (CaptureEvent) -> Void
    ) {
        self.source = source
        self.buffer = buffer
        self.events = events
        state.withLock { $0.title = title }
    }

    var isActive: Bool { state.withLock { $0.isActive } }
    var isOver: Bool { state.withLock { $0.isOver } }
    var title: String { state.withLock { $0.title } }

    func setTitle(_ title: String) { state.withLock { $0.title = title } }
    func setActive(_ isActive: Bool) { state.withLock { $0.isActive = isActive } }
    func timing() -> OutputTiming { OutputTiming(quantum: 1_024, graphRate: 48_000, latency: 0) }
    func shutDown() { state.withLock { $0.isOver = true } }

    /// Says which nodes the stream captures from now.
    func capture(from sources: [String]) { events(.sourcesChanged(sources)) }

    /// Brings `count` frames.
    func bring(_ count: Int) {
        let position = state.withLock { state in
            defer { state.position += Int64(count) }
            return state.position
        }
        let clock = CaptureCycle(
            now: position * 1_000_000_000 / 48_000, delay: 0, clock: 1, position: position, duration: Int64(count),
            graphRate: 48_000)
        let samples = [Float](repeating: 0.25, count: count)
        samples.withUnsafeBufferPointer { samples in
            guard let base = samples.baseAddress else { return }
            Array(repeating: base, count: buffer.format.channelCount).withUnsafeBufferPointer { planes in
                guard let planes = planes.baseAddress else { return }
                buffer.producer.capture(from: planes, frameCount: count, cycle: clock)
            }
        }
    }
}
