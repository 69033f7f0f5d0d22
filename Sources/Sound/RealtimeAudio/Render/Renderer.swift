package import AudioTypes
import Synchronization
package import SystemSupport

/// Owns a ``RenderState`` and gives each of its three users its own side of it: control gets the methods here, the decode worker a
/// ``producer``, the output's callback a ``consumer``.
///
/// The control thread, the decode worker and the output share a renderer. It lives until the last of the three lets go of it,
/// so the callback never meets freed memory. The state's atomics and its single-producer single-consumer queues make the
/// sharing safe.
@safe package final class Renderer: Sendable {
    /// The format of every sample that passes through.
    package let format: StreamFormat
    nonisolated(unsafe) let state: UnsafeMutablePointer<RenderState>
    /// The eventfd that is signalled when ``nextEvent()`` has an event.
    package let eventDescriptor: EventDescriptor
    /// The eventfd that is signalled when the ring falls below the mark that the worker has set, usually half of the ring.
    package let workerDescriptor: EventDescriptor
    private let taps = Mutex(TapOwner())

    /// Makes a renderer with an empty ring, paused.
    /// - Parameters:
    ///   - format: the format of ring and output.
    ///   - bufferSeconds: the length of the audio that the ring holds at least; less if ``AudioTypes/StreamFormat/longestBuffer`` is less.
    ///   - fadeSeconds: the length of a fade; 0 for none.
    ///   - generation: the generation to begin with.
    ///   - workerDescriptor: wakes the worker that fills the ring.
    ///   - counter: the value at which the ring's frame counters start.
    /// - Throws: if no descriptor is left for its events.
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
                bufferFrames: format.ringFrames(for: bufferSeconds),
                fadeFrames: format.coding == nil ? Int(FrameCount(seconds: fadeSeconds, at: format.sampleRate).value) : 1,
                generation: generation, counter: counter, workerDescriptor: workerDescriptor.descriptor,
                eventDescriptor: eventDescriptor.descriptor))
    }

    deinit {
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }
}

// MARK: - The other sides

extension Renderer {
    /// The side of the decode worker.
    package var producer: RenderProducer { RenderProducer(self) }

    /// The side of the output's callback. It is valid as long as the renderer lives.
    package var consumer: RenderConsumer { unsafe RenderConsumer(state) }
}

// MARK: - Control

extension Renderer {
    /// Control: starts to play, or fades out and keeps the place. The callback answers a pause with a `paused` event once it is
    /// silent.
    package func setPlays(_ plays: Bool) {
        if !plays {
            let asked = unsafe state.pointee.pausesAsked.load(ordering: .relaxed)
            unsafe state.pointee.pausesAsked.store(asked &+ 1, ordering: .releasing)
        }
        unsafe state.pointee.plays.store(plays, ordering: .releasing)
    }

    /// Control: sets when the first frame after silence is to be heard, by the monotonic clock in nanoseconds; 0: at once. Until then the
    /// callback plays silence and keeps its place, even if ``setPlays(_:)`` says to play.
    package func setStart(at time: Int64) { unsafe state.pointee.startsAt.store(time, ordering: .releasing) }

    /// Control or output: silences the sound at once, without a fade, or lets it be heard again.
    package func setCut(_ isCut: Bool) { unsafe state.pointee.isCut.store(isCut, ordering: .releasing) }

    /// While no callback runs: leaves what is being played without a fade, because the next frames do not follow what was heard.
    /// Events of the callback that nobody has taken are forgotten: the player knows better at which frame it stands.
    package func leaveAtOnce() {
        let count = format.channelCount
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: count)
        let planes = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: count)
        defer {
            unsafe planes.deallocate()
            unsafe samples.deallocate()
        }
        for channel in 0..<count { unsafe (planes + channel).initialize(to: samples + channel) }
        let wasCut = isCut
        setCut(true)
        unsafe consumer.render(into: planes, frameCount: 1, time: CycleTime(now: MonotonicClock.nanoseconds, delay: 0))
        while nextEvent() != nil {}
        setCut(wasCut)
    }

    /// Control: fades to silence, or back, while playback moves on.
    package func setMuted(_ isMuted: Bool) { unsafe state.pointee.isMuted.store(isMuted, ordering: .releasing) }

    /// Control: sets the linear gain to move to, in the time of a fade. 1 leaves samples as they are.
    package func setGain(_ gain: Float) {
        unsafe state.pointee.wantedGain.store(gain.bitPattern, ordering: .releasing)
    }

    /// Control: from now on the callback plays only audio of `generation`.
    package func setGeneration(_ generation: UInt32) {
        unsafe state.pointee.wantedGeneration.store(generation, ordering: .releasing)
    }

    /// Control: skips the segments after `kept` up to `last` that have not begun. Only the newest call counts: a segment that
    /// an earlier call cancelled may begin after all if this call keeps a later segment.
    package func cancelSegments(after kept: UInt64, through last: UInt64) {
        unsafe state.pointee.cancelledAfter.store(kept, ordering: .releasing)
        unsafe state.pointee.cancelledThrough.store(last, ordering: .releasing)
    }

    /// Control: from now on `buffers`, which have the renderer's format, get each frame that is played, as it lies in the ring:
    /// before fades and gain. What is not played is not among them, nor is coded sound.
    package func setTaps(_ buffers: [CaptureBuffer]) {
        let buffers = format.coding == nil ? buffers : []
        taps.withLock { owner in owner.publish(buffers, in: self) }
    }

    /// Control: returns the newest clock reading, or `nil` if the callback has not run yet.
    package func clock() -> RenderAnchor? { unsafe state.pointee.clock.read() }

    /// Any thread: whether it plays; `false` during a fade-out too.
    package var plays: Bool { unsafe state.pointee.plays.load(ordering: .acquiring) }

    /// Any thread: whether it is silenced at once.
    package var isCut: Bool { unsafe state.pointee.isCut.load(ordering: .acquiring) }

    /// Any thread except the callback's: what the callback has counted so far.
    package var statistics: RenderStatistics {
        var statistics = RenderStatistics()
        statistics.callbacks = unsafe state.pointee.counters.callbacks.load(ordering: .relaxed)
        statistics.underruns = unsafe state.pointee.counters.underruns.load(ordering: .relaxed)
        statistics.underrunFrames = unsafe state.pointee.counters.underrunFrames.load(ordering: .relaxed)
        statistics.quantum = unsafe state.pointee.counters.quantum.load(ordering: .relaxed)
        return statistics
    }

    /// How many frames the ring holds when it is full.
    package var capacity: Int { unsafe state.pointee.ring.capacity }

    /// Any thread except the callback's: how many frames the ring holds.
    package var fillCount: Int { unsafe state.pointee.ring.fillCount }

    /// Any thread except the callback's: how full the ring is, 0…1.
    package var fill: Double { Double(fillCount) / Double(capacity) }

    /// The output's loop thread only: removes the callback's oldest event and returns it, or `nil` if there is none.
    package func nextEvent() -> RenderEvent? { unsafe state.pointee.events.pop() }
}
