package import AudioTypes
import Synchronization

/// The filters of one stream: control gives them to the callback, and gets back those that are heard no more.
///
/// A change of bands is heard within 50 ms of sound, others once what comes is warm (``ListeningKernel/warmUp``). What is new takes over what filters of
/// the same kind remember, runs unheard for a while, and is then faded in. Of changes that come meanwhile the newest waits for its turn. Only one thread at a time may use the stage, and not
/// the callback's.
@safe package final class FilterStage {
    private let state: UnsafeMutablePointer<FilterState>
    private let layout: ChannelLayout
    private let rate: SampleRate
    /// How many samples had been beyond full scale when the count began.
    private var clippedBefore: UInt64 = 0

    /// Makes a stage for sound of a format, in which nothing runs.
    package init(_ format: StreamFormat) {
        (layout, rate) = (format.channelLayout, format.sampleRate)
        let nothing = ListeningProcessor(ListeningKernel([], for: layout, at: rate))
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(to: FilterState(nothing))
    }

    /// The callback must not run any more.
    deinit {
        unsafe Self.free(state.pointee.coming.exchange(nil, ordering: .acquiring))
        unsafe Self.free(state.pointee.retired.exchange(nil, ordering: .acquiring))
        unsafe Self.free(state.pointee.current)
        unsafe Self.free(state.pointee.change)
        unsafe Self.free(state.pointee.waiting)
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    /// The side of the callback. It is valid as long as the stage lives.
    package var consumer: FilterConsumer { unsafe FilterConsumer(state) }

    /// Has the callback run these cascades from now on, one for each channel; none for what passes unchanged.
    /// - Parameter isSudden: whether to begin with the next frame instead of a fade, because nothing of the sound before is heard.
    package func publish(_ cascades: [Cascade], isSudden: Bool) {
        publish(ListeningKernel(cascades, for: layout, at: rate), isSudden: isSudden)
    }

    /// Has the callback run what `kernel` is from now on, which is for the stage's format; for another one nothing happens.
    /// - Parameter isSudden: whether to begin with the next frame instead of a fade, because nothing of the sound before is heard.
    package func publish(_ kernel: ListeningKernel, isSudden: Bool) {
        collect()
        guard kernel.layout.count == layout.count, kernel.rate == rate else { return }
        let change = UnsafeMutablePointer<FilterChange>.allocate(capacity: 1)
        let volume = unsafe Double(bitPattern: state.pointee.volume.load(ordering: .relaxed))
        unsafe change.initialize(to: FilterChange(kernel, volume: volume, isSudden: isSudden))
        // The callback may not have come to the one before. If that was sudden, nothing of what was before it may be heard either. It is
        // looked at and not taken away first: a cycle in between would find none, and play what was before it. Only control frees it.
        if let untaken = unsafe state.pointee.coming.load(ordering: .acquiring), unsafe untaken.pointee.isSudden {
            unsafe change.pointee.isSudden = true
        }
        unsafe Self.free(state.pointee.coming.exchange(change, ordering: .acquiringAndReleasing))
    }

    /// Has the loudness follow the volume that is heard behind the filters, in decibels.
    package func setVolume(_ decibels: Double) { unsafe state.pointee.volume.store(decibels.bitPattern, ordering: .relaxed) }

    /// Has the callback forget the sound so far before it plays the next frame, because another sound begins.
    package func forget() { unsafe state.pointee.forgets.store(true, ordering: .releasing) }

    /// By how many frames sound comes out later than it goes in, through what is heard now.
    package var latency: Int { unsafe state.pointee.latency.load(ordering: .relaxed) }

    /// Frees what is heard no more.
    package func collect() { unsafe Self.free(state.pointee.retired.exchange(nil, ordering: .acquiring)) }

    /// How many samples beyond full scale have come out of the filters since ``beginCount()``.
    package var clippedSamples: UInt64 { unsafe state.pointee.clipped.load(ordering: .relaxed) &- clippedBefore }

    /// Begins to count anew.
    package func beginCount() { clippedBefore = unsafe state.pointee.clipped.load(ordering: .relaxed) }

    private static func free(_ list: UnsafeMutablePointer<FilterChange>?) {
        var rest = unsafe list
        while let change = unsafe rest {
            unsafe rest = unsafe change.pointee.next
            unsafe change.deinitialize(count: 1)
            unsafe change.deallocate()
        }
    }
}
