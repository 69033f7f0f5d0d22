/// The way from one ``ListeningProcessor`` to the next while sound plays. The new one begins with what the old one remembers of bands and night
/// mode, and runs unheard until it is warm; then one goes as the other comes, with the shares of a ``CascadeFade``.
///
/// Each keeps its own latency: if they differ, the sound that comes is by the difference earlier or later than the one that goes, and both are heard at once
/// for as long as the fade takes. Nothing clicks, and nothing is stretched.
@safe package struct ListeningFade: ~Copyable {
    /// How many frames the fade itself takes.
    package let length: Int
    /// How many frames the new processor runs unheard before.
    package let warmUp: Int
    /// How many frames are behind, the unheard ones counted.
    package private(set) var position = 0

    private let channelCount: Int
    private let leavingPlanes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let leavingSamples: UnsafeMutablePointer<Float>
    private let comingPlanes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    private static var blockLength: Int {
        @_noLocks get { 256 }
    }

    /// Makes a fade of `length` frames behind `warmUp` unheard ones, for `channelCount` channels.
    package init(length: Int, warmUp: Int, channelCount: Int) {
        (self.length, self.warmUp, self.channelCount) = (max(1, length), max(0, warmUp), channelCount)
        unsafe leavingPlanes = .allocate(capacity: max(1, channelCount))
        unsafe comingPlanes = .allocate(capacity: max(1, channelCount))
        unsafe leavingSamples = .allocate(capacity: max(1, channelCount) * Self.blockLength)
        unsafe leavingSamples.initialize(repeating: 0, count: max(1, channelCount) * Self.blockLength)
        for channel in 0..<channelCount {
            unsafe (leavingPlanes + channel).initialize(to: leavingSamples + channel * Self.blockLength)
            unsafe (comingPlanes + channel).initialize(to: leavingSamples)
        }
    }

    deinit {
        unsafe leavingPlanes.deallocate()
        unsafe leavingSamples.deallocate()
        unsafe comingPlanes.deallocate()
    }

    /// Callback: whether only the new processor is heard.
    package var isOver: Bool {
        @_noLocks get { position >= warmUp &+ length }
    }

    /// Callback: processes `count` frames in place with both. `planes` are the `channelCount` channels; if they are not as many as the fade was made
    /// for, they stay as they are.
    @unsafe @_noLocks
    package mutating func process(
        _ planes: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int, count: Int,
        leaving: borrowing ListeningProcessor, coming: borrowing ListeningProcessor
    ) {
        if channelCount != self.channelCount { return }
        if position == 0 { coming.remember(leaving) }
        var done = 0
        while done < count {
            let block = min(Self.blockLength, count &- done)
            for channel in 0..<channelCount {
                let plane = unsafe planes[channel] + done
                unsafe comingPlanes[channel] = plane
                let copy = unsafe leavingPlanes[channel]
                for frame in 0..<block { unsafe copy[frame] = plane[frame] }
            }
            unsafe leaving.run(leavingPlanes, channelCount: channelCount, count: block)
            unsafe coming.run(comingPlanes, channelCount: channelCount, count: block)
            for channel in 0..<channelCount {
                let (from, to) = unsafe (leavingPlanes[channel], comingPlanes[channel])
                for frame in 0..<block {
                    let before = unsafe CascadeChain.bounded(Double(from[frame]))
                    let after = unsafe CascadeChain.bounded(Double(to[frame]))
                    unsafe to[frame] = Float(before + (after - before) * share(after: frame &+ 1))
                }
            }
            unsafe coming.countClipped(comingPlanes, channelCount: channelCount, count: block)
            position = min(warmUp &+ length, position &+ block)
            done &+= block
        }
    }

    /// The share of the new processor `step` frames from now, from 0 to 1.
    @_noLocks
    private func share(after step: Int) -> Double {
        let place = Double(min(length, max(0, position &+ step &- warmUp))) / Double(length)
        return place * place * (3 - 2 * place)
    }
}
