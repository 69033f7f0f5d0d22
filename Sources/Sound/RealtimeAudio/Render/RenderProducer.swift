package import AudioTypes
import Synchronization
package import SystemSupport

/// The decode worker's side of a ``Renderer``: everything that the worker may do with it. One thread at a time may use it.
@safe package struct RenderProducer: Sendable {
    private let renderer: Renderer

    init(_ renderer: Renderer) { self.renderer = renderer }

    /// The format of every sample.
    package var format: StreamFormat { renderer.format }

    /// How many frames the ring holds when it is full.
    package var capacity: Int { unsafe renderer.state.pointee.ring.capacity }

    /// The ring's counter of the next frame to be written. Exact.
    package var written: UInt64 { unsafe renderer.state.pointee.ring.written }

    /// The ring's counter of the next frame that the callback takes. The callback may have taken more by now.
    package var taken: UInt64 { unsafe renderer.state.pointee.ring.taken }

    /// How many frames can be written now. The callback can only make it more.
    package var writableCount: Int { unsafe renderer.state.pointee.ring.writableCount }

    /// Wakes the worker: the callback signals it, and so does whoever has a message for the worker.
    package var workerDescriptor: EventDescriptor { renderer.workerDescriptor }

    /// How far the callback has got.
    package var reading: RingReading {
        let clock = unsafe renderer.state.pointee.clock.read()
        return RingReading(
            fill: capacity - writableCount, taken: taken,
            silent: unsafe renderer.state.pointee.counters.underrunFrames.load(ordering: .relaxed),
            quantum: Int(truncatingIfNeeded: unsafe renderer.state.pointee.counters.quantum.load(ordering: .relaxed)),
            cycleStart: clock?.now, isMoving: clock?.isMoving ?? false)
    }

    /// Stores into `planes`, one for each channel, where to write the frames from `offset` after ``written`` on.
    /// - Returns: how many frames fit there in one run; 0 while the ring is full.
    package func writeRegion(after offset: Int, into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>) -> Int {
        unsafe renderer.state.pointee.ring.writeRegion(after: offset, into: planes)
    }

    /// Hands `count` written frames to the callback. More than ``writableCount`` is a fault that debug builds trap.
    package func commit(_ count: Int) { unsafe renderer.state.pointee.ring.commit(count) }

    /// Tells the callback where a segment begins or ends. Call it before ``commit(_:)`` hands over the frames there.
    /// - Returns: `false` if too many markers are waiting; try again later.
    package func push(_ marker: SegmentMarker) -> Bool { unsafe renderer.state.pointee.markers.push(marker) }

    /// Returns whether the worker may go to sleep.
    ///
    /// It first tells the callback that the worker sleeps, and then looks at the ring once more. The callback may not see that in
    /// time, and miss the moment when the ring falls below the mark. It then wakes the worker one cycle later at worst, because
    /// it looks again in every cycle.
    ///
    /// - Parameter mark: the number of frames in the ring below which the worker is woken; `nil` for half of the ring.
    package func maySleep(untilBelow mark: Int? = nil) -> Bool {
        let mark = unsafe mark ?? renderer.state.pointee.lowWater
        unsafe renderer.state.pointee.wakeMark.store(mark, ordering: .relaxed)
        unsafe renderer.state.pointee.workerIsAwake.store(false, ordering: .sequentiallyConsistent)
        if capacity - writableCount < mark {
            unsafe renderer.state.pointee.workerIsAwake.store(true, ordering: .sequentiallyConsistent)
            return false
        }
        return true
    }

    /// Says that the worker has nothing to decode and needs no signal from the callback.
    package func hasNothingToDo() {
        unsafe renderer.state.pointee.workerIsAwake.store(true, ordering: .sequentiallyConsistent)
    }
}
