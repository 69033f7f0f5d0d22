package import AudioTypes
import Synchronization

/// The filters of one stream: control gives them to the callback, and gets back those that are heard no more.
///
/// A change is heard within 50 ms of sound. The new chain takes over what filters of the same kind remember, runs unheard for a while, and
/// is then faded in. Of changes that come meanwhile the newest waits for its turn. Only one thread at a time may use the stage, and not
/// the callback's.
@safe package final class FilterStage {
    private let state: UnsafeMutablePointer<FilterState>
    private let rate: Double
    /// How many samples had been beyond full scale when the count began.
    private var clippedBefore: UInt64 = 0

    /// Makes a stage for sound of a format, without a chain.
    package init(_ format: StreamFormat) {
        rate = Double(format.sampleRate.hertz)
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(to: FilterState(channelCount: format.channelCount))
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
        collect()
        let change = UnsafeMutablePointer<FilterChange>.allocate(capacity: 1)
        unsafe change.initialize(to: FilterChange(cascades, rate: rate, isSudden: isSudden))
        // The callback may not have come to the one before. If that was sudden, nothing of what was before it may be heard either. It is
        // looked at and not taken away first: a cycle in between would find none, and play what was before it. Only control frees it.
        if let untaken = unsafe state.pointee.coming.load(ordering: .acquiring), unsafe untaken.pointee.isSudden {
            unsafe change.pointee.isSudden = true
        }
        unsafe Self.free(state.pointee.coming.exchange(change, ordering: .acquiringAndReleasing))
    }

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
