package import AudioTypes
import Synchronization
package import SystemSupport

/// Owns a ``RenderState`` and offers each of its three users its own side of it.
///
/// Shared by the control thread, the decode worker and the output; lives until the last of them lets go, so that the
/// callback never meets freed memory. The state's atomics and its single-producer single-consumer queues make that safe.
@safe package final class Renderer: Sendable {
    /// The format of every sample that goes through.
    package let format: StreamFormat
    /// For the output's callback, and for the worker's side of ring and markers.
    package nonisolated(unsafe) let state: UnsafeMutablePointer<RenderState>
    /// Signalled when ``nextEvent()`` has something.
    package let eventDescriptor: EventDescriptor
    /// Signalled when the ring falls below half.
    package let workerDescriptor: EventDescriptor

    /// Makes a renderer with an empty ring, paused.
    /// - Parameters:
    ///   - format: of ring and output.
    ///   - bufferSeconds: how much audio the ring holds at least; less where ``longestBuffer(in:)`` is less.
    ///   - fadeSeconds: how long fades take; 0 for none.
    ///   - generation: the generation to begin with.
    ///   - workerDescriptor: wakes whoever fills the ring.
    ///   - counter: where the ring's frame counters start.
    /// - Throws: where no descriptor is left for its events.
    package init(
        format: StreamFormat, bufferSeconds: Double, fadeSeconds: Double, generation: UInt32 = 0,
        workerDescriptor: EventDescriptor, startingAt counter: UInt64 = 0
    ) throws(DescriptorError) {
        self.format = format
        self.workerDescriptor = workerDescriptor
        eventDescriptor = try EventDescriptor()
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(
            to: RenderState(
                format: format,
                bufferFrames: Self.ringFrames(for: bufferSeconds, in: format),
                fadeFrames: Int(FrameCount(seconds: fadeSeconds, at: format.sampleRate).value),
                generation: generation, counter: counter, workerDescriptor: workerDescriptor.descriptor,
                eventDescriptor: eventDescriptor.descriptor))
    }

    deinit {
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }
}

// MARK: - Control

extension Renderer {
    /// Control: plays, or fades out and stays where it is; answered by a `paused` event once silent.
    package func setPlays(_ plays: Bool) {
        if !plays {
            let asked = unsafe state.pointee.pausesAsked.load(ordering: .relaxed)
            unsafe state.pointee.pausesAsked.store(asked &+ 1, ordering: .releasing)
        }
        unsafe state.pointee.plays.store(plays, ordering: .releasing)
    }

    /// Control or output: silences at once, without a fade.
    package func setHushed(_ isHushed: Bool) { unsafe state.pointee.isHushed.store(isHushed, ordering: .releasing) }

    /// Control: fades to silence, or back, while time goes on.
    package func setMuted(_ isMuted: Bool) { unsafe state.pointee.isMuted.store(isMuted, ordering: .releasing) }

    /// Control: the linear gain to move to, in a fade's time. 1 leaves samples as they are.
    package func setGain(_ gain: Float) {
        unsafe state.pointee.wantedGain.store(gain.bitPattern, ordering: .releasing)
    }

    /// Control: from now on only audio of `generation` is wanted.
    package func setGeneration(_ generation: UInt32) {
        unsafe state.pointee.wantedGeneration.store(generation, ordering: .releasing)
    }

    /// Control: skips the segments after `kept` up to `last` that were not yet begun. Only the newest call counts: a segment
    /// that an earlier one took back may begin after all where this one keeps a segment behind it.
    package func cancelSegments(after kept: UInt64, through last: UInt64) {
        unsafe state.pointee.cancelledAfter.store(kept, ordering: .releasing)
        unsafe state.pointee.cancelledThrough.store(last, ordering: .releasing)
    }

    /// Control: the newest clock reading, or `nil` where the callback has not run yet.
    package func clock() -> RenderClock.Anchor? { unsafe state.pointee.clock.read() }

    /// Any thread but the callback's: how full the ring is, 0…1.
    package var fill: Double {
        unsafe Double(state.pointee.ring.fillCount) / Double(state.pointee.ring.capacity)
    }

    /// The output's loop thread only: the oldest event of the callback not yet taken.
    package func nextEvent() -> RenderEvent? { unsafe state.pointee.events.pop() }
}

// MARK: - Worker

extension Renderer {
    /// Worker: whether it may go to sleep. Says so to the callback first and looks again after. A ring that falls below the
    /// mark in between is noticed a cycle later at worst: the callback may not see yet that nobody is awake, and looks
    /// again in every cycle.
    ///
    /// - Parameter mark: how many frames the ring holds when it is woken; `nil` for half of what it can hold.
    package func workerMaySleep(untilBelow mark: Int? = nil) -> Bool {
        let mark = unsafe mark ?? state.pointee.lowWater
        unsafe state.pointee.wakeMark.store(mark, ordering: .relaxed)
        unsafe state.pointee.workerIsAwake.store(false, ordering: .sequentiallyConsistent)
        if unsafe state.pointee.ring.capacity - state.pointee.ring.writableCount < mark {
            unsafe state.pointee.workerIsAwake.store(true, ordering: .sequentiallyConsistent)
            return false
        }
        return true
    }

    /// Worker: it has nothing to decode, and needs no wake-up from the callback.
    package func workerHasNothingToDo() {
        unsafe state.pointee.workerIsAwake.store(true, ordering: .sequentiallyConsistent)
    }
}
