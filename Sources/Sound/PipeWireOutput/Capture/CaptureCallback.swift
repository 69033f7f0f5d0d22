import AudioTypes
import CPipeWire
import RealtimeAudio
import Synchronization

/// The callback of a stream that captures into a ``CaptureBuffer``. It is used under the loop's lock.
@safe final class CaptureCallback: StreamCallback {
    let direction = SPA_DIRECTION_INPUT
    private let buffer: CaptureBuffer
    private let cycle: UnsafeMutablePointer<CaptureStreamCycle>

    /// - Parameter capturesSink: whether the sound is what a sink plays.
    init(_ buffer: CaptureBuffer, capturesSink: Bool) {
        self.buffer = buffer
        unsafe cycle = .allocate(capacity: 1)
        unsafe cycle.initialize(
            to: CaptureStreamCycle(
                producer: buffer.producer, channelCount: buffer.format.channelCount, capturesSink: capturesSink))
    }

    /// Sets the server's number of the sink whose sound is captured; `nil` while it is not known.
    func setSink(_ number: UInt32?) { unsafe cycle.pointee.sink.store(number ?? UInt32.max, ordering: .relaxed) }

    deinit {
        unsafe cycle.deinitialize(count: 1)
        unsafe cycle.deallocate()
    }

    var format: StreamFormat { buffer.format }

    var data: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(cycle) }

    var events: UnsafeMutablePointer<pw_stream_events> { unsafe Self.table }

    private nonisolated(unsafe) static let table = {
        var events = pw_stream_events()
        events.version = UInt32(PW_VERSION_STREAM_EVENTS)
        unsafe events.process = unsafe processCapture
        return unsafe permanent(events)
    }()

    var takePosition: spa_invoke_func_t {
        { _, _, _, data, _, cycle in
            unsafe cycle?.assumingMemoryBound(to: CaptureStreamCycle.self).pointee.position = unsafe position(in: data)
            return 0
        }
    }

    func setStream(_ stream: OpaquePointer) { unsafe cycle.pointee.stream = unsafe stream }

    func timing() -> OutputTiming {
        unsafe OutputTiming(
            told: cycle.pointee.quantum.load(ordering: .relaxed), graphRate: cycle.pointee.graphRate.load(ordering: .relaxed),
            delay: cycle.pointee.delay.load(ordering: .relaxed))
    }
}
