package import AudioTypes
import Synchronization
package import SystemSupport

/// Holds what a capture stream has brought until somebody takes it out: owns a ``CaptureState``, and gives each of its two users a
/// side of it, the stream's callback a ``producer`` and the worker a ``consumer``.
///
/// Both users keep the buffer, so the callback never meets freed memory. The state's atomics and its single-producer
/// single-consumer queues make the sharing safe.
@safe package final class CaptureBuffer: Sendable {
    /// The format of every sample that passes through.
    package let format: StreamFormat
    nonisolated(unsafe) let state: UnsafeMutablePointer<CaptureState>
    /// The eventfd that is signalled when the buffer has reached the mark that the worker has set.
    package let workerDescriptor: EventDescriptor

    /// Makes an empty buffer.
    /// - Parameters:
    ///   - format: the format of the stream.
    ///   - seconds: how long a time of audio it holds at least; less if that does not fit into `bytes`.
    ///   - bytes: the most memory that the sound takes.
    ///   - workerDescriptor: wakes the worker.
    ///   - timesCycles: whether the worker is told when the first frame of each cycle was sound, and not only of those behind gaps. A
    ///     worker that falls half a second of short cycles behind is told of gaps alone.
    ///   - counter: the value at which the ring's frame counters start.
    package init(
        format: StreamFormat, seconds: Double, in bytes: Int = StreamFormat.largestRing, workerDescriptor: EventDescriptor,
        timesCycles: Bool = false, startingAt counter: UInt64 = 0
    ) {
        self.format = format
        self.workerDescriptor = workerDescriptor
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(
            to: CaptureState(
                format: format, capacity: format.ringFrames(for: seconds, in: bytes),
                workerDescriptor: workerDescriptor.descriptor, timesCycles: timesCycles, counter: counter))
    }

    deinit {
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    /// The side of the stream's callback. It is valid as long as the buffer lives.
    package var producer: CaptureProducer { unsafe CaptureProducer(state) }

    /// The side of the worker.
    package var consumer: CaptureConsumer { CaptureConsumer(self) }

    /// How many frames the buffer holds when it is full.
    package var capacity: Int { unsafe state.pointee.ring.capacity }

    /// How many bytes of memory the sound takes when the buffer is full.
    package var byteCount: Int { capacity * format.channelCount * MemoryLayout<Float>.stride }

    /// Any thread except the callback's: how many frames wait in the buffer.
    package var fillCount: Int { unsafe state.pointee.ring.fillCount }

    /// Any thread except the callback's: the counter of the next frame that will come.
    package var writtenCount: UInt64 { unsafe state.pointee.ring.written }

    /// Any thread except the callback's: what the callback has counted so far.
    package var statistics: CaptureStatistics {
        var statistics = CaptureStatistics()
        statistics.callbacks = unsafe state.pointee.counters.callbacks.load(ordering: .relaxed)
        statistics.gaps = unsafe state.pointee.counters.gaps.load(ordering: .relaxed)
        statistics.missedFrames = unsafe state.pointee.counters.missedFrames.load(ordering: .relaxed)
        statistics.droppedFrames = unsafe state.pointee.counters.droppedFrames.load(ordering: .relaxed)
        statistics.emptyFrames = unsafe state.pointee.counters.emptyFrames.load(ordering: .relaxed)
        statistics.quantum = unsafe state.pointee.counters.quantum.load(ordering: .relaxed)
        return statistics
    }
}

/// The callback's side of a ``CaptureBuffer``: everything that it may do. One thread at a time may use it.
///
/// It is only an address, so that the callback counts no references. Its owner must keep the buffer too.
@safe package struct CaptureProducer: BitwiseCopyable {
    private let state: UnsafeMutablePointer<CaptureState>

    init(_ state: UnsafeMutablePointer<CaptureState>) { unsafe self.state = unsafe state }

    /// Takes in one cycle; see ``RealtimeAudio/capture(_:from:frameCount:cycle:)``.
    @_noLocks
    package func capture(from planes: UnsafePointer<UnsafePointer<Float>>, frameCount: Int, cycle: CaptureCycle) {
        unsafe RealtimeAudio.capture(state, from: planes, frameCount: frameCount, cycle: cycle)
    }
}
