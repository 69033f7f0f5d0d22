/// The way from one ``ListeningProcessor`` to the next while sound plays. The new one begins with what the old one remembers of bands and night
/// mode, and runs unheard until it is warm; then one goes as the other comes.
///
/// The shares of the two always add up to 1, so a sine that both let through alike keeps its level. They leave their ends without a corner: a
/// straight line would be heard as two faint clicks, and the new processor, which begins without a memory, would be heard beginning.
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
    private let copiedPlanes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let copies: UnsafeMutablePointer<Float>
    private let ownPlanes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    private static var blockLength: Int {
        @_noLocks get { 256 }
    }

    /// Makes a fade of `length` frames behind `warmUp` unheard ones, for `channelCount` channels.
    package init(length: Int, warmUp: Int, channelCount: Int) {
        (self.length, self.warmUp, self.channelCount) = (max(1, length), max(0, warmUp), channelCount)
        unsafe copiedPlanes = .allocate(capacity: max(1, channelCount))
        unsafe ownPlanes = .allocate(capacity: max(1, channelCount))
        unsafe copies = .allocate(capacity: max(1, channelCount) * Self.blockLength)
        unsafe copies.initialize(repeating: 0, count: max(1, channelCount) * Self.blockLength)
        for channel in 0..<channelCount {
            unsafe (copiedPlanes + channel).initialize(to: copies + channel * Self.blockLength)
            unsafe (ownPlanes + channel).initialize(to: copies)
        }
    }

    deinit {
        unsafe copiedPlanes.deallocate()
        unsafe copies.deallocate()
        unsafe ownPlanes.deallocate()
    }

    /// Callback: whether only the new processor is heard.
    package var isOver: Bool {
        @_noLocks get { position >= warmUp &+ length }
    }

    /// Callback: processes `count` frames in place with both, or as many as are left of the unheard ones or of the fade, and returns how many. `planes` are the
    /// `channelCount` channels; if they are not as many as the fade was made for, they stay as they are.
    @unsafe @_noLocks
    package mutating func process(
        _ planes: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int, count: Int,
        leaving: borrowing ListeningProcessor, coming: borrowing ListeningProcessor
    ) -> Int {
        if channelCount != self.channelCount || count <= 0 { return count }
        if position == 0 { coming.remember(leaving) }
        let isUnheard = position < warmUp
        let wanted = max(0, min(count, isUnheard ? warmUp &- position : warmUp &+ length &- position))
        var done = 0
        while done < wanted {
            let block = min(Self.blockLength, wanted &- done)
            for channel in 0..<channelCount {
                let plane = unsafe planes[channel] + done
                unsafe ownPlanes[channel] = plane
                let copy = unsafe copiedPlanes[channel]
                for frame in 0..<block { unsafe copy[frame] = plane[frame] }
            }
            if isUnheard {
                unsafe coming.run(copiedPlanes, channelCount: channelCount, count: block)
                unsafe leaving.run(ownPlanes, channelCount: channelCount, count: block)
            } else {
                unsafe leaving.run(copiedPlanes, channelCount: channelCount, count: block)
                unsafe coming.run(ownPlanes, channelCount: channelCount, count: block)
                mix(block)
            }
            position &+= block
            done &+= block
        }
        return wanted
    }

    /// Callback: goes from what is in the copies to what is in the planes.
    @_noLocks
    private func mix(_ count: Int) {
        for channel in 0..<channelCount {
            let (from, to) = unsafe (copiedPlanes[channel], ownPlanes[channel])
            for frame in 0..<count {
                // What is neutral hands on what is no number, and half of infinity is not less of it.
                let before = unsafe CascadeChain.bounded(Double(from[frame]))
                let after = unsafe CascadeChain.bounded(Double(to[frame]))
                unsafe to[frame] = Float(before + (after - before) * share(after: frame &+ 1))
            }
        }
    }

    /// The share of the new processor `step` frames from now, from 0 to 1.
    @_noLocks
    private func share(after step: Int) -> Double {
        let place = Double(min(length, max(0, position &+ step &- warmUp))) / Double(length)
        return place * place * (3 - 2 * place)
    }
}
