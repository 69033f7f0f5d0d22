/// The way from one chain to another while sound plays: both run, and one goes as the other comes.
///
/// The gains of the two always add up to 1, so a sine that both let through alike keeps its level. They leave their ends without a
/// corner: a straight line would be heard as two faint clicks, and the new chain, which begins without a memory, would be heard
/// beginning.
@safe package struct CascadeFade: ~Copyable {
    /// How many frames it takes.
    package let length: Int
    /// How many frames are behind.
    package private(set) var position = 0
    private let old: UnsafeMutablePointer<Float>
    private let new: UnsafeMutablePointer<Float>

    /// Makes a fade of `length` frames.
    package init(length: Int) {
        self.length = max(1, length)
        unsafe old = .allocate(capacity: CascadeChain.blockLength)
        unsafe new = .allocate(capacity: CascadeChain.blockLength)
        unsafe old.initialize(repeating: 0, count: CascadeChain.blockLength)
        unsafe new.initialize(repeating: 0, count: CascadeChain.blockLength)
    }

    deinit {
        unsafe old.deallocate()
        unsafe new.deallocate()
    }

    /// Callback: whether only the new chain is heard.
    package var isOver: Bool {
        @_noLocks get { position >= length }
    }

    /// Callback: filters `count` samples of one channel with both chains. `output` may be `input`. What comes out is a number, even where a
    /// neutral chain alone would hand on one that is none. Once all channels are through, ``advance(_:)`` follows.
    @unsafe @_noLocks
    package func process(
        channel: Int, from input: UnsafePointer<Float>, to output: UnsafeMutablePointer<Float>, count: Int,
        leaving: borrowing CascadeChain, coming: borrowing CascadeChain
    ) {
        var done = 0
        while done < count {
            let block = min(CascadeChain.blockLength, count &- done)
            unsafe leaving.process(channel: channel, from: input + done, to: old, count: block)
            unsafe coming.process(channel: channel, from: input + done, to: new, count: block)
            for frame in 0..<block {
                let share = share(after: done &+ frame &+ 1)
                // A neutral chain hands on what is no number, and half of infinity is not less of it.
                let before = unsafe CascadeChain.bounded(Double(old[frame]))
                let after = unsafe CascadeChain.bounded(Double(new[frame]))
                unsafe output[done &+ frame] = Float(before + (after - before) * share)
            }
            done &+= block
        }
    }

    /// Callback: moves on by `count` frames.
    @_noLocks
    package mutating func advance(_ count: Int) { position = min(length, position &+ count) }

    /// The share of the new chain `step` frames from now, from 0 to 1.
    @_noLocks
    func share(after step: Int) -> Double {
        let place = Double(min(length, position &+ step)) / Double(length)
        return place * place * (3 - 2 * place)
    }
}
