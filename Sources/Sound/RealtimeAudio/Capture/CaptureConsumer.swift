import Synchronization

/// The worker's side of a ``CaptureBuffer``: everything that it may do. One thread at a time may use it.
@safe package struct CaptureConsumer: Sendable {
    /// What comes next.
    package enum Next: Hashable, Sendable {
        /// Nothing waits.
        case nothing
        /// The next frame has a marker, which is taken out now.
        case marker(CaptureMarker)
        /// So many frames wait in one run of the storage, and no marker is among them.
        case frames(Int)
    }

    private let buffer: CaptureBuffer

    init(_ buffer: CaptureBuffer) { self.buffer = buffer }

    /// Returns what comes next, at most `most` frames of it.
    package func next(atMost most: Int) -> Next {
        // The fill is read first: each marker of these frames was pushed before they were handed over.
        let waiting = unsafe buffer.state.pointee.ring.readableCount
        if waiting == 0 { return .nothing }
        var count = min(waiting, most)
        if let marker = unsafe buffer.state.pointee.markers.first() {
            let ahead = unsafe Int(truncatingIfNeeded: marker.ringFrame &- buffer.state.pointee.ring.taken)
            if ahead == 0 {
                unsafe buffer.state.pointee.markers.removeFirst()
                return .marker(marker)
            }
            count = min(count, ahead)
        }
        return .frames(unsafe buffer.state.pointee.ring.contiguousReadableCount(atMost: count))
    }

    /// When the next frame was sound, by CLOCK_MONOTONIC in nanoseconds; `nil` if it has no marker, or has not come yet.
    package var nextTime: Int64? {
        guard unsafe buffer.state.pointee.ring.readableCount > 0,
            let marker = unsafe buffer.state.pointee.markers.first(), marker.ringFrame == takenCount
        else { return nil }
        return marker.capturedAt
    }

    /// The counter of the next frame that will be taken out.
    package var takenCount: UInt64 { unsafe buffer.state.pointee.ring.taken }

    /// Returns the samples of `channel` that ``next(atMost:)`` has counted; valid until ``release(_:)``.
    package func samples(ofChannel channel: Int) -> UnsafePointer<Float> {
        unsafe buffer.state.pointee.ring.readRegion(channel)
    }

    /// Gives the first `count` of those frames back.
    package func release(_ count: Int) { unsafe buffer.state.pointee.ring.release(count) }

    /// Returns whether the worker may go to sleep until `mark` frames wait.
    ///
    /// It first tells the callback that the worker sleeps, and then looks at the ring once more. The callback may not see that in
    /// time. It then wakes the worker one cycle later at worst, because it looks again in every cycle.
    package func maySleep(untilWaiting mark: Int) -> Bool {
        let mark = unsafe min(max(1, mark), buffer.state.pointee.ring.capacity)
        unsafe buffer.state.pointee.wakeMark.store(mark, ordering: .relaxed)
        unsafe buffer.state.pointee.workerIsAwake.store(false, ordering: .sequentiallyConsistent)
        if unsafe buffer.state.pointee.ring.readableCount >= mark {
            unsafe buffer.state.pointee.workerIsAwake.store(true, ordering: .sequentiallyConsistent)
            return false
        }
        return true
    }
}
